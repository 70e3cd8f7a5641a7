// A knob as HTML: a slider, a switch, a choice or a field, with the way back and what the program says against its value. Pure but for valueOf.
import {escaped} from "./text.js";
import {valueOf as now} from "./choice.js";
import {amount, range, shown, steps, written} from "./quantity.js";

const ENDINGS = {pcap: ".pcap,.pcapng,.cap", size_list: ".txt,.csv", card: ".toml", profile: ".toml"};  // keys whose value is a file
const last = (parameter) => parameter.key.split(".").at(-1);
export const MINE = "upload:";  // the choice that asks for a file
export const accepted = (parameter) => ({kind: last(parameter), accept: ENDINGS[last(parameter)]});
export const takesFile = (parameter) => parameter.type === "text" && last(parameter) in ENDINGS;

function choices(parameter, {names, uploads}) {
  if (parameter.type === "choice") return parameter.choices.map((o) => [o, o]);
  if (!takesFile(parameter)) return null;
  const kind = last(parameter), none = shown(parameter.default) === "" ? [["", "none"]] : [];
  return [...none, ...(names[kind] ?? []).map((o) => [o, o]), ...uploads.filter((u) => u.kind === kind).map((u) => [u.value, u.name]), [MINE, "a file of mine …"]];
}

function select(id, parameter, value, what, options) {
  if (!options.some(([o]) => o === value)) options = [[value, value || "none"], ...options];
  const html = options.map(([o, word]) => `<option value="${escaped(o)}"${o === value ? " selected" : ""}>${escaped(word)}</option>`).join("");
  return {two: true, html: `<select id="${id}" title="${what}">${html}</select>`};
}

function control(id, parameter, value, title, known) {
  const options = choices(parameter, known), what = escaped(options && parameter.type !== "choice" ? parameter.what : `${parameter.what} Allowed: ${parameter.allowed}.`);
  if (options) return select(id, parameter, value, what, options);
  if (parameter.type === "boolean") return {two: true, html: `<input id="${id}" type="checkbox" role="switch" title="${what}"${value === "true" ? " checked" : ""}>`};
  if (parameter.least === undefined || parameter.type === "integers" || amount(parameter.least) < 0)
    return {two: true, html: `<input id="${id}" type="text" value="${escaped(value)}" title="${what}" maxlength="4096" spellcheck="false">`};
  const all = steps(parameter, value), wanted = amount(value), at = all.reduce((best, v, i) => Math.abs(v - wanted) < Math.abs(all[best] - wanted) ? i : best, 0);
  return {two: false, html: `<input id="${id}" type="range" min="0" max="${all.length - 1}" value="${at}" title="${what}" aria-valuetext="${escaped(value)}">
    <input class="number" id="${id}-number" type="text" value="${escaped(value)}" aria-label="${escaped(title)}" title="${what}" maxlength="64" spellcheck="false">`};
}

// `known`: {set, names, uploads, own(key), error(keys), pin}: pin is what the button of a search's hit says, or nothing.
export function knobHtml({keys, parameter, title, small, members, apart}, known) {
  const id = `knob-${keys[0].replaceAll(".", "-")}`, mine = [...new Set([...keys, ...members.flatMap((p) => [p.key, p.shared])])].filter((k) => k in known.set);
  const value = now(parameter, known.set), made = control(id, parameter, value, title, known), words = [small || (title === parameter.key ? "" : ""), range(parameter)].filter(Boolean).join(", ");
  const error = known.error(keys), suggestion = error?.match(/did you mean "([^"]+)"/)?.[1];
  const alone = new Set(members.map((p) => p.shared)).size === 1 && parameter.shared && keys[0] !== parameter.shared;
  const split = apart ? (alone ? `<button type="button" class="link both" data-shared="${escaped(parameter.shared)}" data-title="${escaped(title)}">the same at each</button>` : "")
    : members.length > 1 ? `<button type="button" class="link apart" data-title="${escaped(title)}" title="one knob for each">${members.length === 2 ? "both" : `all ${members.length}`}</button>` : "";
  const more = [escaped(words), split, known.pin ? `<button type="button" class="link pin" data-pin="${escaped(keys[0])}">${known.pin}</button>` : ""].filter(Boolean).join(" · ");
  return `<div class="knob${made.two ? " two" : ""}${mine.length ? " changed" : ""}" data-keys="${escaped(keys.join(" "))}" data-of="${escaped(mine.join(" "))}">
    <div><label for="${id}">${escaped(title)}</label>${more ? `<small>${more}</small>` : ""}</div>${made.html}
    ${mine.length ? `<button type="button" class="back">back to ${escaped(known.own(keys[0]) || "none")}</button>` : ""}
    ${error ? `<p class="wrong" role="alert">${escaped(error)}${suggestion ? ` <button type="button" class="suggest" data-value="${escaped(suggestion)}">${escaped(suggestion)}</button>` : ""}</p>` : ""}</div>`;
}

// From what a control says to the value of its keys.
export function valueOf(element, parameter) {
  if (element.type === "checkbox") return String(element.checked);
  if (element.type !== "range") return element.value.trim();
  const row = element.closest(".knob"), number = row.querySelector(".number").value;
  return written(parameter, steps(parameter, row.dataset.base ?? number)[Number(element.value)]);
}
