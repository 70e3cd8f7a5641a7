// The gallery's ribbons: what each experiment's packet looks like, run once each while nothing else is asked for.
import * as api from "./api.js";
import {EMPTY} from "./link.js";
import {modelOf} from "./model.js";
import {thin} from "./strips.js";

const BEGIN_MS = 1500, AGAIN_MS = 1000;

export function gallery({experiments, busy}) {
  const left = [...experiments];

  async function next() {
    if (!left.length) return;
    if (busy()) { setTimeout(next, AGAIN_MS); return; }
    const name = left.shift(), card = document.querySelector(`.card[href="#${name}"]`);
    try {
      const scene = await api.run({...EMPTY, set: {}, experiment: name, runs: 1});
      if (scene?.directions.length && card) card.insertAdjacentHTML("beforeend", thin(modelOf(scene.directions[0])));
    } catch { /* its sentence is told where the experiment is opened */ }
    next();
  }
  setTimeout(next, BEGIN_MS);
}
