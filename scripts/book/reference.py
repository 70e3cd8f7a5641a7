"""The pages of the reference, each made of what `niclab list` and `niclab COMMAND --help` say."""
import dataclasses
import json
import pathlib
import re
import subprocess
from collections.abc import Iterable

import niclab
from niclab.columns import TABLES, Table

Json = dict


class Program:
    def __init__(self, niclab: pathlib.Path):
        self.niclab = niclab

    def text(self, *arguments: str) -> str:
        return subprocess.run([self.niclab, *arguments], capture_output=True, text=True, check=True).stdout

    def list(self, what: str) -> list[Json]:
        return json.loads(self.text("list", what, "--json"))


@dataclasses.dataclass
class Page:
    name: str
    title: str
    lead: str
    body: str

    def text(self) -> str:
        return f"# {self.title}\n\n{self.lead}\n\n{self.body}"


def plain(text: str) -> str:
    """As Markdown that shows these very characters."""
    return re.sub(r"([\\`*_\[\]<>{}|~$])", r"\\\1", text)


def looked_up(kind: str, name: str, *lines: str) -> str:
    """A thing with a name, found by the search and by a link to it."""
    return f":::{{{kind}}} {name}\n" + "\n\n".join(line for line in lines if line) + "\n:::\n\n"


def sections(groups: Iterable[tuple[str, str]]) -> str:
    """Pairs of heading and text; texts of one heading follow each other."""
    found: dict[str, str] = {}
    for heading, text in groups:
        found[heading] = found.get(heading, "") + text
    return "".join(f"## {heading}\n\n{text}" for heading, text in found.items())


@dataclasses.dataclass(frozen=True)
class Place:
    """Keys that an experiment may spell in several ways, told once."""
    heading: str
    starts: tuple[str, ...]
    shown: str  # prefix of the key in the reference
    where: str


PLACES = (
    Place("A host", ("client.", "server.", "host.NAME."), "", "Behind `client.`, `server.` or, in a list, `host.NAME.`; those that begin with `nic`, "
          "`driver`, `host` or `pci` also without a host, for all of them: `--set nic.sar.tx_fifo_cells=1`."),
    Place("A line", ("line.", "link.NAME."), "line.", "In a list `link.NAME.`, with the name of an end for HOST; in the short spelling `to_server`, "
          "`to_client`, `client_ppm`, `server_ppm`. What both directions share may stand without `to_HOST`."),
    Place("What is sent", ("workload.", "flow.NAME."), "workload.", "In a list `flow.NAME.`; some are there only."),
)


def spoken(key: str) -> tuple[str, str, str]:
    """Its heading, the key as it stands below it, and what is said of the place."""
    for place in PLACES:
        start = next((s for s in place.starts if key.startswith(s)), None)
        if start:
            own = re.sub(r"\b(?:to_server|to_client)\b", "to_HOST", key[len(start):])
            own = re.sub(r"^(?:client|server)_ppm$", "HOST_ppm", own)
            table = f": {own.split('.')[0]}" if place.shown == "" and "." in own else ""
            return place.heading + table, place.shown + own, place.where
    return f"[{key.split('.')[0]}]", key, ""


def allowed(p: Json) -> str:
    kind = {"choice": "One of these words", "texts": "List of texts", "integers": "List of whole numbers", "integer": "Whole number"}
    default = p["default"] if p["default"] != "" else "empty"
    return f"{kind.get(p['type'], p['type'].capitalize())}: {plain(p['allowed'])}. Default: {plain(default)}."


LEVELS = {1: "One of the twelve to turn first.", 2: "", 3: "Rarely turned."}


def standing(p: Json) -> str:
    """How soon a reader needs it, what it changes on a packet's way, and which cards have it."""
    places = f"Changes a packet's time at: {plain(', '.join(p['place']))}." if "place" in p else ""
    kinds = f"Cards with the engine {plain(' or '.join(p['applies']['engine']))} only." if "applies" in p else ""
    return " ".join(text for text in (LEVELS[p["level"]], places, kinds) if text)


def parameters(program: Program) -> str:
    seen: dict[str, tuple[str, str]] = {}
    wheres: dict[str, str] = {}
    for p in program.list("params"):
        heading, key, where = spoken(p["key"])
        wheres.setdefault(heading, f"{where}\n\n" if where else "")
        seen.setdefault(f"{heading} {key}", (heading, looked_up("parameter", key, plain(p["what"]), allowed(p), standing(p))))
    order = list(wheres)
    return sections(sorted([*wheres.items(), *seen.values()], key=lambda pair: order.index(pair[0])))


def level_parameters(program: Program, level: str) -> str:
    return sections((f"[{p['key'].split('.')[0]}]", looked_up(level, p["key"], plain(p["what"]), allowed(p))) for p in program.list(level))


def counters(program: Program) -> str:
    lines: dict[str, list[str]] = {}  # cards may mean different things by one name
    for c in program.list("counters"):
        lines.setdefault(c["name"], []).append(f"{plain(c['what'])} In {plain(c['unit'])}.")
    return sections((f"`{name.rpartition('.')[0]}`", looked_up("counter", name, *meanings)) for name, meanings in lines.items())


