// What the reach test does in the page: `explore` looks at the decision that is shown, walks into it step by step along
// some of its paths, and says what is wrong where. Nothing is ever sent: `window.sent` counts what would have been.

const places = [[.5, .5], [.5, .2], [.5, .8], [.15, .5], [.85, .5], [.15, .15], [.85, .15], [.15, .85], [.85, .85]];
const box = (element) => element.getBoundingClientRect();
const nameOf = (element) => element.dataset.pick ?? element.dataset.action ?? (element.getAttribute("class") || element.tagName);
const visible = (element) => element.getClientRects().length && element.checkVisibility({ visibilityProperty: true });
const within = ({ left, top, right, bottom }) => left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
const at = (x, y) => (x >= 0 && y >= 0 && x < innerWidth && y < innerHeight ? document.elementFromPoint(x, y) : null);
const frame = () => new Promise((done) => requestAnimationFrame(() => done()));
const choices = () => [...document.querySelectorAll("#board [data-pick].can, #ask [data-action]")].filter(visible);

// Some point of it that a finger hits. What is drawn far and wide may be hit in one place only.
function canBeHit(choice) {
  const { left, top, width, height } = box(choice);
  const hits = (x, y) => at(x, y)?.closest("[data-pick], [data-action]") === choice;
  if (places.some(([x, y]) => hits(left + x * width, top + y * height))) return true;
  return [...choice.querySelectorAll("*")].some((part) => hits(box(part).left + box(part).width / 2, box(part).top + box(part).height / 2));
}

// Whether the middle of a choice is within the window of a board that pans.
function inWindow(choice, pans) {
  const [here, area] = [box(choice), box(pans)];
  const [x, y] = [here.left + here.width / 2, here.top + here.height / 2];
  return x > area.left && x < area.right && y > area.top && y < area.bottom;
}

window.wrongHere = (touch) => {
  const wrong = [];
  const page = document.scrollingElement;
  if (page.scrollWidth > innerWidth) wrong.push("the page is wider than its window");
  if (page.scrollHeight > innerHeight) wrong.push("the page is higher than its window");
  for (const part of [page, ...document.querySelectorAll("main, .play, [data-field], [data-tray], #ask .actions")])
    if (part.scrollTop || part.scrollLeft) wrong.push(`is scrolled: ${nameOf(part)}`);
  const question = document.querySelector("#ask .question");
  const asked = box(question);
  if (!asked.height || !within(asked)) wrong.push("the question is out of sight");
  const there = at(asked.left + Math.min(asked.width / 2, 60), asked.top + Math.min(asked.height / 2, 12));
  if (!question.contains(there) && !there?.contains(question)) wrong.push(`the question is covered by ${there ? there.id || nameOf(there) : "nothing"}`);
  const around = question.closest(".lesson"); // a guide's panel, which can be scrolled: all of the question is above its buttons
  const edge = around ? box(around.querySelector("nav")).top : Infinity;
  if (question.scrollHeight > question.clientHeight + 2 || asked.bottom > edge + 4) wrong.push("the question is cut");
  let hit = 0;
  const all = choices();
  for (const choice of all) {
    const pans = choice.closest("[data-zoom-area]");
    const { width, height } = box(choice);
    if (canBeHit(choice)) hit++;
    else if (pans && inWindow(choice, pans)) wrong.push(`is under something: ${nameOf(choice)}`);
    else if (!pans) wrong.push(`cannot be hit: ${nameOf(choice)}`);
    if (touch && !pans && (width < 43.5 || height < 43.5))
      wrong.push(`too small for a finger: ${nameOf(choice)} ${Math.round(width)}x${Math.round(height)}`);
  }
  if (all.length && !hit) wrong.push("nothing that can be chosen is in sight");
  if (!all.length && !document.querySelector(".over, .waiting, .lesson")) wrong.push("there is nothing to choose");
  if (hit < all.length && !document.querySelector("[data-zoom='fit']:not(:disabled)"))
    wrong.push(`${all.length - hit} choices are out of sight for good`);
  const pointed = document.querySelector(".pick-me");
  if (pointed && !canBeHit(pointed)) wrong.push("what is pointed at is out of sight");
  for (const last of document.querySelectorAll(".over .places, #tools .again .primary")) {
    const { left, top, width, height } = box(last);
    const shown = at(left + width / 2, top + height / 2);
    if (!within(box(last)) || !shown || !(last.contains(shown) || shown.contains(last))) wrong.push(`out of sight at the end: ${nameOf(last)}`);
  }
  if (touch)
    for (const control of document.querySelectorAll("button, .button, summary, .top a, .tabs a, .lesson nav a, #board summary"))
      if (visible(control) && within(box(control)) && Math.min(box(control).width, box(control).height) < 43.5 && !(control.closest("#board") && control.tagName !== "SUMMARY"))
        wrong.push(`too small for a finger: ${control.textContent.trim()} ${Math.round(box(control).width)}x${Math.round(box(control).height)}`);
  return wrong;
};

