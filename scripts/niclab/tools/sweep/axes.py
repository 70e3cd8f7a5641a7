"""One varied key: a list of values, or a range they are taken from.

A range is FROM:TO, FROM:TO:STEP or FROM:TO:xFACTOR; numbers may carry a unit, the same one ("1
km:10 km:3 km").
"""
import dataclasses
import math
import re
from typing import Any

from niclab import renamed
from niclab.errors import WrongInput

NUMBER = re.compile(r"\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)\s*([A-Za-z]*)\s*$")
UNITS = {"ps": 1e-12, "ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1.0, "cm": 1e-2, "m": 1.0, "km": 1e3, "Hz": 1.0, "kHz": 1e3,
         "MHz": 1e6, "GHz": 1e9, "": 1.0}
LARGEST_GRID = 100_000


def number_and_unit(text: str) -> tuple[float, str] | None:
    """(3.0, "km") of "3 km", or None."""
    match = NUMBER.match(text)
    return (float(match[1]), match[2]) if match else None


def amount(text: str) -> float | None:
    """The number a value stands for in the unit's base, or None where it is a word."""
    found = number_and_unit(str(text))
    return found[0] * UNITS[found[1]] if found and found[1] in UNITS else None


def split(text: str) -> list[str]:
    """Values between commas, those within brackets or quotes left alone."""
    values, depth, quoted = [""], 0, ""
    for c in text:
        if quoted:
            quoted = "" if c == quoted else quoted
        elif c in "\"'":
            quoted = c
        depth += (c in "[{") - (c in "]}") if not quoted else 0
        if c == "," and depth == 0 and not quoted:
            values.append("")
        else:
            values[-1] += c
    return [value.strip() for value in values]


@dataclasses.dataclass(frozen=True)
class Choice:
    """Values one by one."""
    key: str
    values: tuple[str, ...]

    def grid(self) -> list[str]:
        return list(self.values)

    def at(self, share: float) -> str:
        """The value at a share, 0 to 1, of the whole."""
        return self.values[min(int(share * len(self.values)), len(self.values) - 1)]

    def suggest(self, trial: Any) -> str:
        return trial.suggest_categorical(self.key, list(self.values))


@dataclasses.dataclass(frozen=True)
class Range:
    """From `low` to `high`, both included. `step` 0: not stepped; `factor` 0: linear."""
    key: str
    low: float
    high: float
    step: float
    factor: float
    unit: str
    whole: bool

    def text(self, value: float) -> str:
        shown = str(round(value)) if self.whole else f"{value:.6g}" if self.factor or not self.step else f"{value:.10g}"
        if not self.whole and not self.unit and re.fullmatch(r"-?\d+", shown):
            shown += ".0"
        return f"{shown} {self.unit}" if self.unit else shown

    def grid(self) -> list[str]:
        if self.factor:
            n = math.floor(math.log(self.high / self.low) / math.log(self.factor) + 1e-9) + 1
            values = (self.low * self.factor**i for i in range(min(n, LARGEST_GRID + 1)))
        elif self.step or self.whole:
            step = self.step or 1
            n = math.floor((self.high - self.low) / step + 1e-9) + 1
            values = (self.low + i * step for i in range(min(n, LARGEST_GRID + 1)))
        else:
            raise WrongInput(f"--vary {self.key}: a range of fractions without a step; expected FROM:TO:STEP for a grid")
        return list(dict.fromkeys(self.text(value) for value in values))

    def at(self, share: float) -> str:
        if self.step:
            return Choice(self.key, tuple(self.grid())).at(share)
        if self.factor:
            return self.text(self.low * (self.high / self.low) ** share)
        if self.whole:
            return self.text(self.low + min(math.floor(share * (self.high - self.low + 1)), self.high - self.low))
        return self.text(self.low + share * (self.high - self.low))

    def suggest(self, trial: Any) -> str:
        if self.whole and not self.factor:
            return self.text(trial.suggest_int(self.key, int(self.low), int(self.high), step=int(self.step or 1)))
        if self.step:
            return self.text(trial.suggest_float(self.key, self.low, self.high, step=self.step))
        return self.text(trial.suggest_float(self.key, self.low, self.high, log=bool(self.factor)))


def parse_range(key: str, text: str) -> Range | None:
    """A Range, or None when the text is not one. Times of the day and addresses have colons, too."""
    parts = text.split(":")
    ends = [end for end in map(number_and_unit, parts[:2]) if end]
    if len(parts) not in (2, 3) or len(ends) < 2:
        return None
    (low, low_unit), (high, high_unit) = ends
    low_unit = low_unit or high_unit
    place = f"--vary {key}={text}: "
    if low_unit != high_unit:
        raise WrongInput(place + "two units; expected one unit at both ends")
    if low > high:
        raise WrongInput(place + "FROM is above TO; expected FROM up to TO")
    step = factor = 0.0
    whole = not re.search(r"[.eE]", re.sub(r"[A-Za-z]+\s*$", "", parts[0]) + re.sub(r"[A-Za-z]+\s*$", "", parts[1]))
    if len(parts) == 3 and parts[2].strip().startswith("x"):
        found = number_and_unit(parts[2].strip()[1:])
        if not found or found[1] or found[0] <= 1 or low <= 0:
            raise WrongInput(place + "wrong factor; expected FROM above 0 and xFACTOR above 1, as in 1:64:x2")
        factor = found[0]
    elif len(parts) == 3:
        found = number_and_unit(parts[2])
        if not found or found[1] not in ("", low_unit) or found[0] <= 0:
            raise WrongInput(place + "wrong step; expected a STEP above 0 in the unit of FROM, as in 10:50:10")
        step, whole = found[0], whole and found[0] == int(found[0])
    return Range(key, low, high, step, factor, low_unit, whole and not low_unit)


def parse(text: str) -> Choice | Range:
    """The axis `KEY=VALUES` says."""
    key, equals, values = text.partition("=")
    key = renamed.given_key(key.strip())
    if not equals or not key or not values.strip():
        raise WrongInput(f"--vary {text}: not an axis; expected KEY=V1,V2,... or KEY=FROM:TO[:STEP]")
    found = parse_range(key, values)
    if found:
        return found
    listed = split(values)
    if "" in listed:
        raise WrongInput(f"--vary {key}: an empty value between commas; expected KEY=V1,V2,...")
    return Choice(key, tuple(dict.fromkeys(listed)))
