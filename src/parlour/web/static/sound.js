// A handful of small sounds, made here from tones and noise; off until somebody turns them on. They follow what the other
// modules tell: parlour:beats (what moves, and when), parlour:turn, parlour:warn (a clock runs out), parlour:drawn.

const SOUNDS = {
  // what: [kind of wave, pitch in hertz, pitch at the end, begins after, lasts (seconds), loudness]
  turn: [["sine", 659, 659, 0, 0.35, 0.5], ["sine", 880, 880, 0.14, 0.4, 0.5]],
  card: [["noise", 2600, 900, 0, 0.09, 0.35]],
  coin: [["triangle", 1568, 1568, 0, 0.09, 0.25], ["triangle", 2093, 2093, 0.06, 0.22, 0.25]],
  crash: [["noise", 900, 120, 0, 0.4, 0.8], ["sine", 130, 45, 0, 0.3, 0.8]],
  end: [["triangle", 523, 523, 0, 0.3, 0.4], ["triangle", 659, 659, 0.15, 0.3, 0.4], ["triangle", 784, 784, 0.3, 0.3, 0.4], ["triangle", 1047, 1047, 0.45, 0.6, 0.4]],
  warning: [["square", 740, 740, 0, 0.08, 0.2], ["square", 740, 740, 0.16, 0.08, 0.2]],
};
const CLOSE = 0.08; // seconds: sounds nearer to each other than that are one
const MOST = 12; // sounds of one update
const TOKENS = /coin|gold|token|gem/;

const mute = document.getElementById("mute");
const volume = document.getElementById("volume");
const on = () => localStorage.getItem("sound") === "on";
let audio = null;
let noise = null;
let over = Boolean(document.querySelector("#ask .over"));

// A browser lets a page sound only after somebody has touched it: until then nothing is made, and nothing waits.
function ready() {
  if (!on() || !("AudioContext" in window)) return null;
  if (!audio && navigator.userActivation?.hasBeenActive === false) return null;
  audio ??= new AudioContext();
  if (audio.state === "suspended") audio.resume();
  return audio;
}

function play(name, after = 0) {
  const to = ready();
  if (!to) return;
  const loudness = (+(localStorage.getItem("volume") ?? 60) / 100) ** 2;
  for (const [wave, pitch, last, begins, lasts, strength] of SOUNDS[name]) {
    const at = to.currentTime + after + begins;
    const gain = to.createGain();
    gain.gain.setValueAtTime(Math.max(0.0001, 0.4 * strength * loudness), at);
    gain.gain.exponentialRampToValueAtTime(0.0001, at + lasts);
    const [source, pitched] = wave === "noise" ? hiss(to) : tone(to, wave);
    pitched.frequency.setValueAtTime(pitch, at);
    pitched.frequency.exponentialRampToValueAtTime(last, at + lasts);
    pitched.connect(gain).connect(to.destination);
    source.start(at);
    source.stop(at + lasts + 0.02);
  }
}

function tone(to, wave) {
  const source = to.createOscillator();
  source.type = wave;
  return [source, source];
}

function hiss(to) {
  if (!noise) {
    noise = to.createBuffer(1, to.sampleRate / 2, to.sampleRate);
    const data = noise.getChannelData(0);
    for (let i = 0; i < data.length; i++) data[i] = Math.random() * 2 - 1;
  }
  const source = to.createBufferSource();
  source.buffer = noise;
  const filter = to.createBiquadFilter();
  filter.type = "bandpass";
  source.connect(filter);
  return [source, filter];
}

// What a beat sounds like: the loudest thing in it.
function soundOf(beat) {
  const has = (test) => beat.some(test);
  if (has(([kind, , how]) => kind === "mark" && how === "hit")) return "crash";
  if (has(([kind, look, how]) => (kind === "fly" && TOKENS.test(look)) || (kind === "mark" && how === "gain"))) return "coin";
  return has(([kind]) => ["move", "fall", "fly"].includes(kind)) ? "card" : null;
}

document.addEventListener("parlour:beats", (event) => {
  let last = -1;
  let count = 0;
  for (const { beat, at } of event.detail) {
    const name = soundOf(beat);
    if (!name || at / 1000 - last < CLOSE || count >= MOST) continue;
    last = at / 1000;
    count += 1;
    play(name, last);
  }
});
document.addEventListener("parlour:turn", () => play("turn"));
document.addEventListener("parlour:warn", () => play("warning"));
document.addEventListener("parlour:drawn", () => {
  const ended = Boolean(document.querySelector("#ask .over"));
  if (ended && !over) play("end");
  over = ended;
});

// -- on, off and how loud -----------------------------------------------------------------------------------

function show() {
  mute.setAttribute("aria-pressed", String(on()));
  volume.closest("label").hidden = !on();
  volume.value = localStorage.getItem("volume") ?? 60;
}

function toggle() {
  localStorage.setItem("sound", on() ? "off" : "on");
  if (!on() && audio) {
    audio.close(); // what has begun falls silent too
    audio = noise = null;
  }
  show();
  play("turn");
}

mute.addEventListener("click", toggle);
volume.addEventListener("change", () => {
  localStorage.setItem("volume", volume.value);
  play("coin");
});
document.addEventListener("keydown", (event) => {
  if (event.key === "m" && !event.target.closest("input, textarea, select") && !event.ctrlKey && !event.metaKey && !event.altKey) toggle();
});
show();
