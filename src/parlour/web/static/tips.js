// Things on the board explain themselves: what a thing is (its own title or label), what such things do (the page's list
// `#tips`, by selector) and the rules behind it, as links. By pointing at it, by holding it with a finger, or by the
// keyboard: on whatever has the focus, and with the key E on one thing after the other. Escape closes, ? opens the rule.

const POINT = 700; // milliseconds: a pointer that rests on purpose
const CHOICE = 900; // before a choice, which shows by itself what it would do
const HOLD = 480;
const LEAVE = 260;
const RULE = /\(?\b[A-Z]{2}-\d+\b(?:, (?=[A-Z]{2}-\d))?\)?/g;

const root = () => document.querySelector("#board") ?? document.querySelector("#replay");
const list = document.querySelector("#tips");
const kinds = [...(list?.content.children ?? [])].map((item) => ({ on: item.dataset.for, text: item.textContent, rule: item.dataset.rule }));
const box = document.createElement("div");
box.id = "tip";
box.className = "tip-box";
box.setAttribute("role", "tooltip");
box.hidden = true;

let shown = null; // the thing that is explained
let timer = 0;
let held = false; // a finger held it: the tap that ends is no choice
let walk = null; // the things that E goes through, and where the focus was before

// -- what there is to say ------------------------------------------------------------------------------------

// What a thing says about itself. The browser's own small windows would show the same once more: they are taken away.
function own(thing) {
  const title = thing.getAttribute("title") ?? [...thing.children].find((child) => child.localName === "title")?.textContent;
  if (title) {
    thing.dataset.tip = title;
    thing.removeAttribute("title");
    for (const child of [...thing.children]) if (child.localName === "title") child.remove();
    if (!thing.hasAttribute("aria-label")) thing.setAttribute(thing.hasAttribute("role") ? "aria-label" : "aria-description", title);
  }
  if (thing.dataset.tip) return thing.dataset.tip;
  return thing.matches("[data-pick], [role=img], [role=button]") ? thing.getAttribute("aria-label") : null;
}

function find(from) {
  const board = root();
  if (!board?.contains(from)) return null;
  let named = null; // the nearest thing that says something about itself
  let known = null; // the nearest thing of a kind
  for (let thing = from; thing && thing !== board; thing = thing.parentElement) {
    const text = own(thing);
    if (text && !named) named = { thing, text, kind: kindOf(thing, board) };
    if (!known && kinds.some((kind) => thing.matches(kind.on))) known = { thing, text, kind: kindOf(thing, board) };
  }
  return named ?? known;
}

const kindOf = (thing, board) =>
  kinds.find((kind) => thing.matches(kind.on)) ?? kinds.find((kind) => board.contains(thing.closest(kind.on)));

// Choices are explained in short, and away from where they would be drawn: nothing may lie over what one aims at.
const isChoice = (thing) => thing.matches(".can");

function fill({ thing, text, kind }, brief) {
  const rules = new Set(thing.dataset.rule ? [thing.dataset.rule] : []);
  const apart = (text ?? "").replace(/,? ([A-Z]{2}-\d+)\)/g, ") $1"); // "(4 -1, CR-28)" says more than its rule
  const said = apart.replace(RULE, (found) => (rules.add(found.match(/[A-Z]{2}-\d+/)[0]), "")).replace(/ +([.,;)]|$)/g, "$1").trim();
  if (kind?.rule) rules.add(kind.rule);
  const parts = [];
  if (said) parts.push(paragraph("b", said));
  if (kind?.text && !brief && !said.includes(kind.text)) parts.push(paragraph("span", kind.text));
  const links = document.createElement("span");
  links.className = "links";
  for (const rule of rules) {
    const link = document.createElement("a");
    link.className = "rule";
    link.href = `${list.dataset.rules}#${rule.toLowerCase()}`;
    link.target = "rules";
    link.textContent = rule;
    links.append(link);
  }
  if (rules.size) parts.push(links);
  box.replaceChildren(...parts);
  return parts.length > 0;
}

