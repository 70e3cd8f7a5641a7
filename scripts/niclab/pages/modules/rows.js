// The same way for a narrow window: a row a place, its bar at its time.
import {escaped, short, us, causeWords} from "./text.js";
import {timeAt, difference} from "./model.js";

// The run before as a thin line below the bar.
function bar(model, place, ghost) {
  const length = Math.max(model.length, ghost?.length ?? 0);
  const bars = (m, kind, y, height) => m.inside.filter((s) => s.place === place.id).map((s) =>
    `<rect class="${kind(s)}" x="${(100 * (s.begin - m.begin) / length).toFixed(2)}" y="${y}" width="${Math.max(100 * (s.end - s.begin) / length, 0.7).toFixed(2)}" height="${height}"/>`);
  const parts = [...bars(model, (s) => s.waits ? "waits" : "works", 0, ghost ? 14 : 20), ...(ghost ? bars(ghost, () => "before", 15, 5) : [])];
  return `<svg class="track" viewBox="0 0 100 20" preserveAspectRatio="none" aria-hidden="true">${parts.join("")}</svg>`;
}

function row(model, place, ghost, selected, still) {
  const time = timeAt(place), big = time / model.length > 0.1, longest = model.causes.find((c) => c.place === place.id);
  const tag = still ? "div" : "button", old = ghost?.byPlace[place.id], changed = ghost && difference(ghost.way.means[place.id], model.way.means[place.id]);
  const was = changed?.decided && old ? `was ${short(timeAt(old))} µs` : ghost && !old ? "not there before" : "";
  return `<${tag}${still ? "" : ` type="button" aria-pressed="${selected === place.id}"`} class="row${big ? " big" : ""}${selected === place.id ? " sel" : ""}" data-place="${escaped(place.id)}">
    <span>${escaped(place.title)}</span>${bar(model, place, ghost)}<span class="n">${short(time)}</span>
    ${big && longest?.waits ? `<small>${us(longest.length)} ${escaped(causeWords(longest))}</small>` : ""}${was ? `<small class="was">${was}</small>` : ""}</${tag}>`;
}

export function rows(model, {ghost = null, selected = null, still = false} = {}) {
  const parts = [];
  let last = "";
  for (const place of model.places) {
    const title = model.way.titles[place.panel];
    if (!place.inside && !timeAt(place)) continue;
    if (title && place.panel !== last) { parts.push(`<h3 class="part">${escaped(title)}</h3>`); last = place.panel; }
    parts.push(place.inside ? row(model, place, ghost, selected, still) : `<p class="part">${escaped(place.title)}: software ${us(timeAt(place))}</p>`);
  }
  return `<div class="rows">${parts.join("")}<p class="dim">Bars lie where in the ${us(model.length)} ${model.window.words} they happened.</p></div>`;
}

// The same numbers as a table, for readers and for those who do not see the drawing.
export function table(model) {
  const lines = model.inside.map((s) => `<tr><td>${escaped(model.byPlace[s.place].title)}</td><td>${s.waits ? "waits" : "works"}</td><td>${escaped(causeWords(s))}</td>
    <td class="n">${(s.begin - model.begin).toFixed(3)}</td><td class="n">${(s.end - s.begin).toFixed(3)}</td></tr>`);
  return `<table><thead><tr><th scope="col">place</th><th scope="col">state</th><th scope="col">cause</th><th scope="col" class="n">at, µs</th><th scope="col" class="n">takes, µs</th></tr></thead><tbody>${lines.join("")}</tbody></table>`;
}
