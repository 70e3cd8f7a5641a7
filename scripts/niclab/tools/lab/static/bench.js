// The bench: one state, in the address; what it shows follows from the state and the runs made of it.
import * as api from "./api.js";
import {link, state as stateOf, EMPTY, LONGEST} from "./link.js";
import {modelOf, WINDOWS} from "./model.js";
import {picture, spanWords} from "./ribbon.js";
import {rows, table} from "./rows.js";
import {alone, changed, about} from "./sentence.js";
import {escaped, words, us} from "./text.js";
import {members, offers, withOffers} from "./choice.js";
import {shown as asText} from "./quantity.js";
import {knobBox} from "./knobbox.js";
import {chosen, download, inNewPage} from "./files.js";
import {flows} from "./flows.js";
import {sheet} from "./lesson.js";
import {why, now, changes} from "./boxes.js";
import {keyboard} from "./keys.js";
import {gallery} from "./gallery.js";
import {pins, look, recolour} from "./pins.js";

const $ = (id) => document.getElementById(id);
const data = JSON.parse($("data").textContent);
const NARROW = matchMedia("(max-width: 760px)");
const FEW = 5, PAUSE_MS = 40;  // runs while a slider moves; until it counts as moving
const seen = {scene: null, ghost: null, parameters: [], own: [], running: "", began: 0, errorKey: "", error: "", generation: 0, playing: 0, moving: false, following: false, again: false};
const MORE = offers(data.known);
let S = {...EMPTY, set: {}};

const say = (text) => { $("error").textContent = text; $("error").hidden = !text; };
const wayOf = (scene) => scene && (scene.directions.find((d) => d.name === S.dir) ?? scene.directions[0]);
const model = () => { const way = wayOf(seen.scene); return way ? modelOf(way, S.window) : null; };
const ghost = () => { const way = seen.ghost?.directions.find((d) => d.name === wayOf(seen.scene)?.name); return way ? modelOf(way, S.window) : null; };
// The experiment's own value: of several that differ none is.
const own = (key) => { const found = [...new Set(members(seen.own, key).map((p) => asText(p.value)))]; return found.length === 1 ? found[0] : found.join(", ") || "none"; };
const lesson = () => S.lesson === null ? null : data.lessons.find((l) => l.number === S.lesson) ?? null;

function write(wanted, push) { if (wanted !== location.hash) history[push ? "pushState" : "replaceState"](null, "", wanted); }

// Too long for a link: it holds a digest, which the bench knows while it runs; the file is for keeping.
function remember(push = false) {
  const wanted = S.experiment ? link(S) : "#", long = wanted.length > LONGEST;
  $("long").hidden = !long;
  if (!long) write(wanted, push);
  else api.keep(wanted).then((digest) => { if (link(S) === wanted) write(`#${encodeURIComponent(S.experiment)}&kept=${digest}`, push); }, (error) => say(error.message));
}

function drawWays() {
  const all = seen.scene?.directions ?? [];
  $("ways").innerHTML = all.length > 1 ? all.map((d) => `<button type="button" data-way="${escaped(d.name)}" aria-pressed="${d === wayOf(seen.scene)}">${escaped(d.from)} → ${escaped(d.to)}${d.name.includes(".") ? ` (${escaped(d.name.split(".")[1])})` : ""}</button>`).join("") : "";
  $("windows").innerHTML = wayOf(seen.scene)?.bus ? Object.entries(WINDOWS).map(([id, w]) => `<button type="button" data-window="${id}" aria-pressed="${id === (S.window || "driver")}">${w.title}</button>`).join("") : "";
}

function drawMachine(m, g) {
  const focused = document.activeElement?.closest?.("#drawing [data-place]")?.dataset.place, difference = changes(S.ghost ?? {}, S.set, own);
  $("drawing").innerHTML = NARROW.matches ? rows(m, {selected: S.sel}) : picture(m, {ghost: g, ghostWords: difference.short, selected: S.sel, step: S.step});
  const nodes = [...$("drawing").querySelectorAll(".node")];
  (nodes.find((n) => n.dataset.place === (focused ?? S.sel)) ?? nodes[0])?.setAttribute("tabindex", "0");
  if (focused) $("drawing").querySelector(`[data-place="${CSS.escape(focused)}"]`)?.focus();
}

