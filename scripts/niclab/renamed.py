"""Names of earlier versions and their present ones: the table renamed_names.csv.

The program has the same table.

Results of earlier versions are read with present names: results.json by upgrade(), columns of a CSV
file by column(). A key or measure that a user gives by an old name is accepted with a warning.
"""
import csv
import dataclasses
import functools
import pathlib
import re
import sys
import warnings
from typing import Any

TABLE = pathlib.Path(__file__).resolve().parent / "renamed_names.csv"
SCHEMA = 2  # of results.json with present names
UNTIL = "0.2.0"  # the version that refuses old names
ANY = "*"
RENAMED = ": renamed; expected "  # in each warning of the program

Json = dict[str, Any]


class RenamedWarning(FutureWarning):
    """An old name was used."""


@dataclasses.dataclass(frozen=True)
class Name:
    """A row of the table. `where`: the command, key, file or part of results.json that has the name."""
    kind: str
    where: str
    old: str
    new: str


@functools.cache
def names() -> tuple[Name, ...]:
    """All rows, in the order of the file."""
    with open(TABLE, newline="", encoding="utf-8") as file:
        return tuple(Name(**row) for row in csv.DictReader(file))


def of_kind(kind: str) -> dict[str, str]:
    """Present names by old ones, of a kind whose names are the same everywhere."""
    return {name.old: name.new for name in names() if name.kind == kind}


def fits(part: str, pattern: str) -> bool:
    return part.startswith(pattern[:-1]) if pattern.endswith(ANY) else part == pattern


def ends_with(path: list[str], pattern: str) -> bool:
    end = pattern.split(".")
    return len(path) >= len(end) and all(map(fits, path[-len(end):], end))


def key(text: str) -> str:
    """The present name of a key, such as `line.to_server.light_off_start`; several are joined by +.

    >>> key("host.server.keeper.before")
    'host.server.file_server.before_reply'
    """
    if "+" in text:
        return "+".join(map(key, text.split("+")))
    path: list[str] = []
    for part in text.split("."):
        path = [part, ANY] if path == ["defaults"] else [*path, part]
        path[-1] = path[-1] if path[-1] == ANY else next(
            (name.new for name in names() if name.kind == "key" and ends_with(path, name.old)), path[-1])
    prefix = "defaults." if text.startswith("defaults.") else ""
    return prefix + ".".join(part for part in path if part != ANY)


def sentence(old: str, new: str) -> str:
    return f"{old}: renamed; expected {new}, the old name works until version {UNTIL}"


@functools.cache
def print_once(warning: str) -> None:
    """To standard error, once per process."""
    print(warning, file=sys.stderr, flush=True)


def given_key(text: str) -> str:
    """The present name of a key of a command line; an old one is printed with the present one."""
    found = key(text)
    if found != text:
        print_once(sentence(text, found))
    return found


def given_measure(text: str) -> str:
    """The same of a column of sweep.csv."""
    found = column("sweep.csv", text)
    if found != text:
        print_once(sentence(text, found))
    return found


def warn_of(errors: list[str]) -> list[str]:
    """Raises the program's warnings of old names as Python's; returns the other lines of its standard error."""
    for line in errors:
        if RENAMED in line:
            warnings.warn(line, RenamedWarning, stacklevel=4)
    return [line for line in errors if RENAMED not in line]


def value(path: str, found: Any) -> Any:
    """The present value of a key with its present name."""
    return next((name.new for name in names()
                 if name.kind == "value" and name.old == found and ends_with(path.split("."), name.where)), found)


@functools.cache
def column(file: str, text: str) -> str:
    """The present name of a column of `file`. Columns of sweep.csv are measures, stages and keys.

    >>> column("sweep.csv", "stl_client_to_server_us")
    'software_send_client_to_server_us'
    """
    plain = {name.old: name.new for name in names() if name.kind == "column" and name.where == file}
    if file == "pdus.csv":
        plain = of_kind("event")
    if text in plain:
        return plain[text]
    if file != "sweep.csv":
        return text
    stages = of_kind("stage")
    begin, dash, end = text.partition("_")
    if begin in stages and end.endswith(("_us", "_us_ci95")):
        return stages[begin] + dash + end
    base = text.removesuffix("_ci95")
    return plain[base] + "_ci95" if base in plain else key(text) if "." in text else text


