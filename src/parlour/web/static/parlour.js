// The browser's part, the same for all games: a socket that stays connected, parts of the page that are replaced
// without losing focus or half-made choices, picks on the board, and sentences for screen readers. What moves is in motion.js.
// No build step, no dependencies.

const $ = (selector, root = document) => root.querySelector(selector);
const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];
// The stamp of this file's address goes on to its parts, so that a browser never mixes old and new ones.
const [motion, nonces] = await Promise.all(["motion", "nonces"].map((name) => import(`./${name}.js${new URL(import.meta.url).search}`)));

// -- small things on every page --------------------------------------------------------------------

for (const input of $$("[data-own-link]")) showLink(input);

function showLink(input) {
  if (input.value.startsWith("/")) input.value = location.origin + input.value;
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  const input = $("input.link", button.parentElement);
  input.select();
  try {
    await navigator.clipboard.writeText(input.value);
  } catch {
    document.execCommand("copy"); // pages over plain HTTP have no clipboard
  }
  const label = button.textContent;
  button.textContent = button.dataset.copy;
  setTimeout(() => (button.textContent = label), 1500);
});

// A table is promised before this browser adds its nonce: the form waits for that for a moment, not for ever.
const asking = new WeakSet();
document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.matches("[data-deal]")) return;
  event.preventDefault();
  if (asking.has(form)) return;
  asking.add(form);
  await nonces.promise(form);
  form.submit();
  asking.delete(form);
});

// -- the socket -------------------------------------------------------------------------------------

class Line {
  constructor(path, hear) {
    this.url = location.origin.replace(/^http/, "ws") + path;
    this.hear = hear;
    this.wait = 250;
    this.early = []; // what was pressed before there was a connection
    this.later = null; // what came before the last picture of the table was painted
    this.painting = false;
    this.open();
    addEventListener("online", () => this.now());
    document.addEventListener("visibilitychange", () => document.hidden || this.now());
  }
  open() {
    this.socket = new WebSocket(this.url);
    this.later = null; // all of it comes anew
    this.joining ??= setTimeout(() => ($("#joining").hidden = !$("#lost").hidden), 800); // until the table has come
    this.socket.onopen = () => {
      this.wait = 250;
      body.dataset.line = "open";
      lost(false);
      if (asText()) this.send({ do: "text", on: true });
      const early = this.early ?? [];
      this.early = null;
      for (const message of early) this.send(message);
    };
    this.socket.onmessage = (event) => {
      clearTimeout(this.joining);
      $("#joining").hidden = true;
      this.take(JSON.parse(event.data));
    };
    this.socket.onclose = (event) => {
      if (event.code === 4401) return location.reload(); // signed out from another device: a stranger's page
      body.dataset.line = "closed";
      unsend();
      clearTimeout(this.timer);
      this.complain = setTimeout(() => this.socket.readyState === 1 || lost(true), 700);
      this.timer = setTimeout(() => this.open(), this.wait * (0.75 + Math.random() / 2));
      this.wait = Math.min(this.wait * 2, 8000);
    };
  }
  // One picture at a time: whoever answers sees that first, however fast the others go on. What they did in the meantime
  // is drawn together.
  take(message) {
    if (this.painting && message.is === "table") {
      this.later = this.later ? joined(this.later, message) : message;
      return;
    }
    this.hear(message);
    if (message.is !== "table" || document.hidden) return;
    this.painting = true;
    painted(() => {
      this.painting = false;
      const later = this.later;
      this.later = null;
      if (later) this.take(later);
    });
  }
  now() {
    if (this.socket.readyState < 2) return;
    clearTimeout(this.timer);
    this.wait = 250;
    this.open();
  }
  send(message) {
    if (this.socket.readyState !== 1 && this.early) {
      // The page is there before its connection. What is pressed is sent then, the last of each kind; the server refuses
      // what does not fit any more, and says so.
      this.early = this.early.filter((other) => other.do !== message.do || message.do === "say").concat(message);
      $("#joining").hidden = !$("#lost").hidden;
      return true;
    }
    if (this.socket.readyState !== 1) {
      lost(true);
      return false;
    }
    this.socket.send(JSON.stringify(message));
    return true;
  }
}

// Two pieces of news as one. A log that begins anew leaves nothing of the former.
function joined(first, second) {
  const both = { ...first, ...second };
  const lists = [["log", ""], ["say", []], ["beats", []], ["chat", []]];
  for (const [key, nothing] of lists)
    if (key in both) both[key] = (second.again && key !== "chat" ? nothing : first[key] ?? nothing).concat(second[key] ?? nothing);
  if (first.regions || second.regions) both.regions = { ...first.regions, ...second.regions };
  return both;
}

// Calls back when what was written has been painted: in the frame after it. A page that is hidden meanwhile has no frames.
function painted(done) {
  let waits = true;
  const once = () => {
    document.removeEventListener("visibilitychange", once);
    if (waits) done();
    waits = false;
  };
  document.addEventListener("visibilitychange", once);
  requestAnimationFrame(() => requestAnimationFrame(once));
}

function lost(yes) {
  $("#lost").hidden = !yes;
  if (yes) $("#joining").hidden = true;
  document.body.classList.toggle("offline", yes);
}

