"""golden.py compare: what differs between two folders of golden results, gathered by file, and in
results.json by key.
"""
import argparse
import collections
import fnmatch
import gzip
import itertools
import json
import os
import pathlib
from collections.abc import Iterator
from typing import Any

Json = dict[str, Any]
WAVEFORM = ["wave.vcd", "wave.gtkw"]  # missing where --quick was given


def without(tree: Any, ignored: list[str], path: str = "") -> Any:
    """A tree without the keys whose path, such as stages.*.p99 (* for each index), matches."""
    def gone(at: str) -> bool:
        return any(fnmatch.fnmatchcase(at, pattern) for pattern in ignored)
    if isinstance(tree, dict):
        return {k: without(v, ignored, f"{path}{k}.") for k, v in tree.items() if not gone(f"{path}{k}")}
    if isinstance(tree, list):
        return [without(v, ignored, f"{path}*.") for v in tree]
    return tree


def brief(value: Any) -> str:
    text = json.dumps(value)
    return text if len(text) <= 60 else text[:57] + "..."


def json_differences(a: Any, b: Any, path: str = "") -> Iterator[tuple[str, str, str]]:
    """Path, kind and what was found; indices of lists are merged into *."""
    if isinstance(a, dict) and isinstance(b, dict):
        for key in [*a, *(k for k in b if k not in a)]:
            if key not in b:
                yield f"{path}{key}", "removed", brief(a[key])
            elif key not in a:
                yield f"{path}{key}", "added", brief(b[key])
            else:
                yield from json_differences(a[key], b[key], f"{path}{key}.")
        if a.keys() == b.keys() and list(a) != list(b):
            yield path.rstrip(".") or ".", "order", "the same keys in another order"
    elif isinstance(a, list) and isinstance(b, list):
        if len(a) != len(b):
            yield path.rstrip("."), "length", f"{len(a)} -> {len(b)}"
        for x, y in zip(a, b):
            yield from json_differences(x, y, f"{path}*.")
    elif type(a) is not type(b) or a != b:
        yield path.rstrip("."), "changed", f"{brief(a)} -> {brief(b)}"


def kept_text(folder: pathlib.Path, run: str, file: str) -> str | None:
    path = folder / "files" / run / f"{file}.gz"
    return gzip.decompress(path.read_bytes()).decode() if path.exists() else None


def first_difference(a: str, b: str) -> str:
    """The first lines that differ, from a little before the place."""
    pairs = itertools.zip_longest(a.split("\n"), b.split("\n"))
    number, (x, y) = next((n, pair) for n, pair in enumerate(pairs, 1) if pair[0] != pair[1])
    if x is None or y is None:
        return f"line {number}: {'A' if x is None else 'B'} has ended, the other goes on: {brief(y if x is None else x)}"
    at = max(len(os.path.commonprefix([x, y])) - 30, 0)
    cut = [("..." if at else "") + line[at:at + 90] for line in (x, y)]
    return f"line {number}:\n        A {cut[0]}\n        B {cut[1]}"


class Comparison:
    """What differs between two folders, gathered by file."""

    def __init__(self, a: pathlib.Path, b: pathlib.Path, ignored: list[str]) -> None:
        self.a, self.b, self.ignored = a, b, ignored
        self.lines: dict[str, list[str]] = collections.defaultdict(list)
        self.paths: dict[tuple[str, str, str], dict[str, str]] = collections.defaultdict(dict)
        self.excused = self.equal = 0

    def file(self, run: str, name: str, hash_a: str | None, hash_b: str | None) -> None:
        if hash_a == hash_b:
            self.equal += 1
        elif hash_a is None or hash_b is None:
            self.lines[name].append(f"{run}: only in {'B' if hash_a is None else 'A'}")
        else:
            a, b = kept_text(self.a, run, name), kept_text(self.b, run, name)
            if a is None or b is None:
                self.lines[name].append(f"{run}: other contents, not kept")
            elif name == "results.json":
                self.results(run, name, json.loads(a), json.loads(b))
            else:
                self.lines[name].append(f"{run}: {first_difference(a, b)}")

    def results(self, run: str, name: str, a: Json, b: Json) -> None:
        found = list(json_differences(without(a, self.ignored), without(b, self.ignored)))
        if not found:
            self.excused += 1
            return
        self.lines[name].append(f"{run}: {len(found)} places")
        for path, kind, words in found:
            self.paths[name, path, kind].setdefault(run, words)

    def show(self, most: int, compared: int) -> None:
        for name, lines in sorted(self.lines.items()):
            print(f"{name}: {len(lines)} differ, {compared} runs compared")
            print_some([f"    {line}" for line in lines], most)
            merged = [(path, kind, runs) for (file, path, kind), runs in self.paths.items() if file == name]
            if merged:
                print("  its keys:")
            print_some([f"    {path} {kind} in {len(runs)} runs, {': '.join(next(iter(runs.items())))}" for path, kind, runs in merged], 4 * most)


def print_some(lines: list[str], most: int) -> None:
    shown = lines[:most] if most else lines
    print("\n".join(shown)) if shown else None
    if len(lines) > len(shown):
        print(f"    and {len(lines) - len(shown)} more (--lines 0 shows all)")


def chosen(name: str, a: argparse.Namespace, skipped: list[str]) -> bool:
    only = not a.only_files or any(fnmatch.fnmatchcase(name, g) for g in a.only_files)
    return only and name not in skipped and not any(fnmatch.fnmatchcase(name, g) for g in a.ignore_files)


def compare(a: argparse.Namespace) -> int:
    folders = pathlib.Path(a.a), pathlib.Path(a.b)
    old, new = (json.loads((f / "manifest.json").read_text()) for f in folders)
    skipped = [] if old["waveform"] == new["waveform"] else WAVEFORM
    found = Comparison(*folders, a.ignore_json_keys)
    both = [run for run in old["runs"] if run in new["runs"]]
    for run in sorted(old["runs"].keys() ^ new["runs"].keys()) if not a.common else ():
        found.lines["(run)"].append(f"{run}: only in {'A' if run in old['runs'] else 'B'}")
    for run in both:
        x, y = old["runs"][run], new["runs"][run]
        for key in ("exit", "message"):
            if x[key] != y[key]:
                found.lines[f"({key})"].append(f"{run}: {x[key]!r} -> {y[key]!r}")
        for name in sorted(x["files"].keys() | y["files"].keys()):
            if chosen(name, a, skipped):
                found.file(run, name, x["files"].get(name), y["files"].get(name))
    found.show(a.lines, len(both))
    differ = sum(len(lines) for lines in found.lines.values())
    print(f"{len(both)} runs compared{', without waveforms' if skipped else ''}: {found.equal} entries equal, "
          f"{found.excused} but for ignored keys, {differ} differ")
    return 1 if differ or not both else 0
