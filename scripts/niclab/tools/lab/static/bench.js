// The bench: one state, in the address; what it shows follows from the state and the runs made of it.
import * as api from "./api.js";
import {link, state as stateOf, EMPTY, LONGEST} from "./link.js";
import {modelOf} from "./model.js";
import {picture} from "./ribbon.js";
import {rows, table} from "./rows.js";
import {rates} from "./sentence.js";
import {head, nothing} from "./head.js";
import {brief, offersOf, refusedKey} from "./notice.js";
import {escaped, inMicro, words} from "./text.js";
import {members, offers, withOffers} from "./choice.js";
import {shown as asText} from "./quantity.js";
import {knobBox} from "./knobbox.js";
import {chosen, download, inNewPage} from "./files.js";
import {walk} from "./walk.js";
import {flows, flowsHead, nowOfFlows} from "./flows.js";
import {sheet} from "./lesson.js";
import {why, now, changes} from "./boxes.js";
import {keyboard} from "./keys.js";
import {tellProgress} from "./progress.js";
import {gallery} from "./gallery.js";
import {copy, drawWays, otherTheme} from "./top.js";
import {pins, look, lacks, recolour} from "./pins.js";

const $ = (id) => document.getElementById(id);
const data = JSON.parse($("data").textContent);
const NARROW = matchMedia("(max-width: 760px)");
const FEW = 5, PAUSE_MS = 40;  // runs while a slider moves; until it counts as moving
const seen = {scene: null, of: null, ghost: null, parameters: [], own: [], running: "", refused: new Map(), generation: 0, moving: false, following: false, again: false};
const MORE = offers(data.known);
let S = {...EMPTY, set: {}};
const say = (text, more = "") => { $("error").innerHTML = escaped(text) + more; $("error").hidden = !text; };
// Whether the picture is of another setting than the state's, whose run was refused or cancelled.
const behind = () => Boolean(seen.of) && !seen.running && !seen.moving && !same(seen.of, S.set);
const walking = walk({state: () => S, model: () => model(), changed: () => { remember(); draw(); }});
const wayOf = (scene) => scene && (scene.directions.find((d) => d.name === S.dir) ?? scene.directions[0]);
const model = () => { const way = wayOf(seen.scene); return way ? modelOf(way, S.window) : null; };
const same = (one, other) => link({...EMPTY, set: one}) === link({...EMPTY, set: other});
const ghost = () => { if (behind() && S.ghost && same(S.ghost, seen.of)) return null; const way = seen.ghost?.directions.find((d) => d.name === wayOf(seen.scene)?.name); return way ? modelOf(way, S.window) : null; };
// Its hosts have a TCP: a refused key or a run that failed leaves that as it is.
const withTcp = () => seen.own.some((p) => /^host\.\w+\.software$/.test(p.key));
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

function drawMachine(m, g) {
  const focused = document.activeElement?.closest?.("#drawing [data-place]")?.dataset.place, difference = changes(S.ghost ?? {}, seen.of ?? S.set, own);
  $("drawing").innerHTML = NARROW.matches ? rows(m, {ghost: g, selected: S.sel}) : picture(m, {ghost: g, ghostWords: difference.short, selected: S.sel, step: S.step, quiet: Boolean(lesson())});
  const nodes = [...$("drawing").querySelectorAll(".node")];
  (nodes.find((n) => n.dataset.place === (focused ?? S.sel)) ?? nodes[0])?.setAttribute("tabindex", "0");
  if (focused) $("drawing").querySelector(`[data-place="${CSS.escape(focused)}"]`)?.focus();
}

const writeHead = ({headline, about}) => { $("headline").innerHTML = headline; $("about").innerHTML = about; };
const unasked = () => behind() ? `${changes(seen.of, S.set, own).html}, ${seen.refused.size ? "refused" : "cancelled"}` : "";
function drawHead(m, g) {
  writeHead(head({scene: seen.scene, before: g && seen.ghost, m, g, lesson: lesson(), unasked: unasked()}));
  $("bench").classList.toggle("behind", behind());
  $("brief").textContent = brief(m, g, behind());
}

// Of another level than the cycle's.
function drawFlows() {
  const g = seen.ghost?.flows ? seen.ghost : null;
  writeHead(flowsHead(seen.scene, g, unasked()));
  $("bench").classList.toggle("behind", Boolean(unasked()));
  $("drawing").innerHTML = flows(seen.scene, g);
  $("now").innerHTML = nowOfFlows(seen.scene, g, changes(S.ghost ?? {}, seen.of, own).html);
}

function links() {
  return `<p><button type="button" class="link" data-do="report">Full report</button></p><p><button type="button" class="link" data-do="wires">${S.wires ? "Hide the wires" : "Wires of the first packet"}</button> <kbd class="wide">w</kbd></p>${NARROW.matches ? '<p><button type="button" class="link" data-do="copy">Copy link</button></p><p><button type="button" class="link" data-do="save">Download .toml</button></p>' : ""}`;
}

