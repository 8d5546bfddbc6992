// For those who come by a link, and for those who send one: sitting down with a name, and the system's share sheet.

const stamp = new URL(import.meta.url).search;
const nonces = await import(`./nonces.js${stamp}`);
const $$ = (selector) => [...document.querySelectorAll(selector)];
const LOCAL = ["localhost", "127.0.0.1", "[::1]"];
let typed = document.body.dataset.called ?? ""; // the name in the field: the part of the page it is in is drawn anew when others come

function dress() {
  for (const field of $$("[data-type-on]")) if (field.value !== typed) field.value = typed;
  for (const button of $$("[data-only-sheet]")) button.hidden = !navigator.share;
  for (const note of $$("[data-only-here]")) note.hidden = !LOCAL.includes(location.hostname);
}

document.addEventListener("parlour:drawn", dress);
document.addEventListener("input", (event) => {
  if (event.target.matches("[data-type-on]")) typed = event.target.value;
});

document.addEventListener("submit", (event) => {
  if (!event.target.matches("[data-sit]")) return;
  event.preventDefault();
  const hash = document.querySelector("#fair [data-hash]")?.dataset.hash;
  const message = { do: "sit", name: typed.trim(), nonce: nonces.nonce(hash) };
  document.dispatchEvent(new CustomEvent("parlour:send", { detail: message }));
  if (message.name) document.querySelector(".top .who").textContent = message.name;
});

// The share sheet where there is one; else the link is copied, and the button says so.
document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-share]");
  if (!button) return;
  const url = new URL(button.dataset.share, location.href).href;
  try {
    if (navigator.share) await navigator.share({ title: document.title, text: button.dataset.text, url });
    else {
      await copy(url);
      const label = button.textContent;
      button.textContent = button.dataset.copied;
      setTimeout(() => (button.textContent = label), 1500);
    }
  } catch (error) {
    if (error.name !== "AbortError") throw error; // they closed the sheet
  }
});

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Pages over plain HTTP have no clipboard.
    const field = document.createElement("textarea");
    field.value = text;
    document.body.append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }
}

dress();
