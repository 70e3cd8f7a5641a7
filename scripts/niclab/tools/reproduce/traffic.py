"""What the papers of 1996 to 1998 on TCP over ATM share: runs at the coarse level, rows with a
verdict, claims.
"""
import pathlib
import statistics
from collections.abc import Callable, Iterable, Mapping

from niclab import files
from niclab.results import Json
from niclab.runs.points import Experiment, Point
from niclab.tools.reproduce.row import BESIDES, CLAIMS, Row


class Plan:
    """Runs by name; each once however often it is asked for."""

    def __init__(self, niclab: str):
        self.niclab = niclab
        self.points: dict[str, Point] = {}

    def add(self, name: str, experiment: str, settings: Mapping[str, object]) -> str:
        words = tuple(f"{key}={spelled(value)}" for key, value in settings.items())
        self.points[name] = Point(Experiment(self.niclab, experiment), words, name)
        return name


def spelled(value: object) -> str:
    """As TOML spells it."""
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{value}"' if isinstance(value, str) else str(value)


class Runs:
    """The runs' results.json, by the names of the plan."""

    def __init__(self, results: Mapping[str, Json]):
        self.results = results

    def flow(self, name: str) -> Json:
        flow: Json = self.results[name]["network"]["flows"][0]
        return flow

    def rate(self, name: str) -> float:
        return float(self.flow(name)["mbit_s"])

    def mean_rate(self, name: str) -> float:
        """Of its first flow, over all runs."""
        flows = self.results[name]["network"]["flows"]
        return statistics.mean(float(flow["mbit_s"]) for flow in flows if flow["name"] == flows[0]["name"])

    def round_trip_us(self, name: str) -> float:
        return 1e6 / float(self.flow(name)["transactions_s"])

    def busy(self, name: str, host: str) -> float:
        """Percent of a host's CPU, its mean over the run."""
        found = [h for h in self.results[name]["network"]["hosts"] if h["name"] == host]
        return 100 - float(found[0]["cpu_percent"]["idle"])

    def mean_busy(self, name: str, host: str) -> float:
        """The same, its mean over all runs."""
        return 100 - statistics.mean(float(h["cpu_percent"]["idle"]) for h in self.results[name]["network"]["hosts"] if h["name"] == host)

    def balance(self) -> list[str]:
        """Runs whose ledgers do not balance."""
        return [name for name, r in self.results.items() if not all(p["balances"] for p in r["network"]["packets"])
                or not all(f["ledger"]["balances"] for f in r["network"]["flows"]) or not all(h["exact"] for h in r["network"]["hosts"])]


def percent(published: float, share: float) -> float:
    """A tolerance of so many percent, in the row's own unit."""
    return abs(published) * share / 100


def claim(source: str, ident: str, what: str, holds: bool, gated: bool) -> Row:
    """A qualitative claim as a row: 1 is true."""
    return Row(CLAIMS, ident, what, source, "hold", 1.0, None, float(holds), 0.5 if gated else None)


def shown(ident: str, what: str, holds: bool) -> Row:
    """What no paper says and a reproduction shows to explain one: it must be so, and proves nothing
    of what was published.
    """
    return Row(BESIDES, ident, what, "", "", 1.0, None, float(holds), 0.5)


def deviations(data: pathlib.Path, paper: str) -> dict[tuple[str, ...], str]:
    path = data / f"{paper}_deviations.csv"
    if not path.is_file():
        return {}
    return {(d["table"], d["quantity"], d["what"], d["stat"]): d["reason"] for d in files.rows(path)}


def explain(rows: Iterable[Row], reasons: Mapping[tuple[str, ...], str]) -> None:
    for row in rows:
        row.deviation = reasons.get((row.table, row.quantity, row.what, row.stat), "")


def rising(values: Iterable[float]) -> bool:
    found = list(values)
    return all(a <= b for a, b in zip(found, found[1:], strict=False))


Part = Callable[[Runs, list[dict[str, str]]], list[Row]]
