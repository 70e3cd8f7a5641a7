#!/usr/bin/env python3
"""Golden results: what a program writes in many runs, kept as hashes, and compared with what
another program writes.

    golden.py take PROGRAM FOLDER [--quick]     runs every experiment with every card and seed, all observers on
    golden.py take PROGRAM FOLDER --as-written  runs each file of testbenches/experiments as it is, and a comparison of cards
    golden.py compare A B                       prints which files of which runs differ, and how

FOLDER/manifest.json holds the exit code of each run and the sha256 of each file it wrote, after
what differs by design was taken out (the tables below). It is the same, byte for byte, whenever the
program is. Text that is not too long is kept in the same folder (FOLDER/files/RUN/FILE.gz, for
zless and zdiff), so that a difference can be explained. FOLDER/taken.json names the program and the
time of its runs. A page has two entries: its text, and (#bytes) all of it.
"""
import argparse
import collections
import concurrent.futures
import dataclasses
import gzip
import hashlib
import html.parser
import itertools
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time
from typing import Any

import golden_compare

CARDS = ["idt77901", "hostmem_sar", "pio_fifo", "eni155p_like", "pca200e_like"]
EXPERIMENTS = ["echo", "transmit", "stream", "busy_bus", "noisy_line", "light_off", "clock_offset", "overload", "analyzer", "sts12c",
               "study_66mhz", "study_coalescing", "study_delivery", "study_null_cells", "study_tables"]
SEEDS = ["1", "2"]
QUICK_CARDS = ["idt77901", "pca200e_like"]
QUICK_SEEDS = ["1"]
COMPARED = "compare"
TAPS = "cells,pdus,sent_pdus,packets,line_cells,frames"

# Experiments that would take longer than all others together, made shorter; and those with a
# waveform that ends early (us).
SHORTENED = {"noisy_line": ["--set", "workload.count=1500"], "clock_offset": ["--set", "workload.count=60"]}
WAVEFORM_UNTIL = {"clock_offset": 4000, "overload": 15000}

# What differs by design between equal runs: top-level keys of results.json, and of other files what
# these find.
RESULTS_WITHOUT = ["speed", "provenance"]
TEXT_WITHOUT: dict[str, list[re.Pattern[str]]] = {
    "summary.txt": [re.compile(r"^made by: .*\n", re.M)],
    "report.html": [re.compile(r'<p class="provenance">.*?</p>', re.S)],
    "point.json": [re.compile(r'"identity": "[0-9a-f]+"')],  # of a compared point; the digest of the program is part of it
    "compare.html": [re.compile(r'<p class="provenance">.*?</p>', re.S)],
}
STREAMED = {".vcd", ".pcapng"}  # hashed as they are
KEPT_OCTETS = 4_000_000
RUN_SECONDS = 600

Json = dict[str, Any]


@dataclasses.dataclass(frozen=True)
class Run:
    experiment: str
    card: str
    seed: str

    @property
    def name(self) -> str:
        return f"{self.experiment}/{self.card}/{self.seed}"

    def command(self, program: str, waveform: bool) -> list[str]:
        words = [program, "run", self.experiment, "--quiet", "--out", "out", "--seed", self.seed]
        words += ["--set", f"client.card={self.card}", "--set", f"server.card={self.card}", *SHORTENED.get(self.experiment, [])]
        words += ["--pcap", "capture.pcapng", "--pcap-taps", TAPS, "--report", "report.html", "--timeline", "timeline.json"]
        if waveform:
            words += ["--vcd", "wave.vcd"]
            if self.experiment in WAVEFORM_UNTIL:
                words += ["--vcd-to", str(WAVEFORM_UNTIL[self.experiment])]
        return words


@dataclasses.dataclass(frozen=True)
class AsWritten:
    """An experiment with the cards, seed and length of its file; COMPARED: a comparison of cards."""
    name: str

    def command(self, program: str, _waveform: bool) -> list[str]:
        if self.name == COMPARED:
            return [program, "compare", *QUICK_CARDS, "--seeds", "2", "--sizes", "64,1500", "--runs", "2", "--out", "out", "--html", "compare.html"]
        return [program, "run", self.name, "--quiet", "--out", "out", "--pcap", "capture.pcapng", "--report", "report.html"]


