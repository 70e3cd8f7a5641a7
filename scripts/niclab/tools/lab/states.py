"""States of the page that are too long for a link: kept under their digest while the bench runs."""
import hashlib
import re
from collections import OrderedDict
from typing import Any

from niclab.tools.lab.runs import RequestError

LONGEST_LINK, LONGEST, MOST = 4096, 60_000, 100  # letters of a link, of a state; states
LETTERS = re.compile(r"#[\w.,:;=&%+~!*'()$@ -]*\Z")


def is_link(text: Any, longest: int = LONGEST_LINK) -> bool:
    """Whether this is what stands behind an address of the bench."""
    return isinstance(text, str) and len(text) <= longest and bool(LETTERS.match(text))


class States:
    """The newest; an older one gives way."""

    def __init__(self) -> None:
        self.kept_ones: OrderedDict[str, str] = OrderedDict()

    def keep(self, text: Any) -> str:
        if not is_link(text, LONGEST):
            raise RequestError(f"not a link; expected at most {LONGEST} letters", 413 if isinstance(text, str) and len(text) > LONGEST else 422)
        digest = hashlib.sha256(text.encode()).hexdigest()[:24]
        self.kept_ones[digest] = text
        self.kept_ones.move_to_end(digest)
        while len(self.kept_ones) > MOST:
            self.kept_ones.popitem(last=False)
        return digest

    def get(self, digest: str) -> str:
        if digest not in self.kept_ones:
            raise RequestError("unknown digest in this link, since the bench was restarted; expected the .toml of the state", 404)
        return self.kept_ones[digest]
