"""Files of text, written whole or not at all."""
import csv
import pathlib
from collections.abc import Iterable

from niclab import renamed


def write(path: pathlib.Path | str, text: str) -> None:
    """Beside the target first, then in its place; what is no regular file (a pipe, a device) is
    written into.
    """
    target = pathlib.Path(path).resolve()
    if target.exists() and not target.is_file():
        target.write_text(text, encoding="utf-8")
        return
    unfinished = target.with_name(target.name + ".unfinished")
    try:
        unfinished.write_text(text, encoding="utf-8")
    except OSError as error:
        unfinished.unlink(missing_ok=True)
        raise OSError(error.errno, error.strerror, str(path)) from error  # an error of writing has no name
    unfinished.replace(target)


def rows(path: pathlib.Path) -> list[dict[str, str]]:
    """The rows of a CSV file, its columns by their present names; none where there is no file."""
    if not path.exists():
        return []
    with open(path, newline="") as f:
        table = csv.DictReader(f)
        table.fieldnames = [renamed.column(path.name, name) for name in table.fieldnames or ()]
        return list(table)


def columns(table: Iterable[dict]) -> list[str]:
    """All names of the rows in the order of their first appearance."""
    return list(dict.fromkeys(name for row in table for name in row))
