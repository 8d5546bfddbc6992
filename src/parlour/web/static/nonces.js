// What this browser adds to chance. It gives a nonce only after it has been shown the hash of the server's seed, and
// remembers both, so that it can say later whether the promise was kept (verify.js). docs/fair.md describes the scheme.

const PLACE = "nonces";
const MOST = 200;

// The nonces this browser has added lately: [nonce, the hash that was shown before].
export function added() {
  try {
    return JSON.parse(localStorage.getItem(PLACE)) ?? [];
  } catch {
    return [];
  }
}

// A new nonce, after a hash; none where nothing was promised.
export function nonce(hash) {
  if (!hash) return "";
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const made = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  try {
    localStorage.setItem(PLACE, JSON.stringify([...added(), [made, hash]].slice(-MOST)));
  } catch {
    // a browser that remembers nothing adds its nonce all the same
  }
  return made;
}

// Ask for the promise of the table that a form makes, and add a nonce to it. Without an answer the form goes without.
export async function promise(form) {
  try {
    const answer = await fetch("/deal", { signal: AbortSignal.timeout(3000) });
    if (!answer.ok) return;
    const { deal, hash } = await answer.json();
    put(form, "deal", deal);
    put(form, "nonce", nonce(hash));
  } catch {
    // no connection: the form itself will say so
  }
}

function put(form, name, value) {
  let field = form.elements.namedItem(name);
  if (!field) {
    field = document.createElement("input");
    field.type = "hidden";
    field.name = name;
    form.append(field);
  }
  field.value = value;
}
