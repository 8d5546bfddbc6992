// Motion by beats. The new board is in place before anything moves, so nothing here is ever waited for: pieces are shown
// on their way from where they were, through where the beats say they went, to where they are. First everything is
// measured, then everything is written. What the beats are made of is said in rules/motion.py.

const NORMAL = { move: 340, cell: 190, fall: 520, fly: 440, mark: 300, glance: 180, show: 260 }; // milliseconds, until the next beat
const MARK = 760; // how long a mark is to be seen
const LONGEST = 4000; // all beats of an update together
const MOST = 8; // tokens that fly at once

let running = null; // what moves now

export function speed() {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return "off";
  return localStorage.getItem("motion") ?? "normal";
}

// -- looking: where everything is -----------------------------------------------------------------------------

const middle = (box) => [box.left + box.width / 2, box.top + box.height / 2];
const far = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);
const family = (name) => name.replace(/\.\d+$/, ""); // equal pieces: "o-bomb-1.2" is an "o-bomb-1"
// Where a piece is: in its middle, or at the origin of its own drawing where that lies in it. A ring around a saucer
// that is asked does not move the saucer.
function centre(element, box) {
  if (inDrawing(element)) {
    const { e, f } = element.getScreenCTM();
    if (Math.abs(e - box.left - box.width / 2) < box.width / 4 && Math.abs(f - box.top - box.height / 2) < box.height / 4) return [e, f];
  }
  return middle(box);
}

const inDrawing = (element) => element instanceof SVGElement && element.ownerSVGElement !== null;

// A frame is what pieces lie in: a place, or a map with cells. Points are kept relative to it, so that a board whose
// parts have moved on the page does not look as if its pieces had.
class Frame {
  constructor(element) {
    this.box = element.getBoundingClientRect();
    const [name, step, x, y] = (element.dataset.grid ?? "").split(" ");
    this.matrix = name ? element.getScreenCTM() : null;
    this.cell = name ? [+step, +x, +y] : null;
  }
  inside([x, y]) {
    if (!this.matrix) return [x - this.box.left, y - this.box.top];
    const point = new DOMPoint(x, y).matrixTransform(this.matrix.inverse());
    return [point.x, point.y];
  }
  outside([x, y]) {
    if (!this.matrix) return [x + this.box.left, y + this.box.top];
    const point = new DOMPoint(x, y).matrixTransform(this.matrix);
    return [point.x, point.y];
  }
  box_of(x, y) {
    const [step, left, top] = this.cell;
    const [a, b] = this.outside([left + x * step, top + y * step]);
    const [c, d] = this.outside([left + (x + 1) * step, top + (y + 1) * step]);
    return new DOMRect(a, b, c - a, d - b);
  }
}

class Look {
  constructor(board) {
    this.frames = new Map([["", new Frame(board)]]);
    this.places = new Map();
    this.pieces = [];
    for (const element of board.querySelectorAll("[data-grid]"))
      this.frames.set(element.dataset.grid.split(" ")[0], new Frame(element));
    for (const element of board.querySelectorAll("[data-place]")) {
      const name = element.dataset.place;
      const frame = new Frame(element);
      if (this.places.has(name) || !frame.box.width) continue; // the first one in sight counts
      this.places.set(name, element);
      this.frames.set(name, frame);
    }
    for (const element of board.querySelectorAll("[data-piece]")) {
      if (!element.getBoundingClientRect().width) continue;
      const picture = running?.ghosts.get(element);
      const flying = picture?.isConnected && getComputedStyle(picture).opacity > 0 ? picture : null;
      const box = (flying ?? element).getBoundingClientRect();
      const within = element.parentElement.closest("[data-place], [data-grid]");
      const name = board.contains(within) ? (within.dataset.place ?? within.dataset.grid.split(" ")[0]) : "";
      const frame = !flying && this.frames.has(name) ? name : ""; // what flies is in no place yet
      const mid = flying ? middle(box) : centre(element, box);
      const at = this.frames.get(frame).inside(mid);
      // Neither its size in a drawing nor what holds it is to be had once it is replaced.
      const drawing = inDrawing(element) ? element.ownerSVGElement : null;
      const drawn = drawing && element.getBBox();
      this.pieces.push({ name: element.dataset.piece, element, box, mid, frame, at, drawn, drawing, holders: holders(drawing ?? element) });
    }
  }
  // The box of what a beat names: a cell of a map, a place or a piece.
  box(name) {
    if (!name) return null;
    const cell = name.match(/^(.+)@(-?\d+),(-?\d+)$/);
    if (cell) return this.frames.get(cell[1])?.cell ? this.frames.get(cell[1]).box_of(+cell[2], +cell[3]) : null;
    if (this.places.has(name)) return this.frames.get(name).box;
    return this.pieces.find((piece) => piece.name === name || family(piece.name) === name)?.box ?? null;
  }
}

