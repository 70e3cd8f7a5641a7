// A flow's way as boxes, each as full as it was busy, and what its sender waited for. Pure.
import {escaped, inMicro, short, us} from "./text.js";

const MOST_DRAWN = 4;  // flows that are drawn; all are in the table
const SEEN = 0.005;  // of the time
const sumOf = (part) => part.shares.reduce((sum, s) => sum + s.share, 0);
const percent = (part) => `${part > 0 && part < 0.0995 ? (100 * part).toFixed(1) : Math.round(100 * part)} %`;
export const rateOf = (flow) => flow.latency_us !== null ? `${us(flow.latency_us)} a packet` : flow.transactions ? `${short(flow.transactions_s)} transactions/s` : `${short(flow.mbit_s)} Mb/s`;

// Shares of one bar behind each other; `was` as a line across it.
function usesBar(shares, kind, was) {
  let x = 0;
  const parts = shares.map((s, k) => { const width = 100 * Math.min(s.share, 1), at = x; x += width; return `<rect class="${kind} part${k % 3}" x="${at.toFixed(2)}" y="0" width="${width.toFixed(2)}" height="10"/>`; });
  return `<svg class="track" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">${parts.join("")}${was === undefined ? "" : `<rect class="before" x="${Math.min(99, Math.max(0, 100 * was - 0.5)).toFixed(2)}" y="0" width="1" height="10"/>`}</svg>`;
}

function useBox(part, before) {
  const share = sumOf(part), was = before && sumOf(before), several = part.shares.length > 1 ? part.shares.map((s) => `${s.words} ${percent(s.share)}`).join(", ") : "";
  return `<li class="${part.limits ? "hot" : ""}"${several ? ` title="${escaped(several)}"` : ""}><b>${escaped(part.title)}</b><span class="who">${escaped(part.who)}</span><span class="much">${percent(share)}</span>
    ${usesBar(part.shares, part.limits ? "waits" : "works", was)}<small>${was !== undefined && percent(was) !== percent(share) ? `<span class="was">was ${percent(was)}</span>` : escaped(several)}</small></li>`;
}

function waitsOf(flow) {
  const shown = flow.waits.filter((w) => w.share >= SEEN);
  if (!shown.length) return "";
  const rows = shown.map((w) => `<tr><td>${escaped(w.words)}</td><td class="n">${percent(w.share)}</td><td class="wide">${usesBar([w], w.works ? "works" : "waits")}</td></tr>`);
  return `<table class="waits"><caption>${escaped(flow.waits_title)}</caption><tbody>${rows.join("")}</tbody></table>`;
}

function flowWay(flow, before) {
  const way = flow.parts.map((p) => useBox(p, before?.parts.find((q) => q.of === p.of && q.who === p.who))).join("");
  return `<section class="flow${way ? "" : " small"}"><h3>${escaped(flow.name)}: ${escaped(flow.kind.replaceAll("_", " "))}, ${escaped(flow.from)} → ${escaped(flow.to)}, <b>${rateOf(flow)}</b>${before && rateOf(before) !== rateOf(flow) ? ` <span class="was">was ${rateOf(before)}</span>` : ""}</h3>
    ${way ? `<ol class="uses">${way}</ol>` : ""}${waitsOf(flow)}</section>`;
}

function flowTable(flows, before) {
  const asked = flows.some((f) => f.transactions), compared = before.size > 0;
  const lines = flows.map((f) => `<tr><td>${escaped(f.name)}</td><td class="roomy">${escaped(f.kind.replaceAll("_", " "))}</td><td>${escaped(f.from)} → ${escaped(f.to)}</td><td class="n"><b>${rateOf(f)}</b></td>
    ${compared ? `<td class="n was">${before.has(f.name) ? rateOf(before.get(f.name)) : ""}</td>` : ""}<td>${escaped(inMicro(f.limit))}</td>${asked ? `<td class="n">${f.transactions ? `${us(f.rtt_p50_us)}, ${us(f.rtt_p99_us)}` : ""}</td>` : ""}</tr>`);
  return `<div class="scroll" tabindex="0" role="region" aria-label="Flows"><table><thead><tr><th scope="col">flow</th><th scope="col" class="roomy">kind</th><th scope="col">from, to</th><th scope="col" class="n">${flows.some((f) => f.latency_us !== null) ? "rate, or time of a packet" : "rate"}</th>${compared ? '<th scope="col" class="n">before</th>' : ""}<th scope="col">limited by</th>${asked ? '<th scope="col" class="n">round trip, half and 99 % within</th>' : ""}</tr></thead><tbody>${lines.join("")}</tbody></table></div>`;
}

const byName = (scene) => new Map((scene?.flows ?? []).map((f) => [f.name, f]));

// The first few as drawings.
export function ways(scene, ghost = null) {
  const before = byName(ghost);
  const rest = scene.flows.length > MOST_DRAWN ? `<p class="rest">The first ${MOST_DRAWN} of ${scene.flows.length} flows are drawn; the table has all.</p>` : "";
  return `<div class="flow-ways">${scene.flows.slice(0, MOST_DRAWN).map((f) => flowWay(f, before.get(f.name))).join("")}</div>${rest}`;
}

export const uses = (scene, ghost = null) => ways(scene, ghost) + (scene.flows.length > 1 || scene.flows.some((f) => f.transactions) ? flowTable(scene.flows, byName(ghost)) : "");
