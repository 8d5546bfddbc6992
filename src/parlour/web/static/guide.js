// A guide: the table's own picks and regions, but the answers come from the guide instead of a table.

const own = import.meta.url;
const { hear, sit } = await import(new URL(`parlour.js${new URL(own).search}`, own)); // the one the page has loaded
const $ = (selector, root = document) => root.querySelector(selector);
const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];

const path = document.body.dataset.guide;
const place = () => new URLSearchParams(location.search);
let asked = ""; // the action that is asked for
let way = null; // its picks on the board, if it has some
let text = false;

async function fetched(query, remember) {
  if (text) query.set("text", "1");
  const answer = await fetch(`${path}/answer?${query}`).catch(() => null);
  $("#lost").hidden = Boolean(answer?.ok);
  if (!answer?.ok) return;
  const message = await answer.json();
  if (message.is === "table") {
    asked = message.asked;
    way = message.picks?.[asked] ?? null;
    if (remember && message.at !== location.search) history.pushState(null, "", message.at);
  }
  hear(message);
  $("#refusal").classList.toggle("friendly", Boolean(message.friendly));
  if (message.is === "table" && remember) {
    $("#ask .question").focus({ preventScroll: true });
  }
}

const guide = {
  send(message) {
    const query = place();
    if (message.do === "play") query.set("action", message.action);
    if (message.do === "why") for (const part of ["picked", "names"]) for (const name of message[part]) query.append(part, name);
    if (message.do === "text") text = message.on;
    fetched(query, true);
    return true;
  },
  // Points at what is to be picked next.
  lit(picked) {
    for (const old of $$(".pick-me")) old.classList.remove("pick-me");
    if (!asked) return;
    const wrong = picked.findIndex((pick, i) => way?.[i] !== pick); // another choice has been begun, or made beforehand
    const pick = way?.[wrong < 0 ? picked.length : wrong] ?? "";
    const next = way ? $(`#board [data-pick="${CSS.escape(pick)}"]`) : $(`#ask [data-action="${CSS.escape(asked)}"]`);
    if (next && (!way || next.matches(".can, .instead"))) {
      next.classList.add("pick-me");
      next.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" }); // on a board that pans, or in a long list
    } else $("#ask [data-back]")?.classList.add("pick-me");
  },
};

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-lesson]");
  if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  fetched(new URL(link.href).searchParams, true);
});
addEventListener("popstate", () => fetched(place(), false));

sit(guide);
text = $("#as-text").checked;
fetched(place(), false);