def planned(a: argparse.Namespace) -> list[Run] | list[AsWritten]:
    if a.as_written:
        files = (pathlib.Path(__file__).resolve().parents[1] / "experiments").glob("*.toml")
        return [AsWritten(name) for name in a.experiments or [*sorted(file.stem for file in files), COMPARED]]
    cards = a.cards or (QUICK_CARDS if a.quick else CARDS)
    seeds = a.seeds or (QUICK_SEEDS if a.quick else SEEDS)
    return [Run(*words) for words in itertools.product(a.experiments or EXPERIMENTS, cards, seeds)]


class PageText(html.parser.HTMLParser):
    """What a reader of a page sees, a line for each block."""
    INLINE = {"abbr", "b", "code", "data", "em", "i", "kbd", "small", "span", "strong", "sub", "sup", "var"}
    HIDDEN = {"script", "style"}

    def __init__(self, page: str) -> None:
        super().__init__()
        self.hidden = 0
        self.parts: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.hidden += tag in self.HIDDEN
        self.parts += [] if tag in self.INLINE else ["\n"]

    def handle_endtag(self, tag: str) -> None:
        self.hidden -= tag in self.HIDDEN
        self.parts += [] if tag in self.INLINE else ["\n"]

    def handle_data(self, data: str) -> None:
        if not self.hidden:
            self.parts.append(re.sub(r"\s+", " ", data))

    def text(self) -> str:
        lines = (re.sub(" +", " ", line).strip() for line in "".join(self.parts).split("\n"))
        return "".join(line + "\n" for line in lines if line)


def hash_stream(path: pathlib.Path, place: str) -> str:
    """The sha256 of a file that may be huge; such files must not tell where they were written."""
    digest, end, needle = hashlib.sha256(), b"", place.encode()
    with open(path, "rb") as f:
        while block := f.read(1 << 20):
            if needle in end + block:
                raise SystemExit(f"golden: {path.name} contains the path of its folder; expected a file without it")
            digest.update(block)
            end = block[-len(needle):]
    return digest.hexdigest()


def results_text(text: str) -> str:
    results = json.loads(text)
    return json.dumps({key: value for key, value in results.items() if key not in RESULTS_WITHOUT}, indent=1) + "\n"


def contents(path: pathlib.Path, name: str, place: str) -> dict[str, str]:
    """Normalised contents of a text file, by entry of the manifest."""
    text = path.read_bytes().decode().replace(place, "PLACE")
    for found in TEXT_WITHOUT.get(path.name, []):
        text = found.sub("", text)
    if path.name == "results.json":
        return {name: results_text(text)}
    if path.suffix == ".html":
        return {name: PageText(text).text(), f"{name}#bytes": text}
    return {name: text}


def keep(folder: pathlib.Path, name: str, text: str) -> None:
    path = folder / f"{name}.gz"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress(text.encode(), 1, mtime=0))


def hash_files(place: pathlib.Path, kept: pathlib.Path) -> dict[str, str]:
    hashes: dict[str, str] = {}
    for path in sorted(p for p in place.rglob("*") if p.is_file()):
        name = str(path.relative_to(place)).removeprefix("out/")
        if path.suffix in STREAMED:
            hashes[name] = hash_stream(path, str(place))
            if path.stat().st_size <= KEPT_OCTETS and path.suffix == ".vcd":
                keep(kept, name, path.read_bytes().decode())
        else:
            for entry, text in contents(path, name, str(place)).items():
                hashes[entry] = hashlib.sha256(text.encode()).hexdigest()
                if name == "results.json" or len(text) <= KEPT_OCTETS and not entry.endswith("#bytes"):
                    keep(kept, entry, text)
    return hashes