// A lesson asks before it is answered. An experiment on loss or throughput is answered with that; its packet's time comes second.
function drawHead(m, g) {
  const asked = seen.scene.notes[0] ?? (seen.scene.findings[0]?.kind === "latency" ? null : seen.scene.answer[0]), time = g ? changed(m, g) : alone(m);
  $("headline").innerHTML = lesson() ? escaped(lesson().title) : asked && !g ? escaped(asked) : time;
  $("about").innerHTML = `${asked && !g && !lesson() ? `<b>${time}</b> ` : ""}${escaped(`${seen.scene.partial ? "Partial: " : ""}${about(seen.scene, m)}`)} <span class="legend"><span class="swatch works"></span>works</span><span class="legend"><span class="swatch waits"></span>waits</span>${g ? '<span class="legend"><span class="swatch was"></span>the run before</span>' : ""}`;
}

function links() {
  return `<p><button type="button" class="link" data-do="report">Full report</button></p><p><button type="button" class="link" data-do="wires">${S.wires ? "Hide the wires" : "Wires of the first packet"}</button> <kbd>w</kbd></p>`;
}

function drawWalk(m) {
  const span = S.step === null ? null : m.inside[S.step];
  $("say").innerHTML = span ? `<b>${S.step + 1} of ${m.inside.length}</b> · at ${us(span.begin - m.begin)}: ${escaped(spanWords(m, span))}` : `Walk with the packet ${m.window.words}, step by step.`;
}

function draw() {
  const m = model(), shown = Boolean(S.experiment);
  document.body.classList.toggle("on-bench", shown);
  document.body.classList.toggle("flows", Boolean(seen.scene?.flows));
  $("gallery").hidden = shown;
  $("bench").hidden = !shown;
  document.querySelector(".pick").hidden = !shown;
  document.title = shown ? `${S.experiment}: niclab lab` : "niclab lab";
  $("experiment").value = S.experiment;
  drawWays();
  if (shown && m) {
    if (S.step !== null) S.step = Math.min(S.step, m.inside.length - 1);
    const g = ghost(), difference = changes(S.ghost ?? {}, S.set, own);
    drawHead(m, g);
    drawMachine(m, g);
    $("numbers").querySelector("div").innerHTML = table(m);
    drawWalk(m);
    $("why").innerHTML = why(m, S.sel || m.inside[S.step ?? -1]?.place, (key) => members(seen.parameters, key).length > 0, Boolean(lesson()));
    $("now").innerHTML = now(m, g, difference.html, links());
  } else if (shown) {
    $("headline").textContent = seen.scene ? seen.scene.answer[0] ?? "No packet arrived." : words(S.experiment);
    for (const id of ["drawing", "about", "why", "now"]) $(id).textContent = "";
    if (seen.scene?.flows) { const [first, ...more] = seen.scene.answer; $("headline").textContent = first ?? ""; $("about").textContent = [...more, ...seen.scene.notes].join(" "); $("drawing").innerHTML = flows(seen.scene, seen.ghost); }
    $("say").textContent = "";
  }
  $("sheet").innerHTML = lesson() ? sheet(lesson()) : "";
  if (shown && !seen.moving) box.draw();  // a slider that is held stays
  pins(shown && S.wires && seen.scene?.first ? seen.scene.id : "").then(() => { const span = m?.inside[S.step ?? -1]; if (span) look(span); });
}

function progress(status) {
  const running = ["waiting", "running"].includes(status?.state) ? status.id : "";
  if (running && running !== seen.running) seen.began = performance.now();
  seen.running = running;
  $("progress").hidden = !seen.running;
  $("drawing").classList.toggle("old", Boolean(seen.running) && !seen.moving);
  $("progress").querySelector("progress").value = status?.percent ?? 0;
  $("progress").querySelector("span").textContent = status?.state === "waiting" ? "waits for its turn" : status ? `${status.what || "starting"}, ${status.percent} %${left(status)}` : "";
  for (const id of ["run", "run_too"]) $(id).innerHTML = seen.running ? "Cancel <kbd>Esc</kbd>" : "Run <kbd>R</kbd>";
}

// Of what is done in so long, the rest takes as much a percent.
function left({percent}) {
  const seconds = (performance.now() - seen.began) / 1000;
  return percent > 3 && percent < 100 && seconds > 0.5 ? `, ${seconds.toFixed(0)} s, about ${Math.max(1, seconds * (100 - percent) / percent).toFixed(0)} s left` : "";
}

