"""One simulation from Python, and its results."""
from __future__ import annotations

import functools
import pathlib
import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from niclab import program, results
from niclab.api import table
from niclab.api.page import Page
from niclab.api.words import Keys, options, settings_words
from niclab.counts import count_of
from niclab.results import merged
from niclab.runs.progress import display

if TYPE_CHECKING:
    import pandas

Path = pathlib.Path | str


class CheckFailed(UserWarning):
    """A run ended, but something it was held against does not hold."""


class Run:
    """A run's folder as tables. Tables are pandas.DataFrames, read when they are asked for."""

    def __init__(self, folder: Path):
        self.folder = pathlib.Path(folder)
        self._run = results.Run(self.folder)

    @property
    def results(self) -> dict[str, Any]:
        """results.json as it is."""
        return self._run.json

    @property
    def answer(self) -> str:
        """What the run says to the question of its experiment."""
        return " ".join(self.results["answer"])

    @property
    def partial(self) -> bool:
        """It was stopped before its end."""
        return bool(self.results["partial"])

    @property
    def ok(self) -> bool:
        """Every rule was kept, every octet and cell accounted for."""
        return not self.results["messages"] and not any(c["violations_seen"] for c in self.results.get("checks", {}).values())

    @functools.cached_property
    def packets(self) -> pandas.DataFrame:
        """A row a packet and direction: its moments since its run's start, `total_us` from program to program."""
        return table.packets(self.folder, merged(chain.moments for chain in self._run.chains.values()))

    @functools.cached_property
    def stages(self) -> pandas.DataFrame:
        """Each stage's time: smallest, mean, largest, percentiles."""
        return table.stages(self.results)

    @functools.cached_property
    def spans(self) -> pandas.DataFrame:
        """A row a span of a packet's life: where it was, whether it waited there, for what, how long."""
        return table.spans(self.folder)

    @functools.cached_property
    def causes(self) -> pandas.DataFrame:
        """What packets waited for and what worked for them, on average."""
        return table.causes(self.results)

    @functools.cached_property
    def transactions(self) -> pandas.DataFrame:
        """A row a PCI transaction."""
        return table.transactions(self.folder)

    @functools.cached_property
    def fifos(self) -> pandas.DataFrame:
        """How full each FIFO was; of runs made with a report or a timeline."""
        return table.fifos(self.folder)

    @functools.cached_property
    def counters(self) -> pandas.DataFrame:
        """Every counter, with unit and meaning."""
        return table.counters(self.results)

    @functools.cached_property
    def config(self) -> dict[str, Any]:
        """Every key of the experiment, resolved."""
        return table.config(self.results["config"])

    def report(self) -> Page:
        """The page that `niclab run --report` writes."""
        from niclab.tools.report import run_page
        return Page(run_page.make(self.folder))

    def __repr__(self) -> str:
        return f"<niclab run of {self.results['experiment']} in {self.folder}: {self.answer}>"

    def _repr_html_(self) -> str:
        from niclab import pages
        return pages.render("notebook_run.html", run=self, results=self.results)


def load(folder: Path) -> Run:
    """What an earlier run left in its folder."""
    return Run(folder)


def warn(held: bool, sentences: Sequence[str]) -> None:
    """What the command line says by exit code 1."""
    if not held:
        warnings.warn("; ".join(sentences) or "a check failed", CheckFailed, stacklevel=3)


def broken(run: Run) -> list[str]:
    return [*run.results["messages"], *(f"{count_of(check['violations_seen'], 'violation')} of {name}" for name, check in run.results.get("checks", {}).items()
                                     if check["violations_seen"])]


def run(experiment: Path, *, set: Keys | None = None, seed: int | None = None, runs: int | None = None, out: Path | None = None,
        vcd: Path | None = None, vcd_from: float | None = None, vcd_to: float | None = None, vcd_from_packet: int | None = None,
        vcd_around_warning: bool = False, vcd_trigger: Path | None = None, vcd_signals: str | None = None,
        pcap: Path | None = None, pcap_taps: str | None = None, pcap_split: bool = False,
        pcap_time: str | None = None, timeline: Path | None = None,
        report: Path | None = None, what_if: str | Sequence[str] | None = None, attribution: bool = False, no_check: bool = False,
        quiet: bool = False) -> Run:
    """Simulates an experiment: a file, the name of one that comes with niclab, or the results.json
    of a run to be done again.

    Options are those of `niclab run`; `set` holds keys. Times are microseconds of simulated time.
    An interrupt writes what was measured and is raised again. Raises WrongInput with the program's
    sentence where something is wrong; warns (CheckFailed) where the run ended and a check failed.

    >>> import niclab, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     fifo = niclab.run("echo", set={"nic.sar.tx_fifo_cells": 1}, runs=2, out=folder, quiet=True)
    ...     "driver to driver" in fifo.answer, len(fifo.packets), fifo.config["client.nic.sar.tx_fifo_cells"]
    (True, 4, 1)
    """
    words = ["run", str(experiment), *settings_words(set),
             *options(seed=seed, runs=runs, out=out, vcd=vcd, vcd_from=vcd_from, vcd_to=vcd_to, vcd_from_packet=vcd_from_packet,
                      vcd_around_warning=vcd_around_warning, vcd_trigger=vcd_trigger, vcd_signals=vcd_signals,
                      pcap=pcap, pcap_taps=pcap_taps, pcap_split=pcap_split, pcap_time=pcap_time, timeline=timeline,
                      report=report, what_if=what_if, attribution=attribution, no_check=no_check), "--quiet"]
    shown = display(quiet)
    try:
        ended = program.call(words, shown.show)
    finally:
        shown.clear()
    if not ended.said.strip():
        raise RuntimeError(ended.sentence)
    done = Run(ended.folder)
    warn(ended.code == 0, broken(done) or [ended.sentence])
    return done
