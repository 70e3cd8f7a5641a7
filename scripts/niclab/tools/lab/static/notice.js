// Short words beside the picture: what a phone shows at its lower edge, and what can be done about a refused key. Pure.
import {escaped, us} from "./text.js";

export const brief = (m, ghost, old) => old ? "not run" : ghost?.mean && m.mean ? `${us(ghost.mean.mean)} → ${us(m.mean.mean)}` : m.mean ? us(m.mean.mean) : "";

// A key that no knob has may be another's name that was mistyped, or one that stands elsewhere, then written whole; else it can only go.
export function offersOf(sentence, key, parameters) {
  if (!key || parameters.some((p) => [p.key, p.shared, p.anywhere].includes(key))) return "";
  const meant = [...(sentence.match(/did you mean (.*)/)?.[1] ?? "").matchAll(/"([^"]+)"/g)].map((found) => found[1]);
  const parts = key.split("."), at = sentence.match(/: ([\w.]+): unknown key/)?.[1]?.split(".").length ?? parts.length;
  const others = meant.map((name) => name.includes(".") ? name : [...parts.slice(0, at - 1), name, ...parts.slice(at)].join("."));
  const button = (other) => ` <button type="button" data-do="use_key" data-key="${escaped(key)}" data-other="${escaped(other)}">${escaped(other)}</button>`;
  return `${others.map(button).join("")} <button type="button" data-do="drop_key" data-key="${escaped(key)}">without it</button>`;
}
