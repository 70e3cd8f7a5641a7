// The bench: one state, in the address; what it shows follows from the state and the runs made of it.
import * as api from "./api.js";
import {link, state as stateOf, EMPTY} from "./link.js";
import {causesOf, modelOf} from "./model.js";
import {picture, spanWords} from "./ribbon.js";
import {rows, table} from "./rows.js";
import {alone, changed, about} from "./sentence.js";
import {escaped, words, us} from "./text.js";
import * as knobs from "./knobs.js";
import {why, now, changes} from "./boxes.js";
import {keyboard} from "./keys.js";
import {gallery} from "./gallery.js";
import {pins, look, recolour} from "./pins.js";

const $ = (id) => document.getElementById(id);
const data = JSON.parse($("data").textContent);
const NARROW = matchMedia("(max-width: 760px)");
const FEW = 5, PAUSE_MS = 40;  // runs while a slider moves; until it counts as moving
const seen = {scene: null, ghost: null, parameters: [], own: [], running: "", errorKey: "", error: "", generation: 0, search: "", playing: 0, moving: false, following: false, again: false};
let S = {...EMPTY, set: {}};

const say = (text) => { $("error").textContent = text; $("error").hidden = !text; };
const wayOf = (scene) => scene && (scene.directions.find((d) => d.name === S.dir) ?? scene.directions[0]);
const model = () => { const way = wayOf(seen.scene); return way ? modelOf(way) : null; };
const ghost = () => { const way = seen.ghost?.directions.find((d) => d.name === wayOf(seen.scene)?.name); return way ? modelOf(way) : null; };
const own = (key) => { const found = knobs.find(seen.own, key); return found ? knobs.shown(found.value) : "none"; };

function remember(push = false) {
  const wanted = S.experiment ? link(S) : "#";
  if (wanted !== location.hash) history[push ? "pushState" : "replaceState"](null, "", wanted);
}

function drawWays() {
  const all = seen.scene?.directions ?? [];
  $("ways").innerHTML = all.length > 1 ? all.map((d) => `<button type="button" data-way="${escaped(d.name)}" aria-pressed="${d === wayOf(seen.scene)}">${escaped(d.from)} → ${escaped(d.to)}${d.name.includes(".") ? ` (${escaped(d.name.split(".")[1])})` : ""}</button>`).join("") : "";
}

function drawMachine(m, g) {
  const focused = document.activeElement?.closest?.("#drawing [data-place]")?.dataset.place, difference = changes(S.ghost ?? {}, S.set, own);
  $("drawing").innerHTML = NARROW.matches ? rows(m, {selected: S.sel}) : picture(m, {ghost: g, ghostWords: difference.short, selected: S.sel, step: S.step});
  const nodes = [...$("drawing").querySelectorAll(".node")];
  (nodes.find((n) => n.dataset.place === (focused ?? S.sel)) ?? nodes[0])?.setAttribute("tabindex", "0");
  if (focused) $("drawing").querySelector(`[data-place="${CSS.escape(focused)}"]`)?.focus();
}

// An experiment on loss or throughput is answered with that; its packet's time comes second.
function drawHead(m, g) {
  const asked = seen.scene.notes[0] ?? (seen.scene.findings[0]?.kind === "latency" ? null : seen.scene.answer[0]), time = g ? changed(m, g) : alone(m);
  $("headline").innerHTML = asked && !g ? escaped(asked) : time;
  $("about").innerHTML = `${asked && !g ? `<b>${time}</b> ` : ""}${escaped(`${seen.scene.partial ? "Partial: " : ""}${about(seen.scene, m)}`)} <span class="legend"><span class="swatch works"></span>works</span><span class="legend"><span class="swatch waits"></span>waits</span>${g ? '<span class="legend"><span class="swatch was"></span>the run before</span>' : ""}`;
}

function links() {
  return `<p><button type="button" class="link" data-do="report">Full report</button></p><p><button type="button" class="link" data-do="wires">${S.wires ? "Hide the wires" : "Wires of the first packet"}</button> <kbd>w</kbd></p>`;
}

function drawWalk(m) {
  const span = S.step === null ? null : m.inside[S.step];
  $("say").innerHTML = span ? `<b>${S.step + 1} of ${m.inside.length}</b> · at ${us(span.begin - m.begin)}: ${escaped(spanWords(m, span))}` : "Walk with the packet from driver to driver, step by step.";
}