// -- the table ----------------------------------------------------------------------------------------

const body = document.body;
let line = null;
let question = body.dataset.asked ? +body.dataset.asked : null; // the number of the question that is open
let paths = null; // action -> picks, on boards that have them
let picked = []; // the picks made so far
const LONG = 100; // letters of what a first tap shows, beyond which they are small
let preview = null; // what a first tap shows: the action, the pick that ends its path, and what it would do
let found = ""; // what is typed into the search field
let sent = null; // the question that was answered last, until the table says more of it
let held = false; // others' moves have come before the table's answer: nothing can be chosen a second time
const title = document.title;

// Choices are sent over `at`: the table's socket, or a guide (guide.js).
export function sit(at) {
  line = at;
  document.addEventListener("click", click);
  document.addEventListener("keydown", key);
  for (const kind of ["pointerover", "focusin"]) document.addEventListener(kind, point, { passive: true });
  document.addEventListener("input", input);
  document.addEventListener("parlour:send", (event) => line.send(event.detail)); // from the modules beside this one
  document.addEventListener("parlour:warn", (event) => speak([event.detail])); // little time is left
  document.addEventListener("parlour:tell", (event) => speak([event.detail])); // somebody waits elsewhere
  const box = $("#as-text");
  if (box) {
    box.checked = asText();
    box.addEventListener("change", () => showText(box.checked));
  }
}

if (body.dataset.live) {
  sit(new Line(body.dataset.live, hear));
  $("#say").addEventListener("submit", (event) => {
    event.preventDefault();
    const field = $("#say-text");
    if (field.value.trim() && line.send({ do: "say", text: field.value })) field.value = "";
  });
  signsOfLife();
  remembered("confirm");
}

// The whole table as text is one key away, for those who hear it or like it plain.
function asText() {
  return Boolean($("#as-text")) && localStorage.getItem("text") === "on";
}

function showText(yes) {
  localStorage.setItem("text", yes ? "on" : "off");
  $("#as-text").checked = yes;
  line.send({ do: "text", on: yes });
}

export function hear(message) {
  if (message.is === "go") location.assign(message.to);
  else if (message.is === "refused") refused(message);
  else if (message.is === "told") told(message);
  else if (message.is === "hint") showHint(message);
  else if (message.is === "table") update(message);
}

// First everything is written, then the page is laid out once: the board is fitted and panned, lists are scrolled, the focus
// is put back, and what moves is measured.
function update(message) {
  const board = $("#board");
  const moves = message.regions && "board" in message.regions;
  const before = moves ? motion.look(board) : null;
  const kept = moves ? keep(board) : null;
  const log = $("#log");
  if (message.again) {
    log.replaceChildren();
    follows = true;
  }
  const fresh = message.log ? append(log, message.log) : 0;
  let focus = null;
  let here = null;
  if (message.regions) {
    focus = remember();
    for (const [name, html] of Object.entries(message.regions)) {
      if (name === "ask" || name === "board") $("#refusal").hidden = true;
      const part = document.getElementById(name);
      const open = name === "board" ? [] : $$("details[open] > summary[id]", part).map((summary) => summary.id);
      if (name === "board") draw(part, html);
      else part.innerHTML = html; // made by the server's templates, escaped there
      for (const id of open) document.getElementById(id)?.parentElement.setAttribute("open", "");
    }
    if ("ask" in message.regions) body.classList.toggle("in-lobby", Boolean($("#ask > .lobby")));
    for (const field of $$("[data-own-link]")) showLink(field);
    if (kept) reopen(board, kept);
    if ("question" in message) {
      if (message.question !== question) {
        picked = [];
        preview = null;
        found = "";
        settle();
        dropHint();
      }
      question = message.question;
      paths = message.picks;
    }
    if (sent !== question) sent = null;
    hold(sent !== null);
    $("[data-hint]")?.toggleAttribute("disabled", question === null);
    filter();
    pickUp(board);
    here = mark();
    if (moves) here = unfocused();
    if (moves) motion.highlight(board, message.last);
  }
  const chat = $("#chat");
  if (message.chat) {
    if (message.again && chat.children.length && message.chat.length >= chat.children.length) chat.replaceChildren();
    for (const [name, text] of message.chat) {
      const item = document.createElement("li");
      const who = document.createElement("b");
      who.textContent = name;
      item.append(who, " ", text);
      chat.append(item);
    }
  }
  if (!message.again && (fresh || message.chat?.length))
    document.dispatchEvent(new CustomEvent("parlour:news", { detail: { lines: fresh, chat: message.chat ?? [] } }));
  if (message.say?.length) speak(message.say);
  turn(message.turn);
  if (message.regions) {
    document.dispatchEvent(new Event("parlour:drawn")); // frame, zoom, tips and orders take up the new parts
    if (kept) scrollBack(board, kept);
    lit(here);
    restore(focus);
  }
  if (message.log && follows) log.scrollTop = log.scrollHeight;
  if (message.chat) chat.scrollTop = chat.scrollHeight;
  if (moves) motion.play(board, before, message.beats);
  body.dataset.version = message.version ?? ""; // what is shown now, for tests and measurements that wait for it
  body.dataset.question = question ?? "";
  if (message.clock) document.dispatchEvent(new CustomEvent("parlour:clock", { detail: message.clock }));
}

