// What the page asks its server. The token lies in the page, never in an address.

const token = document.querySelector('meta[name="niclab-token"]').content;

async function asked(path, method = "GET", body = null, more = {}) {
  let answer;
  try {
    answer = await fetch(path, {method, headers: {"X-Niclab-Token": token, ...(body ? {"Content-Type": "application/json"} : {})}, body: body && JSON.stringify(body), ...more});
  } catch {
    throw new Error("The bench does not answer any more: was niclab lab ended?");
  }
  if (answer.ok) return answer;
  let sentence = `The bench answers ${answer.status}.`;
  try { sentence = (await answer.json()).error; } catch { /* a refusal without a body */ }
  throw new Error(sentence);
}

export const request = (state, more = {}) => ({experiment: state.experiment, set: state.set, ...(state.seed === null ? {} : {seed: state.seed}), ...(state.runs === null ? {} : {runs: state.runs}), ...more});

// JSON, or the program's sentence thrown where that is the answer.
async function told(answer) {
  const found = await (await answer).json();
  if (found.error) throw new Error(found.error);
  return found;
}

export const parameters = (state) => told(asked("/api/explain", "POST", request(state)));
export const toml = async (state, link) => (await told(asked("/api/toml", "POST", request(state, {link})))).toml;
// A state that is too long for a link: its digest, and what a digest stands for.
export const keep = async (text) => (await (await asked("/api/states", "POST", {link: text})).json()).digest;
export const kept = async (digest) => (await (await asked(`/api/states/${encodeURIComponent(digest)}`)).json()).link;
// A file of the reader's: {kind, name, value}; an experiment's value is its name in the gallery.
export const upload = async (kind, file) => (await asked(`/api/uploads/${kind}`, "POST", null, {body: file, headers: {"X-Niclab-Token": token, "X-Niclab-Name": encodeURIComponent(file.name.slice(-80)), "Content-Type": "application/octet-stream"}})).json();
// Also of a page that is being left.
export const cancel = (id) => asked(`/api/runs/${id}`, "DELETE", null, {keepalive: true}).catch(() => {});

// Runs a state to its end; `told` hears how far it is and what it is called. The result, or null where it was cancelled.
export async function run(state, {report = false, told = () => {}} = {}) {
  const started = await (await asked("/api/runs", "POST", request(state, {report}))).json();
  told(started);
  const stream = (await asked(`/api/runs/${started.id}/events`)).body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "", last = started;
  for (;;) {
    const {value, done} = await stream.read();
    if (done) break;
    const lines = (rest + value).split("\n");
    rest = lines.pop();
    for (const line of lines.filter(Boolean)) { last = JSON.parse(line); told(last); }
  }
  if (last.state === "failed") throw new Error(last.error);
  if (last.state !== "done") return null;
  return (await asked(`/api/runs/${last.id}/scene${report ? "?first=1" : ""}`)).json().then((scene) => ({...scene, id: last.id}));
}

// The wires of a run that was asked for with its report.
export const waves = async (id) => (await asked(`/api/runs/${id}/waves`)).json();
