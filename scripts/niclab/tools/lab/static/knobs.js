// What can be turned: the twelve that matter first, then what belongs to the selected place, then any key by search.
import {escaped} from "./text.js";

// Level 1 in its order: [keys that are one knob, words, small words].
// A master that an experiment does not have is a key that it does not have yet.
const OTHERS = {key: "pci.traffic.others.preset", type: "choice", choices: ["none", "disk", "video"], value: "none", what: "Another master on the buses.", allowed: "none, disk, video"};
export const TWELVE = [
  [["client.card", "server.card"], "Card", "both hosts"], [["nic.sar.tx_fifo_cells"], "Transmit FIFO", "cells, 1 to 64"], [["nic.sar.null_cells"], "Null cells", "fill every slot"],
  [["workload.sizes"], "Packets", "sizes in octets"], [["workload.protocol"], "Protocol", ""], [["client.profile"], "Client", "host profile"], [["server.profile"], "Server", "host profile"],
  [["pci.clock"], "PCI clock", ""], [[OTHERS.key], "Others on the bus", "another master"], [["nic.sar.coalesce_pdus"], "Interrupt every", "packets, 1 to 1024"],
  [["line.length"], "Fiber", ""], [["line.to_server.bit_error_rate", "line.to_client.bit_error_rate"], "Bit errors", "share, both ways"]];
const COUNTS = [1, 2, 5];

// Keys without a host are both hosts': found as the first host's that has them.
export function find(parameters, key) {
  if (key === OTHERS.key) return parameters.find((p) => p.key.endsWith(key)) ?? {...OTHERS, key};
  return parameters.find((p) => p.key === key) ?? parameters.find((p) => p.key.endsWith(`.${key}`) && p.key.split(".").length <= key.split(".").length + 2);
}

const number = (text) => Number.parseFloat(text);
const unitOf = (text) => String(text).replace(/^[-+.\deE]+\s*/, "");
const FACTORS = {ps: 1e-12, ns: 1e-9, us: 1e-6, ms: 1e-3, s: 1, Hz: 1, kHz: 1e3, MHz: 1e6, GHz: 1e9, cm: 1e-2, m: 1, km: 1e3};
const amount = (text) => number(text) * (FACTORS[unitOf(text)] ?? 1);

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

export const shown = (value) => typeof value === "string" ? value : JSON.stringify(value);

function choices(parameter, names) {
  if (parameter.type === "boolean") return ["true", "false"];
  if (parameter.type === "choice") return parameter.choices;
  const last = parameter.key.split(".").at(-1);
  return last === "card" || last === "profile" ? names[last] : null;
}

function control(id, parameter, value, names) {
  const options = choices(parameter, names), what = escaped(`${parameter.what} Allowed: ${parameter.allowed}.`);
  if (options) return {two: true, html: `<select id="${id}" title="${what}">${options.map((o) => `<option value="${escaped(o)}"${o === value ? " selected" : ""}>${escaped({true: "on", false: "off"}[o] ?? o)}</option>`).join("")}</select>`};
  if (parameter.least === undefined || parameter.type === "integers" || amount(parameter.least) < 0)
    return {two: true, html: `<input id="${id}" type="text" value="${escaped(value)}" title="${what}" maxlength="4096" spellcheck="false">`};
  const all = steps(parameter, value), at = all.findIndex((v) => Math.abs(v - amount(value)) <= 1e-9 * Math.abs(v));
  return {two: false, html: `<input id="${id}" type="range" min="0" max="${all.length - 1}" value="${Math.max(at, 0)}" title="${what}" aria-valuetext="${escaped(value)}">
    <input class="number" type="text" value="${escaped(value)}" aria-label="${escaped(parameter.key)}" title="${what}" maxlength="64" spellcheck="false">`};
}

export const about = (parameter) => parameter.type === "integers" ? `list, ${parameter.least} to ${parameter.most}` : parameter.least !== undefined ? `${parameter.least} to ${parameter.most}` : "";

// One knob. `keys` are set together; `error`: the program's sentence about it.
export function knob(keys, title, small, parameters, state, names, error) {
  const parameter = find(parameters, keys[0]), id = `knob-${keys[0].replaceAll(".", "-")}`;
  if (!parameter) return "";
  const isSet = keys.some((k) => k in state.set), value = keys.map((k) => state.set[k]).find((v) => v !== undefined) ?? shown(parameter.value);
  const made = control(id, parameter, value, names), range = small ?? about(parameter);
  const suggestion = error?.match(/(?:perhaps|did you mean) "([^"]+)"/)?.[1];
  return `<div class="knob${made.two ? " two" : ""}${isSet ? " changed" : ""}" data-keys="${escaped(keys.join(" "))}">
    <label for="${id}">${escaped(title)}${range ? `<small>${escaped(range)}</small>` : ""}</label>${made.html}
    ${isSet ? `<button type="button" class="back">${escaped(keys[0])}: back to the experiment’s own</button>` : ""}
    ${error ? `<p class="wrong" role="alert">${escaped(error)}${suggestion ? ` <button type="button" class="suggest" data-value="${escaped(suggestion)}">${escaped(suggestion)}</button>` : ""}</p>` : ""}</div>`;
}

// Keys whose name or help holds every word.
export function search(parameters, text, most = 24) {
  const parts = text.toLowerCase().split(/\s+/).filter(Boolean);
  return parts.length ? parameters.filter((p) => parts.every((w) => `${p.key} ${p.what}`.toLowerCase().includes(w))).slice(0, most) : [];
}

// The keys of the box: of the selected place, changed ones, the twelve; each once.
export function listed(parameters, state, placeKeys) {
  const there = TWELVE.filter(([keys]) => find(parameters, keys[0])), named = (key) => there.find(([keys]) => keys.includes(key)) ?? [[key], key];
  const shown = new Set(), fresh = (knob) => !knob[0].some((k) => shown.has(k)) && knob[0].every((k) => shown.add(k));
  const place = placeKeys.filter((k) => find(parameters, k)).map(named).filter(fresh), known = new Set(there.flatMap(([keys]) => keys));
  const changed = Object.keys(state.set).filter((k) => !known.has(k) && find(parameters, k)).map(named).filter(fresh);
  return {place, changed, twelve: there.filter(fresh), count: there.length};
}

// From what a control says to the value of its keys.
export function valueOf(element, keys, parameters) {
  const parameter = find(parameters, keys[0]), row = element.closest(".knob");
  if (element.type !== "range") return element.value.trim();
  const now = row.querySelector(".number").value;
  return written(parameter, steps(parameter, row.dataset.base ?? now)[Number(element.value)]);
}
