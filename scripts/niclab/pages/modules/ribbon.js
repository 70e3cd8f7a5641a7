// One packet's time from driver to driver, below its boxes: fans, the ribbon, the run before, wires, and the whole way to scale.
import {escaped, short, us, causeWords} from "./text.js";
import {fans} from "./model.js";
import {WIDTH, DIAGRAM_BOTTOM, DEFS, diagram, layout} from "./diagram.js";

const LEFT = 20, RIGHT = WIDTH - 20, THICK = 50;

export function niceStep(length, most = 10) {
  const raw = length / most, power = 10 ** Math.floor(Math.log10(raw));
  return [1, 2, 5, 10].map((k) => k * power).find((step) => step >= raw);
}

function fan(model, at, top, scale) {
  return fans(model).map((group) => {
    const a = at.get(group.ids[0]), b = at.get(group.ids.at(-1)), x1 = LEFT + group.begin * scale, x2 = LEFT + group.end * scale, y = DIAGRAM_BOTTOM;
    const waits = group.waits / Math.max(group.end - group.begin, 1e-9) > 0.5;
    return `<path class="fan ${waits ? "waits" : "works"}" d="M${a.x + 2} ${y} L${b.x + b.width - 2} ${y} C${b.x + b.width - 2} ${y + 40} ${x2} ${top - 42} ${x2} ${top - 2} L${x1} ${top - 2} C${x1} ${top - 42} ${a.x + 2} ${y + 40} ${a.x + 2} ${y}Z"/>`;
  }).join("");
}

function label(model, span, x, width, y) {
  const time = span.end - span.begin, place = model.byPlace[span.place].title, text = causeWords(span);
  if (width < 38) return "";
  const big = width > 260, long = `${text}, ${place}`;
  const under = big ? (text === place ? text : long) : width > 7.2 * text.length ? text : width > 7.2 * place.length ? place : "";
  return `<text class="on ${span.waits ? "waits" : "works"}" x="${x + width / 2}" y="${y + (under ? (big ? 24 : 21) : 31)}" text-anchor="middle" font-size="${big ? 20 : 13}" font-weight="700">${short(time)}${big ? " µs" : ""}</text>
    ${under ? `<text class="on ${span.waits ? "waits" : "works"}" x="${x + width / 2}" y="${y + (big ? 42 : 37)}" text-anchor="middle" font-size="${big ? 13.5 : 11}">${escaped(under)}</text>` : ""}`;
}

export function spanWords(model, span) {
  return `${model.byPlace[span.place].title} ${span.waits ? "waits" : "works"}: ${causeWords(span)}, ${us(span.end - span.begin)}`;
}

function spans(model, top, scale, step) {
  return model.inside.map((span, i) => {
    const x = LEFT + (span.begin - model.begin) * scale, width = (span.end - span.begin) * scale;
    return `<g class="span${step !== null && step !== i ? " faint" : ""}" data-step="${i}"><title>${escaped(spanWords(model, span))}</title>
      <rect class="${span.waits ? "waits" : "works"}" x="${x.toFixed(2)}" y="${top}" width="${Math.max(width - 0.8, 0.5).toFixed(2)}" height="${THICK}"/>${label(model, span, x, width, top)}</g>`;
  }).join("");
}

function framed(model, step, at, top, scale) {
  if (step === null || !model.inside[step]) return "";
  const span = model.inside[step], x = LEFT + (span.begin - model.begin) * scale, box = at.get(span.place);
  return `<rect class="frame" x="${x - 1}" y="${top - 3}" width="${Math.max((span.end - span.begin) * scale, 2) + 2}" height="${THICK + 6}" rx="3"/>
    <circle class="token" cx="${box.x + box.width / 2}" cy="${DIAGRAM_BOTTOM - 23}" r="7"/>`;
}

function before(ghost, words, y, scale) {
  const bars = ghost.inside.map((s) => `<rect class="${s.waits ? "waits" : "works"} old" x="${(LEFT + (s.begin - ghost.begin) * scale).toFixed(2)}" y="${y + 5}" width="${Math.max((s.end - s.begin) * scale - 0.8, 0.4).toFixed(2)}" height="10"/>`);
  const right = LEFT + ghost.length * scale;
  return `<rect class="ghost" x="${LEFT}" y="${y + 2}" width="${ghost.length * scale}" height="16" rx="3"/>${bars.join("")}
    <text class="was" x="${Math.max(right - 8, LEFT + 200)}" y="${y + 34}" text-anchor="end" font-size="13" font-weight="600">${escaped(`before: ${us(ghost.length)}${words ? `, ${words}` : ""}`)}</text>`;
}

