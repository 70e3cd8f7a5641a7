// Short words beside the picture: what a phone shows at its lower edge, and what can be done about a refused key. Pure.
import {escaped, us} from "./text.js";

export const brief = (m, ghost, old) => old ? "not run" : ghost?.mean && m.mean ? `${us(ghost.mean.mean)} → ${us(m.mean.mean)}` : m.mean ? us(m.mean.mean) : "";

// The key that nobody knows, as far as it was followed.
const unknownKey = (sentence) => sentence.match(/(?:^|: )([\w.]+): unknown key/)?.[1];

// Which of `keys` the sentence is about: the longest that it names, or that begins with what nobody knows.
export function refusedKey(sentence, keys) {
  const unknown = unknownKey(sentence);
  return keys.filter((key) => [":", "=", " "].some((end) => sentence.includes(key + end)) || (unknown && key.startsWith(`${unknown}.`))).sort((a, b) => b.length - a.length)[0];
}

// A key that nobody knows may be another's name that was mistyped, or one that stands elsewhere, then written whole; else it can only go, as one that no
// knob has.
export function offersOf(sentence, key, parameters) {
  const unknown = unknownKey(sentence);
  if (!key || (!unknown && parameters.some((p) => [p.key, p.shared, p.anywhere].includes(key)))) return "";
  const meant = [...(sentence.match(/did you mean (.*)/)?.[1] ?? "").matchAll(/"([^"]+)"/g)].map((found) => found[1]);
  const parts = key.split("."), at = unknown?.split(".").length ?? parts.length;
  const others = meant.map((name) => name.includes(".") ? name : [...parts.slice(0, at - 1), name, ...parts.slice(at)].join("."));
  const button = (other) => ` <button type="button" data-do="use_key" data-key="${escaped(key)}" data-other="${escaped(other)}">${escaped(other)}</button>`;
  return `${others.map(button).join("")} <button type="button" data-do="drop_key" data-key="${escaped(key)}">without it</button>`;
}
