"""Every measure of every subject over the seeds, and the differences to the first."""
import dataclasses

from niclab.compare.intervals import Interval, difference, interval
from niclab.compare.measures import Measure, measures
from niclab.compare.plan import run_name


@dataclasses.dataclass(frozen=True)
class Row:
    """One measure: the values of each subject by seed, or None where it has no such thing."""
    measure: Measure
    values: tuple

    def interval(self, i):
        return interval(self.values[i]) if self.values[i] else None

    def difference(self, i) -> Interval | None:
        """Of subject i to the first."""
        return difference(self.values[0], self.values[i]) if self.values[0] and self.values[i] else None


@dataclasses.dataclass(frozen=True)
class Share:
    """One cause of the attribution: microseconds a packet, by seed, the mean of the directions."""
    resource: str
    state: str
    cause: str
    values: tuple

    def interval(self, i):
        return interval(self.values[i])

    def difference(self, i):
        return difference(self.values[0], self.values[i])


class Comparison:
    """What the simulations say."""

    def __init__(self, subjects, options, results):
        self.subjects, self.options, self.results = subjects, options, results
        first = self.of(subjects[0], "latency")[0]
        self.rows = [Row(m, tuple(self.values(s, m) for s in subjects)) for m in measures(first, options.sizes)]
        self.causes = self.attribution()

    def of(self, subject, part):
        """results.json of each seed."""
        return [self.results[run_name(subject, part, seed)] for seed in self.options.seeds]

    def values(self, subject, measure):
        found = [measure.value(results) for results in self.of(subject, measure.part)]
        return None if None in found else tuple(found)

    def row(self, group, name):
        return next((row for row in self.rows if (row.measure.group, row.measure.name) == (group, name)), None)

    def group(self, name):
        return [row for row in self.rows if row.measure.group == name]

    def attribution(self):
        """Every cause that any subject has; one that a subject has not takes it no time."""
        found = {}
        for s, subject in enumerate(self.subjects):
            for k, results in enumerate(self.of(subject, "latency")):
                directions = len({share["direction"] for share in results["attribution"]})
                for share in results["attribution"]:
                    key = (share["resource"], share["state"], share["cause"])
                    zeros = [[0.0] * len(self.options.seeds) for _ in self.subjects]
                    found.setdefault(key, zeros)[s][k] += share["mean_us"] / directions
        return [Share(*key, tuple(map(tuple, values))) for key, values in found.items()]

    def workloads_differ(self):
        loads = [self.of(subject, "latency")[0]["config"] for subject in self.subjects]
        return any(c["workload"] != loads[0]["workload"] or c["run"]["mode"] != loads[0]["run"]["mode"] for c in loads)
