"""Python imports this at its start: in niclab's package sum() then refuses real numbers.

Since Python 3.12 sum() compensates for rounding, so that its last digits depend on the version of
Python. math.fsum() and statistics.fmean() give the same everywhere.
"""
import builtins
import sys
from typing import Any

plain_sum = builtins.sum


def strict_sum(items: Any, /, start: Any = 0) -> Any:
    total = plain_sum(items, start)
    caller = sys._getframe(1).f_globals.get("__name__", "")
    if isinstance(total, float) and caller.partition(".")[0] == "niclab":
        raise AssertionError(f"{caller}: sum() of real numbers; expected math.fsum() or statistics.fmean()")
    return total


builtins.sum = strict_sum
