// "It is your turn at another table" comes to whoever sits at this one: a bar above the tray, asked for now and then.

const EVERY = 30_000; // milliseconds
const FIRST = 2_000;
const bar = document.querySelector("#waits");
const at = document.body.dataset.live?.split("/")[2] ?? "";
let put = ""; // what was put off until something happens there
let told = ""; // what was said aloud

async function ask() {
  if (document.hidden) return;
  const answer = await fetch(`/waits?at=${encodeURIComponent(at)}`).catch(() => null);
  if (!answer?.ok) return;
  bar.innerHTML = await answer.text(); // made by the server's templates, escaped there
  show();
}

function show() {
  const found = bar.querySelector("[data-waits]")?.dataset.waits ?? "";
  const before = bar.hidden;
  bar.hidden = !found || found === put || Boolean(document.querySelector("#requests .request")); // those are about this table
  if (bar.hidden !== before) document.dispatchEvent(new Event("parlour:room")); // the board has more or less of it
  if (bar.hidden || found === told) return;
  told = found;
  document.dispatchEvent(new CustomEvent("parlour:tell", { detail: bar.querySelector("p").textContent }));
  document.dispatchEvent(new Event("parlour:turn")); // it can be heard
}

bar.addEventListener("click", (event) => {
  if (!event.target.closest("[data-waits-later]")) return;
  put = bar.querySelector("[data-waits]").dataset.waits;
  show();
});
document.addEventListener("parlour:drawn", show);
document.addEventListener("visibilitychange", ask);
setTimeout(ask, FIRST);
setInterval(ask, EVERY);
