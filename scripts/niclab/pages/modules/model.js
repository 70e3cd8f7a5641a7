// What is drawn of one direction: from the sending driver's first step to the receiving one's last, or from bus to bus, by place and by cause.

const SMALLEST = 0.005;  // µs: what two decimals show
const ROUNDING = 1e-6;
export const WINDOWS = {driver: {words: "from driver to driver", title: "driver to driver", end: "driver"}, bus: {words: "from bus to bus", title: "bus to bus", end: "REQ#"}};

// Spans cut where a window begins and ends.
function cut(spans, {begin, end}) {
  return spans.flatMap((s) => {
    const at = [s.begin, ...[begin, end].filter((t) => t > s.begin + ROUNDING && t < s.end - ROUNDING), s.end];
    return at.slice(1).map((t, i) => ({...s, begin: at[i], end: t, inside: at[i] >= begin - ROUNDING && t <= end + ROUNDING}));
  });
}

// `wanted`: "driver", or "bus" where this direction has it.
export function modelOf(whole, wanted = "driver") {
  const bus = wanted === "bus" ? whole.bus : null, way = bus ? {...whole, spans: cut(whole.spans, bus), means: bus.means, longest: bus.longest} : whole;
  const inside = way.spans.filter((s) => s.inside);
  const begin = inside[0].begin, end = inside.at(-1).end;
  const byPlace = Object.fromEntries(way.places.map((p) => [p.id, {...p, works: 0, waits: 0, begin: Infinity, end: -Infinity, inside: false}]));
  for (const span of way.spans) {
    const place = byPlace[span.place];
    place[span.waits ? "waits" : "works"] += span.end - span.begin;
    if (!span.inside) continue;
    place.inside = true;
    place.begin = Math.min(place.begin, span.begin - begin);
    place.end = Math.max(place.end, span.end - begin);
  }
  return {way, window: WINDOWS[bus ? "bus" : "driver"], mean: bus ? bus.total : way.totals.driver, inside, begin, end, length: end - begin, places: Object.values(byPlace), byPlace, causes: causesOf(inside),
          total: way.spans.at(-1).end - way.spans[0].begin};
}

// Spans of one cause at one place as one, the longest first.
export function causesOf(spans) {
  const found = new Map();
  for (const span of spans) {
    const key = `${span.place} ${span.id}`, length = span.end - span.begin, one = found.get(key);
    if (one) { one.length += length; one.amount = one.amount ?? span.amount; } else found.set(key, {...span, length});
  }
  return [...found.values()].sort((a, b) => b.length - a.length);
}

// What was ahead of the packet at a place, by kind of unit: 8 null cells, 2 cells of packets before it.
export function ahead(model, place) {
  return causesOf(model.inside.filter((s) => s.place === place && s.waits && s.amount && / before it$/.test(s.words)))
    .map((s) => ({count: s.amount, noun: s.words.replace(/ before it$/, ""), filler: /null|idle/.test(s.words)}));
}

export const timeAt = (place) => place.works + place.waits;

// Neighbours whose times interleave share one fan from boxes to ribbon.
export function fans(model) {
  const groups = model.places.filter((p) => p.inside).map((p) => ({ids: [p.id], begin: p.begin, end: p.end, waits: p.waits}));
  for (let again = true; again;) {
    again = false;
    for (let i = 0; i + 1 < groups.length; i++) {
      const [a, b] = [groups[i], groups[i + 1]];
      if (Math.max(a.begin, b.begin) >= Math.min(a.end, b.end) - 1e-6 && a.end <= b.begin + 1e-6) continue;
      groups.splice(i, 2, {ids: [...a.ids, ...b.ids], begin: Math.min(a.begin, b.begin), end: Math.max(a.end, b.end), waits: a.waits + b.waits});
      again = true;
      break;
    }
  }
  return groups;
}

// A place, with its host where the other host has one of the same name.
export function nameOf(model, place) {
  const twin = model.places.some((p) => p.title === place.title && p.id !== place.id), host = {"a.": model.way.from, "b.": model.way.to}[place.id.slice(0, 2)];
  return twin && host ? `${place.title}, ${host}` : place.title;
}

const NOT_THERE = {mean: 0, ci95: 0};

// [place, name, difference] of each place of two runs, the largest first; a packet spends no time at a place that its card has not.
export function differences(before, now) {
  const mean = (model, id) => model.way.means[id] ?? (model.byPlace[id] ? null : NOT_THERE);
  const all = [...now.places.map((p) => [p, nameOf(now, p)]), ...before.places.filter((p) => !now.byPlace[p.id]).map((p) => [p, nameOf(before, p)])];
  const found = all.map(([place, name]) => [place, name, difference(mean(before, place.id), mean(now, place.id))]).filter(([, , d]) => d);
  return found.sort((a, b) => Math.abs(b[2].value) - Math.abs(a[2].value));
}

// How the means of two runs differ; decided: more than both intervals together.
export function difference(before, now) {
  if (!before || !now) return null;
  const half = Math.hypot(before.ci95 ?? Infinity, now.ci95 ?? Infinity), value = now.mean - before.mean;
  return {value, half, decided: Math.abs(value) > Math.max(half, SMALLEST), before: before.mean, now: now.mean, n: now.n};
}
