// Checks the proof in a record, in this browser alone: nothing is asked of the server. It computes what docs/verify.py
// computes, in the same order and with the same findings; docs/fair.md describes both.

const { added } = await import(`./nonces.js${new URL(import.meta.url).search}`);
const $ = (selector) => document.querySelector(selector);
const sentences = JSON.parse($("#sentences").textContent);
const text = new TextEncoder();
const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

function bytes(digits) {
  if (!/^([0-9a-f]{2})+$/.test(digits)) throw new TypeError("seed");
  return Uint8Array.from(digits.match(/../g), (pair) => parseInt(pair, 16));
}

// -- SHA-256 and HMAC: the browser's own, and written out for pages over plain HTTP, which browsers give none to ------------

async function sha256(data) {
  return crypto.subtle ? new Uint8Array(await crypto.subtle.digest("SHA-256", data)) : plainSha256(data);
}

async function signer(seed) {
  if (crypto.subtle) {
    const key = await crypto.subtle.importKey("raw", seed, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    return async (data) => new Uint8Array(await crypto.subtle.sign("HMAC", key, data));
  }
  const pad = (value) => Uint8Array.from({ length: 64 }, (_, i) => (seed[i] ?? 0) ^ value);
  return async (data) => plainSha256([...pad(0x5c), ...plainSha256([...pad(0x36), ...data])]);
}

const primes = [];
for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime)) primes.push(n);
const fraction = (root) => Math.floor((root - Math.floor(root)) * 2 ** 32) | 0;

export function plainSha256(data) {
  const length = data.length;
  const padded = new Uint8Array(((length + 8) >> 6 << 6) + 64);
  padded.set(data);
  padded[length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(length / 2 ** 29));
  view.setUint32(padded.length - 4, length << 3);
  const state = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
  const turn = (word, by) => (word >>> by) | (word << (32 - by));
  for (let at = 0; at < padded.length; at += 64) {
    const words = Array.from({ length: 16 }, (_, i) => view.getInt32(at + 4 * i));
    for (let i = 16; i < 64; i++) {
      const [near, far] = [words[i - 2], words[i - 15]];
      const small = turn(far, 7) ^ turn(far, 18) ^ (far >>> 3);
      const large = turn(near, 17) ^ turn(near, 19) ^ (near >>> 10);
      words[i] = (words[i - 16] + small + words[i - 7] + large) | 0;
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i++) {
      const chosen = (e & f) ^ (~e & g);
      const most = (a & b) ^ (a & c) ^ (b & c);
      const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + chosen + fraction(Math.cbrt(primes[i])) + words[i]) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + most) | 0;
      [a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => (state[i] = (state[i] + word) | 0));
  }
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, i) => digest.setInt32(4 * i, word));
  return new Uint8Array(digest.buffer);
}

// -- the stream ---------------------------------------------------------------------------------------------------------

class Stream {
  constructor(sign, nonces, step) {
    Object.assign(this, { sign, nonces: nonces.join(","), step, used: 0 });
  }
  // 0..n-1, all equally likely: words that would favour some of them are passed over.
  async below(n) {
    if (!Number.isInteger(n) || n < 1) throw new TypeError("nothing to draw from");
    for (;;) {
      const place = this.used % 8;
      if (place === 0) this.block = new DataView((await this.sign("draw", this.nonces, this.step, this.used / 8)).buffer);
      this.used++;
      const scaled = BigInt(this.block.getUint32(4 * place)) * BigInt(n);
      if (Number(scaled & 0xffffffffn) >= 2 ** 32 % n) return Number(scaled >> 32n);
    }
  }
}

async function drawAgain(draw, stream) {
  if ("got" in draw) {
    if ("of" in draw) return [draw.of[await stream.below(draw.of.length)]];
    return [draw.low + (await stream.below(draw.high - draw.low + 1))];
  }
  const things = [...draw.before];
  if (draw.draw === "insert") things.splice(things.length - (await stream.below(draw.places)), 0, draw.thing);
  else
    for (let i = things.length - 1; i > 0; i--) {
      const j = await stream.below(i + 1);
      [things[i], things[j]] = [things[j], things[i]];
    }
  return things;
}

