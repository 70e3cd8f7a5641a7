"""What a user did wrong, or what his machine lacks, as one sentence."""
import difflib
import importlib.util
from collections.abc import Iterable


class WrongInput(Exception):
    """Ends the command with exit code 2."""


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A question with the nearest known name, in brackets, or nothing."""
    near = difflib.get_close_matches(word, list(known), 1)
    return f' (did you mean "{near[0]}"?)' if near else ""


def unknown(what: str, word: str, known: Iterable[str], expected: str = "one of") -> str:
    """The problem of a word that is not among the known ones.

    >>> unknown("cluster", "slrm", ["slurm", "sge"])
    'unknown cluster (did you mean "slurm"?); expected one of slurm, sge'
    """
    names = list(known)
    return f"unknown {what}{did_you_mean(word, names)}; expected {expected} {', '.join(names)}"


def without_place(message: str) -> str:
    """The program names an assignment by --set, which a user of a tool did not write."""
    return message.removeprefix("--set ")


def missing(package: str, option: str = "--with-tools") -> WrongInput:
    """What to do about a package that is not there."""
    return WrongInput(f"no Python package {package}; expected what scripts/setup.sh {option} installs")


def need(*packages: str, option: str = "--with-tools") -> None:
    """Raises WrongInput where a package is missing. `option`: of scripts/setup.sh, which installs it."""
    for package in packages:
        if importlib.util.find_spec(package) is None:
            raise missing(package, option)
