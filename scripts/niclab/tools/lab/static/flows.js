// A run of another level: its flows as a table, beside those of the run before. Pure.
import {escaped, short, us} from "./text.js";

const rate = (flow) => flow.transactions ? `${short(flow.transactions_s)} transactions/s` : `${short(flow.mbit_s)} Mb/s`;

export function flows(scene, ghost) {
  const before = new Map((ghost?.flows ?? []).map((f) => [f.name, f])), asked = scene.flows.some((f) => f.transactions);
  const lines = scene.flows.map((f) => `<tr><td>${escaped(f.name)}</td><td>${escaped(f.kind.replaceAll("_", " "))}</td><td>${escaped(f.from)} → ${escaped(f.to)}</td><td class="n"><b>${rate(f)}</b></td>
    ${ghost?.flows ? `<td class="n was">${before.has(f.name) ? rate(before.get(f.name)) : ""}</td>` : ""}<td>${escaped(f.limit)}</td>${asked ? `<td class="n">${f.transactions ? `${us(f.rtt_p50_us)}, ${us(f.rtt_p99_us)}` : ""}</td>` : ""}</tr>`);
  return `<div class="scroll" tabindex="0" role="region" aria-label="Flows"><table><thead><tr><th scope="col">flow</th><th scope="col">kind</th><th scope="col">from, to</th><th scope="col" class="n">rate</th>${ghost?.flows ? '<th scope="col" class="n">before</th>' : ""}<th scope="col">limited by</th>${asked ? '<th scope="col" class="n">round trip, half and 99 % within</th>' : ""}</tr></thead><tbody>${lines.join("")}</tbody></table></div>
    <p class="dim">${escaped(scene.tells)} <code>niclab run ${escaped(scene.experiment)}</code> writes them. <button type="button" class="link" data-do="report">Full report</button></p>`;
}