// A board is drawn into the one that is there: what is the same as in the last drawing stays, and need not be laid out and
// painted again. `drawing` is the last one as it came; the page has marked its own since.
let drawing = null;

function draw(board, html) {
  const fresh = document.createElement("template");
  fresh.innerHTML = html; // made by the server's templates, escaped there
  for (const layer of $$(".motion", board)) layer.remove();
  for (const busy of $$("[aria-busy]", board)) busy.removeAttribute("aria-busy");
  if (drawing) redraw(board, drawing, fresh.content);
  else board.replaceChildren(copy(fresh.content));
  board.classList.toggle("framed", Boolean($("[data-field]", fresh.content)));
  drawing = fresh.content;
}

const copy = (node) => document.importNode(node, true);

// Child by child, in order: each goes into the next one of its kind that was there. Those between have gone.
function redraw(here, old, fresh) {
  const [shown, before, now] = [here, old, fresh].map((node) => [...node.childNodes]);
  if (shown.length !== before.length) return here.replaceChildren(...now.map(copy)); // it was changed on the page
  let next = 0;
  for (const node of now) {
    const kind = kindOf(node);
    const at = before.findIndex((one, i) => i >= next && kindOf(one) === kind);
    if (at < 0) {
      here.insertBefore(copy(node), shown[next] ?? null);
      continue;
    }
    for (const gone of shown.slice(next, at)) gone.remove();
    next = at + 1;
    if (!before[at].isEqualNode(node)) redrawOne(shown[at], before[at], node);
  }
  for (const gone of shown.slice(next)) gone.remove();
}

const kindOf = (node) => `${node.nodeName} ${node.attributes ? node.id || (node.dataset.piece ?? node.dataset.place ?? node.dataset.pick ?? node.classList[0] ?? node.getAttributeNames()[0] ?? "") : ""}`;

// A piece is never made into another: what moves knows it by its element.
function redrawOne(here, old, fresh) {
  if (old.nodeName !== fresh.nodeName || !here.attributes || "piece" in old.dataset || "piece" in fresh.dataset) return here.replaceWith(copy(fresh));
  if (!old.cloneNode(false).isEqualNode(fresh.cloneNode(false))) {
    for (const name of here.getAttributeNames()) if (!fresh.hasAttribute(name)) here.removeAttribute(name);
    for (const { name, value } of fresh.attributes) if (here.getAttribute(name) !== value) here.setAttribute(name, value);
  }
  redraw(here, old, fresh);
}

// What has the focus and can be chosen no more lets go of it, as if it had been drawn anew.
function unfocused() {
  const here = document.activeElement;
  if (here?.matches("#board [data-pick]:not(.can, .picked, .instead)")) here.blur();
  return null;
}

// Whoever reads at the end of the log goes on with it. Noted when it is scrolled, so that no update has to measure it.
let follows = true;
$("#log")?.addEventListener("scroll", ({ target }) => (follows = target.scrollHeight - target.scrollTop - target.clientHeight < 60), { passive: true });

function append(list, html) {
  for (const old of $$(".new", list)) old.classList.remove("new");
  const first = list.children.length;
  list.insertAdjacentHTML("beforeend", html);
  if (first) for (const item of [...list.children].slice(first)) item.classList.add("new");
  return list.children.length - first;
}

function refused(message) {
  const box = $("#refusal");
  box.textContent = message.why;
  const rule = message.rule || (asked && ruleOf(asked));
  asked = null;
  if (rule) {
    const link = document.createElement("a");
    link.href = message.link ?? `${$("#tips").dataset.rules}#${rule.toLowerCase()}`;
    link.target = "rules";
    link.textContent = rule;
    box.append(" ", link);
  }
  if (!hint) dropHint(); // it will not come
  unsend(); // before the box takes its place: the board is not fitted around it
  box.hidden = false;
  atFinger(box);
}

// Where the finger was, for three seconds; or above the tray, for those who use the keyboard, until the next question.
let finger = null;
let fading = 0;
addEventListener("pointerdown", ({ clientX, clientY, pointerType }) => (finger = { x: clientX, y: clientY, hovers: pointerType !== "touch" }), true);

function atFinger(box) {
  clearTimeout(fading);
  const here = finger && !byKeys && body.dataset.live;
  box.classList.toggle("at-finger", Boolean(here));
  if (!here) return;
  const [left, top] = freePlace(box.getBoundingClientRect(), finger);
  box.style.left = `${left}px`;
  box.style.top = `${top}px`;
  const read = () => box.matches(here.hovers ? ":hover, :focus-within" : ":focus-within");
  const fade = () => (read() ? (fading = setTimeout(fade, 1000)) : (box.hidden = true));
  fading = setTimeout(fade, 3000);
}

