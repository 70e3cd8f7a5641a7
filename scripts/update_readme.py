#!/usr/bin/env python3
"""Puts what the program says into README.md and the pages of docs/, between their marks, and draws
their pictures.

Whole blocks are PARTS here, single values in sentences book/values.py.

    scripts/update_readme.py              what takes seconds
    scripts/update_readme.py --slow       all but what was measured: some minutes, with every paper
    scripts/update_readme.py --screenshot docs/report.png, too, with chromium
    scripts/update_readme.py --slow --only drivers.md         the parts of a page, or with a mark
    scripts/update_readme.py --check      changes nothing; exit code 1 and what is not as the program says
    scripts/update_readme.py --niclab PROGRAM          another program
    scripts/update_readme.py --benchmark FILE --speeds FILE     what niclab_benchmark and testbenches/benchmark/speeds.py printed
"""
import argparse
import csv
import dataclasses
import functools
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import textwrap
from collections.abc import Callable

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "scripts"))
import card_shares  # noqa: E402
import draw_way  # noqa: E402
from book import accuracy, contents, trials, ttcp_over_isa, values, waveform  # noqa: E402
from niclab import renamed  # noqa: E402
from niclab.scene import scene  # noqa: E402

NICLAB = ROOT / "build/release/testbenches/niclab/niclab"
WIDTH = 100  # of sentences


class Program:
    """niclab in a folder of its own; the same command runs once."""

    def __init__(self, niclab: pathlib.Path, folder: str, measured: dict[str, pathlib.Path] | None = None):
        self.niclab, self.folder, self.measured = niclab.resolve(), pathlib.Path(folder), measured or {}

    @functools.cache  # noqa: B019  one Program a process
    def text(self, *arguments: str, ends: int = 0) -> str:
        """What it prints, or complains of: without the line that names its own file and the folder at the end."""
        done = subprocess.run([self.niclab, *arguments], cwd=self.folder, capture_output=True, text=True, env={**os.environ, "COLUMNS": str(WIDTH)})
        if done.returncode != ends:
            sys.exit(f"niclab {' '.join(arguments)}: exit code {done.returncode}\n{done.stderr}")
        return re.sub(r"^made by: .*\n", "", done.stdout + done.stderr, flags=re.M)

    def run(self, experiment: str, *arguments: str) -> str:
        return self.text("run", experiment, "--out", self.place(experiment, *arguments), *arguments)

    def summary(self, experiment: str, *arguments: str) -> str:
        """summary.txt of a run, without the line that names its own file."""
        self.run(experiment, *arguments)
        text = (self.folder / self.place(experiment, *arguments) / "summary.txt").read_text()
        return re.sub(r"^made by: .*\n", "", text, flags=re.M)

    def results(self, experiment: str, *arguments: str) -> dict:
        self.run(experiment, *arguments)
        return json.loads((self.folder / self.place(experiment, *arguments) / "results.json").read_text())

    @staticmethod
    def place(*arguments: str) -> str:
        return "-".join(re.sub(r"\W+", "_", a) for a in arguments)


def paragraphs(text: str) -> list[list[str]]:
    return [part.splitlines() for part in text.strip("\n").split("\n\n")]


def paragraph(text: str, begin: str) -> list[str]:
    """The one that begins so."""
    return next(lines for lines in paragraphs(text) if lines[0].startswith(begin))


def wrapped(*sentences: str) -> list[str]:
    """Several are told apart by their first lines."""
    indent = "  " if len(sentences) > 1 else ""
    return [line for sentence in sentences for line in textwrap.wrap(sentence, WIDTH, subsequent_indent=indent)]


def brief(experiment: str) -> Callable[[Program], list[str]]:
    """What the terminal shows of a run. The folder is the one without --out."""
    def lines(program: Program) -> list[str]:
        shown = program.run(experiment).rstrip().splitlines()
        return [*shown[:-1], f"results/{experiment}"]
    return lines


def stages(program: Program) -> list[str]:
    """The tables of the echo, but for the answer and the published table."""
    parts = [part for part in paragraphs(program.summary("echo")) if not part[0].startswith("published")]
    return [line for part in parts[1:] for line in ["", *part]][1:]


def published(program: Program) -> list[str]:
    return paragraph(program.summary("echo"), "published")


def held(program: Program) -> list[str]:
    return paragraph(reproduced(program, "dollas"), "Predicted")


def reproduced(program: Program, paper: str) -> str:
    return program.text("reproduce", paper, "--out", paper)


def from_papers(table: Callable[[pathlib.Path], list[str]]) -> Callable[[Program], list[str]]:
    """A table of the rows of all reproductions."""
    def lines(program: Program) -> list[str]:
        for paper in accuracy.PAPERS:
            reproduced(program, paper)
        return table(program.folder)
    return lines