function* leaves(value, path) {
  if (value === null || typeof value !== "object") yield [path, value];
  else for (const [key, inside] of Object.entries(value)) yield* leaves(inside, `${path}.${key}`);
}

// -- what there is to say about a record: its status, what was found, and each draw ---------------------------------------

export async function check(record) {
  const proof = record.fair;
  if (proof === undefined || proof === null) return { status: "unproven", findings: [], draws: [] };
  if (!("seed" in proof)) return { status: "closed", findings: [], draws: [] };
  const found = [];
  const draws = [];
  let good = [];
  try {
    good = await checkProof(record, proof, (code, facts) => found.push([code, facts]), draws);
  } catch (error) {
    found.push(["broken", { what: `${error.name} ${error.message}` }]);
  }
  return found.length ? { status: "tampered", findings: found, draws } : { status: "good", findings: good, draws };
}

async function checkProof(record, proof, bad, shown) {
  const { nonces, lists, seals } = proof;
  const moves = record.moves;
  const seed = bytes(proof.seed);
  const digest = hex(await sha256(seed));
  if (digest !== proof.hash) {
    bad("seed", { found: digest, wanted: proof.hash });
    return [];
  }
  const hmac = await signer(seed);
  const sign = (...parts) => hmac(text.encode(["parlour-fair-1", ...parts].join("\n")));
  if (nonces.length !== record.players || seals.nonces.length !== nonces.length) throw new TypeError("nonces");
  for (const [seat, nonce] of nonces.entries())
    if (hex((await sign("nonce", seat, nonce)).slice(0, 8)) !== seals.nonces[seat]) {
      bad("nonce", { seat, found: nonce || "none" });
      return [];
    }
  const changes = record.components ?? {}; // of a variant; else the game was played as it is in the box
  const written = Object.keys(changes).sort().map((key) => `${key}=${changes[key]}`).join(",");
  const seal = written ? hex((await sign("components", written)).slice(0, 8)) : undefined;
  if (seal !== seals.components) bad("components", { found: written || "those of the box" });
  const draws = proof.draws.map((draw) => ("of" in draw ? { ...draw, of: lists[draw.of] } : draw));
  const dealt = draws.filter((draw) => "laid" in draw).length;
  const chances = moves.flatMap((move, i) => ("chance" in move ? [i] : []));
  const steps = chances.map((move, i) => [i + 1, move]).filter(([, move]) => move >= proof.given);
  if (draws.length - dealt !== steps.length) bad("draws", { found: draws.length - dealt, wanted: steps.length });
  const setup = new Map(leaves(record.setup, "setup"));
  const named = new Set();
  let stream = new Stream(sign, nonces, 0);
  let things = 0;
  for (const [number, draw] of draws.slice(0, dealt + steps.length).entries()) {
    const [step, move] = number < dealt ? [0, -1] : steps[number - dealt];
    if (step) stream = new Stream(sign, nonces, step);
    const first = stream.used;
    const again = await drawAgain(draw, stream);
    const there = draw.after ?? [draw.got];
    things += again.length;
    shown.push([number, step, `${first}–${stream.used}`, again.join(", ")]);
    const says = [draw.step, ...draw.words];
    const used = [step, first, stream.used];
    if (!same(says, used)) bad("step", { draw: number, found: says, wanted: used });
    for (const [place, card] of again.entries())
      if (there[place] !== card) bad("card", { draw: number, step, place, found: there[place], wanted: card });
    if (step && !same(draw.of, [...draw.of].sort())) bad("outcomes", { draw: number, step });
    if (step && moves[move].chance !== again[0]) {
      named.add(move);
      bad("chance", { move, found: moves[move].chance, step, wanted: again[0] });
    }
    for (const [place, start, ...rest] of draw.laid ?? []) {
      const part = rest.length ? again.slice(start, rest[0]) : again[start];
      if (rest.includes("ascending")) part.sort();
      for (const [path, card] of leaves(part, `setup.${place}`)) {
        if (setup.get(path) !== card) bad("setup", { place: path, found: setup.get(path), wanted: card });
        setup.delete(path);
      }
    }
  }
  if (seals.moves.length !== 4 * moves.length) bad("moves", { found: moves.length, wanted: seals.moves.length / 4 });
  for (const [i, move] of moves.entries()) {
    const said = "chance" in move ? ["chance", move.chance] : [move.seat, move.action];
    const seal = hex((await sign("move", i, ...said)).slice(0, 2));
    if (!named.has(i) && seal !== seals.moves.slice(4 * i, 4 * i + 4)) bad("move", { move: i, found: said.join(": ") });
  }
  const more = nonces.some(Boolean) ? [] : [["no nonces", {}]];
  const places = new Set([...setup.keys()].map((path) => path.replace(/\.\d+(?=\.|$)/g, ".*")));
  if (proof.setup === "given") more.push(["given", { count: proof.given }]);
  else if (places.size) more.push(["not drawn", { places: [...places].sort().join(", ") }]);
  return [["good", { draws: draws.length, things }], ...more];
}

