"""What is shown while points run: a line on a terminal, a bar in a notebook, lines of JSON for a
program that asked for them.
"""
import html
import json
import os
import sys
import time
from typing import Any, Protocol


def duration(seconds: float) -> str:
    if seconds < 1:
        return f"{1000 * seconds:.0f} ms"
    if seconds < 120:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 7200 else f"{seconds / 3600:.1f} h"


class Display(Protocol):
    """Shows how far a work is."""

    def show(self, share: float, text: str) -> None:
        """`share`: of the work that is done, 0 to 1."""

    def clear(self) -> None:
        """The work is over."""


class NoProgress:
    def show(self, share: float, text: str) -> None:
        pass

    def clear(self) -> None:
        pass


class TerminalLine:
    """One line that overwrites itself."""

    def show(self, share: float, text: str) -> None:
        print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        print("\r\033[K", end="", file=sys.stderr, flush=True)


class JsonLines:
    """For a program that started us: {"percent": 40, "what": "7 of 15 points"}."""

    def show(self, share: float, text: str) -> None:
        print(json.dumps({"percent": int(100 * share), "what": text}), file=sys.stderr, flush=True)

    def clear(self) -> None:
        pass


class NotebookBar:
    """A bar in a notebook's cell, which goes when the work is over."""

    def __init__(self) -> None:
        self.shown: Any = None

    def show(self, share: float, text: str) -> None:
        from IPython.display import HTML, display
        bar = HTML(f'<progress max="1" value="{share:.3f}"></progress> <small>{html.escape(text)}</small>')
        if self.shown is None:
            self.shown = display(bar, display_id=True)
        else:
            self.shown.update(bar)

    def clear(self) -> None:
        if self.shown is not None:
            from IPython.display import HTML
            self.shown.update(HTML(""))
            self.shown = None


def in_notebook() -> bool:
    """Whether this Python answers a notebook's cells."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython else None
    return shell is not None and shell.__class__.__name__ == "ZMQInteractiveShell"


def display(quiet: bool = False) -> Display:
    """What shows progress where we are."""
    if os.environ.get("NICLAB_PROGRESS") == "json":
        return JsonLines()
    if quiet:
        return NoProgress()
    if in_notebook():
        return NotebookBar()
    return TerminalLine() if sys.stderr.isatty() else NoProgress()


class Progress:
    """Counts points, and estimates how long the others may take."""

    def __init__(self, total: int, noun: str = "points", quiet: bool = False):
        self.total, self.noun, self.ended, self.failed = total, noun, 0, 0
        self.begin, self.shown = time.monotonic(), 0.0
        self.display = display(quiet)

    def point(self, failed: bool) -> None:
        self.ended += 1
        self.failed += failed
        now = time.monotonic()
        if now - self.shown > 0.1 or self.ended == self.total:
            self.shown = now
            rate = self.ended / (now - self.begin)
            left = duration((self.total - self.ended) / rate)
            self.display.show(self.ended / self.total, f"{self.ended} of {self.total} {self.noun}, {rate:.1f}/s, about {left} left"
                              + (f", {self.failed} failed" if self.failed else ""))

    def clear(self) -> None:
        self.display.clear()
