// The gallery's ribbons: what each experiment's packet looks like, run once each while nothing else is asked for.
import * as api from "./api.js";
import {EMPTY} from "./link.js";
import {modelOf} from "./model.js";
import {thin} from "./strips.js";

const BEGIN_MS = 1500, AGAIN_MS = 1000;

export function gallery({experiments, busy}) {
  const left = [...experiments];
  let running = "";
  const giveWay = () => { if (running) api.cancel(running); running = ""; };

  // What a reader asks for goes before.
  function told(status) {
    running = ["waiting", "running"].includes(status.state) ? status.id : "";
    if (busy()) giveWay();
  }

  async function next() {
    if (!left.length) return;
    if (busy()) { setTimeout(next, AGAIN_MS); return; }
    const name = left.shift(), card = document.querySelector(`.card[href="#${name}"]`);
    try {
      const scene = await api.run({...EMPTY, set: {}, experiment: name, runs: 1}, {told});
      if (scene?.directions.length && card) card.insertAdjacentHTML("beforeend", thin(modelOf(scene.directions[0])));
      if (!scene) left.push(name);
    } catch { /* its sentence is told where the experiment is opened */ }
    next();
  }
  addEventListener("pagehide", giveWay);
  addEventListener("hashchange", () => { if (busy()) giveWay(); });
  setTimeout(next, BEGIN_MS);
}