const few = () => ({...S, runs: Math.min(FEW, S.runs ?? Number(own("run.runs")))});

// Runs the state. The old picture stays until the new one is there; an answer that is overtaken is dropped.
async function run(state = S) {
  const mine = ++seen.generation;
  if (seen.running) api.cancel(seen.running);
  try {
    const [parameters, scene] = await Promise.all([api.parameters(state), api.run(state, {report: S.wires, told: (s) => mine === seen.generation && progress(s)})]);
    if (mine !== seen.generation) return;
    seen.parameters = withOffers(parameters, MORE);
    seen.error = seen.errorKey = "";
    say("");
    if (scene) seen.scene = scene;
  } catch (error) {
    if (mine !== seen.generation) return;
    fail(error.message);
  }
  progress(null);
  draw();
}

// The program's sentence beside the key it names.
function fail(sentence) {
  const named = Object.keys(S.set).filter((key) => sentence.includes(`${key}:`) || sentence.includes(`${key} `)).sort((a, b) => b.length - a.length)[0];
  seen.errorKey = named ?? "";
  seen.error = sentence;
  say(sentence);
}

async function open() {
  seen.generation++;
  seen.scene = seen.ghost = null;
  box.clear();
  progress(null);
  say("");
  draw();
  if (!S.experiment) return;
  if (!data.experiments.some((e) => e.name === S.experiment)) { say(`${S.experiment}: no such experiment, one of the gallery wanted`); return; }
  try { seen.own = seen.parameters = withOffers(await api.parameters({...EMPTY, experiment: S.experiment, set: {}}), MORE); } catch (error) { say(error.message); }
  draw();
  if (S.ghost) await api.run({...S, set: S.ghost}).then((scene) => { seen.ghost = scene; }, (error) => say(error.message));
  await run();
}

const run_of = (state) => link({...state, step: null, sel: "", dir: "", window: "", pin: "", lesson: null});

async function read() {
  const before = S;
  try {
    const found = stateOf(location.hash);
    S = found.kept ? stateOf(await api.kept(found.kept)) : found;
  } catch (error) { say(error.message); return; }
  $("long").hidden = !stateOf(location.hash).kept;
  if (S.experiment) remember();  // in its shortest way of writing
  if (run_of(S) !== run_of(before) || !seen.scene) open(); else draw();
}

function keepGhost() { if (!S.ghost && seen.scene && !seen.scene.first) { S.ghost = {...S.set}; seen.ghost = seen.scene; } }

// `instead`: keys that say it so far.
function put(keys, value, instead = []) {
  for (const key of instead) delete S.set[key];
  for (const key of keys) if (value === null || value === own(key)) delete S.set[key]; else S.set[key] = value;
  S.step = null;
}

function turn(keys, value, instead) {
  const came = seen.moving;
  seen.moving = false;
  keepGhost();
  put(keys, value, instead);
  if (S.ghost && link({...EMPTY, set: S.ghost}) === link({...EMPTY, set: S.set})) { S.ghost = null; seen.ghost = null; }
  remember(!came);
  run();
}

// While a slider moves: a few runs of each setting that is met, one after the other; the newest is the next.
async function follow() {
  seen.again = true;
  if (seen.following) return;
  for (seen.following = true; seen.again && seen.moving;) { seen.again = false; await run(few()); }
  seen.following = false;
}

function moved(keys, value, instead) {
  if (!seen.moving) { keepGhost(); remember(true); }
  seen.moving = true;
  put(keys, value, instead);
  remember();
  setTimeout(() => { if (seen.moving) follow(); }, PAUSE_MS);
}

function setGhost() {
  if (S.ghost) { S.ghost = null; seen.ghost = null; } else if (seen.scene) { S.ghost = {...S.set}; seen.ghost = seen.scene; }
  remember();
  draw();
}

function select(id) { S.sel = S.sel === id ? "" : id; remember(); draw(); }

function step(by) {
  const m = model();
  if (!m) return;
  const last = m.inside.length - 1, from = S.step ?? (by > 0 ? -1 : last + 1);
  S.step = Math.max(0, Math.min(last, from + by));
  S.sel = m.inside[S.step].place;
  remember();
  draw();
}

