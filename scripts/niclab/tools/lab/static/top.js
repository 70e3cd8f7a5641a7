// The page's upper edge: which way, from where to where, the link, light or dark.
import {WINDOWS} from "./model.js";
import {escaped} from "./text.js";

const $ = (id) => document.getElementById(id);
const SAID_MS = 1500;

export function drawWays(all, way, window) {
  $("ways").innerHTML = all.length > 1 ? all.map((d) => `<button type="button" data-way="${escaped(d.name)}" aria-pressed="${d === way}">${escaped(d.from)} → ${escaped(d.to)}${d.name.includes(".") ? ` (${escaped(d.name.split(".")[1])})` : ""}</button>`).join("") : "";
  $("windows").innerHTML = way?.bus ? Object.entries(WINDOWS).map(([id, w]) => `<button type="button" data-window="${id}" aria-pressed="${id === (window || "driver")}">${w.title}</button>`).join("") : "";
}

export const copy = () => navigator.clipboard.writeText(location.href).then(() => { $("copy").textContent = "Copied"; setTimeout(() => { $("copy").textContent = "Copy link"; }, SAID_MS); });

export function otherTheme() {
  const root = document.documentElement, dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
}
