// The frame of a table's page: what stands beside the board is opened and closed by tabs, which say what is unread; the
// board is made as small as it must be to fit its window; and what a finger asked for in vain is answered where it was.

const $ = (selector, root = document) => root.querySelector(selector);
const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];
const play = $(".play");

// -- tabs ------------------------------------------------------------------------------------------------------

const unread = { log: 0, chat: 0 };
const shut = () => "unasked" in play.dataset && getComputedStyle($("#side")).display === "none"; // never asked for, and no room

export const isOpen = (name) => play.dataset.open === name && !shut();

function open(name, from = null) {
  delete play.dataset.unasked;
  play.dataset.open = name;
  if (name in unread) unread[name] = 0;
  const legend = $("#board .legend");
  if (legend) legend.open = name === "legend";
  marks();
  const list = $(`#${CSS.escape(name || "none")}`);
  if (list) list.scrollTop = list.scrollHeight;
  if (name === "chat" && from?.matches(":focus-visible")) $("#say-text").focus();
  fit(true);
}

function marks() {
  for (const tab of $$("[data-tab]")) {
    const name = tab.dataset.tab;
    tab.setAttribute("aria-expanded", isOpen(name));
    const mark = $(".unread", tab);
    mark.hidden = !unread[name];
    mark.textContent = name === "chat" ? (unread.chat || "") : "";
  }
  document.dispatchEvent(new CustomEvent("parlour:unread", { detail: unread.chat }));
}

document.addEventListener("click", (event) => {
  const tab = event.target.closest("[data-tab]");
  if (tab) open(isOpen(tab.dataset.tab) ? "" : tab.dataset.tab, tab);
  else if (event.target.closest("[data-close-side]")) {
    const last = $(`[data-tab="${play.dataset.open}"]`);
    open("");
    last?.focus();
  }
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !$("#side")?.contains(event.target)) return;
  const last = $(`[data-tab="${play.dataset.open}"]`);
  open("");
  last?.focus();
});

let news = 0; // until when the last thing that somebody said is shown
document.addEventListener("parlour:news", ({ detail: { lines, chat } }) => {
  if (lines && !isOpen("log")) unread.log += lines;
  if (chat.length && !isOpen("chat")) {
    unread.chat += chat.length;
    const box = $("#chat-news");
    const [name, text] = chat.at(-1);
    const who = document.createElement("b");
    who.textContent = name;
    box.replaceChildren(who, ` ${text}`);
    box.hidden = false;
    clearTimeout(news);
    news = setTimeout(() => (box.hidden = true), 6000);
  }
  marks();
});

// -- a board that fits ---------------------------------------------------------------------------------------------

// What is too high or too wide for its window is drawn smaller, in steps, so that nothing has to be scrolled. It grows again
// only when it gets more room, or after a while in which there was less on it, and only by more than a step: a board that
// changes its size with every card is hard to look at, and every size that is tried lays the page out. The right step is
// searched for by halves.
const STEPS = 20; // to the full size
const LEAST = 8;
const WHILE = 12; // drawings
let step = STEPS;
let full = Infinity; // how much was on the board when there was no room for more
let calm = 0; // how many drawings since then had less on it
let room = 0; // how much room there was then, in pixels

const overflows = (field) => field.scrollHeight > field.clientHeight + 1 || field.scrollWidth > field.clientWidth + 1;
const area = (field) => field.clientWidth * field.clientHeight;
const amount = (field) => field.getElementsByTagName("*").length + field.textContent.length;

function fits(field, at) {
  field.style.setProperty("--fit", at / STEPS);
  return !overflows(field);
}

// The largest step that fits, or the least of these.
function largest(field, low, high, middle) {
  while (low < high) {
    middle = Math.max(low + 1, Math.min(high, middle));
    if (fits(field, middle)) low = middle;
    else high = middle - 1;
    middle = Math.ceil((low + high) / 2);
  }
  return low;
}

function fit(anew = false) {
  const field = $("#board [data-field]:not([data-field='own'])");
  if (!field) return;
  if (anew) [step, full, calm] = [STEPS, Infinity, 0];
  if (!fits(field, step)) {
    full = amount(field);
    step = largest(field, Math.min(LEAST, step), Math.max(LEAST, step - 1), Math.floor((step * field.clientHeight) / field.scrollHeight));
    calm = 0;
  } else if (step < STEPS) {
    calm = area(field) > room ? WHILE : amount(field) < full ? calm + 1 : 0;
    if (calm < WHILE) return;
    const most = largest(field, step, STEPS, STEPS);
    if (most === STEPS || most > step + 1) step = most === STEPS ? most : most - 1;
    else full = amount(field);
    calm = 0;
  } else return;
  room = area(field);
  field.style.setProperty("--fit", step / STEPS);
}

// How many units of a drawing make a pixel, `--unit` of the drawing: so that a target on it can be as large as a finger,
// `calc(44px * var(--unit))`, however small the drawing is. One that is zoomed has no need of it.
function measure() {
  const drawings = $$("#board [data-field] svg[data-grid]:not([data-zoom-area] *)").map((svg) => [svg, svg.viewBox.baseVal?.width / svg.clientWidth]);
  for (const [svg, unit] of drawings) if (unit && isFinite(unit)) svg.style.setProperty("--unit", unit.toFixed(3));
}

document.addEventListener("parlour:drawn", () => {
  fit();
  measure();
});
document.addEventListener("parlour:lit", () => {
  const field = $("#board [data-field]:not([data-field='own'])");
  if (field && overflows(field)) fit();
  measure();
});
document.addEventListener("parlour:room", () => (fit(), measure()));
// A window that is turned says so twice, and so does a page that has come: a size is searched for once.
let fitted = ""; // the size of the play that the board was fitted for
function size() {
  const { width, height } = play.getBoundingClientRect();
  return `${width} ${height}`;
}
function refit() {
  fitted = size();
  fit(true);
}
addEventListener("resize", () => (marks(), refit(), measure()));
new ResizeObserver(() => {
  if (size() !== fitted) refit();
  measure();
}).observe(play);
refit();
measure();
if ($("#side")) marks();