// The knob in hand stays where it is on the screen, whatever grows above it.
const heldAt = (id) => document.getElementById(id)?.getBoundingClientRect().top ?? 0;

function draw() {
  const m = model(), shown = Boolean(S.experiment), held = document.activeElement?.id.startsWith("knob-") ? document.activeElement.id : "", at = held && heldAt(held);
  document.body.classList.toggle("on-bench", shown);
  document.body.classList.toggle("flows", shown && !m);
  document.body.classList.toggle("empty", shown && !seen.parameters.length);
  $("question").textContent = data.experiments.find((e) => e.name === S.experiment)?.question ?? "";
  $("gallery").hidden = shown;
  $("bench").hidden = !shown;
  document.querySelector(".pick").hidden = !shown;
  document.title = shown ? `${S.experiment}: niclab lab` : "niclab lab";
  $("experiment").value = S.experiment;
  drawWays(seen.scene?.directions ?? [], wayOf(seen.scene), S.window);
  if (shown && m) {
    if (S.step >= m.inside.length) { S.step = m.inside.length - 1; remember(); }
    const g = ghost(), difference = changes(S.ghost ?? {}, seen.of, own);
    drawHead(m, g);
    drawMachine(m, g);
    $("numbers").querySelector("div").innerHTML = table(m);
    walking.draw(m);
    $("why").innerHTML = why(m, S.sel || m.inside[S.step ?? -1]?.place, (key) => members(seen.parameters, key).length > 0, Boolean(lesson()));
    $("now").innerHTML = now(m, g, difference.html, links(), rates(seen.scene, g && seen.ghost, m.way));
  } else if (shown) {
    for (const id of ["drawing", "why", "now", "brief"]) $(id).textContent = "";
    writeHead(seen.scene ? {headline: escaped(inMicro(seen.scene.answer[0] ?? "No packet arrived.")), about: ""} : seen.running || !seen.opened ? {headline: escaped(words(S.experiment)), about: ""} : nothing(lesson(), seen.refused.size));
    if (seen.scene?.flows) drawFlows();
    walking.clear();
  }
  $("sheet").innerHTML = lesson() ? sheet(lesson()) : "";
  if (shown && !seen.moving) box.draw();  // a slider that is held stays
  if (held) scrollBy(0, heldAt(held) - at);
  pins(shown && S.wires && seen.scene?.first ? seen.scene.id : "").then(() => {
    const recorded = m && m.way.name === seen.scene.directions[0].name;
    if (m && S.wires) $("lacks").textContent = lacks(m, recorded);
    if (recorded && m.inside[S.step ?? -1]) look(m.inside[S.step]);
  });
}

function progress(status) {
  seen.running = ["waiting", "running"].includes(status?.state) ? status.id : "";
  $("drawing").classList.toggle("old", Boolean(seen.running) && !seen.moving);
  tellProgress(status, Boolean(seen.running));
}

const few = () => ({...S, runs: Math.min(FEW, S.runs ?? Number(own("run.runs")))});

// Runs the state. The old picture stays until the new one is there; an answer that is overtaken is dropped.
async function run(state = S) {
  const mine = ++seen.generation, of = {...state.set};
  if (seen.running) api.cancel(seen.running);
  try {
    const [parameters, scene] = await Promise.all([api.parameters(state), api.run(state, {report: S.wires, told: (s) => mine === seen.generation && progress(s)})]);
    if (mine !== seen.generation) return;
    seen.parameters = withOffers(parameters, MORE);
    seen.refused.clear();
    say(seen.unknown);
    if (scene) [seen.scene, seen.of] = [scene, of];
  } catch (error) {
    if (mine !== seen.generation) return;
    fail(error.message);
  }
  progress(null);
  draw();
}

// The program's sentence beside the key it names.
function fail(sentence) {
  const named = refusedKey(sentence, Object.keys(S.set));
  seen.refused.set(named ?? "", sentence);  // "": of no key that was turned
  say(sentence, offersOf(sentence, named, seen.parameters));
}

async function open() {
  seen.generation++;
  seen.scene = seen.of = seen.ghost = null;
  seen.parameters = seen.own = [];
  seen.refused.clear();
  seen.opened = false;
  seen.unknown = "";
  box.clear();
  progress(null);
  say("");
  draw();
  const name = S.experiment;
  if (!name) return;
  if (!data.experiments.some((e) => e.name === S.experiment)) { say(`${S.experiment}: unknown experiment; expected one of the gallery`); return; }
  try { seen.own = seen.parameters = withOffers(await api.parameters({...EMPTY, experiment: S.experiment, set: {}}), MORE); } catch (error) { say(error.message); }
  draw();
  if (S.ghost) await api.run({...S, set: S.ghost}).then((scene) => { seen.ghost = scene; }, (error) => { seen.unknown = `ghost: ${error.message}`; });
  if (!lesson()) await run();
  if (S.experiment !== name) return;
  seen.opened = true;
  const m = model();
  if (m && S.sel && !m.byPlace[S.sel]) { say(`${seen.unknown} sel=${S.sel}: unknown place; expected a place of this card`.trim()); S.sel = ""; remember(); }
  draw();
}

