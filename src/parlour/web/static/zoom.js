// A large board in a window of its own, `[data-zoom-area]` with one drawing in it: it is moved by dragging, by touch, by
// scrolling or with the arrow keys, and made larger and smaller by pinching, by the wheel, with the keys + - 0 or with
// the buttons `[data-zoom]`. What is in the middle stays in the middle when the board is drawn anew, even if it has grown.

const LARGEST = 3; // pixels for a unit of the drawing
const STEP = 1.25;
const TWIST = 50; // degrees by which two fingers turn something by a quarter; more than half of one, so that it stays so
const FINGER = 1.11; // where fingers point, a cell of 40 units is not made smaller than 44 pixels unasked

let scale = null; // pixels for a unit; null as long as nobody has chosen: as much as fits
let all = false; // everything is to be seen, however small it gets
let centre = null; // what is in the middle, in units of the drawing
let room = null; // how large the window is: the next drawing most likely has the same, so nothing is laid out to ask for it

const area = () => document.querySelector("[data-zoom-area]");
const drawing = (window) => window.querySelector("svg");

function fit(window) {
  const box = drawing(window).viewBox.baseVal;
  return Math.min(room.width / box.width, room.height / box.height);
}

// So small that everything is in sight, but not larger than a drawing is good for.
function entire(window) {
  return Math.min((+window.dataset.zoomArea || 1) * room.large, fit(window));
}

// When all is over nothing has to be hit any more: the whole is shown.
function usual(window) {
  const whole = entire(window);
  if (document.querySelector(".over")) return whole;
  return room.width < 560 || matchMedia("(pointer: coarse)").matches ? Math.max(whole, FINGER) : whole;
}

function now(window) {
  return all ? entire(window) : (scale ?? usual(window));
}

// Size the drawing and bring a point of it to a place of the window, by default both in the middle.
function show(window, point = centre, x = room.width / 2, y = room.height / 2) {
  const svg = drawing(window);
  const box = svg.viewBox.baseVal;
  const k = now(window);
  svg.style.width = `${box.width * k}px`;
  svg.style.height = `${box.height * k}px`;
  if (point) {
    window.scrollLeft = (point.x - box.x) * k - x;
    window.scrollTop = (point.y - box.y) * k - y;
  }
  middle(window);
  for (const button of document.querySelectorAll("[data-zoom]")) {
    const end = { in: k >= LARGEST - 0.01, out: k <= smallest(window) + 0.001, fit: Math.abs(k - entire(window)) < 0.001 }[button.dataset.zoom];
    button.toggleAttribute("disabled", end);
  }
}

// The point of the drawing at a place of the window.
function at(window, x, y) {
  const box = drawing(window).viewBox.baseVal;
  const frame = drawing(window).getBoundingClientRect();
  const here = window.getBoundingClientRect();
  const k = now(window);
  return { x: box.x + (here.left + x - frame.left) / k, y: box.y + (here.top + y - frame.top) / k };
}

const smallest = (window) => Math.min(fit(window), 0.5);

function zoom(window, by, x = room.width / 2, y = room.height / 2) {
  const point = at(window, x, y);
  const before = now(window);
  scale = Math.max(smallest(window), Math.min(LARGEST, before * by));
  all = false;
  show(window, point, x, y);
  return scale !== before;
}

function whole(window) {
  scale = null;
  all = true;
  show(window, null);
}

// If nothing that can be chosen is in sight, what is nearest is brought into the middle.
function showChoice(window) {
  const here = window.getBoundingClientRect();
  const [x, y] = [here.left + here.width / 2, here.top + here.height / 2];
  let nearest = null;
  let least = Infinity;
  for (const choice of window.querySelectorAll("[data-pick].can")) {
    const { left, right, top, bottom } = choice.getBoundingClientRect();
    if (left >= here.left && right <= here.right && top >= here.top && bottom <= here.bottom) return;
    const far = Math.hypot((left + right) / 2 - x, (top + bottom) / 2 - y);
    if (far < least) [nearest, least] = [at(window, (left + right) / 2 - here.left, (top + bottom) / 2 - here.top), far];
  }
  if (nearest) show(window, nearest);
}

// What a guide points at is brought into the middle, if it is not in sight.
function showPointed(window) {
  const pointed = window.querySelector(".pick-me");
  if (!pointed) return;
  const here = window.getBoundingClientRect();
  const { left, right, top, bottom } = pointed.getBoundingClientRect();
  if (left >= here.left && right <= here.right && top >= here.top && bottom <= here.bottom) return;
  show(window, at(window, (left + right) / 2 - here.left, (top + bottom) / 2 - here.top));
}

document.addEventListener("parlour:lit", () => {
  if (!area()) return;
  showChoice(area());
  showPointed(area());
});

// -- after every drawing ------------------------------------------------------------------------------------

// On windows larger than 1920 x 1080 all grows, by the size of letters.
function measure(window) {
  const { clientWidth: width, clientHeight: height } = window;
  const large = parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
  const same = room?.width === width && room.height === height;
  room = { width, height, large };
  return same;
}