def what_if(program: Program) -> list[str]:
    text = program.run("echo", "--what-if", "transmit_fifo=0")
    sentence = text[text.index("what if"):]
    return wrapped(" ".join(sentence[:sentence.index(")") + 1].split()))


def two_flows(program: Program) -> list[str]:
    """The way of the echo's questions beside the stream, and alone."""
    lines = []
    for arguments in ((), ("--set", "flow.fill.count=1")):
        command = " ".join(["niclab run two_flows", *arguments])
        lines += ["", command, *paragraph(program.summary("two_flows", *arguments), "from driver to driver, asker_to_answerer.echo")[:5]]
    return lines[1:]


def star(program: Program) -> list[str]:
    return wrapped(*program.results("star")["answer"][::2])


def light_off(program: Program) -> list[str]:
    return wrapped(next(s for s in program.results("light_off")["answer"] if s.startswith("Of ")))


def check(program: Program) -> list[str]:
    program.run("echo", "--runs", "1", "--vcd", "echo.vcd")
    return program.text("check", "echo.vcd").splitlines()


FIRST_WAVEFORM = ("echo", "--runs", "1", "--vcd", "first.vcd", "--vcd-from", "756", "--vcd-to", "810")


def first_pci(program: Program) -> list[str]:
    """The transactions of both cards within the window of the page, some columns of pci.csv."""
    columns = ("time_ns", "bus", "command", "address", "dwords", "target_clocks")
    program.run(*FIRST_WAVEFORM)
    with open(program.folder / program.place(*FIRST_WAVEFORM) / "pci.csv", newline="") as f:
        rows = [row for row in csv.DictReader(f) if row["master"] == "nic" and 756e3 <= float(row["time_ns"]) <= 810e3]
    return ["  ".join(f"{text:<13}" for text in line).rstrip() for line in [columns, *([row[c] for c in columns] for row in rows)]]


def first_burst(program: Program) -> list[str]:
    """What the rows in words say of the second transaction."""
    program.run(*FIRST_WAVEFORM)
    names = ["client.pci.transaction", "client.pci.data"]
    rows = waveform.clocks(program.folder / "first.vcd", names, 760.5, 761.2)
    return [f"{'us':<9} {'transaction':<16} data", *(f"{time:.3f}   {words[0]:<16} {words[1]}" for time, words in rows)]


def summary(experiment: str) -> Callable[[Program], list[str]]:
    """Every table of a run."""
    return lambda program: program.summary(experiment).strip().splitlines()


def capture(program: Program) -> list[str]:
    """What tshark says of the first PDU of an echo and its two cells: the command of the page."""
    page = (ROOT / "docs/howto/instruments.md").read_text()
    command = re.search(r"^    (tshark .*\n.*)$", page, re.M)
    assert command, "docs/howto/instruments.md: no command of tshark"
    program.run("echo", "--pcap", "echo.pcapng", "--pcap-taps", "cells,pdus,packets")
    done = subprocess.run(["bash", "-c", command[1]], cwd=program.folder, capture_output=True, text=True)
    return [line.strip() for line in done.stdout.splitlines()[:3]]


def analyzer(program: Program) -> list[str]:
    return paragraph(program.summary("analyzer"), "analyzer hp1663a")


def sweep(program: Program) -> list[str]:
    """The sentences of the answer, without the time that the points took."""
    program.text("sweep", "echo", "--vary", "nic.sar.tx_fifo_cells=1:9", "--runs", "5", "--out", "sweep")
    text = (program.folder / "sweep/answer.txt").read_text()
    return wrapped(*(line for line in text.splitlines() if line.startswith("Best")))


def compare(program: Program) -> str:
    return program.text("compare", "idt77901", "pca200e_like", "--out", "compare")


def compare_answer(program: Program) -> list[str]:
    return paragraphs(compare(program))[0]


def compare_rows(program: Program) -> list[str]:
    """Some rows, and where the difference comes from."""
    wanted = ("latency", "  sar_segmentation", "  phy_in", "  sar_reass", "  driver to driver", "throughput", "  40 octets", "  1500 octets")
    first = compare(program).split("\nDifferences")[0].splitlines()
    why = next(part for part in paragraphs(compare(program)) if part[0].startswith("pca200e_like against"))
    sentences = re.sub(r"\n    +", " ", "\n".join(why[1:])).splitlines()
    return [*(line for line in first if line.startswith(wanted)), "", why[0], *wrapped(*(s.strip() for s in sentences[:4]))]


def refusal(command: str) -> Callable[[Program], list[str]]:
    return lambda program: [f"niclab {command}", *textwrap.wrap(program.text(*command.split(), ends=2), WIDTH)]