// What holds an element, up to the board's own one.
function holders(element) {
  const found = [];
  for (let above = element.parentElement; above.parentElement && !above.parentElement.matches(".board"); above = above.parentElement) found.push(above);
  return found;
}

export function look(board) {
  return board && speed() !== "off" ? new Look(board) : null;
}

// -- who is who -----------------------------------------------------------------------------------------------

// Pairs pieces of before with those of now. Of equal ones those that have stayed are paired first.
function pairs(before, now) {
  const old = new Map();
  for (const piece of before.pieces) {
    const key = family(piece.name);
    if (!old.has(key)) old.set(key, []);
    old.get(key).push(piece);
  }
  const found = new Map();
  const tests = [
    stayed,
    (a, b) => a.frame === b.frame,
    () => true,
  ];
  for (const same of tests)
    for (const piece of now.pieces) {
      if (found.has(piece)) continue;
      const left = old.get(family(piece.name));
      const at = left?.findIndex((was) => same(was, piece)) ?? -1;
      if (at >= 0) found.set(piece, left.splice(at, 1)[0]);
    }
  return { found, gone: old };
}

// Pieces outside any place follow the layout: there only a long way is a move.
function stayed(was, piece) {
  return was.frame === piece.frame && far(was.at, piece.at) < (piece.frame ? 5 : 40);
}

// Where a piece of before would be on the page as it is now.
function carried(was, before, now) {
  const frame = now.frames.get(was.frame) ?? now.frames.get("");
  return now.frames.has(was.frame) ? frame.outside(was.at) : was.mid;
}

// -- the score: when everything happens ---------------------------------------------------------------------------

function length(effect) {
  const [kind, , to] = effect;
  if (kind === "mark" && to === "look") return NORMAL.glance;
  if (kind === "move" && typeof to === "string" && to.includes("@")) return NORMAL.cell;
  return NORMAL[kind] ?? 0;
}

function timed(beats, rate) {
  let at = 0;
  const found = [];
  for (const beat of beats) {
    const long = Math.max(...beat.map(length));
    found.push({ beat, at, long });
    at += long;
  }
  const shrink = rate * Math.min(1, LONGEST / Math.max(1, at));
  for (const part of found) {
    part.at *= shrink;
    part.long *= shrink;
  }
  return { parts: found, shrink };
}

// -- playing --------------------------------------------------------------------------------------------------------

export function stop() {
  if (!running) return;
  const { animations, layer, end } = running;
  running = null;
  for (const animation of animations) animation.cancel();
  layer.remove();
  end();
}

// A new move comes while another is still on its way: what is left of that is shown first, so that nothing jumps.
function unplayed(next) {
  if (!running || !next) return [];
  const elapsed = Math.max(0, ...running.animations.map((one) => one.currentTime ?? 0)); // a busy browser begins late
  return running.parts
    .filter((part) => part.at + part.long > elapsed)
    .map((part) => part.beat.filter(([kind]) => part.at > elapsed || !["fly", "mark"].includes(kind))) // those are in sight already
    .filter((beat) => beat.length);
}

