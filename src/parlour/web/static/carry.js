// A card that is carried over a map (`[data-zoom-area]`), as a whole: it is shown at the place nearest to the pointer,
// `.near`, and a click or tap anywhere there chooses that place. It is dragged out of the tray (`[data-t]`, the ways in
// which it can lie) or, once a tap has shown it somewhere, from there; it turns with R, with the button `[data-turn]` and
// with two fingers. A choice on the map stands where the middle of the card comes to lie.

const SNAP = 1.3; // how far from the pointer a place may be, in its own widths
const FAR = 2.6; // the same for a card that is dragged
const STILL = 8; // pixels that a finger or a hand is allowed to tremble

const map = () => document.querySelector("#board [data-zoom-area]");
const places = () => [...(map()?.querySelectorAll("[data-pick].can") ?? [])];
const choose = (place, how) => place.dispatchEvent(new PointerEvent("click", { bubbles: true, cancelable: true, ...how }));

function middle(place) {
  const { left, top, width, height } = place.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2, width };
}

function nearest({ x, y }, reach) {
  let best = null;
  let least = reach;
  for (const place of places()) {
    const at = middle(place);
    const far = Math.hypot(at.x - x, at.y - y) / at.width;
    if (far < least) [best, least] = [place, far];
  }
  return best;
}

const over = ({ x, y }) => {
  const box = map()?.getBoundingClientRect();
  return Boolean(box) && x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
};

function mark(place) {
  for (const old of document.querySelectorAll("#board .near")) if (old !== place) old.classList.remove("near");
  place?.classList.add("near");
}

// -- hovering ---------------------------------------------------------------------------------------------------

let mouse = null; // where it is, if it is over the map
let due = 0;

function hover() {
  due ||= requestAnimationFrame(() => {
    due = 0;
    if (!carried?.moves) mark(mouse && nearest(mouse, SNAP));
  });
}

addEventListener("pointermove", (event) => {
  if (event.pointerType === "touch" || event.buttons) return;
  const here = event.target.closest?.("[data-zoom-area]") ? { x: event.clientX, y: event.clientY } : null;
  if (!here && !mouse) return;
  mouse = here;
  hover();
});
document.addEventListener("parlour:lit", () => mouse && hover());

document.addEventListener("click", (event) => {
  if (!event.isTrusted || event.defaultPrevented || !event.target.closest("[data-zoom-area]") || event.target.closest("[data-pick].can")) return;
  const place = nearest({ x: event.clientX, y: event.clientY }, SNAP);
  if (!place) return;
  event.preventDefault();
  event.stopPropagation();
  choose(place, { pointerType: event.pointerType });
}, { capture: true });

// -- dragging ---------------------------------------------------------------------------------------------------

let carried = null; // where it was taken up, from which way in the tray, and whether it moves yet

addEventListener("pointerdown", (event) => {
  carried = null;
  if (!event.isPrimary || event.button) return;
  const start = { x: event.clientX, y: event.clientY };
  const way = event.target.closest?.("#board [data-t]:is(.can, .picked, .instead)");
  const shown = map()?.querySelector(".previewed");
  if (way) carried = { ...start, way };
  else if (shown && over(start) && event.pointerType === "touch") {
    const at = middle(shown);
    if (Math.hypot(at.x - start.x, at.y - start.y) < at.width) carried = { ...start, way: null };
  }
});

addEventListener("pointermove", (event) => {
  if (!carried || !event.isPrimary) return;
  const here = { x: event.clientX, y: event.clientY };
  if (!carried.moves) {
    if (Math.hypot(here.x - carried.x, here.y - carried.y) < STILL) return;
    carried.moves = true;
    if (carried.way && !carried.way.classList.contains("picked")) choose(carried.way, {});
  }
  mark(over(here) ? nearest(here, FAR) : null);
});

addEventListener("pointerup", (event) => {
  if (!carried || !event.isPrimary) return;
  const { moves } = carried;
  carried = null;
  if (!moves) return;
  const place = document.querySelector("#board .near");
  mark(null);
  if (place) choose(place, { pointerType: event.pointerType });
  addEventListener("click", swallow, { capture: true, once: true }); // the end of a drag is no choice of what lies there
  setTimeout(() => removeEventListener("click", swallow, { capture: true }));
});

addEventListener("pointercancel", () => {
  if (carried) mark(null);
  carried = null;
});

// A finger that has taken up the card does not move the map.
document.addEventListener("touchmove", (event) => carried && event.touches.length === 1 && event.cancelable && event.preventDefault(), { passive: false });

function swallow(event) {
  event.stopPropagation();
  event.preventDefault();
}

// -- turning: the next of the ways in which the same thing can lie is picked -----------------------------------------

const note = (way) => (document.querySelector("#board").dataset.turned = way.dataset.t); // how the last one was turned
const ways = () => [...document.querySelectorAll("#board [data-t][data-pick]")].filter((way) => way.checkVisibility?.() ?? true);
const pick = (way) => way && choose(way, {});

function turn(by = 1) {
  const all = ways();
  if (!all.length) return;
  const before = document.activeElement;
  const here = before?.dataset?.pick;
  const shown = map()?.querySelector(".previewed");
  const at = shown && middle(shown);
  const picked = all.findIndex((way) => way.classList.contains("picked"));
  if (picked >= 0) pick(all[picked]); // takes it back
  const next = all[(picked + by + all.length) % all.length];
  pick(next);
  note(next);
  const again = here && document.querySelector(`#board [data-pick="${CSS.escape(here)}"].can`);
  if (again) again.focus({ preventScroll: true });
  else if (!here) keep(before); // whoever turns it with the mouse over the table goes on there
  const there = at && nearest(at, FAR); // what a tap has shown is shown again, as it lies now
  if (there) choose(there, { pointerType: "touch" });
}

// Give the focus back to where it was.
function keep(before) {
  if (before && before !== document.body && document.contains(before)) before.focus({ preventScroll: true });
  else document.activeElement?.blur();
}

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-turn]")) turn();
  const way = event.target.closest?.("[data-t].picked");
  if (way) note(way);
});
document.addEventListener("parlour:twist", (event) => turn(event.detail));
document.addEventListener("keydown", (event) => {
  if (event.key.toLowerCase() !== "r" || event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, select")) return;
  turn(event.shiftKey ? -1 : 1);
});