def message_of(stderr: str) -> str:
    """Without paths and places in files: `/a/b/c.toml:38:17: words` becomes `c.toml: words`."""
    return re.sub(r"(?<![^\s'\"])/(?:[^\s:/'\"]+/)*([^\s:/'\"]+)(?::\d+:\d+)?", r"\1", stderr).strip()


def carry_out(run: Run | AsWritten, program: str, waveform: bool, folder: pathlib.Path) -> Json:
    environment = {k: v for k, v in os.environ.items() if not k.startswith("NICLAB")} | {"LC_ALL": "C.UTF-8"}
    with tempfile.TemporaryDirectory(prefix="golden_") as temporary:
        place = pathlib.Path(temporary).resolve()
        done = subprocess.run(run.command(program, waveform), cwd=place, env=environment, capture_output=True, text=True, timeout=RUN_SECONDS)
        files = hash_files(place, folder / "files" / run.name)
    return {"exit": done.returncode, "message": message_of(done.stderr), "files": files}


def write_json(path: pathlib.Path, tree: Json) -> None:
    path.write_text(json.dumps(tree, indent=1) + "\n")


def take(a: argparse.Namespace) -> int:
    folder, program, waveform = pathlib.Path(a.folder), str(pathlib.Path(a.program).resolve()), not a.quick
    if folder.exists() and any(folder.iterdir()):
        raise SystemExit(f"golden: {folder} is in use; expected a new or empty folder")
    folder.mkdir(parents=True, exist_ok=True)
    runs = planned(a)
    begin = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(a.jobs) as pool:
        done = dict(zip(runs, pool.map(lambda run: carry_out(run, program, waveform, folder), runs)))
    wall, cpu = time.monotonic() - begin, sum(os.times()[:4])
    write_json(folder / "manifest.json", {"waveform": waveform, "runs": {run.name: done[run] for run in runs}})
    digest = hashlib.sha256(pathlib.Path(program).read_bytes()).hexdigest()
    write_json(folder / "taken.json", {"command": sys.argv, "program": program, "sha256": digest, "wall_s": round(wall, 1), "cpu_s": round(cpu, 1)})
    exits = collections.Counter(r["exit"] for r in done.values())
    files = sum(len(r["files"]) for r in done.values())
    ended = ", ".join(f"{n} with {code}" for code, n in sorted(exits.items()))
    print(f"{len(runs)} runs ended ({ended}), {files} entries, {wall:.0f} s, {cpu:.0f} s of CPU: {folder}")
    return 0


def words(text: str) -> list[str]:
    return [word for word in text.split(",") if word]


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    taking = commands.add_parser("take", help="run everything and keep the hashes")
    taking.add_argument("program", help="a built niclab")
    taking.add_argument("folder", help="a new one")
    taking.add_argument("--jobs", type=int, default=2, help="runs at a time")
    taking.add_argument("--as-written", action="store_true", help="each experiment as its file has it, and a comparison of cards")
    taking.add_argument("--quick", action="store_true", help="two cards, one seed, no waveform")
    for name in ("seeds", "cards", "experiments"):
        taking.add_argument(f"--{name}", type=words, help="with commas between them")
    taking.set_defaults(command=take)
    comparing = commands.add_parser("compare", help="tell what differs; exit code 1 when something does")
    comparing.add_argument("a")
    comparing.add_argument("b")
    comparing.add_argument("--ignore-json-keys", type=words, default=[], help="paths in results.json, e.g. niclab,stages.*.p99,hosts")
    comparing.add_argument("--only-files", type=words, default=[], help="patterns of files")
    comparing.add_argument("--ignore-files", type=words, default=[], help="patterns of files, e.g. report.html#bytes")
    comparing.add_argument("--common", action="store_true", help="runs that both have, as of a quick take and a whole one")
    comparing.add_argument("--lines", type=int, default=10, help="shown of each group; 0: all")
    comparing.set_defaults(command=golden_compare.compare)
    return parser.parse_args()


if __name__ == "__main__":
    chosen_arguments = arguments()
    sys.exit(chosen_arguments.command(chosen_arguments))
