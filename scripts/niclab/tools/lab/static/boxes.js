// The boxes beside the knobs: why at a place, and what changed since the run before.
import {escaped, us, short, causeWords} from "./text.js";
import {termOf} from "./terms.js";
import {ahead, causesOf, difference, differences, nameOf, timeAt} from "./model.js";

// `has`: whether this experiment has a key. `hidden`: without the explanation, which is a lesson's answer.
export function why(model, selected, has, hidden = false) {
  const id = selected || model.way.longest?.place || model.causes.find((c) => c.waits)?.place || model.causes[0].place, place = model.byPlace[id];
  if (!place) return "<h2>Why</h2><p class=\"dim\">This card has no such place.</p>";
  const causes = causesOf(model.way.spans.filter((s) => s.place === id)), longest = causes[0], known = longest && model.way.explain[longest.id];
  const lines = causes.slice(0, 6).map((c) => `<tr><td><span class="swatch ${c.waits ? "waits" : "works"}"></span>${c.waits ? "waits" : "works"}: ${escaped(causeWords(c))}</td><td class="n">${us(c.length)}</td></tr>`);
  const units = ahead(model, id);
  const turned = (known?.keys ?? []).filter(has), holder = known?.held_by && model.places.find((p) => p.id.endsWith(`.${known.held_by}`));
  return `<h2>${escaped(nameOf(model, place))}: ${us(timeAt(place))}${place.inside ? `, ${Math.round(100 * timeAt(place) / model.length)} % of ${model.window.title}` : ""}</h2>${termOf(place.title) ? `<p class="dim">${escaped(termOf(place.title))}</p>` : ""}
    <table><tbody>${lines.join("") || "<tr><td>This packet spent no time here.</td></tr>"}</tbody></table>
    ${units.length ? `<p>Ahead of it: <b>${units.map((u) => escaped(`${u.count} ${u.noun}`)).join(", ")}</b>.</p>` : ""}
    ${known && !hidden ? `<p>${escaped(known.explain)}</p>` : ""}${holder ? `<p class="dim">Held by: <b>${escaped(holder.title)}</b></p>` : ""}
    ${turned.length ? `<p class="dim">Turn: ${turned.map((k) => `<button type="button" class="link" data-turn="${escaped(k)}">${escaped(k)}</button>`).join(" ")}</p>` : ""}
    <p><button type="button" class="link" data-do="wires">Where it stands on the pins</button></p>`;
}

const spent = (mean) => mean === 0 ? "–" : short(mean);

function line(name, found, strong) {
  const digits = found.half < 1 ? 2 : found.half < 10 ? 1 : 0;
  const text = found.decided ? `${found.value < 0 ? "−" : "+"}${Math.abs(found.value).toFixed(digits)} <span class="dim">±${found.half.toFixed(digits)}</span>` : '<span class="dim">no difference seen</span>';
  return `<tr><td>${strong ? `<b>${escaped(name)}</b>` : escaped(name)}</td><td class="n">${spent(found.before)}</td><td class="n">${spent(found.now)}</td><td class="n ${found.decided ? (found.value < 0 ? "less" : "more") : ""}">${text}</td></tr>`;
}

const MOST = 7;  // places that are told one by one

export function now(model, ghost, changedWords, links, rate = "") {
  if (!ghost) return `<h2>Before and now</h2><p class="dim">Turn a knob: the run you see becomes the ghost, and this list shows what changed.</p>
    <p><button type="button" class="link" data-do="ghost">Keep this run as ghost</button> <kbd>g</kbd></p><h2>More of this run</h2>${links}`;
  const rows = differences(ghost, model), decided = rows.filter(([, , d]) => d.decided), more = decided.length - MOST;
  const totals = [[model.window.title, difference(ghost.mean, model.mean)], ["program to program", difference(ghost.way.totals.program, model.way.totals.program)]].filter(([, d]) => d);
  return `<h2>Before and now</h2><table><thead><tr><th scope="col">µs, means of ${ghost.way.packets === model.way.packets ? model.way.packets : `${ghost.way.packets} and ${model.way.packets}`}</th><th scope="col" class="n">before</th><th scope="col" class="n">now</th><th scope="col" class="n">change</th></tr></thead>
    <tbody>${decided.slice(0, MOST).map(([, name, d]) => line(name, d)).join("")}${totals.map(([n, d]) => line(n, d, true)).join("")}</tbody></table>
    <p class="dim">${changedWords ? `Changed: ${changedWords}. ` : ""}${rate ? `${escaped(rate)}. ` : ""}${more > 0 ? `${more} smaller difference${more > 1 ? "s are" : " is"} not listed. ` : ""}In ${rows.length - decided.length} of ${rows.length} places no difference is seen (95&nbsp;%).</p>
    <p><button type="button" data-do="drop">Drop the ghost</button></p><h2>More of this run</h2>${links}`;
}

// What differs between two sets of keys, in words.
export function changes(before, now, own) {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(now)])].filter((k) => before[k] !== now[k]);
  return {short: [...new Set(keys.map((k) => `${k.split(".").at(-1)} ${before[k] ?? own(k)}`))].join(", "),
    html: keys.map((k) => `<code>${escaped(k)}</code> ${escaped(before[k] ?? own(k))} → ${escaped(now[k] ?? own(k))}`).join(", ")};
}
