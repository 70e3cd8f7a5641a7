"""What a tool says while its points run: on a terminal only, but for the estimate."""
import sys
import time


def duration(seconds: float) -> str:
    if seconds < 1:
        return f"{1000 * seconds:.0f} ms"
    if seconds < 120:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 7200 else f"{seconds / 3600:.1f} h"


class Progress:
    def __init__(self, total: int, noun: str = "points", quiet: bool = False):
        self.total, self.noun, self.ended, self.failed = total, noun, 0, 0
        self.begin, self.shown = time.monotonic(), 0.0
        self.live = sys.stderr.isatty() and not quiet

    def point(self, failed: bool) -> None:
        self.ended += 1
        self.failed += failed
        now = time.monotonic()
        if self.live and (now - self.shown > 0.1 or self.ended == self.total):
            self.shown = now
            rate = self.ended / (now - self.begin)
            left = duration((self.total - self.ended) / rate)
            print(f"\r\033[K{self.ended} of {self.total} {self.noun}, {rate:.1f}/s, about {left} left"
                  + (f", {self.failed} failed" if self.failed else ""), end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        if self.live:
            print("\r\033[K", end="", file=sys.stderr, flush=True)
