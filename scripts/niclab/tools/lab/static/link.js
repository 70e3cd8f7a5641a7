// The state as a link: #echo&nic.sar.tx_fifo_cells=1&seed=7&ghost=...&step=13. Keys hold a dot, words of the view none. Pure.

const NUMBERS = ["seed", "runs", "step", "lesson"], TEXTS = ["dir", "sel", "window", "pin", "kept"], SWITCHES = ["wires"];
export const EMPTY = {experiment: "", set: {}, seed: null, runs: null, dir: "", step: null, sel: "", window: "", pin: "", lesson: null, kept: "", wires: false, ghost: null};
export const LONGEST = 4096;  // a longer one holds a digest of what it would say (`kept`)

const encode = (text) => encodeURIComponent(text).replaceAll("%3A", ":").replaceAll("%2C", ",");
const keysText = (set) => Object.keys(set).sort().map((key) => `${encode(key)}=${encode(set[key])}`).join("&");

export function link(state) {
  const parts = [encode(state.experiment)];
  if (Object.keys(state.set).length) parts.push(keysText(state.set));
  for (const name of NUMBERS) if (state[name] !== null) parts.push(`${name}=${state[name]}`);
  for (const name of TEXTS) if (state[name]) parts.push(`${name}=${encode(state[name])}`);
  for (const name of SWITCHES) if (state[name]) parts.push(name);
  if (state.ghost) parts.push(`ghost=${encode(keysText(state.ghost))}`);
  return `#${parts.join("&")}`;
}

function keysOf(text) {
  const set = {};
  for (const part of text.split("&").filter(Boolean)) {
    const at = part.indexOf("=");
    if (at < 1) throw new Error(`${part}: not an assignment; expected KEY=VALUE`);
    set[decodeURIComponent(part.slice(0, at))] = decodeURIComponent(part.slice(at + 1));
  }
  return set;
}

// Throws a sentence: what a link says is never dropped in silence.
export function state(text) {
  const [name, ...parts] = text.replace(/^#/, "").split("&"), found = {...EMPTY, set: {}, experiment: decodeURIComponent(name)};
  for (const part of parts) {
    const at = part.indexOf("="), word = decodeURIComponent(at < 0 ? part : part.slice(0, at)), value = at < 0 ? "" : part.slice(at + 1);
    if (word.includes(".")) found.set[word] = decodeURIComponent(value);
    else if (NUMBERS.includes(word)) {
      if (!/^\d{1,15}$/.test(value)) throw new Error(`${word}=${value}: not a number; expected one in the link`);
      found[word] = Number(value);
    } else if (word === "window" && !["driver", "bus"].includes(value)) throw new Error(`window=${value}: unknown word in the link; expected driver or bus`);
    else if (TEXTS.includes(word)) found[word] = decodeURIComponent(value);
    else if (SWITCHES.includes(word)) found[word] = true;
    else if (word === "ghost") found.ghost = keysOf(decodeURIComponent(value));
    else throw new Error(`${word}: unknown word in the link; expected a key such as nic.sar.tx_fifo_cells or one of ${[...NUMBERS, ...TEXTS, ...SWITCHES, "ghost"].join(", ")}`);
  }
  return found;
}
