// The card as boxes in the order a packet passes them, with its time, its FIFOs' cells, and who waits for whom. Pure: SVG text.
import {escaped, short, us, unitsBefore} from "./text.js";
import {termOf} from "./terms.js";
import {ahead, timeAt, difference} from "./model.js";

export const WIDTH = 1240;
const MOST_ASIDE = 160;  // an arrow's words from its middle
const GAP = 9, TOP = 48, HEIGHT = 98, SHARE_OF_AN_ARROW = 0.08, MOST_CELLS = 24;
const LEAST = {fifo: 70, line: 50};
export const DIAGRAM_BOTTOM = TOP + HEIGHT + 27;

// Whether a FIFO's places are drawn one by one; of a deeper one its depth is said.
const counted = (place) => place.depth && place.depth <= MOST_CELLS;

// Where each box stands: as wide as its title needs, scaled to fill.
export function layout(model) {
  const wide = model.places.map((p) => Math.max(LEAST[p.kind] ?? 46, 8.4 * p.title.length + 5) + (p.depth > 4 && counted(p) ? 44 : 0));
  const factor = (WIDTH - 34 - GAP * (wide.length - 1)) / wide.reduce((a, b) => a + b, 0);
  const found = new Map();
  let x = 17;
  const size = Math.min(12.5, ...model.places.map((p, i) => (wide[i] * factor - 6) / (0.68 * p.title.length)));  // one for all titles
  model.places.forEach((p, i) => { found.set(p.id, {x, width: wide[i] * factor, size}); x += wide[i] * factor + GAP; });
  return found;
}

function panels(model, at) {
  const parts = [];
  for (const [id, title] of Object.entries(model.way.titles)) {
    const mine = model.places.filter((p) => p.panel === id).map((p) => at.get(p.id));
    if (!mine.length) continue;
    const left = mine[0].x - 6, right = mine.at(-1).x + mine.at(-1).width + 6;
    parts.push(`<rect class="panel" x="${left}" y="${TOP - 7}" width="${right - left}" height="${HEIGHT + 34}" rx="10"/>
      <text class="panel-title" x="${(left + right) / 2}" y="${TOP + HEIGHT + 18}" text-anchor="middle">${escaped(title)}</text>`);
  }
  return parts.join("");
}

function links(model, at) {
  return model.places.slice(1).map((p, i) => {
    const a = at.get(model.places[i].id), b = at.get(p.id), y = TOP + HEIGHT / 2;
    return `<line class="link" x1="${a.x + a.width}" x2="${b.x}" y1="${y}" y2="${y}"/>`;
  }).join("");
}

// The packet's own cell, those ahead of it by kind as far as they were counted, and free places.
function cells(model, place, box) {
  if (!counted(place)) return "";
  const count = place.depth, width = Math.min(13, (box.width - 14) / count), left = box.x + (box.width - width * count) / 2;
  const units = ahead(model, place.id).flatMap((u) => Array(u.count).fill(u)), parts = [];
  for (let i = 0; i < count; i++) {
    const kind = i === 0 ? "packet" : !units[i - 1] ? "free" : units[i - 1].filler ? "ahead filler" : "ahead others";
    const said = i === 0 ? "the packet's first cell" : units[i - 1] ? `ahead of it: one of ${units[i - 1].count} ${units[i - 1].noun}` : "free";
    parts.push(`<rect class="cell ${kind}" x="${(left + i * width + 0.6).toFixed(1)}" y="${TOP + 70}" width="${Math.max(0.7, width - 1.2).toFixed(1)}" height="12" rx="${width > 4 ? 1.5 : 0}"><title>${escaped(said)}</title></rect>`);
  }
  return parts.join("");
}

function stateBar(place, box) {
  const time = timeAt(place), width = box.width - 14, y = TOP + HEIGHT - 10;
  if (!(time > 0)) return "";
  if (!place.inside) return `<rect class="outside" x="${box.x + 7}" y="${y}" width="${width}" height="5" rx="2.5"/>`;
  const works = width * place.works / time;
  return `<rect class="waits" x="${box.x + 7}" y="${y}" width="${width}" height="5" rx="2.5"/><rect class="works" x="${box.x + 7}" y="${y}" width="${works}" height="5" rx="2.5"/>`;
}

export function said(place) {
  const time = timeAt(place);
  return `${place.title}, ${us(time)}${place.inside ? (place.waits > place.works ? ", waits" : ", works") : place.kind === "software" ? ", software" : ""}`;
}

// The largest letters up to a size with which a text stays inside its box.
const fitting = (text, most, width) => Math.min(most, (width - 4) / (0.66 * text.length)).toFixed(1);

