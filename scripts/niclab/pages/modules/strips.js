// One ribbon a run on one scale: what is compared, below each other. Pure: SVG text.
import {escaped, us, short, causeWords} from "./text.js";
import {niceStep} from "./ribbon.js";

const ROW = 46, BAR = 22, LETTER = 7.6;  // pixels, of a name

function strip(model, name, y, left, scale, room) {
  const bars = model.inside.map((s) => {
    const x = left + (s.begin - model.begin) * scale, width = (s.end - s.begin) * scale, kind = s.waits ? "waits" : "works", title = model.byPlace[s.place].title, named = title === "driver" ? s.words : title;
    const text = width > 7.4 * named.length + 44 ? `${short(s.end - s.begin)} ${named}` : width > 40 ? short(s.end - s.begin) : "";
    return `<g class="span"><title>${escaped(`${title}: ${causeWords(s)}, ${us(s.end - s.begin)}`)}</title><rect class="${kind}" x="${x.toFixed(2)}" y="${y + 18}" width="${Math.max(width - 0.6, 0.4).toFixed(2)}" height="${BAR}"/>
      ${text ? `<text class="on ${kind}" x="${(x + width / 2).toFixed(1)}" y="${y + 33.5}" font-size="12" text-anchor="middle">${escaped(text)}</text>` : ""}</g>`;
  });
  const end = left + model.length * scale, total = us(model.length), inside = end + 8 * total.length > left + room;
  const letters = Math.floor((room - (inside ? 8 * total.length : 0)) / LETTER), called = name.length > letters ? `${name.slice(0, letters - 1)}…` : name;
  return `<text x="${left}" y="${y + 12}" font-weight="650"><title>${escaped(name)}</title>${escaped(called)}</text>${bars.join("")}
    <text class="total" x="${inside ? left + room : end + 6}" y="${inside ? y + 12 : y + 34}" text-anchor="${inside ? "end" : "start"}" font-weight="700">${total}</text>`;
}

// One ribbon without a word, as a mark of what a run looks like.
export function thin(model) {
  const bars = model.inside.map((s) => `<rect class="${s.waits ? "waits" : "works"}" x="${(240 * (s.begin - model.begin) / model.length).toFixed(2)}" y="0" width="${Math.max(240 * (s.end - s.begin) / model.length, 0.3).toFixed(2)}" height="24"/>`);
  return `<svg class="machine thin" viewBox="0 0 240 24" preserveAspectRatio="none" aria-hidden="true">${bars.join("")}</svg>`;
}

// `items`: {name, model}. `width`: of the drawing in its own pixels.
export function strips(items, width) {
  const left = 6, room = width - 12, longest = Math.max(...items.map((i) => i.model.length)), scale = room / longest, bottom = items.length * (ROW + 8);
  const step = niceStep(longest, width > 800 ? 10 : 4), ticks = [];
  for (let t = 0; t <= longest + 1e-9; t += step)
    ticks.push(`<line class="grid" x1="${left + t * scale}" x2="${left + t * scale}" y1="0" y2="${bottom}"/><text class="dim" x="${left + t * scale}" y="${bottom + 14}" text-anchor="${t ? (t * scale > room - 20 ? "end" : "middle") : "start"}">${t ? +t.toPrecision(6) : "0 µs"}</text>`);
  return `<svg class="machine" viewBox="0 0 ${width} ${bottom + 20}" role="img" aria-label="From driver to driver">${ticks.join("")}${items.map((i, k) => strip(i.model, i.name, k * (ROW + 8), left, scale, room)).join("")}</svg>`;
}
