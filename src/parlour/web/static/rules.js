// The rules: a search that marks what it finds while one types, and a panel beside the board, so that nobody has to leave
// a game to look something up. Without this module the search works by its form, and links open the rules as a page.

const $ = (selector, root = document) => root.querySelector(selector);
const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];

// -- the search: the same as in rulebook.py ------------------------------------------------------------

// A text without case and accents, and for each of its letters the place in the text.
function fold(text) {
  let letters = "";
  const places = [];
  [...text.matchAll(/[^]/g)].forEach(({ 0: letter, index }) => {
    const plain = letter.toLowerCase().replace("œ", "oe").replace("’", "'").normalize("NFD").replace(/\p{M}/gu, "");
    for (const part of plain) places.push(index);
    letters += plain;
  });
  return [letters, places];
}

// PR-1 is not found in PR-12.
function expression(word) {
  return new RegExp(word.replace(/[.*+?^${}()|[\]\\-]/g, "\\$&") + (/\d$/.test(word) ? "(?!\\d)" : ""), "g");
}

let at = -1; // the hit that Enter has jumped to

function search(form) {
  const root = form.closest(".rulebook, .panel-body");
  const article = $("article", root);
  const words = fold($("input", form).value)[0].split(/\s+/).filter(Boolean).map(expression);
  at = -1;
  for (const mark of $$("mark", article)) mark.replaceWith(...mark.childNodes);
  article.normalize();
  article.classList.toggle("searching", words.length > 0);
  let hits = 0;
  for (const paragraph of $$("[data-par]", article)) {
    const text = fold(paragraph.textContent.replace(/\s+/g, " "))[0];
    const hit = words.length > 0 && words.every((word) => text.search(word) >= 0);
    paragraph.dataset.par = hit ? "hit" : "";
    hits += hit;
  }
  if (words.length) mark(article, words);
  const { none, one, many } = form.dataset;
  $(".hits", form).textContent = !words.length ? "" : hits === 0 ? none : hits === 1 ? one : many.replace("{count}", hits);
}

function mark(article, words) {
  const walker = document.createTreeWalker(article, NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walker.nextNode()) if (!walker.currentNode.parentElement.closest("figure")) texts.push(walker.currentNode);
  for (const node of texts) {
    const [folded, places] = fold(node.data);
    const spans = words
      .flatMap((word) => [...folded.matchAll(word)].map((m) => [places[m.index], places[m.index + m[0].length - 1] + 1]))
      .sort((a, b) => b[0] - a[0] || a[1] - b[1]);
    let limit = Infinity; // from the end, so that places stay true
    for (const [start, end] of spans) {
      if (end > limit) continue;
      const range = document.createRange();
      range.setStart(node, start);
      range.setEnd(node, end);
      range.surroundContents(document.createElement("mark"));
      limit = start;
    }
  }
}

// Enter goes from hit to hit, with Shift backwards.
function jump(form, step) {
  const hits = $$('[data-par="hit"]', form.closest(".rulebook, .panel-body"));
  if (!hits.length) return;
  at = (at + step + hits.length) % hits.length;
  show(hits[at]);
}

function show(paragraph) {
  for (const old of $$(".found-here")) old.classList.remove("found-here");
  paragraph.classList.add("found-here");
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  paragraph.scrollIntoView({ block: "center", behavior: calm ? "auto" : "smooth" });
}

document.addEventListener("input", (event) => {
  if (event.target.matches("#rules-q")) search(event.target.form);
});
document.addEventListener("submit", (event) => {
  if (!event.target.matches(".rules-search")) return;
  event.preventDefault();
  if (at < 0) search(event.target);
  jump(event.target, 1);
});

// A heading of the contents is not looked for among the hits only.
document.addEventListener("click", (event) => {
  const field = $("#rules-q");
  if (!event.target.closest(".contents a") || !field.value) return;
  field.value = "";
  search(field.form);
});

// -- the panel beside the board ---------------------------------------------------------------------------

const panel = $("#rules-panel");
const narrow = matchMedia("(max-width: 900px)");
let opener = null; // where the focus goes back to
let loaded = false;

async function openRules(anchor, from) {
  if (panel.hidden) opener = from ?? document.activeElement;
  panel.hidden = false;
  document.body.classList.add("with-rules");
  cover();
  const inner = $(".panel-body", panel);
  if (!loaded) {
    const answer = await fetch(`${panel.dataset.rules}?part=1`).catch(() => null);
    if (answer?.ok) {
      inner.innerHTML = await answer.text(); // made by the server's templates, escaped there
      loaded = true;
    } else inner.textContent = panel.dataset.failed;
  }
  const target = anchor ? document.getElementById(anchor) : null;
  const paragraph = target?.closest("[data-par]");
  if (paragraph) {
    if ($("#rules-q").value) {
      $("#rules-q").value = "";
      search($("#rules-q").form);
    }
    show(paragraph);
    paragraph.tabIndex = -1;
    paragraph.focus({ preventScroll: true });
  } else ($("#rules-q") ?? inner).focus({ preventScroll: true });
}

function closeRules() {
  panel.hidden = true;
  document.body.classList.remove("with-rules");
  cover();
  (opener?.isConnected ? opener : $("#main"))?.focus({ preventScroll: true });
}

// On a phone the panel covers the page: what lies beneath cannot be reached.
function cover() {
  for (const part of $$("body > header, body > main, body > .skip")) part.inert = !panel.hidden && narrow.matches;
}

if (panel) {
  narrow.addEventListener("change", cover);
  document.addEventListener("click", (event) => {
    const plainly = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey;
    const link = event.target.closest('a[target="rules"]');
    if (link && plainly && link.pathname === panel.dataset.rules) {
      event.preventDefault();
      openRules(link.hash.slice(1), link);
    }
    if (event.target.closest("[data-close-rules]")) closeRules();
  });
}

document.addEventListener("keydown", (event) => {
  const typing = event.target.closest?.("input, textarea, select");
  const form = event.target.matches?.("#rules-q") ? event.target.form : null;
  if (form && event.key === "Enter" && event.shiftKey) {
    event.preventDefault();
    jump(form, -1);
  } else if (form && event.key === "Escape" && event.target.value) {
    event.preventDefault();
    event.target.value = "";
    search(form);
  } else if (panel && event.key === "?" && !typing && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    if (panel.hidden) openRules("");
    else closeRules();
  } else if (panel && !panel.hidden && event.key === "Escape" && (panel.contains(event.target) || !$("#board .picked"))) {
    event.preventDefault();
    closeRules();
  } else if (event.key === "/" && !typing && $("#rules-q") && !panel?.hidden) {
    event.preventDefault();
    $("#rules-q").focus();
  }
});

if ($(".rulebook") && narrow.matches) $(".contents details").open = false;
if ($("#rules-q")?.value) search($("#rules-q").form);
