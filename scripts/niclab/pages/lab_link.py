"""The command that opens the bench with the contents of a page: a page on the disk can start
nothing, its reader can.
"""
import shlex
from collections.abc import Sequence
from urllib.parse import quote

KEPT = "-_.!~*'():,"  # what the bench's own links leave as it is


def keys(settings: Sequence[str]) -> str:
    """KEY=VALUE settings as a link has them; quotes around a text are the command line's."""
    pairs = sorted(setting.partition("=")[::2] for setting in settings)
    return "&".join(f"{quote(key, safe=KEPT)}={quote(value.strip(chr(34)), safe=KEPT)}" for key, value in pairs)


def command(experiment: str, settings: Sequence[str], before: Sequence[str] | None = None) -> str:
    """`before`: settings of the run that is kept as ghost."""
    parts = [quote(experiment, safe=KEPT), *([keys(settings)] if settings else [])]
    if before is not None and sorted(before) != sorted(settings):
        parts.append(f"ghost={quote(keys(before), safe=KEPT)}")
    return f"niclab lab {shlex.quote('#' + '&'.join(parts))}"