// Whether the hash is one that this browser was shown before it added a nonce. One promise is good for rematches too: the
// hash of each is the seed of the game before, so the first one follows from it by hashing on.
export async function ownPromise(proof, mine = new Map(added())) {
  const seat = proof.nonces.findIndex((nonce) => mine.has(nonce));
  if (seat < 0) return ["not ours", { hash: proof.hash }];
  const wanted = mine.get(proof.nonces[seat]);
  let hash = proof.hash;
  for (let i = 0; i < 64 && hash !== wanted; i++) hash = hex(await sha256(bytes(hash)));
  return hash === wanted ? ["kept", { seat }] : ["not kept", { seat, wanted }];
}

// -- the page -------------------------------------------------------------------------------------------------------------

const sentence = (code, facts) => sentences[code].replace(/\{(\w+)\}/g, (_, name) => (Array.isArray(facts[name]) ? `[${facts[name].join(", ")}]` : `${facts[name]}`));

async function show(record) {
  const result = await check(record);
  const findings = [...result.findings];
  if (result.status === "good") {
    const own = await ownPromise(record.fair);
    if (own[0] === "not kept") {
      result.status = "tampered";
      findings[0] = own;
    } else findings.push(own);
  }
  const [verdict, rest] = result.status === "good" ? [sentence(...findings[0]), findings.slice(1)] : [sentences[result.status], findings];
  $(".verify").dataset.status = result.status;
  $("#verdict").textContent = verdict;
  $("#findings").replaceChildren(...rest.slice(0, 50).map((finding) => Object.assign(document.createElement("li"), { textContent: sentence(...finding) })));
  const proof = record.fair;
  $("#proof").hidden = !proof?.seed;
  for (const name of ["hash", "seed", "nonces"]) $(`[data-fill="${name}"]`).textContent = proof?.seed ? [proof[name]].flat().map((value) => value || "–").join(" ") : "";
  $("#draws").hidden = !result.draws.length;
  $("#draws tbody").replaceChildren(
    ...result.draws.map((cells) => {
      const row = document.createElement("tr");
      for (const cell of cells) row.append(Object.assign(document.createElement("td"), { textContent: cell }));
      return row;
    }),
  );
}

$("#record-file").addEventListener("click", (event) => (event.target.value = "")); // the same file again may be another one
$("#record-file").addEventListener("change", async (event) => {
  try {
    const record = JSON.parse(await event.target.files[0].text());
    if (record === null || typeof record !== "object" || !Array.isArray(record.moves)) throw new TypeError("moves");
    await show(record);
    $("#verdict").focus();
  } catch (error) {
    $(".verify").dataset.status = "broken";
    $("#verdict").textContent = sentence("no file", { what: error.message });
    $("#findings").replaceChildren();
    $("#proof").hidden = $("#draws").hidden = true;
  }
});
if ($("#record")) await show(JSON.parse($("#record").textContent));