// What must stay as it is while a decision is made: where the board is, and how large.
function shape() {
  const field = document.querySelector("[data-field]");
  const { left, top, width, height } = box(field);
  return `${[left, top, width, height].map(Math.round)} ${field.style.getPropertyValue("--fit")}`;
}

const click = (element, touch) =>
  element.dispatchEvent(new PointerEvent("click", { bubbles: true, cancelable: true, pointerType: touch ? "touch" : "mouse" }));
const named = (name) => choices().find((choice) => nameOf(choice) === name);

function reset() {
  for (const one of document.querySelectorAll("[aria-busy]")) one.removeAttribute("aria-busy");
  for (let i = 0; i < 8 && document.querySelector("#ask [data-back]:not([hidden])"); i++) document.querySelector("#ask [data-back]").click();
}

// The table has said in words what a first tap shows.
async function told() {
  const said = () => document.querySelector(".preview-bar .what")?.textContent;
  for (let i = 0; i < 250 && !said(); i++) await new Promise((done) => setTimeout(done, 20));
  return Boolean(said());
}

window.explore = async ({ touch, turn, branches }) => {
  const wrong = [];
  let looks = 0;
  await frame();
  await frame();
  const before = document.querySelector("[data-field]") ? shape() : "";
  const look = (path) => {
    looks++;
    for (const one of wrongHere(touch)) wrong.push(`${path}: ${one}`);
    if (before && shape() !== before) wrong.push(`${path}: the board has moved from ${before} to ${shape()}`);
  };
  const taken = [...new Set([...document.querySelectorAll("#board [data-pick].picked")].map(nameOf))]; // a card that is picked up by itself
  const to = (path) => {
    reset();
    for (const name of [...taken, ...path]) if (named(name)) click(named(name));
  };
  const walk = async (path) => {
    const names = [...new Set(choices().filter((choice) => choice.dataset.pick).map(nameOf))];
    const most = Math.min(names.length, branches[path.length] ?? 0);
    for (let i = 0; i < most; i++) {
      const name = names[(turn + Math.floor((i * names.length) / most)) % names.length];
      const sent = window.sent;
      if (!named(name)) {
        wrong.push(`${path.join(" > ")}: ${name} cannot be chosen any more`);
        break;
      }
      click(named(name), touch);
      await frame();
      const here = [...path, name];
      if (document.querySelector("#board .previewed")) {
        if (await told()) look([...here, "shown"].join(" > "));
        else wrong.push(`${here.join(" > ")}: nothing is said of it`);
      } else if (window.sent === sent) {
        look(here.join(" > "));
        await walk(here);
      }
      to(path);
      await frame();
    }
  };
  look("");
  if (!document.querySelector(".over")) await walk([]);
  reset();
  return { wrong, looks };
};