def config(tree: Any, path: str = "") -> Any:
    """An experiment of results.json, resolved, with present keys and values."""
    if isinstance(tree, list):
        return [config(item, f"{path}.{ANY}") for item in tree]
    if not isinstance(tree, dict):
        return value(path, tree)
    found: Json = {}
    for name, below in tree.items():
        at = key(f"{path}.{name}" if path else name)
        found[at.rpartition(".")[2]] = config(below, at)
    return found


def counters(found: Json) -> Json:
    """Counters and their definitions by their present names."""
    present = of_kind("counter")
    split = ((name.rpartition("."), counted) for name, counted in found.items())
    return {f"{module}{dot}{present.get(last, last)}": counted for (module, dot, last), counted in split}


def parts(tree: Any, path: list[str]) -> list[Json]:
    """The objects at a path, in which * is every item."""
    if not path:
        return [tree] if isinstance(tree, dict) else []
    if path[0] == ANY:
        items = tree.values() if isinstance(tree, dict) else tree if isinstance(tree, list) else ()
        return [part for item in items for part in parts(item, path[1:])]
    return parts(tree[path[0]], path[1:]) if isinstance(tree, dict) and path[0] in tree else []


def renamed(tree: Json, present: dict[str, str]) -> Json:
    return {present.get(name, name): below for name, below in tree.items()}


def fidelity(text: str) -> str:
    """What older results say of their links: "whole, at the pins: all from 0 us on"."""
    for old, new in (("whole", "transaction"), ("pins", "signal")):
        text = re.sub(rf"^{old}\b", new, text)
    text = re.sub(r"at the pins: ", "at signal level: ", text)
    text = re.sub(r"\ball from", "all signal groups from", re.sub(r"\bbundles\b", "signal groups", text))
    return text.replace("stepped over", "skipped")


def upgrade(results: Json) -> Json:
    """results.json of any version with present names; of the present version unchanged."""
    if results.get("schema_version", SCHEMA) >= SCHEMA:
        return results
    for name in names():
        for part in parts(results, name.where.split(".") if name.where else []) if name.kind == "result" else ():
            if name.old in part:
                replaced = renamed(part, {name.old: name.new})
                part.clear()
                part.update(replaced)
    if "config" in results:
        results["config"] = config(results["config"])
    for table in ("counters", "counter_definitions", "counters_before_runs"):
        if table in results:
            results[table] = counters(results[table])
    stages, events, reasons = of_kind("stage"), of_kind("event"), of_kind("drop reason")
    for chain in results.get("chain", {}).values():
        chain["events"] = [events.get(event, event) for event in chain["events"]]
        for stage in chain["stages"]:
            stage |= {"name": stages.get(stage["name"], stage["name"])} | {end: events.get(stage[end], stage[end]) for end in ("from", "to")}
        for place in (*chain.get("sending_places", ()), *chain.get("receiving_places", ())):
            place["parts"] = [stages.get(part, part) for part in place["parts"]]
            place["shows"] = list(map(key, place["shows"]))
            for cause in place["causes"]:
                cause["keys"] = [key(changed) for changed in cause["keys"]]
    for row in (*results.get("stages", ()), *results.get("reference", ())):
        for field in ("name", "stage", "quantity"):
            if field in row:
                row[field] = stages.get(row[field], row[field])
    for line in results.get("ledger", ()):
        line["dropped"] = renamed(line["dropped"], reasons)
    made = results.get("provenance", {})
    if made.get("fidelity"):
        made["fidelity"] = fidelity(made["fidelity"])
    for changed in made.get("changed", ()):
        changed["key"] = key(changed["key"])
    results["schema_version"] = SCHEMA
    return results