def causes(program: Program) -> str:
    def one(c: Json) -> str:
        keys = f"Changed by {', '.join(f'`{key}`' for key in c['keys'])}." if c["keys"] else ""
        return looked_up("cause", c["id"], f"{plain(c['resource'])} {c['state']}: {plain(c['cause'])}.", plain(c["what"]), keys)
    return sections((f"`{c['id'].partition('.')[0]}`", one(c)) for c in program.list("causes"))


def columns(program: Program) -> str:
    text = ""
    file = None
    for c in program.list("columns"):
        if c["file"] != file:
            file = c["file"]
            text += f"## `{file}`\n\n{plain(c['file_what'])}\n\n"
        text += looked_up("column", f"{c['file']}/{c['name']}", plain(c["what"]), f"In {plain(c['unit'])}." if c["unit"] else "")
    return text + "".join(tool_table(table) for table in TABLES)


def tool_table(table: Table) -> str:
    entries = (looked_up("column", f"{table.tool}/{table.file}/{c.name}", plain(c.what), f"In {plain(c.unit)}." if c.unit else "") for c in table.columns)
    return f"## `{table.file}` of `niclab {table.tool}`\n\n{plain(table.what)}\n\n" + "".join(entries)


def signals(program: Program) -> str:
    return sections((f"`{s['name'].rpartition('.')[0]}`", looked_up("signal", s["name"], f"{plain(s['what'])} {s['unit']}."))
                    for s in program.list("signals"))


def rules(program: Program) -> str:
    def one(r: Json) -> str:
        kept = "" if r["breakable"] else " A definition or a permission: nothing on the pins can break it."
        return looked_up("rule", r["id"], f"{plain(r['what'])}.{kept}", f"Source: {plain(r['source'])}.")
    return sections((r["of"], one(r)) for r in program.list("rules"))


def exits(program: Program) -> str:
    return "".join(looked_up("exit", str(e["code"]), plain(e["what"])) for e in program.list("exits"))


def files(program: Program) -> str:
    titles = {"cards": "Cards", "coarse-cards": "Cards of the coarse level", "card-classes": "Classes of cards on a segment",
              "hosts": "Hosts", "machines": "Machines of the coarse level",
              "experiments": "Experiments"}
    return "".join(f"## {title}\n\n" + "".join(f"`{f['name']}`\n: {plain(f['what']) or '(its file says nothing of it)'}\n\n"
                                             for f in program.list(what)) for what, title in titles.items())


def commands(program: Program) -> str:
    names = re.findall(r"^  ([a-z]+) ", program.text("--help").split("Subcommands:")[1], re.M)
    return "".join(f"## niclab {name}\n\n```text\n{program.text(name, '--help').strip()}\n```\n\n" for name in names)


PYTHON = """```{eval-rst}
.. currentmodule:: niclab

""" + "".join(f".. auto{'class' if name[0].isupper() else 'function'}:: {name}\n{'   :members:' if name[0].isupper() else ''}\n\n"
              for name in niclab.__all__) + "```\n"


def pages(program: Program) -> list[Page]:
    says = "`niclab list {}` prints the same; with a word, what has it in its name or description."
    return [
        Page("commands", "Commands", "What each is for: [how to](../index.md).", commands(program)),
        Page("exits", "Exit codes", says.format("exits"), exits(program)),
        Page("parameters", "Parameters", "Every key of an experiment at the cycle level. " + says.format("params"), parameters(program)),
        Page("parameters_coarse", "Parameters of the coarse level", "Every key of an experiment with `level = \"coarse\"`. "
             + says.format("coarse"), level_parameters(program, "coarse")),
        Page("parameters_segment", "Parameters of Ethernet segments", "Every key of an experiment with `level = \"segment\"`. "
             + says.format("segment"), level_parameters(program, "segment")),
        Page("counters", "Counters", "What modules count, under `counters` in `results.json`. HOST is the name of a host, NAME that of another "
             "master on its bus. " + says.format("counters"), counters(program)),
        Page("causes", "Causes", "What a packet can wait for, and what works for it: `id` in `attribution.csv`, `results.json` and on pages. "
             "The part before the dot is the place. Keys without a host are each host's. How to read them: "
             "[where the time goes](../explanation/answers.md#spans-and-causes). " + says.format("causes"), causes(program)),
        Page("columns", "Columns", "The tables a run leaves. " + says.format("columns"), columns(program)),
        Page("signals", "Signals", "What waveforms and logic analyzers can show. A name ending in `_n` is low when asserted. "
             + says.format("signals"), signals(program)),
        Page("rules", "Rules", "What every clock is held against. " + says.format("rules"), rules(program)),
        Page("python", "Python", "What `import niclab` offers. With examples: [a library, too](../howto/library.md#python).", PYTHON),
        Page("files", "Cards, hosts, experiments", "What comes with niclab, in the words each file begins with. "
             "`niclab list cards` and so on print the names.", files(program)),
    ]


def write(program: Program, folder: pathlib.Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for page in pages(program):
        (folder / f"{page.name}.md").write_text(page.text())