const run_of = (state) => link({...state, step: null, sel: "", dir: "", window: "", pin: "", lesson: null});

async function read() {
  const before = S;
  try {
    const found = stateOf(location.hash);
    S = found.kept ? stateOf(await api.kept(found.kept)) : found;
  } catch (error) {
    say(error.message);
    if (!S.experiment) { refuse(error.message); draw(); }  // a first link that says nothing: there is the gallery
    return;
  }
  $("long").hidden = !stateOf(location.hash).kept;
  if (S.experiment) remember();  // in its shortest way of writing
  if (run_of(S) !== run_of(before) || !seen.scene) open(); else draw();
}

function keepGhost() { if (!S.ghost && seen.scene && !seen.scene.first) { S.ghost = {...seen.of}; seen.ghost = seen.scene; } }

// `instead`: keys that say it so far.
function put(keys, value, instead = []) {
  for (const key of ["", ...keys, ...instead]) seen.refused.delete(key);
  for (const key of instead) delete S.set[key];
  for (const key of keys) if (value === null || value === own(key)) delete S.set[key]; else S.set[key] = value;
  S.step = null;
}

function turn(keys, value, instead) {
  const came = seen.moving;
  seen.moving = false;
  keepGhost();
  put(keys, value, instead);
  if (S.ghost && same(S.ghost, S.set)) { S.ghost = null; seen.ghost = null; }
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
  if (S.ghost) { S.ghost = null; seen.ghost = null; } else if (seen.scene) { S.ghost = {...seen.of}; seen.ghost = seen.scene; }
  remember();
  draw();
}

const select = (id) => { S.sel = S.sel === id ? "" : id; remember(); draw(); };
const toggleWires = () => { S.wires = !S.wires; S.step = null; remember(); run(); };
const showWindow = (id) => { S.window = id === "driver" ? "" : id; S.step = null; remember(); draw(); };
function pin(key) {
  const pinned = S.pin.split(",").filter(Boolean);
  S.pin = (pinned.includes(key) ? pinned.filter((k) => k !== key) : [...pinned, key]).join(",");
  remember();
  draw();
}

const report = () => inNewPage(async () => {
  const scene = await api.run(S, {report: true, told: progress}).catch((error) => fail(error.message));
  progress(null);
  return scene && `/report/${scene.id}`;
});

const save = () => api.toml(S, location.hash).then((text) => download(`${S.experiment}.toml`, text), (error) => fail(error.message));

function refuse(sentence) { $("refused").textContent = sentence; $("refused").hidden = false; }
async function add() {
  try {
    const file = await chosen("experiment", ".toml");
    if (!file) return;
    if (!data.experiments.some((e) => e.name === file.value)) { data.experiments.push({name: file.value}); $("experiment").add(new Option(file.value, file.value)); }
    location.hash = `#${file.value}`;
  } catch (error) { refuse(error.message); }
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
  else if (span) walking.to(Number(span.dataset.step));
  else if (way) { S.dir = way.dataset.way; S.sel = ""; S.step = null; remember(); draw(); }
  else if (part) showWindow(part.dataset.window);
  else if (done) ({ghost: setGhost, drop: setGhost, wires: toggleWires, report, save, add, copy, drop_key: () => turn([event.target.dataset.key], null), use_key: () => turn([event.target.dataset.other], S.set[event.target.dataset.key], [event.target.dataset.key])})[done]();
  else if (event.target.dataset?.turn) { pin(event.target.dataset.turn); box.show(event.target.dataset.turn); }
});
for (const [id, what] of Object.entries({run: go, run_too: go, back: () => walking.by(-1), on: () => walking.by(1), play: walking.play, save,
  copy, to_knobs: () => $("knobs").scrollIntoView(), theme: () => { otherTheme(); recolour(); }}))
  $(id).addEventListener("click", what);
$("experiment").addEventListener("change", (event) => { location.hash = `#${event.target.value}`; });
const box = knobBox({state: () => S, model, seen, names: () => withTcp() ? data.names.coarse : data.names, uploads: data.uploads, own, turn, moved, pin, fail: say});
NARROW.addEventListener("change", draw);
addEventListener("hashchange", read);
addEventListener("pagehide", () => { if (seen.running) api.cancel(seen.running); });
keyboard({run: go, step: walking.by, select, ghost: setGhost, way: otherWay, wires: toggleWires, window: () => { if (wayOf(seen.scene)?.bus) showWindow(S.window === "bus" ? "driver" : "bus"); }, running: () => seen.running, cancel: go,
  clear: () => { S.sel = ""; S.step = null; remember(); draw(); }, to: (end) => end ? walking.end() : walking.to(0), onBench: () => Boolean(S.experiment)});
read();
gallery({experiments: data.experiments.map((e) => e.name), busy: () => Boolean(S.experiment)});
