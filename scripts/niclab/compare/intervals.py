"""Means over seeds with 95 % confidence intervals, and differences of pairs."""
import dataclasses
import statistics

from niclab.student_t import half_width


@dataclasses.dataclass(frozen=True)
class Interval:
    """A mean and how far its 95 % confidence interval reaches to both sides."""
    mean: float
    half: float

    @property
    def excludes_zero(self):
        return abs(self.mean) > self.half


def interval(values):
    """Of the mean over seeds. What varies by less than the twelfth digit does not vary."""
    mean = statistics.fmean(values)
    if len(values) < 2 or max(values) - min(values) <= 1e-12 * max(1.0, abs(mean)):
        return Interval(0.0 if abs(mean) < 1e-12 else mean, 0.0)
    return Interval(mean, half_width(values))


def difference(first, other):
    """Of other - first, seed by seed: both saw the same workload and the same pauses, so that they are pairs."""
    return interval([b - a for a, b in zip(first, other)])
