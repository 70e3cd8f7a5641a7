"""Every measure of every subject over the seeds, and the differences to the first."""
import dataclasses
import math
from collections.abc import Sequence

from niclab.intervals import Interval, difference, interval
from niclab.results import PROGRAM, Json, merged, stage_names
from niclab.tools.compare.plan import Options, run_name
from niclab.tools.compare.rows import Measure, rows_of
from niclab.tools.compare.subjects import Subject

Values = tuple[float, ...]


@dataclasses.dataclass(frozen=True)
class Row:
    """One measure: the values of each subject by seed, or None where it has no such thing."""
    measure: Measure
    values: tuple[Values | None, ...]

    def interval(self, i: int) -> Interval | None:
        found = self.values[i]
        return interval(found) if found else None

    def between(self, i: int, k: int) -> Interval | None:
        """How much more subject k has than subject i."""
        first, other = self.values[i], self.values[k]
        return difference(first, other) if first and other else None

    def difference(self, i: int) -> Interval | None:
        """Of subject i to the first."""
        return self.between(0, i)


@dataclasses.dataclass(frozen=True)
class Share:
    """One cause of the attribution: microseconds a packet, by seed, the mean of the directions."""
    resource: str
    state: str
    cause: str
    values: tuple[Values, ...]

    def interval(self, i: int) -> Interval:
        return interval(self.values[i])

    def difference(self, i: int) -> Interval:
        return difference(self.values[0], self.values[i])


class Comparison:
    """What the simulations say. `results`: results.json by the run's name."""

    def __init__(self, subjects: Sequence[Subject], options: Options, results: dict[str, Json]):
        self.subjects, self.options, self.results = subjects, options, results
        firsts = [self.of(subject, "latency")[0] for subject in subjects]
        self.hardware = merged(stage_names(results, hardware=True) for results in firsts)
        rows = [Row(m, tuple(self.values(s, m) for s in subjects)) for m in rows_of(firsts, options.sizes)]
        self.rows = [row for row in rows if any(row.values)]
        self.causes = self.attribution()

    def of(self, subject: Subject, part: str) -> list[Json]:
        """results.json of each seed; none where the subject has no such part."""
        names = [run_name(subject, part, seed) for seed in self.options.seeds]
        return [self.results[name] for name in names if name in self.results]

    def values(self, subject: Subject, measure: Measure) -> Values | None:
        found = [value for value in (measure.value(results) for results in self.of(subject, measure.part)) if value is not None]
        return tuple(found) if len(found) == len(self.options.seeds) else None

    def row(self, group: str, name: str) -> Row | None:
        return next((row for row in self.rows if (row.measure.group, row.measure.name) == (group, name)), None)

    def group(self, name: str) -> list[Row]:
        return [row for row in self.rows if row.measure.group == name]

    def hardware_rows(self) -> list[Row]:
        """Of the stages between the two buses."""
        return [row for row in self.group("latency") if row.measure.stage in self.hardware]

    def total(self) -> Share:
        """From driver to driver: the sum of all causes."""
        sums = tuple(tuple(map(math.fsum, zip(*(share.values[i] for share in self.causes)))) for i in range(len(self.subjects)))
        return Share("", "", "", sums)

    def attribution(self) -> list[Share]:
        """Every cause between the drivers that any subject has; one that a subject has not takes it no time."""
        found: dict[tuple[str, str, str], list[list[float]]] = {}
        for s, subject in enumerate(self.subjects):
            for k, results in enumerate(self.of(subject, "latency")):
                directions = len({share["direction"] for share in results["attribution"]})
                for share in results["attribution"]:
                    if share["id"].startswith(PROGRAM):
                        continue
                    key = (share["resource"], share["state"], share["cause"])
                    zeros = [[0.0] * len(self.options.seeds) for _ in self.subjects]
                    found.setdefault(key, zeros)[s][k] += share["mean_us"] / directions
        return [Share(*key, tuple(map(tuple, values))) for key, values in found.items()]

    def workloads_differ(self) -> bool:
        loads = [self.of(subject, "latency")[0]["config"] for subject in self.subjects]
        return any([c.get("flow"), c.get("workload"), c["run"].get("mode")]
                   != [loads[0].get("flow"), loads[0].get("workload"), loads[0]["run"].get("mode")] for c in loads)