def given_up(program: Program) -> list[str]:
    command = ["run", "light_off", "--set", "run.limit=1us"]
    return ["niclab " + " ".join(command), *(line for line in program.text(*command, ends=1).splitlines() if "given up" in line)]


def sheet(number: int) -> Callable[[Program], str]:
    """A lesson's page is what the program shows."""
    return lambda program: program.text("lesson", "show", str(number))


def measured(name: str) -> Callable[[Program], list[str]]:
    """What a program measured, whose output is given on the command line: it takes an idle machine."""
    return lambda program: program.measured[name].read_text().splitlines()


def way(program: Program) -> str:
    """Client to server."""
    program.run("echo")
    return draw_way.drawn(scene.make(program.folder / "echo")["directions"][0])


def screenshot(program: Program) -> None:
    """The begin of the report of the echo as a picture. Its bytes depend on the browser, so that
    nothing compares them.
    """
    program.run("echo", "--report", "echo.html")
    window = ("--window-size=1000,735", f"--screenshot={ROOT / 'docs/report.png'}")
    subprocess.run(["chromium", "--headless", "--no-sandbox", "--hide-scrollbars", *window, f"file://{program.folder}/echo.html"],
                   check=True, capture_output=True)


def table1(program: Program) -> str:
    reproduced(program, "dollas")
    return (program.folder / "dollas/table1.svg").read_text()


def renamed_names(_: Program) -> list[str]:
    """A row per renamed name, in the order of the table."""
    tables = {name.new: name.old.rpartition(".")[2] for name in renamed.names() if name.kind == "key"}

    def shown(name: renamed.Name, last: str) -> str:
        path = name.old.split(".")[:-1] if name.kind == "key" else []
        if last == name.old.rpartition(".")[2]:
            path = [tables.get(part, part) for part in path]
        text = ".".join(["HOST".join(part.split(renamed.ANY)) if part.startswith("to_") else "NAME" if part == renamed.ANY else part
                         for part in path] + [last])
        return f"`{text if name.kind != 'key' or text.startswith(('host.', 'switch.', 'vc.', 'run.', 'reads.')) else '...' + text}`"

    rows = ["| kind | where | old name | present name |", "|---|---|---|---|"]
    for name in renamed.names():
        where = name.where.replace(f".{renamed.ANY}", ".NAME")
        code = name.kind in ("option", "value", "column") or name.kind == "result" and where
        place = f"`{where}`" if code and where else "results.json" if name.kind == "result" else where
        rows.append(f"| {name.kind} | {place} | {shown(name, name.old.rpartition('.')[2])} | {shown(name, name.new)} |")
    return rows


@dataclasses.dataclass(frozen=True)
class Part:
    """What the program says at one place: between the marks of a page, or a picture, which has none."""
    page: str
    mark: str
    make: Callable[[Program], list[str] | str]
    slow: bool = False
    tool: str = ""  # that it takes, and that may not be there
    given: str = ""  # option that has the text
    table: bool = False  # of Markdown, else what a terminal shows

    def within(self, text: str, made: list[str] | str) -> str:
        if isinstance(made, str):
            return made
        indent = "" if self.table else "    "
        block = "".join(f"{indent}{line}".rstrip() + "\n" for line in made)
        pattern = re.compile(rf"(<!-- {self.mark}: begin[^\n]*\n).*?(<!-- {self.mark}: end -->)", re.S)
        text, count = pattern.subn(lambda m: f"{m[1]}\n{block}\n{m[2]}", text)
        if count != 1:
            sys.exit(f"{self.page}: {count} blocks named {self.mark}; expected one")
        return text


FAILS = "docs/howto/when_something_fails.md"
REFUSED = {
    "refused_key": "run echo --set run.rnus=3",
    "refused_unit": "run echo --set line.length=2",
    "refused_name": "run echo --set client.card=idt7790",
    "refused_file": "run echo --set workload.pcap=mine.pcap",
    "refused_option": "run pair --vcd pair.vcd",
}
TRIALS = {"ethernet": "rtl8029", "pcnet": "am79c970a", "vortex": "3c595", "cyclone": "3c905b", "ne": "ne2000", "wd": "wd8013", "el3": "3c509", "lance": "at1500",
          "gigabit": "82540em"}
