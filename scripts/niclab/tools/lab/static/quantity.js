// Values of keys: numbers with units, the round values of a slider. Pure.

const COUNTS = [1, 2, 5];
const FACTORS = {ps: 1e-12, ns: 1e-9, us: 1e-6, ms: 1e-3, s: 1, Hz: 1, kHz: 1e3, MHz: 1e6, GHz: 1e9, cm: 1e-2, m: 1, km: 1e3};
const unitOf = (text) => String(text).replace(/^[-+.\deE]+\s*/, "").replace(/^[µμ]/, "u");
export const amount = (text) => Number.parseFloat(text) * (FACTORS[unitOf(text)] ?? 1);
export const shown = (value) => typeof value === "string" ? value : JSON.stringify(value);

// Round values over a range: each number where there are few, else 1, 2, 5 of each power of ten.
export function steps(parameter, value) {
  const [least, most, now] = [parameter.least, parameter.most, value].map(amount);
  if (parameter.type === "integer" && most - least <= 64) return Array.from({length: most - least + 1}, (_, i) => least + i);
  const found = new Set([least, most, now]);
  for (let power = Math.floor(Math.log10(Math.max(least, most * 1e-9, 1e-12))); power <= Math.log10(most) + 1; power++)
    for (const count of COUNTS) { const v = count * 10 ** power; if (v >= least && v <= most && (parameter.type !== "integer" || Number.isInteger(v))) found.add(v); }
  return [...found].sort((a, b) => a - b);
}

// A number in a key's own way of writing: with the largest unit not above it.
export function written(parameter, value) {
  if (parameter.type === "integer") return String(Math.round(value));
  if (parameter.type !== "quantity") { const text = String(+value.toPrecision(6)); return /[.e]/.test(text) ? text : `${text}.0`; }
  const units = parameter.units.filter((u) => FACTORS[u] <= value * (1 + 1e-9)).sort((a, b) => FACTORS[b] - FACTORS[a]);
  const unit = units[0] ?? [...parameter.units].sort((a, b) => FACTORS[a] - FACTORS[b])[0];
  return `${+(value / FACTORS[unit]).toPrecision(6)} ${unit}`;
}

export const range = (parameter) => parameter.type === "integers" ? `list, ${parameter.least} to ${parameter.most}` : parameter.least !== undefined ? `${parameter.least} to ${parameter.most}` : "";