// Shows the way from one look at a board to the board as it is. The promise is kept when all has come to rest.
export function play(board, before, beats) {
  const left = unplayed(beats);
  stop();
  const root = board?.children.length === 1 ? board.firstElementChild : board; // a game's own element has its styles
  const calm = !before || !root || speed() === "off";
  const score = timed([...left, ...(beats ?? [])], calm ? 0 : speed() === "fast" ? 0.5 : 1);
  if (beats?.length) document.dispatchEvent(new CustomEvent("parlour:beats", { detail: score.parts.slice(left.length) })); // they can be heard too
  if (calm) return Promise.resolve();
  const now = new Look(board);
  const stage = new Stage(root, score.shrink);
  const { found, gone } = pairs(before, now);
  const ways = new Map(); // piece of now, or of before if it is gone -> its way
  const marks = [];
  const way = (piece, was, is) => {
    if (!ways.has(piece)) ways.set(piece, { was, is, stops: [] });
    return ways.get(piece);
  };
  const still = (piece) => found.has(piece) && stayed(found.get(piece), piece);

  // Which of the equal pieces a beat means: one that ended in its place, or one that has moved, or one that lies there and
  // is joined, or one that is gone.
  const meant = (name, to) => {
    const here = now.pieces.filter((piece) => family(piece.name) === family(name));
    const free = here.filter((piece) => !ways.has(piece) || ways.get(piece).name === name);
    const moved = free.filter((piece) => !still(piece));
    const piece = moved.find((one) => one.frame === to) ?? moved[0] ?? (here.length > 1 ? free.find((one) => one.frame === to) : here[0]);
    if (piece) return way(piece, found.get(piece) ?? null, piece);
    const was = gone.get(family(name))?.find((one) => !ways.has(one) || ways.get(one).name === name);
    return was ? way(was, was, null) : null;
  };

  for (const { beat, at, long } of score.parts) {
    for (const [kind, name, ...more] of beat) {
      if (kind === "move" || kind === "fall") {
        const [to, start] = more;
        const one = meant(name, to);
        if (!one) {
          ghostless(stage, now, before, name, to, start, at, long);
          continue;
        }
        one.name = name;
        one.stops.push({ at, long, box: now.box(to) ?? before.box(to), start, falls: kind === "fall" });
      } else if (kind === "fly") stage.fly(name, now.box(more[0]) ?? before.box(more[0]), now.box(more[1]), more[2], at, long);
      else if (kind === "mark") marks.push([name, ...more, at]);
      else if (kind === "show") {
        const element = now.places.get(name) ?? now.pieces.find((piece) => piece.name === name)?.element;
        if (element) stage.hide(element, at);
      }
    }
  }
  for (const [name, how, text, at] of marks) stage.mark(placed(name, at, ways, before, now), how, text, at);
  // Pieces that no beat speaks of glide at once.
  for (const [piece, was] of found) if (!ways.has(piece) && !still(piece)) way(piece, was, piece).stops.push({ at: 0, long: NORMAL.move * score.shrink });

  for (const one of ways.values()) walk(stage, one, before, now);
  running = stage.begin(score);
  return running.rest;
}

// Where the thing is that a mark points at, at its time: a piece may still have to move, or be on its way.
function placed(name, at, ways, before, now) {
  for (const [piece, { was, stops }] of ways) {
    if (piece.name !== name) continue;
    const passed = stops.filter((stop) => stop.at < at && stop.box);
    if (passed.length) return passed.at(-1).box;
    if (!was) break;
    const [x, y] = carried(was, before, now);
    return new DOMRect(x - was.box.width / 2, y - was.box.height / 2, was.box.width, was.box.height);
  }
  return now.box(name) ?? before.box(name);
}

