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
    box.textContent = chat.at(-1).join(": ");
    box.hidden = false;
    clearTimeout(news);
    news = setTimeout(() => (box.hidden = true), 6000);
  }
  marks();
});

// -- a board that fits ---------------------------------------------------------------------------------------------

// What is too high or too wide for its window is drawn smaller, in steps, so that nothing has to be scrolled. It grows again
// only when there is room for more than a step: a board that changes its size with every card is hard to look at.
const STEP = 0.05;
const LEAST = 0.4;
let size = 1;

const overflows = (field) => field.scrollHeight > field.clientHeight + 1 || field.scrollWidth > field.clientWidth + 1;

function scaled(field, to) {
  field.style.setProperty("--fit", to);
  return !overflows(field);
}

function fit(anew = false) {
  const field = $("#board [data-field]:not([data-field='own'])");
  if (!field) return;
  if (anew) size = 1;
  let now = size;
  let fits = scaled(field, now);
  if (fits && now < 1) {
    if (scaled(field, Math.min(1, now + 2 * STEP))) now = Math.min(1, now + STEP);
    fits = scaled(field, now);
  }
  while (!fits && now > LEAST) fits = scaled(field, (now -= STEP));
  size = now;
}

// How many units of a drawing make a pixel, `--unit` of the drawing: so that a target on it can be as large as a finger,
// `calc(44px * var(--unit))`, however small the drawing is.
function measure() {
  const drawings = $$("#board [data-field] svg[role='group']").map((svg) => [svg, svg.viewBox.baseVal?.width / svg.clientWidth]);
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
addEventListener("resize", () => (marks(), fit(true), measure()));
new ResizeObserver(() => (fit(true), measure())).observe(play);
fit(true);
measure();
if ($("#side")) marks();
