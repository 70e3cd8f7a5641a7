"""Files that a reader gives the bench. They lie in its session under their digest; a setting says
upload:DIGEST, never a path.
"""
import dataclasses
import hashlib
import pathlib
import re
import tomllib
from collections.abc import Iterator
from typing import Any
from urllib.parse import unquote

from niclab import program
from niclab.errors import WrongInput
from niclab.tools.lab.runs import RequestError

LARGEST, MOST = 16 << 20, 12  # octets of one, files of a session
VALUE = re.compile(r"upload:([0-9a-f]{16})\Z")
ENDINGS = {"experiment": (".toml",), "card": (".toml",), "profile": (".toml",), "pcap": (".pcap", ".pcapng", ".cap"), "size_list": (".txt", ".csv")}
UNIT = re.compile(r"(?<=b)/s\b")  # of a rate, the one slash that is part of no path
OUTSIDE = re.compile(r"[/\\\x00-\x1f\x7f]")


def holds_path(value: str) -> bool:
    """Whether a value could name a file elsewhere."""
    return bool(OUTSIDE.search(UNIT.sub("", value)))


@dataclasses.dataclass(frozen=True)
class Upload:
    """`kind`: of which key it is the value, the key's last word, or "experiment". `name`: as its
    owner calls it.
    """
    kind: str
    name: str
    digest: str
    path: pathlib.Path

    @property
    def value(self) -> str:
        return f"upload:{self.digest}"

    def to_json(self) -> dict[str, str]:
        return {"kind": self.kind, "name": self.name, "value": self.value}


def texts(tree: Any, key: str = "") -> Iterator[tuple[str, str]]:
    """Every text of a TOML document with its key."""
    if isinstance(tree, dict):
        for name, value in tree.items():
            yield from texts(value, f"{key}.{name}" if key else name)
    elif isinstance(tree, list):
        for value in tree:
            yield from texts(value, key)
    elif isinstance(tree, str):
        yield key, tree


def check_toml(name: str, content: bytes) -> None:
    """Raises RequestError: no TOML, or a value that names a file by a path."""
    try:
        document = tomllib.loads(content.decode("utf-8"))
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        raise RequestError(f"{name}: not TOML ({error}); expected a card or an experiment") from None
    for key, value in texts(document):
        if holds_path(value):
            raise RequestError(f"{name}: {key}: '{value[:80]}' is a path; expected a name without slashes, or an upload under the key of the file")


class Uploads:
    """Those of a session."""

    def __init__(self, folder: pathlib.Path):
        self.folder, self.kept = folder, dict[str, Upload]()

    def keep(self, kind: str, given: str, content: bytes) -> Upload:
        """`given`: the file's name, percent encoded. Raises RequestError."""
        if kind not in ENDINGS:
            raise RequestError(f"unknown kind of file; expected one of {', '.join(ENDINGS)}", 404)
        name = re.sub(r"[^\w.-]", "_", pathlib.PurePath(unquote(given)).name, flags=re.ASCII)[-64:]
        ending = pathlib.PurePath(name).suffix.lower()
        if ending not in ENDINGS[kind]:
            raise RequestError(f"{name or 'a file without a name'}: wrong kind of file; expected {' or '.join(ENDINGS[kind])}")
        if not content:
            raise RequestError(f"{name}: empty; expected a file with content")
        if ending == ".toml":
            check_toml(name, content)
        digest = hashlib.sha256(f"{kind} {ending} ".encode() + content).hexdigest()[:16]
        if digest not in self.kept and len(self.kept) >= MOST:
            raise RequestError(f"too many files; expected at most {MOST}, restart niclab lab", 429)
        upload = Upload(kind, name, digest, self.folder / f"{digest}{ending}")
        self.folder.mkdir(mode=0o700, exist_ok=True)
        upload.path.write_bytes(content)
        self.kept[digest] = upload
        return upload

    def forget(self, upload: Upload) -> None:
        self.kept.pop(upload.digest, None)
        upload.path.unlink(missing_ok=True)

    def path_of(self, key: str, value: str) -> str:
        """A setting's value as the command line has it. Raises RequestError: a file that is not there."""
        found = VALUE.match(value)
        if not found:
            return value
        upload = self.kept.get(found[1])
        if upload is None or upload.kind != key.rpartition(".")[2]:
            raise RequestError(f"{key}: this file was removed; expected another upload of it", 404)
        return str(upload.path)

    def named(self, key: str, value: str) -> str:
        """The same as its owner would write it into a file that lies beside it."""
        found = VALUE.match(value)
        return self.kept[found[1]].name if found and found[1] in self.kept else value


def refuse_what_niclab_refuses(upload: Upload) -> None:
    """Of an experiment: with the program's sentence, and the file called as its owner calls it."""
    try:
        program.output_of("explain", str(upload.path))
    except WrongInput as error:
        raise RequestError(str(error).replace(str(upload.path), upload.name)) from None