// A piece that was and is out of sight: nothing to draw it from, so its places are pointed out.
function ghostless(stage, now, before, name, to, start, at, long) {
  const box = now.box(to);
  if (box) stage.mark(box, "look", "", at + long / 2);
}

// The way of one piece, as a list of times and points.
function walk(stage, { was, is, stops }, before, now) {
  const first = stops[0];
  if (!stops.length) return;
  // One like it lay there already: the picture of what has come flies up to it.
  const joins = first.start && was && is && stayed(was, is);
  const begin = was && !joins ? carried(was, before, now) : first.start ? point(now.box(first.start) ?? before.box(first.start)) : null;
  const end = is ? is.mid : null;
  if (!begin) return;
  const falls = stops.findIndex((stop) => stop.falls);
  const path = [{ at: 0, to: begin }];
  const upTo = falls >= 0 ? falls + 1 : stops.length;
  stops.slice(0, upTo).forEach((stop, i) => {
    const last = i === upTo - 1 && falls < 0;
    let to = point(stop.box);
    // The last leg ends where the piece lies now, unless it went on from there unseen.
    if (last && end && (!to || far(to, end) < 1.5 * Math.max(stop.box.width, stop.box.height))) to = end;
    if (!to) return;
    const from = path.at(-1);
    const at = Math.max(from.at, stop.at);
    path.push({ at, to: from.to }, { at: at + stop.long, to });
  });
  if (falls < 0 && end && far(path.at(-1).to, end) > 2) path.push({ at: path.at(-1).at + NORMAL.move * stage.shrink, to: end });
  if (path.length < 2 || path.every((step) => far(step.to, path[0].to) < 2 && falls < 0)) return;
  if (joins) stage.ghost(is, null, path, false, true);
  else if (was && is && was.frame === is.frame && falls < 0) stage.glide(is, path, end);
  else stage.ghost(was ?? is, is, path, falls >= 0, !was);
}

const point = (box) => (box ? middle(box) : null);

// -- the stage: what is drawn over the board while things move -------------------------------------------------------

class Stage {
  constructor(root, shrink) {
    this.root = root;
    this.shrink = shrink;
    this.layer = document.createElement("div");
    this.layer.className = "motion";
    this.layer.setAttribute("aria-hidden", "true");
    this.todo = []; // writes, done after all has been measured
    this.animations = [];
    this.ghosts = new Map(); // element -> the picture that flies in its stead
    root.append(this.layer);
    this.box = this.layer.getBoundingClientRect();
  }

  begin({ parts }) {
    for (const write of this.todo) write();
    let end;
    const rest = new Promise((kept) => (end = kept));
    const now = { animations: this.animations, layer: this.layer, ghosts: this.ghosts, parts, rest, end };
    Promise.allSettled(this.animations.map((animation) => animation.finished)).then(() => running === now && stop());
    return now;
  }

  animate(element, frames, options) {
    this.animations.push(element.animate(frames, options));
  }

  // A piece inside its frame: the piece itself goes.
  glide(piece, path, end) {
    const { element } = piece;
    const drawn = element.currentCSSZoom ?? 1; // a board may be made smaller to fit its window
    const rate = inDrawing(element) ? element.parentNode.getScreenCTM() : { a: drawn, d: drawn };
    const total = path.at(-1).at;
    const frames = path.map(({ at, to }, i) => ({
      translate: `${(to[0] - end[0]) / rate.a}px ${(to[1] - end[1]) / rate.d}px`,
      offset: total ? Math.min(1, at / total) : i && 1,
      zIndex: 5,
      easing: path.length > 3 ? "linear" : "cubic-bezier(.3,.6,.2,1)",
    }));
    this.todo.push(() => this.animate(element, frames, { duration: total, id: `piece ${piece.name}` }));
  }

