// Which knobs there are: the program says of each key whether it comes first, and which key sets it at every host. Pure.
import {shown} from "./quantity.js";

const MASTER = ".NAME.", OTHERS = ".others.";  // a master that an experiment does not have is a key that it does not have yet

// Keys of masters that may be added to an experiment without any, out of all keys there are.
export function offers(known) {
  return known.filter((p) => p.first && p.shared?.includes(MASTER) && p.type === "choice").slice(0, 1).map((p) => {
    const key = p.shared.replace(MASTER, OTHERS);
    return {...p, key, shared: key, choices: ["none", ...p.choices], allowed: `none, ${p.allowed}`, value: "none", default: "none"};
  });
}

export const withOffers = (parameters, more) => [...parameters, ...more.filter((o) => !parameters.some((p) => p.anywhere === o.anywhere) && parameters.some((p) => p.shared === "pci.clock"))];

export const valueOf = (parameter, set) => set[parameter.key] ?? set[parameter.shared] ?? shown(parameter.value);

// Who has a key, by the key itself, the one that all hosts share, or what it is wherever it stands.
export function members(parameters, key) {
  const own = parameters.filter((p) => p.key === key);
  if (own.length) return own;
  const shared = parameters.filter((p) => p.shared === key);
  return shared.length ? shared : parameters.filter((p) => p.anywhere === key);
}

// What is written to set all of them: the key that they share where nobody else has it, else each one's own.
function keysOf(some, parameters) {
  const shared = some[0].shared;
  const same = shared && some.length > 1 && some.every((p) => p.shared === shared) && parameters.filter((p) => p.shared === shared).length === some.length;
  return same ? [shared] : some.map((p) => p.key);
}

const knob = (some, parameters, title, small = "") => ({keys: keysOf(some, parameters), parameter: some[0], title, small, members: some});

// One knob of keys that say the same thing; where they differ, or `apart` says so, one of each.
export function knobsOf(some, parameters, set, apart, title = "") {
  const name = title || some[0].title || (some.length > 1 ? some[0].shared || some[0].anywhere : some[0].key);
  const differ = new Set(some.map((p) => valueOf(p, set))).size > 1, types = new Set(some.map((p) => p.type)).size > 1;
  if (!differ && !types && !apart.has(name)) return [knob(some, parameters, name)];
  const groups = new Map();
  for (const p of some) { const by = `${apart.has(name) ? p.key : p.shared ?? p.key} ${valueOf(p, set)}`; groups.set(by, [...(groups.get(by) ?? []), p]); }
  return [...groups.values()].map((group) => { const one = knob(group, parameters, name, ""); return {...one, small: one.keys.join(", "), apart: true}; });
}

// Those of the box: of the selected place, changed ones, pinned ones, the first; each key once. `all`: how many come first.
export function listed(parameters, set, placeKeys, pinned, apart) {
  const taken = new Set(), fresh = (some) => some.filter((p) => !taken.has(p.key) && taken.add(p.key));
  const of = (lists) => lists.map(fresh).filter((some) => some.length).flatMap((some) => knobsOf(some, parameters, set, apart));
  const firsts = new Map();
  for (const p of parameters.filter((q) => q.first)) { const by = `${String(p.first).padStart(3, "0")} ${p.title}`; firsts.set(by, [...(firsts.get(by) ?? []), p]); }
  const whole = (key) => { const found = members(parameters, key), first = found[0]?.first; return first ? parameters.filter((p) => p.first === first && p.title === found[0].title) : found; };
  const place = of(placeKeys.map(whole)), pins = of(pinned.map(whole));
  const known = new Set([...firsts.values()].flat().map((p) => p.key));
  const changed = of(Object.keys(set).map((key) => members(parameters, key)).filter((some) => some.some((p) => !known.has(p.key))));
  const first = of([...firsts.keys()].sort().map((by) => firsts.get(by)));
  return {place, pins, changed, first};
}

// Keys whose name or help holds every word; the same key of several hosts once.
export function search(parameters, text, most = 24) {
  const parts = text.toLowerCase().split(/\s+/).filter(Boolean), groups = new Map();
  if (parts.length) for (const p of parameters.filter((q) => parts.every((w) => `${q.key} ${q.title ?? ""} ${q.what}`.toLowerCase().includes(w)))) { const by = p.shared ?? p.anywhere; groups.set(by, [...(groups.get(by) ?? []), p]); }
  return [...groups.values()].slice(0, most);
}
