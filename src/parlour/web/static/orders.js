// Standing orders: numbers that are stepped up and down, kept while the page is redrawn, and sent with their order.
// What is ordered is kept by the server; this is only the control.

const numbers = new Map(); // id of a field -> what was chosen last

function field(id) {
  return document.getElementById(id);
}

function set(input, number) {
  input.value = Math.max(+input.min, Math.min(+input.max, Math.round(number) || +input.min));
  numbers.set(input.id, +input.value);
  for (const button of document.querySelectorAll(`[data-step="${input.id}"]`))
    button.disabled = input.disabled || (+button.dataset.by < 0 ? +input.value <= +input.min : +input.value >= +input.max);
}

function refresh() {
  for (const input of document.querySelectorAll("#orders input[type=number]")) {
    const wanted = numbers.get(input.id);
    set(input, wanted ?? +input.value);
    if (wanted !== undefined) numbers.set(input.id, wanted); // it may fit again later
  }
}

document.addEventListener("click", (event) => {
  const step = event.target.closest("button[data-step]");
  if (step) {
    const input = field(step.dataset.step);
    set(input, +input.value + +step.dataset.by);
    if (step.disabled) input.focus({ preventScroll: true }); // a key that is held goes on somewhere
  }
  const order = event.target.closest("[data-order]");
  if (order) {
    const input = field(order.dataset.from);
    set(input, +input.value);
    send(order.dataset.order, +input.value);
  }
});

document.addEventListener("change", (event) => {
  if (event.target.matches("#orders input[type=number]")) set(event.target, +event.target.value);
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !event.target.matches("#orders input[type=number]")) return;
  event.preventDefault();
  document.querySelector(`[data-order][data-from="${event.target.id}"]`)?.click();
});

function send(name, value) {
  document.dispatchEvent(new CustomEvent("parlour:send", { detail: { do: "order", name, value } }));
}

document.addEventListener("parlour:drawn", refresh);
refresh();
