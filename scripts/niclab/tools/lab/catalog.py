"""What there is to open on the bench, and what each key may be."""
import dataclasses
import functools
import json
import pathlib
import re
import tomllib
from typing import Any

import tomlkit

from niclab import program
from niclab.tools.lab.runs import Asked, Refused

NAME = re.compile(r"[A-Za-z0-9_]{1,64}\Z")
KEY = re.compile(r"[A-Za-z][A-Za-z0-9_.-]{0,127}\Z")
MOST_KEYS, LONGEST_VALUE = 200, 4096
FORBIDDEN = re.compile(r"[/\\\x00-\x1f\x7f]")  # no value names a file elsewhere
START, LARGEST_SEED, MOST_RUNS = "echo", 2**53, 1000
FIRST = ("echo", "transmit", "stream")
SHELVES = ("Start here", "Studies", "Load and faults", "More")
FAULTS = ("noisy_line", "light_off", "clock_offset", "overload", "busy_bus")


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
    return first[:1].upper() + first[1:] or file.stem


def shelf(name: str) -> str:
    if name in FIRST:
        return "Start here"
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
    shipped = [Entry(f.stem, str(f), shelf(f.stem), question(f)) for f in sorted(program.folders()["experiments"].glob("*.toml"))]
    order = {name: place for place, name in enumerate((*FIRST, *FAULTS))}
    shipped.sort(key=lambda e: (SHELVES.index(e.shelf), order.get(e.name, 99), e.name))
    known = {entry.name for entry in shipped}
    mine = [Entry(f.stem, str(f.resolve()), "Yours", question(f)) for f in sorted(own.glob("*.toml"))
            if NAME.match(f.stem) and f.stem not in known and is_experiment(f)]
    return [*shipped, *mine]


def whole(given: Any, name: str, most: int) -> int | None:
    if given is None:
        return None
    if isinstance(given, bool) or not isinstance(given, int) or not 0 <= given <= most:
        raise Refused(f"{name}: an integer from 0 to {most} wanted")
    return given


def asked(body: Any, known: dict[str, str]) -> Asked:
    """What a page asked to run, checked: no request holds a path or an option."""
    if not isinstance(body, dict) or set(body) - {"experiment", "set", "seed", "runs", "report"}:
        raise Refused("experiment, set, seed, runs and report wanted")
    name, keys = body.get("experiment"), body.get("set", {})
    if not isinstance(name, str) or not NAME.match(name) or name not in known:
        raise Refused("an experiment of the gallery wanted", 404)
    if not isinstance(keys, dict) or len(keys) > MOST_KEYS:
        raise Refused(f"set: at most {MOST_KEYS} keys wanted")
    for key, value in keys.items():
        if not KEY.match(key):
            raise Refused(f"{key[:80]}: letters, digits, dots and _ wanted in a key")
        if not isinstance(value, str) or len(value) > LONGEST_VALUE or FORBIDDEN.search(value):
            raise Refused(f"{key}: a value of at most {LONGEST_VALUE} letters wanted, without slashes")
    settings = tuple(f"{key}={value}" for key, value in keys.items())
    return Asked(name, settings, whole(body.get("seed"), "seed", LARGEST_SEED), whole(body.get("runs"), "runs", MOST_RUNS), body.get("report") is True)


def explained(wanted: Asked, file: str) -> list[dict[str, Any]]:
    """Every key of an experiment with these settings. Raises WrongInput with the program's sentence."""
    words = [word for setting in wanted.settings for word in ("--set", setting)]
    return json.loads(program.ask("explain", file, "--parameters", *words))


@functools.cache
def names() -> dict[str, list[str]]:
    """What may stand where a key names a file that comes with niclab."""
    return {"card": program.ask("list", "cards").split(), "profile": program.ask("list", "hosts").split()}


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


def experiment_file(wanted: Asked, file: str, link: str) -> str:
    """The experiment with the changed keys in it, as a file of its own."""
    document = tomlkit.parse(pathlib.Path(file).read_text(encoding="utf-8"))
    for setting in wanted.settings:
        key, _, value = setting.partition("=")
        put(document, key, as_toml(value))
    for key, number in (("run.seed", wanted.seed), ("run.runs", wanted.runs)):
        if number is not None:
            put(document, key, number)
    return f"# Made by niclab lab, {link}\n{tomlkit.dumps(document)}"