function play() {
  if (seen.playing) { clearInterval(seen.playing); seen.playing = 0; return; }
  if (S.step === model()?.inside.length - 1) S.step = null;
  seen.playing = setInterval(() => { step(1); if (S.step >= (model()?.inside.length ?? 0) - 1) { clearInterval(seen.playing); seen.playing = 0; } }, 700);
}

function toggleWires() { S.wires = !S.wires; S.step = null; remember(); run(); }

function showWindow(id) { S.window = id === "driver" ? "" : id; S.step = null; remember(); draw(); }

function pin(key) {
  const pinned = S.pin.split(",").filter(Boolean);
  S.pin = (pinned.includes(key) ? pinned.filter((k) => k !== key) : [...pinned, key]).join(",");
  remember();
  draw();
}

const report = () => inNewPage(async () => {
  const scene = await api.run(S, {report: true, told: progress}).catch((error) => { fail(error.message); return null; });
  progress(null);
  return scene && `/report/${scene.id}`;
});

const save = () => api.toml(S, location.hash).then((text) => download(`${S.experiment}.toml`, text), (error) => fail(error.message));

async function add() {
  try {
    const file = await chosen("experiment", ".toml");
    if (!file) return;
    if (!data.experiments.some((e) => e.name === file.value)) { data.experiments.push({name: file.value}); $("experiment").add(new Option(file.value, file.value)); }
    location.hash = `#${file.value}`;
  } catch (error) { $("refused").textContent = error.message; $("refused").hidden = false; }
}

function go() { if (seen.running) { seen.generation++; api.cancel(seen.running); progress(null); draw(); } else run(); }

function otherWay() {
  const all = seen.scene?.directions ?? [], at = all.indexOf(wayOf(seen.scene));
  if (all.length > 1) { S.dir = all[(at + 1) % all.length].name; S.sel = ""; S.step = null; remember(); draw(); }
}

document.addEventListener("click", (event) => {
  const place = event.target.closest?.("#drawing [data-place]"), span = event.target.closest?.("#drawing [data-step]"), way = event.target.closest?.("[data-way]");
  const done = event.target.closest?.("[data-do]")?.dataset.do, part = event.target.closest?.("[data-window]");
  if (place) select(place.dataset.place);
  else if (span) { S.step = Number(span.dataset.step); S.sel = model().inside[S.step].place; remember(); draw(); }
  else if (way) { S.dir = way.dataset.way; S.sel = ""; S.step = null; remember(); draw(); }
  else if (part) showWindow(part.dataset.window);
  else if (done) ({ghost: setGhost, drop: setGhost, wires: toggleWires, report, save, add})[done]();
});
for (const [id, what] of Object.entries({run: go, run_too: go, back: () => step(-1), on: () => step(1), play, save,
  copy: () => navigator.clipboard.writeText(location.href).then(() => { $("copy").textContent = "Copied"; setTimeout(() => { $("copy").textContent = "Copy link"; }, 1500); }), to_knobs: () => $("knobs").scrollIntoView(),
  theme: () => { const root = document.documentElement, dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches; root.dataset.theme = dark ? "light" : "dark"; recolour(); }}))
  $(id).addEventListener("click", what);
$("experiment").addEventListener("change", (event) => { location.hash = `#${event.target.value}`; });
const box = knobBox({state: () => S, model, seen, names: () => seen.scene?.flows ? data.names.coarse : data.names, uploads: data.uploads, own, turn, moved, pin, fail: say});
NARROW.addEventListener("change", draw);
addEventListener("hashchange", read);
addEventListener("pagehide", () => { if (seen.running) api.cancel(seen.running); });
keyboard({run: go, step, select, ghost: setGhost, way: otherWay, wires: toggleWires, window: () => { if (wayOf(seen.scene)?.bus) showWindow(S.window === "bus" ? "driver" : "bus"); }, running: () => seen.running, cancel: go,
  clear: () => { S.sel = ""; S.step = null; remember(); draw(); }, to: (end) => { const m = model(); if (m) { S.step = end ? m.inside.length - 2 : -1; step(1); } }, onBench: () => Boolean(S.experiment)});
read();
gallery({experiments: data.experiments.map((e) => e.name), busy: () => Boolean(S.experiment)});
