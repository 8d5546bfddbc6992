// Clocks that count down for whoever is asked. The table says how many seconds are left when it sends something; from
// then on this browser counts by a clock that does not jump. What is said aloud is said once for each question.

const $ = (selector, root = document) => root.querySelector(selector);
const box = $("#clock");
let clock = null; // what the table said last
let heard = 0; // when
let timer = 0;
let warned = ""; // the questions of which this person was warned

// 9 s, 0:42, 12:05, 3 h 05, 2 d 4 h: as short as it can be read.
function told(seconds) {
  const whole = Math.max(0, Math.ceil(seconds));
  const two = (number) => String(number).padStart(2, "0");
  if (whole < 3600) return `${Math.floor(whole / 60)}:${two(whole % 60)}`;
  if (whole < 86400) return `${Math.floor(whole / 3600)} h ${two(Math.floor((whole % 3600) / 60))}`;
  const language = document.documentElement.lang;
  const days = new Intl.NumberFormat(language, { style: "unit", unit: "day", unitDisplay: "narrow" });
  return `${days.format(Math.floor(whole / 86400))} ${Math.floor((whole % 86400) / 3600)} h`;
}

function spoken(seconds) {
  const [count, unit] = seconds < 90 ? [Math.ceil(seconds), "second"] : [Math.round(seconds / 60), "minute"];
  return new Intl.NumberFormat(document.documentElement.lang, { style: "unit", unit, unitDisplay: "long" }).format(count);
}

function show() {
  clearTimeout(timer);
  const asked = (clock?.asked ?? []).map((one) => ({ ...one, left: one.left - (performance.now() - heard) / 1000 }));
  for (const place of document.querySelectorAll("[data-clock]")) {
    const one = asked.find((one) => String(one.seat) === place.dataset.clock);
    place.hidden = !one;
    if (one) place.textContent = told(one.left);
  }
  // In large: one's own time, else that of whoever has least.
  const first = [...asked].sort((one, other) => other.yours - one.yours || one.left - other.left)[0];
  box.hidden = !first;
  if (!first) return;
  const hurry = first.left <= clock.warn;
  box.classList.toggle("yours", first.yours);
  box.classList.toggle("hurry", hurry);
  box.style.setProperty("--part", Math.max(0, Math.min(1, first.left / clock.pace)).toFixed(3));
  const who = document.createElement("span");
  who.textContent = first.yours && asked.filter((one) => one.yours).length < 2 ? box.dataset.yours : first.name;
  const left = document.createElement("b");
  left.textContent = told(first.left);
  box.replaceChildren(who, " ", left);
  if (first.left <= 0) box.append(" ", Object.assign(document.createElement("span"), { textContent: box.dataset.out }));
  const question = `${first.seat} ${document.body.dataset.question}`;
  if (first.yours && hurry && first.left > 0 && warned !== question) {
    warned = question;
    const sentence = box.dataset.soon.replace("{time}", spoken(first.left));
    document.dispatchEvent(new CustomEvent("parlour:warn", { detail: sentence }));
  }
  if (first.left <= 0) return;
  // The next time that a figure changes.
  const soonest = Math.min(...asked.filter((one) => one.left > 0).map((one) => one.left % (one.left < 3600 ? 1 : 60)));
  timer = setTimeout(show, Math.max(50, soonest * 1000 + 20));
}

if (box) {
  document.addEventListener("parlour:clock", (event) => {
    clock = event.detail;
    heard = performance.now();
    show();
  });
  document.addEventListener("parlour:drawn", show);
  document.addEventListener("visibilitychange", show);
}