// The place nearest above a finger, or below it, where a box hides neither the question nor anything that can be chosen; if
// there is none, where it hides the least of them.
function freePlace({ width, height }, { x, y }) {
  const gap = 8;
  const things = $$("#board .can, #ask [data-action], #ask .question").map((thing) => {
    const { left, top, right, bottom } = thing.getBoundingClientRect();
    const window = thing.closest("[data-zoom-area]")?.getBoundingClientRect() ?? { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    return [Math.max(left, window.left), Math.max(top, window.top), Math.min(right, window.right), Math.min(bottom, window.bottom)];
  });
  const most = [innerWidth - width - gap, innerHeight - height - gap];
  const within = (value, axis) => Math.max(gap, Math.min(most[axis], value));
  const across = new Set([x - width / 2, x - width - 16, x + 16, gap, most[0]].map((value) => within(value, 0)));
  const down = new Set([y - height - 16, y + 24].map((value) => within(value, 1)));
  for (let value = gap; value < most[1]; value += gap) down.add(value);
  let best = null;
  let least = Infinity;
  for (const left of across)
    for (const top of down) {
      const shared = (from, to, start, size) => Math.max(0, Math.min(to, start + size) - Math.max(from, start));
      let price = Math.hypot(left + width / 2 - x, top + height - y); // how far the finger is from the middle of its lower edge
      if (shared(x - 8, x + 8, left, width) && shared(y - 12, y + 12, top, height)) price += 400; // under the finger
      for (const [a, b, c, d] of things) price += shared(a, c, left, width) * shared(b, d, top, height) * 10;
      if (price < least) [best, least] = [[left, top], price];
    }
  return best;
}

function speak(sentences) {
  const news = $("#news");
  while (news.children.length > 8) news.firstChild.remove();
  const item = document.createElement("p");
  item.textContent = sentences.join(" ");
  news.append(item);
}

let mine = false;
let unread = 0; // what others have said
document.addEventListener("parlour:unread", (event) => {
  unread = event.detail;
  entitle();
});

function entitle() {
  const asked = $$("#requests .request").filter((request) => $("[data-send*='true']", request)).length; // by others
  const count = unread + asked ? `(${unread + asked}) ` : "";
  document.title = mine ? `● ${body.dataset.yourTurn} ${count}· ${title}` : count + title;
}

function turn(yes) {
  if (yes && !mine) document.dispatchEvent(new Event("parlour:turn"));
  mine = yes;
  entitle();
}

// -- choices ----------------------------------------------------------------------------------------------

function click(event) {
  const sure = event.target.closest("[data-sure], [data-unsure]");
  if (sure) {
    answerSure("sure" in sure.dataset);
    return;
  }
  const sender = event.target.closest("[data-send]");
  if (sender) {
    const message = JSON.parse(sender.dataset.send);
    if (message.do === "sit") message.nonce = nonces.nonce($("#fair [data-hash]")?.dataset.hash);
    line.send(message);
    return;
  }
  const action = event.target.closest("[data-action]");
  if (action) {
    act(action.dataset.action, action);
    return;
  }
  if (event.target.closest("[data-back]")) {
    back();
    return;
  }
  if (event.target.closest("[data-hint]")) return askHint();
  if (event.target.closest("#hint .said")) return $("#hint").classList.toggle("full");
  if (event.target.closest("[data-take-hint]")) {
    if (hint) act(hint.action, event.target);
    return;
  }
  if (event.target.closest("[data-close-hint]")) {
    closeHint();
    return;
  }
  const pick = event.target.closest("[data-pick], [data-also]");
  if (!pick) return dead(event);
  const name = pickOf(pick);
  if (pick.classList.contains("can")) choose(name, pick, showsFirst(event, pick));
  else if (picked.includes(name)) back(picked.indexOf(name));
  else if (pick.classList.contains("instead")) {
    picked = [];
    choose(name, pick, showsFirst(event, pick));
  } else dead(event);
}

// A finger cannot hover: its first tap shows what a choice would do, the second one, or the button in the question, does it.
// What says in words what it does (`data-says`) is done at once, and so is what a guide asks for.
const showsFirst = (event, pick) => event.pointerType === "touch" && Boolean(body.dataset.live) && !("says" in pick.dataset);

// A click on something that cannot be chosen now says why: the table's referee is asked about the choice that it may have
// been. Where no rule is the reason, that about things of this kind stands beside it.
let asked = null; // the thing that was clicked on last
function dead(event) {
  const thing = event.target.closest("#board :is([data-pick], [data-piece], [data-grid], [data-place], [data-zoom-area], [role=img], [title], [data-tip])");
  if (!thing || !event.isTrusted || held || sent !== null || event.target.closest("a, button:not([data-pick]), summary, input, label")) return;
  asked = thing;
  line.send({ do: "why", picked: picked.slice(0, 16), names: namesOf(event) });
}

// What was clicked on and what that lies in, by name, from the inside out; on a map, or beside it, also where, in cells.
function namesOf(event) {
  const names = new Set();
  for (let thing = event.target; thing?.id !== "board" && thing; thing = thing.parentElement) {
    const { pick, piece, place } = thing.dataset;
    for (const name of [pick, piece, place, thing.id]) if (name) names.add(name);
    const map = thing.matches("[data-grid]") ? thing : thing.matches("[data-zoom-area]") ? $("[data-grid]", thing) : null;
    const matrix = map?.getScreenCTM?.();
    if (!matrix) continue;
    const [name, step, x, y] = map.dataset.grid.split(" ");
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    names.add(`${name}@${((at.x - x) / step).toFixed(2)},${((at.y - y) / step).toFixed(2)}`);
  }
  return [...names].filter((name) => name.length <= 64).slice(0, 16);
}

// The rule about things of this kind, from the list that explains them.
function ruleOf(thing) {
  for (const kind of $("#tips")?.content.children ?? []) if (thing.closest(kind.dataset.for)) return kind.dataset.rule;
  return "";
}

function act(action, element) {
  if (question === null || held) return false;
  const sure = !$("#sure") || localStorage.getItem("confirm") !== "on" || preview?.action === action;
  if (!line.send(sure ? { do: "play", action, question } : { do: "tell", action })) return false;
  element?.setAttribute("aria-busy", "true");
  if (sure) sent = question;
  return sure;
}

function hold(yes) {
  held = yes;
  if (yes) $("#ask").setAttribute("aria-busy", "true");
  else $("#ask").removeAttribute("aria-busy");
}

// What was sent is refused, or lost with the connection: it can be chosen again.
function unsend() {
  for (const button of $$("[aria-busy]")) button.removeAttribute("aria-busy");
  const waits = held || sent !== null;
  sent = null;
  hold(false);
  if (waits) light();
}

// Those who want to be asked first see in words what they are about to do.
let unsure = null; // the action that waits for its confirmation
function told(message) {
  if (preview?.action === message.action) showPreview(message.said);
  if (localStorage.getItem("confirm") !== "on" || preview) return;
  for (const button of $$("[aria-busy]")) button.removeAttribute("aria-busy");
  unsure = { action: message.action, question };
  $("#sure-what").textContent = message.said;
  $("#sure").hidden = false;
  $("#sure [data-sure]").focus({ preventScroll: true });
}

function settle() {
  unsure = null;
  if ($("#sure")) $("#sure").hidden = true;
}

function answerSure(yes) {
  const { action, question: asked } = unsure;
  settle();
  if (yes && asked === question) line.send({ do: "play", action, question });
  else light();
  ($("#board .can") || $("#ask .question"))?.focus({ preventScroll: true });
}

// A hint: what a bot would answer, why, and what else; the way there is lit on the board until the question has gone.
let hint = null;
function askHint() {
  if (question === null || held || !$("[data-hint]")) return;
  if (hint?.question === question) return showHint(hint); // it was closed
  if (line.send({ do: "hint", question })) openHint([$("#hint").dataset.thinks], false);
}

function showHint(message) {
  if (message.question !== question) return;
  hint = message;
  openHint(hint.said, true);
  speak(hint.said);
  light();
  $("#board .hinted, #ask .hinted")?.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
  placeHint();
}

function openHint(said, ready) {
  const box = $("#hint");
  $(".said", box).replaceChildren(...said.map((sentence) => Object.assign(document.createElement("p"), { textContent: sentence })));
  $("[data-take-hint]", box).hidden = !ready;
  box.classList.remove("full");
  $("#refusal").hidden = true;
  box.hidden = false;
  placeHint();
}

// At the lower edge of the board, or at the upper one if that hides less of what can be chosen there; never what is meant.
function placeHint() {
  const box = $("#hint");
  if (!box || box.hidden) return;
  const hides = (above) => {
    box.classList.toggle("above", above);
    const { top, bottom, left, right } = box.getBoundingClientRect();
    const under = (thing) => {
      const at = thing.getBoundingClientRect();
      return at.width && at.top < bottom && at.bottom > top && at.left < right && at.right > left;
    };
    return $$("#board :is(.can, .hinted)").filter(under).reduce((sum, thing) => sum + (thing.classList.contains("hinted") ? 100 : 1), 0);
  };
  if (hides(false) > hides(true)) return;
  box.classList.remove("above");
}

function closeHint() {
  const box = $("#hint");
  if (!box || box.hidden) return;
  const inside = box.contains(document.activeElement);
  box.hidden = true;
  if (inside) ($("#board [data-pick].can") ?? $("#ask .question"))?.focus({ preventScroll: true });
}

function dropHint() {
  hint = null;
  closeHint();
}

// The pick that the hint's way goes on with; its first one, if something else has been picked.
function hintedPick() {
  const path = hint && paths?.[hint.action];
  return path && (path[picked.every((pick, i) => path[i] === pick) ? picked.length : 0] ?? "");
}

// Each legal action is a path of picks on things on the table. What can be picked next is lit up; a complete path is
// played; Escape goes one pick back.
function choose(name, element, shows = false) {
  if (sent !== null || held) return; // the last answer is on its way
  $("#refusal").hidden = true; // that was about another click
  const next = [...picked, name];
  const fits = Object.entries(paths).filter(([, path]) => next.every((pick, i) => path[i] === pick));
  const whole = fits.find(([, path]) => path.length === next.length);
  if (whole && fits.length === 1) {
    if (question === null) return;
    if (shows && preview?.action !== whole[0]) {
      preview = { action: whole[0], pick: name, said: "" };
      if (!line.send({ do: "tell", action: whole[0] })) preview = null;
    } else {
      const gone = act(whole[0], element);
      picked = [];
      preview = null;
      if (gone) return element?.classList.add("picked"); // all stays as it is until the table answers
    }
  } else if (fits.length) {
    picked = next;
    preview = null;
  }
  light();
}

// What a first tap shows stands in the question's place, with the button that does it, and nothing else moves.
function showPreview(said) {
  if (said) {
    preview.said = said;
    speak([said]);
  }
  const asked = $("#ask .question");
  if (!asked) return;
  const old = $(".preview-bar", asked);
  if (!preview) return old?.remove();
  if (old?.dataset.for === preview.action && old.dataset.said === preview.said) return;
  const bar = document.createElement("span");
  bar.className = "preview-bar";
  Object.assign(bar.dataset, { for: preview.action, said: preview.said });
  const what = document.createElement("span");
  what.className = "what";
  what.textContent = preview.said;
  if (preview.said.length > LONG) bar.classList.add("long");
  const button = document.createElement("button");
  button.type = "button";
  button.className = "primary";
  button.dataset.action = preview.action;
  button.textContent = body.dataset.doIt;
  bar.append(what, button);
  if (old) old.replaceWith(bar);
  else asked.append(bar);
}

// A single card that waits (`[data-pick-up]`) is picked up at once, turned as the last one was (`data-turned` of the board).
function pickUp(board) {
  if (picked.length || held) return;
  const first = new Set(Object.values(paths || {}).filter((path) => path.length > 1).map((path) => path[0]));
  const ways = $$("[data-pick-up] [data-t][data-pick]", board).filter((way) => first.has(way.dataset.pick));
  if (ways.length) picked = [(ways.find((way) => way.dataset.t === board.dataset.turned) ?? ways[0]).dataset.pick];
}

// Take picks back: the last one, or all from a given one on.
function back(from = preview ? picked.length : picked.length - 1) {
  picked = picked.slice(0, from);
  preview = null;
  light();
  ($("#board .can") || $("#ask .question"))?.focus({ preventScroll: true });
}

// The pick that a thing stands for. What has `data-also` is a second way to a pick whose own thing is always in reach: the
// token of a crewmember in a list that scrolls, say. It is lit and can be clicked, and is no stop of the keyboard.
const pickOf = (element) => element.dataset.pick ?? element.dataset.also;

// What is pointed at in the tray shows where it would be on the board.
let pointed = "";
function point({ target }) {
  const name = target.closest?.("#board [data-pick].can")?.dataset.pick ?? "";
  if (name === pointed) return;
  pointed = name;
  for (const element of $$("#board [data-also]")) element.classList.toggle("pointed", name !== "" && element.dataset.also === name);
}

function light() {
  lit(mark());
}

// Sets the marks of what can be picked; gives the choice that had the focus.
function mark() {
  const here = document.activeElement?.closest("[data-pick]");
  const can = new Set();
  const first = new Set(picked.length ? Object.values(paths || {}).map((path) => path[0]) : []);
  if (paths && !held)
    for (const path of Object.values(paths))
      if (picked.every((pick, i) => path[i] === pick) && path.length > picked.length) can.add(path[picked.length]);
  if (preview && (held || !can.has(preview.pick) || !(preview.action in paths))) preview = null;
  const wanted = hintedPick();
  for (const button of $$("#ask .actions [data-action]")) button.classList.toggle("hinted", hint?.action === button.dataset.action);
  const elements = $$("[data-pick], [data-also]", $("#board"));
  for (const element of elements) {
    const name = pickOf(element);
    element.classList.toggle("hinted", name === wanted);
    const yes = can.has(name);
    element.classList.toggle("can", yes);
    const chosen = picked.includes(name);
    const instead = !yes && !chosen && first.has(name); // begin again with this one
    element.classList.toggle("picked", chosen);
    element.classList.toggle("instead", instead);
    element.classList.toggle("previewed", preview?.pick === name);
    if (!("pick" in element.dataset)) element.classList.toggle("pointed", pointed === name);
  }
  const undo = $("#ask [data-back]");
  if (undo) undo.hidden = !picked.length && !preview;
  showPreview("");
  // Last: whether the one that has the focus keeps it is looked up at once, and the board is styled anew for that.
  for (const element of elements) {
    if (!("pick" in element.dataset)) continue;
    const chosen = element.classList.contains("picked");
    if (chosen) element.setAttribute("aria-pressed", "true");
    else element.removeAttribute("aria-pressed");
    if (chosen || element.matches(".can, .instead")) element.tabIndex = 0;
    else element.removeAttribute("tabindex");
  }
  return here;
}

// What depends on where the marked things are.
function lit(here) {
  line.lit?.(picked);
  placeHint();
  document.dispatchEvent(new Event("parlour:lit"));
  // Whoever picks by keyboard goes on with what can be picked next; a pointer is left where it is.
  if (here && byKeys && !here.classList.contains("can")) ($("[data-pick].can", $("#board")) ?? $("#ask .question"))?.focus({ preventScroll: true });
}

// -- the keyboard -----------------------------------------------------------------------------------------

function key(event) {
  if (event.key === "t" && $("#as-text") && !event.target.closest("input, textarea, select") && !event.ctrlKey && !event.metaKey) {
    showText(!asText());
    return;
  }
  if (event.key === "h" && !event.target.closest("input, textarea, select") && !event.ctrlKey && !event.metaKey && !event.altKey) {
    askHint();
    return;
  }
  if (event.key === "Escape" && !$("#hint")?.hidden && $("#hint")?.contains(event.target)) {
    closeHint();
    return;
  }
  if (event.key === "Escape" && unsure) {
    answerSure(false);
    return;
  }
  if (event.key === "Escape" && (picked.length || preview)) {
    back();
    return;
  }
  const here = document.activeElement;
  if ((event.key === "Enter" || event.key === " ") && here?.matches("[data-pick]") && here.tagName !== "BUTTON") {
    event.preventDefault();
    here.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    return;
  }
  if (here?.matches("#find") && event.key === "Enter") {
    const first = $$("#ask [data-action]").find((button) => !button.hidden);
    if (first) first.focus();
    event.preventDefault();
    return;
  }
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (step && here?.matches("#ask .question, #board")) {
    const first = $("#board [data-pick].can") ?? $$("#ask [data-action]").find((button) => !button.hidden);
    first?.focus();
    if (first) event.preventDefault();
    return;
  }
  if (!step || !here?.matches("[data-action], [data-pick].can, #find")) return;
  if (here.matches("#find") && event.key !== "ArrowDown") return;
  const stops = here.matches("[data-pick]")
    ? $$("[data-pick].can", $("#board"))
    : $$("#ask [data-action]").filter((button) => !button.hidden);
  const at = stops.indexOf(here);
  const next = nearest(here, stops, event.key) ?? stops[(at + step + stops.length) % stops.length];
  next?.focus();
  event.preventDefault();
}

// The stop that an arrow points at: what lies that way, near and not far to the side. None: go on in reading order.
function nearest(here, stops, arrow) {
  const middle = (element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return [left + width / 2, top + height / 2];
  };
  const [x, y] = middle(here);
  let best = null;
  let least = Infinity;
  for (const stop of stops) {
    const [right, down] = middle(stop).map((value, axis) => value - [x, y][axis]);
    const [ahead, aside] = { ArrowRight: [right, down], ArrowLeft: [-right, down], ArrowDown: [down, right], ArrowUp: [-down, right] }[arrow];
    const far = ahead + 2 * Math.abs(aside);
    if (ahead > 4 && Math.abs(aside) < 2 * ahead && far < least) [best, least] = [stop, far];
  }
  return best;
}

function input(event) {
  if (!event.target.matches("[data-find]")) return;
  found = event.target.value;
  filter();
}

// Shows the choices in which every typed word occurs.
function filter() {
  const field = $("[data-find]");
  if (!field) return;
  if (field.value !== found) field.value = found;
  const words = plain(found).split(/\s+/).filter(Boolean);
  for (const button of $$("#ask .actions [data-action]")) {
    const text = plain(button.textContent + " " + button.dataset.action);
    button.hidden = !words.every((word) => text.includes(word));
  }
}

let byKeys = false; // whether the last thing done was done with the keyboard
addEventListener("keydown", () => (byKeys = true), true);
addEventListener("pointerdown", () => (byKeys = false), true);

const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

// -- continuity: focus survives when a part of the page is replaced -------------------------------------------

function remember() {
  const here = document.activeElement;
  if (!here || here === body) return null;
  const region = here.closest("#board, #ask, #requests, #orders, #people, #tools");
  if (!region) return null;
  const same = here.id
    ? `#${CSS.escape(here.id)}`
    : here.dataset.action
      ? `[data-action="${CSS.escape(here.dataset.action)}"]`
      : here.dataset.pick
        ? `[data-pick="${CSS.escape(here.dataset.pick)}"]`
        : here.dataset.send
          ? `[data-send="${CSS.escape(here.dataset.send)}"]`
          : null;
  return { region: region.id, same, cursor: here.selectionStart };
}

function restore(focus) {
  if (!focus || document.activeElement !== body) return;
  const region = document.getElementById(focus.region);
  const same = focus.same && $(focus.same, region);
  if (same && !same.hidden) {
    same.focus({ preventScroll: true });
    if (document.activeElement !== body && same.setSelectionRange && focus.cursor != null && same.type === "search")
      same.setSelectionRange(focus.cursor, focus.cursor);
    if (document.activeElement !== body) return;
  }
  // What had the focus is gone: go to the question, or to the first thing that can be done there.
  const stops = [$("#ask .question"), $("button, a", region), $("#board"), $("#main")];
  for (const stop of stops) {
    stop?.focus({ preventScroll: true });
    if (document.activeElement !== body) return;
  }
}

const moved = new Set(); // what has been scrolled since the board was drawn
document.addEventListener("scroll", (event) => event.target !== document && moved.add(event.target), { capture: true, passive: true });

// What a reader has scrolled and opened on the board stays so. The parts have no names; the first class and the order
// tell them apart, and what is opened its heading too.
function keep(board) {
  const scrolled = new Map();
  if ([...moved].some((element) => board.contains(element)))
    for (const [name, element] of numbered($$(":not(svg, svg *, [data-zoom-area])", board)))
      if (element.scrollTop || element.scrollLeft) scrolled.set(name, [element.scrollLeft, element.scrollTop]);
  moved.clear();
  const open = new Map();
  for (const [name, element] of numbered($$("details", board), heading)) open.set(name, element.open);
  return { scrolled, open };
}

function reopen(board, { open }) {
  for (const [name, element] of numbered($$("details", board), heading)) if (open.has(name)) element.open = open.get(name);
}

function scrollBack(board, { scrolled }) {
  if (!scrolled.size) return;
  for (const [name, element] of numbered($$(":not(svg, svg *, [data-zoom-area])", board))) if (scrolled.has(name)) element.scrollTo({ left: scrolled.get(name)[0], top: scrolled.get(name)[1], behavior: "instant" });
}

function* numbered(elements, more = () => "") {
  const seen = new Map();
  for (const element of elements) {
    const name = `${element.tagName}.${element.classList[0] ?? ""} ${more(element)}`;
    seen.set(name, (seen.get(name) ?? 0) + 1);
    yield [`${name} ${seen.get(name)}`, element];
  }
}

const heading = (details) => $("summary", details)?.textContent.replace(/\d+/g, "").trim() ?? "";

// -- signs of life, and settings -------------------------------------------------------------------------------

function signsOfLife() {
  let last = Date.now();
  const alive = () => {
    // Whoever is back while a stand-in plays says so at once.
    if (document.hidden || Date.now() - last < ($("[data-held]") ? 1000 : 20000)) return;
    last = Date.now();
    if (line.socket.readyState === 1) line.send({ do: "awake" });
  };
  for (const kind of ["pointerdown", "pointermove", "keydown", "scroll"]) addEventListener(kind, alive, { passive: true });
}

// A setting that this browser remembers.
function remembered(name, usual = "off") {
  const field = document.getElementById(name);
  if (!field) return;
  const box = field.type === "checkbox";
  const value = localStorage.getItem(name) ?? usual;
  if (box) field.checked = value === "on";
  else field.value = value;
  field.addEventListener("change", () => localStorage.setItem(name, box ? (field.checked ? "on" : "off") : field.value));
}
remembered("motion", "normal");

// -- replay -----------------------------------------------------------------------------------------------------

if ("replay" in body.dataset) {
  let playing = 0; // the number of the autoplay that runs, 0 when none does
  let plays = 0;
  let wanted = 0;
  const board = () => $("#replay .board");
  const told = (name) => JSON.parse(board().dataset[name]);
  motion.highlight(board(), told("last"));
  const show = async (query) => {
    const mark = ++wanted;
    const answer = await fetch(`?${query}&part=1`);
    if (!answer.ok || mark !== wanted) return;
    const html = await answer.text();
    const focus = document.activeElement?.getAttribute("rel") || document.activeElement?.name;
    const step = +$("[data-jump]").dataset.at;
    const before = motion.look(board());
    const kept = keep(board());
    $("#replay").innerHTML = html;
    reopen(board(), kept);
    scrollBack(board(), kept);
    motion.highlight(board(), told("last"));
    const forward = +$("[data-jump]").dataset.at === step + 1;
    document.dispatchEvent(new Event("parlour:drawn"));
    const rest = motion.play(board(), before, forward ? told("beats") : undefined);
    history.replaceState(null, "", `?${query}`);
    if (focus) $(`#replay [rel="${focus}"], #replay [name="${focus}"]`)?.focus();
    if (playing) $("[data-autoplay]").setAttribute("aria-pressed", "true");
    await rest;
  };
  // What would a bot have played? The answer is for the moment that was shown, and goes with it.
  const ask = async (button) => {
    const place = $(".said", button.parentElement);
    place.textContent = button.dataset.thinks;
    button.disabled = true;
    const answer = await fetch(button.dataset.advice).catch(() => null);
    button.disabled = false;
    const { said = [] } = (await answer?.json().catch(() => null)) ?? {};
    place.replaceChildren(...said.map((sentence) => Object.assign(document.createElement("p"), { textContent: sentence })));
  };
  const query = (at) => new URLSearchParams({ at, seat: $("[data-seat]").value }).toString();
  const stop = () => {
    playing = 0;
    $("[data-autoplay]").setAttribute("aria-pressed", "false");
  };
  // One step after the other; each is shown to its end, and stays for a moment.
  const autoplay = async () => {
    const mine = (playing = ++plays);
    $("[data-autoplay]").setAttribute("aria-pressed", "true");
    while (playing === mine) {
      const slider = $("[data-jump]");
      if (+slider.value >= +slider.max) return stop();
      await Promise.all([show(query(+slider.value + 1)), new Promise((after) => setTimeout(after, 700))]);
      await new Promise((after) => setTimeout(after, motion.speed() === "fast" ? 150 : 400));
    }
  };
  document.addEventListener("click", (event) => {
    const link = event.target.closest("[data-step-link]");
    if (link) {
      event.preventDefault();
      stop();
      show(new URL(link.href).search.slice(1));
    }
    const advice = event.target.closest("[data-advice]");
    if (advice) ask(advice);
    if (event.target.closest("[data-autoplay]")) {
      if (playing) return stop();
      autoplay();
    }
  });
  document.addEventListener("input", (event) => {
    if (event.target.matches("[data-jump]")) show(query(event.target.value));
  });
  document.addEventListener("change", (event) => {
    if (event.target.matches("[data-seat]")) show(query($("[data-jump]").value));
  });
}

body.dataset.ready = "yes"; // everything here answers, for tests that wait for it
