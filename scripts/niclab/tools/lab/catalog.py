"""What there is to open on the bench, and what each key may be."""
import dataclasses
import functools
import json
import pathlib
import re
import tomllib
from typing import Any

import tomlkit

from niclab import levels, program
from niclab.tools.lab.runs import RequestError, RunRequest
from niclab.tools.lab.uploads import Upload, Uploads, holds_path
from niclab.tools.lesson.sheet import sheets

NAME = re.compile(r"[A-Za-z0-9_]{1,64}\Z")
KEY = re.compile(r"[A-Za-z][A-Za-z0-9_.-]{0,127}\Z")
MOST_KEYS, LONGEST_VALUE = 200, 4096
START, LARGEST_SEED, MOST_RUNS = "echo", 2**53, 1000
FIRST = ("echo", "transmit", "stream")
SHELVES = ("Start here", "Studies", "Load and faults", "TCP over networks", "Ethernet", "More")
FAULTS = ("noisy_line", "light_off", "clock_offset", "overload", "busy_bus")
SHELF_OF = {levels.COARSE: "TCP over networks", levels.SEGMENT: "Ethernet"}
@dataclasses.dataclass(frozen=True)
class Entry:
    """An experiment in the gallery. `question`: the first sentence of its file."""
    name: str
    file: str
    shelf: str
    question: str


def question(file: pathlib.Path) -> str:
    """What an experiment's file says first."""
    lines: list[str] = []
    for line in file.read_text(encoding="utf-8", errors="replace").splitlines():
        text = line.removeprefix("#").strip()
        if not line.startswith("#") or not text:
            break
        lines.append(text)
    whole = re.sub(r"^(Study \d+\.|Question:) ", "", " ".join(lines)).removeprefix("Question: ")
    first = re.split(r"(?<=[.?!])\s", whole)[0]
    return (first[:1].upper() + first[1:]).rstrip(":") or file.stem


def shelf(file: pathlib.Path) -> str:
    name = file.stem
    if name in FIRST:
        return "Start here"
    if own := SHELF_OF.get(levels.of_shipped(file)):
        return own
    if name in FAULTS:
        return "Load and faults"
    return "Studies" if name.startswith("study_") else "More"


def is_experiment(file: pathlib.Path) -> bool:
    try:
        return bool({"run", "workload", "flow"} & set(tomllib.loads(file.read_text(encoding="utf-8"))))
    except (OSError, ValueError):
        return False


def entries(own: pathlib.Path) -> list[Entry]:
    """Those that come with niclab, and the experiments of the folder it was started in, read once."""
    shipped = [Entry(f.stem, str(f), shelf(f), question(f)) for f in sorted(program.folders()["experiments"].glob("*.toml"))]
    order = {name: place for place, name in enumerate((*FIRST, *FAULTS))}
    shipped.sort(key=lambda e: (SHELVES.index(e.shelf), order.get(e.name, 99), e.name))
    known = {entry.name for entry in shipped}
    mine = [Entry(f.stem, str(f.resolve()), "Yours", question(f)) for f in sorted(own.glob("*.toml"))
            if NAME.match(f.stem) and f.stem not in known and is_experiment(f)]
    return [*shipped, *mine]


def given(upload: Upload, known: dict[str, str]) -> Entry:
    """An experiment that a reader gave, under a name that nobody else has."""
    stem = re.sub(r"\W", "_", pathlib.PurePath(upload.name).stem, flags=re.ASCII)[:48] or "mine"
    name = stem if known.get(stem, str(upload.path)) == str(upload.path) else f"{stem}_{upload.digest[:6]}"
    return Entry(name, str(upload.path), "Yours", question(upload.path))


def whole(given: Any, name: str, most: int) -> int | None:
    if given is None:
        return None
    if isinstance(given, bool) or not isinstance(given, int) or not 0 <= given <= most:
        raise RequestError(f"{name}: not an integer in range; expected an integer from 0 to {most}")
    return given