LESSONS = ("null_cells", "bus", "windows", "collisions", "moderation", "fault", "pcie")
PARTS = [
    Part("README.md", "answer", brief("echo")),
    Part("README.md", "compare", compare_answer, slow=True),
    *(Part(page, "papers", from_papers(accuracy.paper_table), slow=True, table=True) for page in ("README.md", "docs/explanation/measurements.md")),
    Part("docs/explanation/trust.md", "questions", from_papers(accuracy.question_table), slow=True, table=True),
    Part("docs/explanation/trust.md", "first_runs", from_papers(accuracy.first_runs), slow=True, table=True),
    Part("docs/explanation/trust.md", "variants", from_papers(accuracy.variants), slow=True, table=True),
    Part("docs/echo_way.svg", "", way, tool="chromium"),
    Part("docs/dollas_table1.svg", "", table1, slow=True),
    Part("docs/explanation/ethernet_cards.md", "shares", lambda _: card_shares.table(), table=True),
    Part("docs/ethernet_cards.svg", "", lambda _: card_shares.figure()),
    Part("docs/explanation/ttcp_over_isa.md", "ttcp", lambda program: ttcp_over_isa.table(program.niclab, program.folder), slow=True, table=True),
    Part("docs/explanation/answers.md", "brief", brief("echo")),
    Part("docs/explanation/answers.md", "stages", stages),
    Part("docs/explanation/answers.md", "what_if", what_if),
    Part("docs/explanation/measurements.md", "published", published),
    Part("docs/explanation/measurements.md", "held", held, slow=True),
    Part("docs/tutorial/first_waveform.md", "first_pci", first_pci),
    Part("docs/tutorial/first_waveform.md", "first_burst", first_burst),
    Part("docs/howto/experiments.md", "two_flows", two_flows),
    Part("docs/howto/experiments.md", "star", star),
    Part("docs/howto/faults.md", "light_off", light_off),
    Part("docs/howto/checkers.md", "check", check),
    Part("docs/howto/hosts.md", "wan", summary("wan")),
    Part("docs/howto/ethernet.md", "segment", summary("ethernet_segment")),
    Part("docs/howto/instruments.md", "capture", capture, tool="tshark"),
    Part("docs/howto/instruments.md", "analyzer", analyzer),
    Part("docs/howto/sweep.md", "sweep", sweep),
    Part("docs/howto/compare.md", "compare", compare_rows, slow=True),
    Part("docs/howto/drivers.md", "driver", trials.trial(), slow=True),
    Part("docs/howto/drivers.md", "kernels", trials.kernel_table, slow=True, table=True),
    Part("docs/howto/register_modules.md", "question", trials.question, slow=True),
    Part("docs/howto/register_modules.md", "identities", trials.identities, slow=True, table=True),
    Part("docs/explanation/signed_ring_indices.md", "overflow", trials.overflow, slow=True),
    *(Part("docs/howto/drivers.md", mark, trials.trial("--card", card), slow=True) for mark, card in TRIALS.items()),
    Part("docs/explanation/speed.md", "speeds", measured("speeds"), given="speeds"),
    Part("docs/explanation/speed.md", "benchmark", measured("benchmark"), given="benchmark"),
    *(Part(FAILS, mark, refusal(command)) for mark, command in REFUSED.items()),
    Part(FAILS, "given_up", given_up),
    Part("docs/reference/renamed_names.md", "renamed", renamed_names, table=True),
    *(Part(f"docs/lessons/{name}.md", "", sheet(number)) for number, name in enumerate(LESSONS, 1)),
]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--niclab", type=pathlib.Path, default=NICLAB)
    parser.add_argument("--benchmark", type=pathlib.Path)
    parser.add_argument("--speeds", type=pathlib.Path)
    parser.add_argument("--slow", action="store_true")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--only", default="", help="a part of the name of a page or a mark")
    parser.add_argument("--screenshot", action="store_true")
    options = parser.parse_args()
    old = []
    with tempfile.TemporaryDirectory() as folder:
        given = {"benchmark": options.benchmark, "speeds": options.speeds}
        program = Program(options.niclab, folder, {name: file for name, file in given.items() if file})
        if options.screenshot:
            screenshot(program)

        def take(path: pathlib.Path, name: str, before: str, after: str) -> None:
            if after != before:
                old.append(name)
                if not options.check:
                    path.write_text(after)

        for part in PARTS:
            if part.given and part.given not in program.measured or part.slow and not options.slow or options.only not in f"{part.page} {part.mark}":
                continue
            if part.tool and not shutil.which(part.tool):
                continue
            path = ROOT / part.page
            before = path.read_text() if path.exists() else ""
            take(path, f"{part.page} {part.mark}".strip(), before, part.within(before, part.make(program)))
        for path in contents.project_pages(ROOT) if not options.only else ():
            before = path.read_text()
            take(path, f"{path.relative_to(ROOT)}: a value", before, values.filled(before, program))
    print("\n".join(f"{'not as the program says: ' if options.check else ''}{name}" for name in old) or "all is as the program says")
    return 1 if options.check and old else 0


if __name__ == "__main__":
    sys.exit(main())
