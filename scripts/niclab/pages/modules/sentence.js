// The answer before the drawing, made from the numbers.
import {escaped, short, us, share, withInterval, causeWords, unitsBefore} from "./text.js";
import {difference, differences, timeAt, WINDOWS} from "./model.js";

const ROLES = /^(client|server)$/;  // hosts that are called by what they are
const LONG = 0.2;  // of the time that is drawn
const MORE_THAN_ALL = 1.2;  // of a change: what one place has beyond it, another takes back
const UNLIKE = 0.1;  // of a mean

// The longest wait, or work where nothing waits: how long, for what, and at which place of whom. Of the mean where the run says it.
function longest(model) {
  const cause = model.way.longest ?? model.causes.find((c) => c.waits) ?? model.causes[0], whole = model.way.longest?.mean ?? model.length;
  const place = model.byPlace[cause.place], why = model.way.explain[cause.id];
  const what = cause.waits ? `waiting for ${(cause.amount && unitsBefore(cause)) || why?.waits_for || unitsBefore(cause) || cause.words}` : causeWords(cause);
  const host = model.way[place.id.startsWith("a.") ? "from" : "to"], owner = place.id.startsWith("line") ? "the " : `${ROLES.test(host) ? "the " : ""}${host}’s `;
  return {cause, whole, part: cause.length / whole, text: `<em>${us(cause.length)}${what === place.title ? "" : ` ${escaped(what)}`}</em> ${place.kind === "fifo" ? "in" : "at"} ${escaped(owner + place.title)}.`};
}

export function alone(model) {
  const {cause, whole, part, text} = longest(model);
  if (part < LONG) {
    const works = model.inside.reduce((sum, s) => sum + (s.waits ? 0 : s.end - s.begin), 0);
    const busiest = [...model.places].filter((p) => p.inside).sort((a, b) => timeAt(b) - timeAt(a))[0];
    return `Nobody waits long: ${Math.round(100 * works / model.length)} % of a packet’s ${us(whole)} ${model.window.words} is work, ${us(timeAt(busiest))} at the ${escaped(busiest.title)}.`;
  }
  return `${share(part)} of a packet’s ${us(whole)} ${model.window.words} is one ${cause.waits ? "wait" : "piece of work"}: ${text}`;
}

const at = ([place, , d]) => `${place.kind === "fifo" ? "in" : "at"} the ${escaped(place.title)}: ${short(d.before)} → ${short(d.now)}`;

// Where a change is, as far as one place has most of it, or two that work against each other.
function mostly(model, ghost, whole) {
  const found = differences(ghost, model).filter(([p, , d]) => d.decided && p.kind !== "software"), largest = found[0];
  if (!largest) return "";
  const part = largest[2].value / whole, other = found.find(([, , d]) => d.value * largest[2].value < 0);
  if (part > 0.5 && part < MORE_THAN_ALL) return `, most of it ${at(largest)}`;
  const [less, more] = largest[2].value < 0 ? [largest, other] : [other, largest];
  return other && Math.abs(part) >= MORE_THAN_ALL ? `: less ${at(less)}, more ${at(more)}` : "";
}

// Of means; the drawn packets are of different runs and are not compared.
export function changed(model, ghost) {
  const found = difference(ghost.mean, model.mean), now = `Longest now: ${longest(model).text}`;
  if (!found) return now;
  if (!found.decided) return `No difference is seen ${model.window.words}: ${short(found.before)} and ${short(found.now)} µs on average, 95 %. ${now}`;
  return `<i>${found.value < 0 ? "−" : "+"}${withInterval(Math.abs(found.value), found.half)} µs</i> ${model.window.words}, ${short(found.before)} → ${short(found.now)} on average${mostly(model, ghost, found.value)}. ${now}`;
}

// Payload that arrives this way, where a run is asked for its throughput.
const arriving = (scene, way) => scene?.findings?.find((f) => f.kind === "throughput" && f.direction === way.name)?.mbps;
export function rates(scene, before, way) {
  const [now, was] = [arriving(scene, way), arriving(before, way)];
  return now === undefined || was === undefined ? "" : `${short(was)} → ${short(now)} Mb/s of payload, ${way.from} → ${way.to}`;
}

// What the first of two throughputs leaves out.
export function otherWay(scene) {
  const rates = scene.findings.filter((f) => f.kind === "throughput");
  return rates.length === 2 && scene.findings[0] === rates[0] ? ` The other way ${rates[1].mbps.toFixed(2)} Mb/s.` : "";
}

// The packet that is drawn is one of many: of a stream's, whose queue grows, it may be far from the mean.
function unlike(model) {
  const mean = model.mean?.mean;
  return mean && !model.way.mean_only && Math.abs(model.length - mean) > UNLIKE * mean ? ` (${us(model.length)}; their mean is ${us(mean)})` : "";
}

// What is not drawn large: most of a short packet's time is its hosts' software.
function whole(model) {
  const total = model.way.totals.program?.mean;
  if (!total || model.way.mean_only || model.window !== WINDOWS.driver) return "";
  return `From program to program ${us(total)}, ${Math.round(100 * (model.total - model.length) / model.total)} % of it the hosts’ software. `;
}

export function about(scene, model) {
  const way = model.way, packet = way.packet, rules = scene.rules;
  const which = way.mean_only ? `Drawn: the mean of ${way.packets} packets` : `Drawn: ${scene.first ? "the first packet" : "the median packet"} of ${way.packets}, ${packet.octets} octet${packet.octets === 1 ? "" : "s"}${unlike(model)}`;
  const held = rules.broken ? `${rules.broken} of ${rules.checked.toLocaleString("en")} rules broken` : `${rules.checked.toLocaleString("en").replaceAll(",", " ")} rules checked, none broken`;
  return `${whole(model)}${which}, seed ${scene.seed}; numbers in µs; ${held}.`;
}