def run_request(body: Any, known: dict[str, str]) -> RunRequest:
    """What a page asked to run, checked: no request holds a path or an option."""
    if not isinstance(body, dict) or set(body) - {"experiment", "set", "seed", "runs", "report"}:
        raise RequestError("wrong request; expected experiment, set, seed, runs and report")
    name, keys = body.get("experiment"), body.get("set", {})
    if not isinstance(name, str) or not NAME.match(name) or name not in known:
        raise RequestError("unknown experiment; expected an experiment of the gallery", 404)
    if not isinstance(keys, dict) or len(keys) > MOST_KEYS:
        raise RequestError(f"set: too many keys; expected at most {MOST_KEYS}")
    for key, value in keys.items():
        if not KEY.match(key):
            raise RequestError(f"{key[:80]}: not a key; expected letters, digits, dots and _")
        if not isinstance(value, str) or len(value) > LONGEST_VALUE or holds_path(value):
            raise RequestError(f"{key}: not a value of this page; expected at most {LONGEST_VALUE} letters without slashes")
    settings = tuple(f"{key}={value}" for key, value in keys.items())
    return RunRequest(name, settings, whole(body.get("seed"), "seed", LARGEST_SEED), whole(body.get("runs"), "runs", MOST_RUNS), body.get("report") is True)


def explained(wanted: RunRequest, file: str) -> list[dict[str, Any]]:
    """Every key of an experiment with these settings. Raises WrongInput with the program's sentence."""
    words = [word for setting in wanted.settings for word in ("--set", setting)]
    return json.loads(program.output_of("explain", file, "--parameters", *words))


def with_files(wanted: RunRequest, uploads: Uploads) -> RunRequest:
    """The same with what the reader gave the bench in the place of its digests."""
    pairs = (setting.partition("=") for setting in wanted.settings)
    return dataclasses.replace(wanted, settings=tuple(f"{key}={uploads.path_of(key, value)}" for key, _, value in pairs))


@functools.cache
def addable() -> list[dict[str, Any]]:
    """Keys to turn first that an experiment may not have yet: those of a master that it has not."""
    return [p for p in json.loads(program.output_of("list", "params", "--json")) if p.get("first") and "pci.traffic." in p["key"]]


def lessons(known: dict[str, str]) -> list[dict[str, Any]]:
    """Sheets that can be done, each with the experiment of the gallery that it begins with, or none."""
    found = []
    for sheet in sheets():
        run = next((name for name in re.findall(r"niclab run (\w+)", sheet.parts["do"]) if name in known), None)
        parts = {part: sheet.parts.get(part, "") for part in ("question", "predict", "find")}
        found.append({"number": sheet.number, "title": sheet.title, "minutes": sheet.minutes, "experiment": run, **parts})
    return found


@functools.cache
def names() -> dict[str, Any]:
    """What may stand where a key names a file that comes with niclab; `coarse`: of the coarse level."""
    def known(what: str) -> list[str]:
        return program.output_of("list", what).split()

    return {"card": known("cards"), "profile": known("hosts"), "coarse": {"card": known("coarse-cards"), "profile": known("machines")}}


def as_toml(text: str) -> Any:
    """A value as --set takes it: TOML, or a bare word."""
    try:
        return tomlkit.parse(f"value = {text}")["value"]
    except tomlkit.exceptions.ParseError:
        return text


def put(document: Any, key: str, value: Any) -> None:
    """One key into a document; an item of a list of tables is addressed by its name."""
    *tables, last = key.split(".")
    for name in tables:
        items = [item for item in document if item.get("name") == name] if isinstance(document, list) else []
        document = items[0] if items else document.setdefault(name, tomlkit.table())
    document[last] = value


def experiment_file(wanted: RunRequest, file: str, link: str, uploads: Uploads) -> str:
    """The experiment with the changed keys in it, as a file of its own; files that the reader gave
    must be in the same folder.
    """
    document = tomlkit.parse(pathlib.Path(file).read_text(encoding="utf-8"))
    for setting in wanted.settings:
        key, _, value = setting.partition("=")
        put(document, key, as_toml(uploads.named(key, value)))
    for key, number in (("run.seed", wanted.seed), ("run.runs", wanted.runs)):
        if number is not None:
            put(document, key, number)
    return f"# Made by niclab lab, {link}\n{tomlkit.dumps(document)}"