function draw() {
  const m = model(), shown = Boolean(S.experiment);
  document.body.classList.toggle("on-bench", shown);
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
    $("why").innerHTML = why(m, S.sel || m.inside[S.step ?? -1]?.place, (key) => Boolean(knobs.find(seen.parameters, key)));
    $("now").innerHTML = now(m, g, difference.html, links());
  } else if (shown) {
    $("headline").textContent = seen.scene ? seen.scene.answer[0] ?? "No packet arrived." : words(S.experiment);
    for (const id of ["drawing", "about", "why", "now"]) $(id).textContent = "";
    $("say").textContent = "";
  }
  if (shown && !seen.moving) drawKnobs();  // a slider that is held stays
  pins(shown && S.wires && seen.scene?.first ? seen.scene.id : "").then(() => { const span = m?.inside[S.step ?? -1]; if (span) look(span); });
}

function drawKnobs() {
  const m = model(), selected = S.sel && m ? causesOf(m.way.spans.filter((s) => s.place === S.sel)).map((c) => m.way.explain[c.id]) : [];
  const keys = [...new Set([...selected.flatMap((why) => why?.keys ?? []), ...(m?.byPlace[S.sel]?.keys ?? [])])], all = knobs.listed(seen.parameters, S, keys);
  const one = ([names, title, small]) => knobs.knob(names, title, small || undefined, seen.parameters, S, data.names, names.includes(seen.errorKey) ? seen.error : "");
  const found = knobs.search(seen.parameters, seen.search).map((p) => one([[p.key], p.key])).join("");
  const typing = document.activeElement?.id === "search", focus = document.activeElement?.id;
  $("knobs").innerHTML = `<h2>What you can turn <small class="dim">${all.count} of ${seen.parameters.length}</small></h2>
    <input type="search" id="search" placeholder="search all keys ( / )" aria-label="search all keys" value="${escaped(seen.search)}">
    <div id="found">${found || (seen.search ? '<p class="dim">No key has these words.</p>' : "")}</div>${[...all.place, ...all.changed, ...all.twelve].map(one).join("")}`;
  if (typing) { const box = $("search"); box.focus(); box.setSelectionRange(box.value.length, box.value.length); } else if (focus?.startsWith("knob-")) $(focus)?.focus();
}

function progress(status) {
  seen.running = ["waiting", "running"].includes(status?.state) ? status.id : "";
  $("progress").hidden = !seen.running;
  $("drawing").classList.toggle("old", Boolean(seen.running) && !seen.moving);
  $("progress").querySelector("progress").value = status?.percent ?? 0;
  $("progress").querySelector("span").textContent = status?.state === "waiting" ? "waits for its turn" : status ? `${status.what || "starting"}, ${status.percent} %` : "";
  for (const id of ["run", "run_too"]) $(id).innerHTML = seen.running ? "Cancel <kbd>Esc</kbd>" : "Run <kbd>R</kbd>";
}

const few = () => ({...S, runs: Math.min(FEW, S.runs ?? Number(own("run.runs")))});