// Lanes of what the wires did, on the ribbon's own time.
export function wires(model, y, scale) {
  const parts = [];
  for (const lane of model.way.wires) {
    const inside = lane.marks.filter(([b, e]) => e > model.begin && b < model.end);
    parts.push(`<text class="dim" x="${LEFT}" y="${y + 10}" font-size="11">${escaped(lane.name)}</text><line class="wire" x1="${LEFT}" x2="${RIGHT}" y1="${y + 31}" y2="${y + 31}"/>`);
    for (const [b, e, word] of inside) {
      const x = LEFT + Math.max(b - model.begin, 0) * scale, width = Math.max((Math.min(e, model.end) - Math.max(b, model.begin)) * scale, 1);
      const filler = /null|idle/.test(word), cell = lane.name.endsWith("cells") && !filler, said = width > 6.4 * word.length ? word : cell && width > 40 ? "packet" : "";
      parts.push(`<g><title>${escaped(word)}</title><rect class="${filler ? "filler" : "works"}" x="${x.toFixed(1)}" y="${y + 14}" width="${width.toFixed(1)}" height="17" rx="3"/>
        ${said ? `<text class="on ${filler ? "filler" : "works"}" x="${x + width / 2}" y="${y + 26.5}" font-size="10.5" text-anchor="middle">${escaped(said)}</text>` : ""}</g>`);
    }
    y += 38;
  }
  return {svg: parts.join(""), bottom: y};
}

function axis(length, top, bottom, scale) {
  const step = niceStep(length), parts = [];
  for (let t = 0; t <= length + 1e-9; t += step) {
    const x = LEFT + t * scale;
    parts.push(`<line class="grid" x1="${x}" x2="${x}" y1="${top}" y2="${bottom + 6}"/><text class="dim" x="${x}" y="${bottom + 20}" font-size="11.5" text-anchor="${t ? "middle" : "start"}">${t ? +t.toPrecision(6) : "0 µs"}</text>`);
  }
  return parts.join("");
}

// From program to program, to scale: where what is drawn above lies in it.
function wholeWay(model, y, scale) {
  const first = model.way.spans[0].begin, factor = (RIGHT - LEFT) / model.total, a = LEFT + (model.begin - first) * factor, b = LEFT + (model.end - first) * factor, top = y + 30;
  const [before, behind] = model.window.end === "driver" ? ["software", "receiving software"] : ["before it", "behind it"];
  const text = (x1, x2, words, kind) => x2 - x1 > 7.4 * words.length ? `<text class="${kind}" x="${(x1 + x2) / 2}" y="${top + 18}" text-anchor="middle" font-size="13">${escaped(words)}</text>` : "";
  return `<path class="whole" d="M${LEFT} ${y + 2} H${LEFT + model.length * scale} C${LEFT + model.length * scale} ${y + 22} ${b} ${top - 20} ${b} ${top} H${a} C${a} ${top - 20} ${LEFT} ${y + 22} ${LEFT} ${y + 2}Z"/>
    <rect class="outside" x="${LEFT}" y="${top}" width="${Math.max(a - LEFT - 1, 0)}" height="26" rx="3"/><rect class="middle" x="${a}" y="${top - 3}" width="${Math.max(b - a, 1)}" height="32" rx="2"/>
    <rect class="outside" x="${b + 1}" y="${top}" width="${Math.max(RIGHT - b - 1, 0)}" height="26" rx="3"/>
    ${text(LEFT, a, `${before} ${us(model.begin - first)}`, "far")}${text(a, b, us(model.length), "on middle")}${text(b, RIGHT, `${behind} ${us(model.total - (model.end - first))}`, "far")}
    <text class="dim" x="${RIGHT}" y="${top + 46}" text-anchor="end" font-size="12">${escaped(`program to program ${us(model.total)}; ${model.window.words} ${Math.round(100 * model.length / model.total)} % of it, drawn above`)}</text>`;
}

// The whole drawing. `ghost`: the model of the run before, `ghostWords`: what was different there.
export function picture(model, {ghost = null, ghostWords = "", selected = null, step = null, still = false, quiet = false} = {}) {
  const at = layout(model), top = 252, length = Math.max(model.length, ghost?.length ?? 0), scale = (RIGHT - LEFT) / length;
  let y = top + THICK + 4;
  const parts = [DEFS, diagram(model, {ghost, selected, still, quiet, at}), fan(model, at, top, scale)];
  const old = ghost ? before(ghost, ghostWords, y, scale) : "";
  if (ghost) y += 42;
  const lanes = wires(model, y + 8, scale);
  if (model.way.wires.length) y = lanes.bottom + 8;
  parts.push(axis(length, top + THICK, y, scale), spans(model, top, scale, step), old, lanes.svg, framed(model, step, at, top, scale));
  if (model.length * scale < RIGHT - LEFT - 90) parts.push(`<text x="${LEFT + model.length * scale + 6}" y="${top + THICK / 2 + 5}" font-size="15" font-weight="700">${us(model.length)}</text>`);
  parts.push(`<text class="dim" x="${LEFT}" y="${top - 8}" font-size="12">${model.window.end}</text>`);
  y += 28;
  const whole = model.total > model.length * 1.01;
  if (whole) parts.push(wholeWay(model, y, scale));
  return `<svg class="machine" viewBox="0 0 ${WIDTH} ${whole ? y + 86 : y}" role="group" aria-label="The way of the packet">${parts.join("")}</svg>`;
}