// Of means it says whether a place changed; the times of the box, now and before, are those of the packets drawn.
function box(model, ghost, place, at, selected, still) {
  const b = at.get(place.id), middle = b.x + b.width / 2, time = timeAt(place), part = place.inside ? time / model.length : 0;
  const hot = place.inside && place.waits / model.length > 0.1;
  const changed = ghost && difference(ghost.way.means[place.id], model.way.means[place.id]);
  const shows = place.shows || (place.depth && !counted(place) ? `${place.depth} cells` : place.inside || place.kind !== "software" ? "" : "software");
  const old = ghost?.byPlace[place.id], was = changed?.decided && old ? `was ${short(timeAt(old))}` : ghost && !old ? "new" : "";
  const below = was ? `<text class="was" x="${middle}" y="${TOP + 64}" text-anchor="middle" font-size="${fitting(was, 11.5, b.width)}">${was}</text>`
    : counted(place) || !shows ? "" : `<text class="dim" x="${middle}" y="${TOP + 64}" text-anchor="middle">${escaped(shows)}</text>`;
  const size = fitting(short(time), part > 0.25 ? 24 : 16.5, b.width);
  return `<g class="node${hot ? " hot" : ""}${selected === place.id ? " sel" : ""}${place.inside ? "" : " far"}" data-place="${escaped(place.id)}"
      ${still ? 'role="img"' : `role="button" tabindex="-1" aria-pressed="${selected === place.id}"`} aria-label="${escaped(said(place))}"><title>${escaped([said(place), termOf(place.title)].filter(Boolean).join(". "))}</title>
    <rect class="box" x="${b.x}" y="${TOP}" width="${b.width}" height="${HEIGHT}" rx="7"/>
    <text class="title" x="${middle}" y="${TOP + 17}" text-anchor="middle" font-size="${b.size.toFixed(1)}">${escaped(place.title)}</text>
    <text class="time${part > 0.1 ? " big" : ""}" x="${middle}" y="${TOP + 47}" text-anchor="middle" font-size="${size}">${short(time)}</text>
    ${below}${cells(model, place, b)}${stateBar(place, b)}</g>`;
}

// Where words of that half width do not lie on those of another arrow.
function beside(other, wanted, half) {
  const room = other ? other.half + half + 12 : 0;
  return !other || Math.abs(other.middle - wanted) >= room ? wanted : other.middle + (wanted < other.middle ? -room : room);
}

// The two longest waits whose holder is on the picture, as arrows to it.
function arrows(model, at) {
  const long = model.causes.filter((c) => c.waits && c.length / model.length > SHARE_OF_AN_ARROW && model.way.explain[c.id]?.held_by);
  const drawn = [];
  for (const cause of long) {
    const why = model.way.explain[cause.id];
    const to = [...at.keys()].find((id) => id.endsWith(`.${why.held_by}`) && (id[0] === cause.place[0] || id.startsWith("line")));
    if (!to || to === cause.place || drawn.length === 2) continue;
    const a = at.get(cause.place), b = at.get(to), x1 = a.x + a.width / 2, x2 = b.x + b.width / 2;
    const text = `waits for ${cause.amount && unitsBefore(cause) ? `${cause.amount} ` : ""}${why.waits_for ?? cause.words}`, half = 3.7 * text.length;
    const wanted = Math.min(WIDTH - half - 4, Math.max(half + 4, (x1 + x2) / 2)), middle = beside(drawn[0], wanted, half);
    if (Math.abs(middle - wanted) > MOST_ASIDE || middle + half > WIDTH || middle < half) continue;
    drawn.push({middle, half, svg: `<path class="arrow" d="M${x1} ${TOP - 2} C${x1} ${TOP - 24} ${x2} ${TOP - 24} ${x2} ${TOP - 4}" marker-end="url(#head)"/>
      <text class="arrow-text" x="${middle}" y="${TOP - 27}" text-anchor="middle">${escaped(text)}</text>`});
  }
  return drawn.map((d) => d.svg).join("");
}

export const DEFS = `<defs><marker id="head" viewBox="0 0 10 10" refX="8" refY="5" markerWidth="7" markerHeight="7" orient="auto"><path class="head" d="M0 0L10 5L0 10z"/></marker></defs>`;

// `still`: on a page where nothing can be chosen; `quiet`: without the arrows, which answer.
export function diagram(model, {ghost = null, selected = null, still = false, quiet = false, at = layout(model)} = {}) {
  return panels(model, at) + links(model, at) + model.places.map((p) => box(model, ghost, p, at, selected, still)).join("") + (quiet ? "" : arrows(model, at));
}