  // A piece between frames, or one that comes or goes: its picture flies above everything.
  ghost(drawn, is, path, falls, comes) {
    const total = path.at(-1).at;
    const { picture, chain } = likeness(drawn);
    const [x, y] = [this.box.left + drawn.box.width / 2, this.box.top + drawn.box.height / 2];
    const grow = is && is !== drawn ? Math.sqrt((is.box.width * is.box.height) / (drawn.box.width * drawn.box.height)) : 1;
    const arrives = Math.min(3, Math.max(0.3, grow));
    const out = falls || !is;
    const frames = path.map(({ at, to }, i) => {
      const done = i === path.length - 1;
      return {
        translate: `${to[0] - x}px ${to[1] - y}px`,
        scale: done ? (falls ? 0.15 : arrives) : 1,
        rotate: done && falls ? "400deg" : "0deg",
        opacity: (done && out) || (comes && !i) ? 0 : 1,
        offset: Math.min(1, at / total),
        easing: falls || path.length > 3 ? "linear" : "cubic-bezier(.3,.6,.2,1)",
      };
    });
    this.todo.push(() => {
      this.layer.append(chain);
      if (is) this.ghosts.set(is.element, picture);
      this.animate(picture, frames, { duration: total, fill: "both", id: `piece ${drawn.name}` });
      if (is) this.animate(picture, { opacity: 0 }, { delay: total, duration: 1, fill: "forwards" });
    });
    if (is) this.hide(is.element, total);
  }

  hide(element, until) {
    const faint = element.closest(".can, .picked") ? 0.4 : 0; // what can be chosen at once is seen at once
    this.todo.push(() => this.animate(element, { opacity: [faint, faint] }, { duration: Math.max(1, until), id: "unseen" }));
  }

  fly(look, from, to, count, at, long) {
    if (!from || !to) return;
    const [start, end] = [middle(from), middle(to)];
    const number = Math.min(MOST, Math.max(1, count));
    const gap = (0.45 * long) / number;
    this.todo.push(() => {
      for (let i = 0; i < number; i++) {
        const token = this.thing("flyer", look, start);
        const frames = [
          { translate: "0 0", opacity: 0, scale: 0.7 },
          { opacity: 1, scale: 1.15, offset: 0.15 },
          { opacity: 1, scale: 1.15, offset: 0.85 },
          { translate: `${end[0] - start[0]}px ${end[1] - start[1]}px`, opacity: 0, scale: 0.8 },
        ];
        this.animate(token, frames, { delay: at + i * gap, duration: long - gap * (number - 1), fill: "both", easing: "ease-in-out", id: `fly ${look}` });
      }
    });
  }

  mark(box, how, text, at) {
    if (!box) return;
    this.todo.push(() => {
      const sign = this.thing(`beat ${how}`, "", middle(box));
      const size = how === "gain" || how === "loss" ? 0 : Math.min(180, Math.max(34, Math.min(box.width, box.height) * 1.15));
      if (size) sign.style.width = sign.style.height = `${size}px`;
      if (text) {
        const words = document.createElement("b");
        words.textContent = text;
        sign.append(words);
      }
      this.animate(sign, MARKS[how] ?? MARKS.look, { delay: at, duration: MARK * Math.max(0.5, this.shrink), fill: "both", easing: "ease-out", id: `mark ${how}` });
    });
  }

  // A small thing drawn with the board's own styles: a class, and perhaps a symbol of its sprite.
  thing(kind, look, [x, y]) {
    const made = document.createElement("span");
    const parts = look.split(" ").filter(Boolean);
    made.className = `${kind} ${parts.filter((part) => part[0] !== "#").join(" ")}`;
    const symbol = parts.find((part) => part[0] === "#");
    if (symbol) {
      const picture = document.createElementNS("http://www.w3.org/2000/svg", "svg");
      const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
      use.setAttribute("href", symbol);
      picture.append(use);
      made.append(picture);
    }
    made.style.left = `${x - this.box.left}px`;
    made.style.top = `${y - this.box.top}px`;
    this.layer.append(made);
    return made;
  }
}