function paragraph(kind, text) {
  const made = document.createElement(kind);
  made.textContent = text;
  return made;
}

// -- showing it -----------------------------------------------------------------------------------------------

function show(found, brief = false) {
  clearTimeout(timer);
  if (!found || !document.contains(found.thing)) return hide();
  if (found.thing === shown) return;
  hide();
  if (brief && (!found.text || "tells" in found.thing.dataset)) return; // it says all that on the board already
  if (!fill(found, brief)) return;
  shown = found.thing;
  if (!box.isConnected) document.querySelector("#main").append(box); // a tip belongs to the content of the page
  box.hidden = false;
  box.classList.toggle("through", !held); // under a pointer, what lies below can be clicked; a tap on it closes it
  const drawing = brief && shown.ownerSVGElement;
  if (drawing) dock(shown.getBoundingClientRect(), drawing.getBoundingClientRect());
  else place(shown.getBoundingClientRect());
  shown.setAttribute("aria-describedby", [shown.getAttribute("aria-describedby"), "tip"].filter(Boolean).join(" "));
}

// Below, above or beside the thing, where it covers the least of what can be chosen, and not the question.
function place(thing) {
  const gap = 8;
  const { width, height } = box.getBoundingClientRect();
  const across = Math.max(gap, Math.min(innerWidth - width - gap, (thing.left + thing.right - width) / 2));
  const down = Math.max(gap, Math.min(innerHeight - height - gap, (thing.top + thing.bottom - height) / 2));
  const low = Math.max(gap, Math.min(thing.bottom + gap, innerHeight - height - gap)); // if there is no room anywhere
  const places = [[across, thing.bottom + gap], [across, thing.top - gap - height], [thing.right + gap, down], [thing.left - gap - width, down]];
  for (const x of [gap, innerWidth - width - gap]) for (const y of [gap, innerHeight - height - gap]) places.push([x, y]); // the corners
  places.push([across, low]);
  const others = [...(root()?.querySelectorAll(".can") ?? []), ...document.querySelectorAll("#ask .question")].filter((other) => other !== shown).map((other) => other.getBoundingClientRect());
  const fits = ([x, y]) => x >= gap && y >= gap && x + width <= innerWidth - gap && y + height <= innerHeight - gap;
  const covers = ([x, y]) => others.filter((one) => one.left < x + width && one.right > x && one.top < y + height && one.bottom > y).length;
  const open = places.filter((place, i) => i === places.length - 1 || fits(place));
  const [left, top] = open.reduce((best, place) => (covers(place) < covers(best) ? place : best), open[0]);
  box.style.left = `${left}px`;
  box.style.top = `${top}px`;
}

// At the top or the bottom of a drawing, whichever is farther from the thing.
function dock(thing, drawing) {
  const { width, height } = box.getBoundingClientRect();
  const top = Math.max(8, drawing.top);
  const bottom = Math.min(innerHeight - 8, drawing.bottom);
  const low = (thing.top + thing.bottom) / 2 < (top + bottom) / 2;
  box.style.left = `${Math.max(8, Math.min(innerWidth - width - 8, (drawing.left + drawing.right - width) / 2))}px`;
  box.style.top = `${low ? bottom - height : top}px`;
}

function hide() {
  clearTimeout(timer);
  box.hidden = true;
  if (shown) {
    const left = (shown.getAttribute("aria-describedby") ?? "").split(" ").filter((id) => id && id !== "tip");
    if (left.length) shown.setAttribute("aria-describedby", left.join(" "));
    else shown.removeAttribute("aria-describedby");
  }
  shown = null;
}

function later(deed, wait) {
  clearTimeout(timer);
  timer = setTimeout(deed, wait);
}

// -- pointing -------------------------------------------------------------------------------------------------

// A pointer that rests where it has just clicked asks for nothing, whatever is drawn under it.
let clicked = null;
const rests = (event) => clicked && Math.hypot(event.clientX - clicked.x, event.clientY - clicked.y) <= 12;

