"""The default folder of a sweep's results: no two sweeps share a folder, so none replaces another's
index.
"""
import argparse
import hashlib
import pathlib
import re

LONGEST = 80
NUMBERS = ("latin", "random", "trials", "runs", "seed")


def in_a_name(text: str) -> str:
    """In letters that every file system and shell takes."""
    return re.sub(r"[^\w.,=+-]", "-", text.replace(":", ".."))


def folder_name(a: argparse.Namespace) -> str:
    """The experiment and what the sweep varies; where that is long, lies in a file, or loses
    something in a name: a digest.
    """
    words = [*a.vary, *a.set, *(f"{name}={getattr(a, name)}" for name in NUMBERS if getattr(a, name) is not None), *a.objective]
    stem, whole = pathlib.Path(a.experiment).stem, "-".join(words)
    name = f"{stem}-{in_a_name(whole)}"
    if not a.list and len(name) <= LONGEST and in_a_name(whole) == whole.replace(":", ".."):
        return name
    listed = pathlib.Path(a.list)
    contents = listed.read_bytes() if listed.is_file() else b""
    keys = "+".join(text.partition("=")[0] for text in a.vary) or f"list-{listed.stem}"
    digest = hashlib.sha256("\n".join(words).encode() + contents).hexdigest()
    return in_a_name(f"{stem}-{keys}")[:LONGEST] + f"-{digest[:8]}"