// Runs the state. The old picture stays until the new one is there; an answer that is overtaken is dropped.
async function run(state = S) {
  const mine = ++seen.generation;
  if (seen.running) api.cancel(seen.running);
  try {
    const [parameters, scene] = await Promise.all([api.parameters(state), api.run(state, {report: S.wires, told: (s) => mine === seen.generation && progress(s)})]);
    if (mine !== seen.generation) return;
    seen.parameters = parameters;
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
  seen.search = "";
  progress(null);
  say("");
  draw();
  if (!S.experiment) return;
  if (!data.experiments.some((e) => e.name === S.experiment)) { say(`${S.experiment}: no such experiment, one of the gallery wanted`); return; }
  try { seen.own = seen.parameters = await api.parameters({...EMPTY, experiment: S.experiment, set: {}}); } catch (error) { say(error.message); }
  draw();
  if (S.ghost) await api.run({...S, set: S.ghost}).then((scene) => { seen.ghost = scene; }, (error) => say(error.message));
  await run();
}

function read() {
  const before = link(S);
  try { S = stateOf(location.hash); } catch (error) { say(error.message); return; }
  if (link({...S, step: null, sel: "", dir: ""}) !== link({...stateOf(before), step: null, sel: "", dir: ""}) || !seen.scene) open(); else draw();
}

function keepGhost() { if (!S.ghost && seen.scene && !seen.scene.first) { S.ghost = {...S.set}; seen.ghost = seen.scene; } }

function put(keys, value) {
  for (const key of keys) if (value === null || value === own(key)) delete S.set[key]; else S.set[key] = value;
  S.step = null;
}

function turn(keys, value) {
  const came = seen.moving;
  seen.moving = false;
  keepGhost();
  put(keys, value);
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

function moved(keys, value) {
  if (!seen.moving) { keepGhost(); remember(true); }
  seen.moving = true;
  put(keys, value);
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

async function report() {
  const page = window.open("about:blank", "_blank");
  const scene = await api.run(S, {report: true, told: progress}).catch((error) => { fail(error.message); return null; });
  progress(null);
  if (scene && page) page.location = `/report/${scene.id}`; else page?.close();
}

async function save() {
  const shared = link(S), text = await api.toml(S, shared).catch((error) => { fail(error.message); return null; });
  if (text === null) return;
  const a = document.createElement("a");
  a.href = URL.createObjectURL(new Blob([text], {type: "application/toml"}));
  a.download = `${S.experiment}.toml`;
  a.click();
  setTimeout(() => URL.revokeObjectURL(a.href), 1000);
}

function go() { if (seen.running) { seen.generation++; api.cancel(seen.running); progress(null); draw(); } else run(); }

function otherWay() {
  const all = seen.scene?.directions ?? [], at = all.indexOf(wayOf(seen.scene));
  if (all.length > 1) { S.dir = all[(at + 1) % all.length].name; S.sel = ""; S.step = null; remember(); draw(); }
}

document.addEventListener("click", (event) => {
  const place = event.target.closest?.("#drawing [data-place]"), span = event.target.closest?.("#drawing [data-step]"), way = event.target.closest?.("[data-way]");
  const done = event.target.closest?.("[data-do]")?.dataset.do, row = event.target.closest?.(".knob");
  if (place) select(place.dataset.place);
  else if (span) { S.step = Number(span.dataset.step); S.sel = model().inside[S.step].place; remember(); draw(); }
  else if (way) { S.dir = way.dataset.way; S.sel = ""; S.step = null; remember(); draw(); }
  else if (done) ({ghost: setGhost, drop: setGhost, wires: toggleWires, report})[done]();
  else if (row && event.target.matches(".back")) turn(row.dataset.keys.split(" "), null);
  else if (row && event.target.matches(".suggest")) turn(row.dataset.keys.split(" "), event.target.dataset.value);
});
$("knobs").addEventListener("input", (event) => {
  if (event.target.id === "search") { seen.search = event.target.value; drawKnobs(); return; }
  if (event.target.type !== "range") return;
  const row = event.target.closest(".knob");
  row.dataset.base ??= row.querySelector(".number").value;
  row.querySelector(".number").value = knobs.valueOf(event.target, row.dataset.keys.split(" "), seen.parameters);
  moved(row.dataset.keys.split(" "), row.querySelector(".number").value);
});
$("knobs").addEventListener("change", (event) => {
  const row = event.target.closest(".knob");
  if (!row) return;
  const keys = row.dataset.keys.split(" ");
  turn(keys, event.target.type === "range" ? row.querySelector(".number").value : knobs.valueOf(event.target, keys, seen.parameters));
});
for (const [id, what] of Object.entries({run: go, run_too: go, back: () => step(-1), on: () => step(1), play, save,
  copy: () => navigator.clipboard.writeText(location.href).then(() => { $("copy").textContent = "Copied"; setTimeout(() => { $("copy").textContent = "Copy link"; }, 1500); }), to_knobs: () => $("knobs").scrollIntoView(),
  theme: () => { const root = document.documentElement, dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches; root.dataset.theme = dark ? "light" : "dark"; recolour(); }}))
  $(id).addEventListener("click", what);
$("experiment").addEventListener("change", (event) => { location.hash = `#${event.target.value}`; });
NARROW.addEventListener("change", draw);
addEventListener("hashchange", read);
addEventListener("pagehide", () => { if (seen.running) api.cancel(seen.running); });
keyboard({run: go, step, select, ghost: setGhost, way: otherWay, wires: toggleWires, running: () => seen.running, cancel: go,
  clear: () => { S.sel = ""; S.step = null; remember(); draw(); }, to: (end) => { const m = model(); if (m) { S.step = end ? m.inside.length - 2 : -1; step(1); } }, onBench: () => Boolean(S.experiment)});
read();
gallery({experiments: data.experiments.map((e) => e.name), busy: () => Boolean(S.experiment)});