document.addEventListener("pointerover", (event) => {
  if (event.pointerType === "touch" || rests(event)) return;
  clicked = null;
  if (box.contains(event.target)) return clearTimeout(timer);
  const found = event.buttons ? null : find(event.target);
  if (found?.thing === shown && shown) return clearTimeout(timer);
  if (found) later(() => show(found, isChoice(found.thing)), isChoice(found.thing) ? CHOICE : POINT);
  else if (!walk) later(hide, LEAVE);
});

// -- holding with a finger ------------------------------------------------------------------------------------

let start = null;
document.addEventListener("pointerdown", (event) => {
  held = false;
  if (box.contains(event.target)) return;
  clicked = { x: event.clientX, y: event.clientY };
  hide();
  if (event.pointerType !== "touch" || !event.isPrimary) return;
  start = { x: event.clientX, y: event.clientY };
  const found = find(event.target);
  if (!found) return;
  later(() => {
    held = true;
    show(found);
  }, HOLD);
});
document.addEventListener("pointermove", (event) => {
  if (event.pointerType === "touch" && start && !held && Math.hypot(event.clientX - start.x, event.clientY - start.y) > 10) clearTimeout(timer);
});
for (const end of ["pointerup", "pointercancel"])
  document.addEventListener(end, (event) => event.pointerType === "touch" && !held && clearTimeout(timer));
document.addEventListener("contextmenu", (event) => held && event.preventDefault());
document.addEventListener("click", (event) => {
  if (!held || box.contains(event.target)) return;
  held = false;
  event.preventDefault();
  event.stopPropagation();
}, { capture: true });

// -- the keyboard -----------------------------------------------------------------------------------------------

// What gets the focus by a key is explained; what the page gives it to, after a click say, is not.
let byKeys = false;
addEventListener("keydown", () => (byKeys = true), true);
addEventListener("pointerdown", () => (byKeys = false), true);

document.addEventListener("focusin", (event) => {
  if (byKeys && event.target.matches(":focus-visible")) later(() => show(find(event.target), !walk && isChoice(event.target)), walk ? 0 : POINT);
});
document.addEventListener("focusout", (event) => {
  if (!box.contains(event.relatedTarget)) later(hide, LEAVE);
});
document.addEventListener("scroll", (event) => !box.contains(event.target) && shown && !walk && hide(), { capture: true, passive: true });

function things() {
  const found = new Set();
  for (const element of root()?.querySelectorAll("*") ?? []) {
    const explained = element.closest("a, summary") ? null : find(element);
    if (explained && explained.thing.checkVisibility?.({ visibilityProperty: true }) !== false) found.add(explained.thing);
  }
  return [...found];
}

function step(by) {
  walk.things = walk.things.filter((thing) => document.contains(thing));
  if (!walk.things.length) return leave();
  walk.at = (walk.at + by + walk.things.length) % walk.things.length;
  const thing = walk.things[walk.at];
  if (!thing.hasAttribute("tabindex")) {
    thing.setAttribute("tabindex", "-1");
    thing.addEventListener("blur", () => thing.removeAttribute("tabindex"), { once: true });
  }
  thing.focus({ preventScroll: true });
  thing.scrollIntoView({ block: "nearest", inline: "nearest" });
  show(find(thing));
}

function leave() {
  const back = walk?.back;
  walk = null;
  hide();
  if (back && document.contains(back)) back.focus({ preventScroll: true });
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, select")) return;
  const move = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (event.key === "?" && shown) box.querySelector("a")?.click();
  else if (event.key === "Escape" && walk) leave();
  else if (event.key === "Escape" && shown) return hide();
  else if (event.key === "e" || (walk && move)) {
    if (!walk) {
      walk = { things: things(), at: -1, back: document.activeElement };
      const here = walk.things.indexOf(find(document.activeElement)?.thing);
      if (here >= 0) walk.at = here - 1;
    }
    step(move ?? 1);
  } else {
    if (walk && event.key === "Tab") walk = null;
    return;
  }
  event.preventDefault();
  event.stopPropagation();
}, { capture: true });

document.addEventListener("parlour:drawn", () => {
  if (shown && !document.contains(shown)) hide();
});
