"""What a user did wrong, or what his machine lacks, as one sentence."""
import difflib
import importlib.util
import re
from collections.abc import Iterable


class WrongInput(Exception):
    """Ends the command with exit code 2."""


def perhaps(word: str, known: Iterable[str]) -> str:
    """A hint at the nearest known name, or nothing."""
    near = difflib.get_close_matches(word, list(known), 1)
    return f', perhaps "{near[0]}"' if near else ""


def without_place(message: str) -> str:
    """niclab counts assignments, a user of a tool wrote none."""
    return re.sub(r"^--set:\d+:\d+: ", "", message)


def missing(package: str, option: str = "--with-tools") -> WrongInput:
    """What to do about a package that is not there."""
    return WrongInput(f"the Python package {package} is missing, run scripts/setup.sh {option}")


def need(*packages: str, option: str = "--with-tools") -> None:
    """Refuses to begin a work that could not end for the want of a package. `option`: of scripts/setup.sh, which brings it."""
    for package in packages:
        if importlib.util.find_spec(package) is None:
            raise missing(package, option)
