"""What is right, and which wrong answers are known: made by each lesson out of its own runs, so
that nothing is stored.
"""
import dataclasses
from collections.abc import Callable, Mapping

from niclab.results import Run

Answer = float | str
Range = tuple[float, float]  # any number from one to the other


@dataclasses.dataclass(frozen=True)
class Expected:
    """`right`: a number in the question's unit, or a word. `within`: how far a right number may be
    off, for rounding. `traps`: wrong answers that are known, each with the hint that names the
    mistake.
    """
    right: Answer
    within: float = 0.0
    traps: tuple[tuple[Answer | Range, str], ...] = ()

    def hits(self, given: Answer, target: Answer | Range) -> bool:
        if isinstance(target, tuple):
            return not isinstance(given, str) and target[0] <= given <= target[1]
        if isinstance(given, str) or isinstance(target, str):
            return given == target
        return abs(given - target) <= self.within + 1e-9 * abs(target)

    def holds(self, given: Answer) -> bool:
        return self.hits(given, self.right)

    def trap(self, given: Answer) -> str:
        """The hint of the known wrong answer that was given, or nothing."""
        return next((hint for wrong, hint in self.traps if self.hits(given, wrong)), "")


@dataclasses.dataclass(frozen=True)
class RunSpec:
    """A run that a check needs: an experiment that comes with niclab, and what differs from it, KEY=VALUE."""
    experiment: str
    settings: tuple[str, ...] = ()


Runs = Mapping[str, Run]
Check = Callable[[Runs], dict[str, Expected]]


def number(right: float, within: float, *traps: tuple[float | Range, str]) -> Expected:
    return Expected(right, within, traps)


def word(right: str, **hints: str) -> Expected:
    """A choice; `hints` by the wrong words, with _ for a blank."""
    return Expected(right, 0, tuple((wrong.replace("_", " "), hint) for wrong, hint in hints.items()))