// Tells when the window has turned out to be larger or smaller than it was thought to be.
const rooms = new ResizeObserver(([{ target }]) => target === area() && !measure(target) && drawn());
let observed = null;

function drawn() {
  const window = area();
  if (!window || !drawing(window)) return;
  if (!room) measure(window);
  if (window !== observed) {
    rooms.disconnect();
    rooms.observe((observed = window));
  }
  if (centre === null) {
    const last = window.querySelector("[data-zoom-first]");
    if (last) {
      show(window, null);
      const frame = last.getBoundingClientRect();
      const here = window.getBoundingClientRect();
      centre = at(window, (frame.left + frame.right) / 2 - here.left, (frame.top + frame.bottom) / 2 - here.top);
    }
  }
  show(window);
}

// The window is drawn anew with the board: what is heard is heard around it. By the document, since a board in the frame of
// a table has no box of its own, and a browser asks boxes whether a wheel or a finger is listened to.
const stage = document.querySelector("#board, #replay") && document;
const within = (event) => event.target.closest?.("[data-zoom-area]");
let fingers = null; // how far two fingers are apart, their middle, and how they lie
let twisted = 0; // how far they have been turned since the last quarter, in degrees
let drag = null;

function middle(window) {
  centre = at(window, room.width / 2, room.height / 2);
}

function pinch(event) {
  const window = within(event);
  if (!window || event.touches.length !== 2) return ([fingers, twisted] = [null, 0]);
  event.preventDefault();
  const [a, b] = event.touches;
  const here = window.getBoundingClientRect();
  const apart = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
  const x = (a.clientX + b.clientX) / 2 - here.left;
  const y = (a.clientY + b.clientY) / 2 - here.top;
  const angle = (Math.atan2(b.clientY - a.clientY, b.clientX - a.clientX) * 180) / Math.PI;
  if (fingers) {
    twisted += ((angle - fingers.angle + 540) % 360) - 180;
    if (Math.abs(twisted) > TWIST) {
      document.dispatchEvent(new CustomEvent("parlour:twist", { detail: Math.sign(twisted) })); // a card that is carried turns with them
      twisted -= 90 * Math.sign(twisted);
    }
    window.scrollLeft -= x - fingers.x;
    window.scrollTop -= y - fingers.y;
    zoom(window, apart / fingers.apart, x, y);
  }
  fingers = { apart, x, y, angle };
}

function grab(event) {
  const window = within(event);
  if (!window || event.pointerType === "touch" || event.button !== 0) return;
  drag = { window, x: event.clientX, y: event.clientY, left: window.scrollLeft, top: window.scrollTop, moved: false };
}

function pull(event) {
  if (!drag || !event.buttons || !document.contains(drag.window)) return (drag = null);
  const x = event.clientX - drag.x;
  const y = event.clientY - drag.y;
  drag.moved ||= Math.abs(x) + Math.abs(y) > 6;
  if (!drag.moved) return;
  drag.window.classList.add("dragged");
  drag.window.scrollLeft = drag.left - x;
  drag.window.scrollTop = drag.top - y;
}

function release() {
  if (!drag) return;
  drag.window.classList.remove("dragged");
  if (drag.moved) {
    addEventListener("click", swallow, { capture: true, once: true }); // the end of a drag is no choice
    setTimeout(() => removeEventListener("click", swallow, { capture: true }));
  }
  drag = null;
}

if (stage) {
  stage.addEventListener("wheel", (event) => within(event) && wheel(within(event), event), { passive: false });
  stage.addEventListener("scroll", (event) => within(event) === event.target && middle(event.target), { capture: true, passive: true });
  for (const kind of ["touchstart", "touchmove"]) stage.addEventListener(kind, pinch, { passive: false });
  stage.addEventListener("touchend", () => (fingers = null), { passive: true });
  stage.addEventListener("pointerdown", grab);
  addEventListener("pointermove", pull);
  addEventListener("pointerup", release);
}

function swallow(event) {
  event.stopPropagation();
  event.preventDefault();
}

function wheel(window, event) {
  const here = window.getBoundingClientRect();
  const by = Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.0015) * (event.ctrlKey ? 4 : 1));
  // At its smallest the board lets go of the wheel, so that the page can be scrolled.
  if (zoom(window, by, event.clientX - here.left, event.clientY - here.top)) event.preventDefault();
}

// -- buttons and keys ---------------------------------------------------------------------------------------

const deeds = { in: (window) => zoom(window, STEP), out: (window) => zoom(window, 1 / STEP), fit: whole };

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-zoom]");
  if (button && area()) deeds[button.dataset.zoom](area());
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, select") || !area()) return;
  const deed = { "+": "in", "=": "in", "-": "out", 0: "fit" }[event.key];
  if (deed) deeds[deed](area());
});

// A choice that is reached by the keyboard is brought into sight.
document.addEventListener("focusin", (event) => {
  const window = event.target.closest?.("[data-zoom-area]");
  if (window && window !== event.target && event.target.matches(":focus-visible")) event.target.scrollIntoView({ block: "nearest", inline: "nearest" });
});

document.addEventListener("parlour:drawn", drawn);
addEventListener("resize", () => {
  room = null;
  drawn();
  if (area()) showPointed(area());
});
drawn();
