// Numbers and words as every drawing says them.

export const escaped = (text) => String(text).replace(/[&<>"']/g, (c) => ({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"})[c]);

// Three digits, as many as a reader keeps in mind.
export function short(value) {
  const size = Math.abs(value);
  return size >= 100 ? value.toFixed(0) : size >= 10 ? value.toFixed(1) : value.toFixed(2);
}

// A sentence of the program's, which keeps to ASCII: pages write µ.
export const inMicro = (text) => String(text).replace(/\bus\b/g, "µs");

export const us = (value) => Math.abs(value) >= 10000 ? `${short(value / 1000)} ms` : `${short(value)} µs`;

// ± with two digits sets those of its value.
export function withInterval(value, half) {
  const digits = half > 0 ? Math.min(3, Math.max(0, 1 - Math.floor(Math.log10(half)))) : 2;
  return `${value.toFixed(digits)} ± ${half.toFixed(digits)}`;
}

export const signed = (value, text) => `${value < 0 ? "−" : "+"}${text}`;

export const share = (part) => part > 0.485 && part < 0.515 ? "Half" : `${Math.round(100 * part)} %`;

export const words = (name) => name.replaceAll("_", " ");

// What a wait in a queue is for: "null cells" of "null cells before it", with their number where it is known; "" for other causes.
export function unitsBefore(span) {
  const noun = span.words.match(/^(.*) before it$/)?.[1] ?? "";
  return noun && span.amount ? `${span.amount} ${span.amount === 1 ? noun.replace(/s$/, "") : noun}` : noun;
}

// Of a cause, with what it counts.
export function causeWords(span) {
  if (!span.amount) return span.words;
  const units = unitsBefore(span);
  return units ? `${units} before it` : `${span.words} (${span.amount})`;
}