const MARKS = {
  hit: [
    { opacity: 0, scale: 0.2, rotate: "-20deg" },
    { opacity: 1, scale: 1.15, rotate: "6deg", offset: 0.25 },
    { opacity: 1, scale: 0.95, rotate: "-3deg", offset: 0.6 },
    { opacity: 0, scale: 1.3, rotate: "0deg" },
  ],
  resisted: [
    { opacity: 0, scale: 1.5 },
    { opacity: 1, scale: 0.9, offset: 0.3 },
    { opacity: 1, scale: 1, offset: 0.7 },
    { opacity: 0, scale: 1.05 },
  ],
  lit: [
    { opacity: 0, scale: 0.3 },
    { opacity: 1, scale: 1.2, offset: 0.3 },
    { opacity: 0, scale: 1.7 },
  ],
  look: [
    { opacity: 0, scale: 1.25 },
    { opacity: 1, scale: 1, offset: 0.35 },
    { opacity: 0, scale: 0.95 },
  ],
  gain: [
    { opacity: 0, translate: "0 8px" },
    { opacity: 1, translate: "0 -4px", offset: 0.3 },
    { opacity: 1, translate: "0 -14px", offset: 0.75 },
    { opacity: 0, translate: "0 -24px" },
  ],
  loss: [
    { opacity: 0, translate: "0 -8px" },
    { opacity: 1, translate: "0 2px", offset: 0.3 },
    { opacity: 1, translate: "0 12px", offset: 0.75 },
    { opacity: 0, translate: "0 22px" },
  ],
};

// A picture of a piece as it looks where it is. Its ancestors come along without boxes of their own, so that the
// board's styles find it.
function likeness({ element, box, drawn, drawing, holders }) {
  let picture = bare(element.cloneNode(true));
  if (drawn) {
    const svg = bare(drawing.cloneNode(false));
    svg.setAttribute("viewBox", `${drawn.x} ${drawn.y} ${drawn.width} ${drawn.height}`);
    picture.removeAttribute("transform");
    svg.append(picture);
    picture = svg;
    Object.assign(svg.style, { background: "none", border: "0", boxShadow: "none", borderRadius: "0", padding: "0" }); // the map's own
  }
  Object.assign(picture.style, {
    position: "absolute",
    inset: "0 auto auto 0",
    margin: "0",
    width: `${box.width}px`,
    height: `${box.height}px`,
    minWidth: "0",
    maxWidth: "none",
    maxHeight: "none",
    overflow: "visible",
    pointerEvents: "none",
  });
  let chain = picture;
  for (const above of holders) {
    const shell = bare(above.cloneNode(false));
    shell.style.display = "contents";
    shell.append(chain);
    chain = shell;
  }
  return { picture, chain };
}

const NAMES = ["id", "role", "tabindex", "title", "aria-label", "aria-describedby", "data-pick", "data-piece", "data-place", "data-grid"];

function bare(element) {
  for (const one of [element, ...element.querySelectorAll("*")]) {
    for (const name of NAMES) one.removeAttribute(name);
    one.classList.remove("can", "picked", "instead", "last-move");
  }
  for (const title of element.querySelectorAll("title")) title.remove();
  return element;
}

// -- the last move, marked until the next ------------------------------------------------------------------------------

export function highlight(board, touched = []) {
  if (!board) return;
  for (const old of board.querySelectorAll(".last-move")) old.classList.remove("last-move");
  for (const [name, place] of touched) {
    const here = [...board.querySelectorAll(`[data-place="${CSS.escape(name)}"]`)].slice(0, 1);
    const pieces = [...board.querySelectorAll("[data-piece]")].filter((piece) => piece.dataset.piece === name || family(piece.dataset.piece) === name);
    const there = pieces.filter((piece) => piece.closest("[data-place]")?.dataset.place === place);
    const single = pieces.length === 1 || place.includes("@") ? pieces : [];
    for (const element of here.length ? here : there.length ? there.slice(-1) : single) element.classList.add("last-move");
  }
}
