"""Means with 95 % confidence intervals by Student's t, and differences of pairs."""
import dataclasses
import math
import statistics
from collections.abc import Sequence

# Two-sided 95 % quantiles of Student's t with 1, 2, ... 30 degrees of freedom.
QUANTILES = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131,
             2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042)


def t_quantile(freedom: int) -> float:
    """Beyond the table by the first terms of its expansion around the normal quantile: four digits."""
    if freedom <= len(QUANTILES):
        return QUANTILES[freedom - 1]
    z = 1.959964
    return z + (z**3 + z) / (4 * freedom) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)


def half_width_of(count: int, deviation: float) -> float:
    """How far the interval of a mean reaches to both sides; 0 where one sample says nothing of it."""
    return t_quantile(count - 1) * deviation / math.sqrt(count) if count > 1 else 0.0


def deviation(samples: Sequence[float]) -> float:
    """The standard deviation of two samples or more, 0 where all are equal. It is within some units
    of the last binary place of statistics.stdev(), whose fractions take 50 times as long.
    """
    shifted = [sample - samples[0] for sample in samples]
    mean = math.fsum(shifted) / len(shifted)
    return math.sqrt(math.fsum((value - mean) ** 2 for value in shifted) / (len(shifted) - 1))


def half_width(samples: Sequence[float]) -> float:
    """Of the mean of two samples or more."""
    return half_width_of(len(samples), deviation(samples))


@dataclasses.dataclass(frozen=True)
class Interval:
    """A mean and how far its 95 % confidence interval reaches to both sides."""
    mean: float
    half: float

    @property
    def excludes_zero(self) -> bool:
        return abs(self.mean) > self.half


def interval(values: Sequence[float]) -> Interval:
    """Of the mean over seeds. What varies by less than the twelfth digit does not vary."""
    mean = statistics.fmean(values)
    if len(values) < 2 or max(values) - min(values) <= 1e-12 * max(1.0, abs(mean)):
        return Interval(0.0 if abs(mean) < 1e-12 else mean, 0.0)
    return Interval(mean, half_width(values))


def difference(first: Sequence[float], other: Sequence[float]) -> Interval:
    """Of other - first, seed by seed: both saw the same workload and the same pauses, so that they
    are pairs.
    """
    return interval([b - a for a, b in zip(first, other)])


def amount(value: float, half: float | None) -> str:
    """A number with as many digits as its confidence allows; that with two."""
    if not half:
        return f"{value:.6g}"
    digits = max(0, -int(f"{half:.1e}".split("e")[1]) + 1)
    return f"{value:.{digits}f} ±{half:.{digits}f}"


def short(value: float) -> str:
    """Three digits, as many as a reader keeps in mind."""
    size = abs(value)
    return f"{value:.0f}" if size >= 100 else f"{value:.1f}" if size >= 10 else f"{value:.2f}".removesuffix(".00")
