"""What is compared: cards and experiments, by name or file, perhaps with settings of their own."""
import dataclasses
import hashlib
import pathlib
import re
import tomllib
from collections.abc import Sequence

from niclab import levels
from niclab.errors import WrongInput, unknown

EXPERIMENT_TABLES = {"run", "workload", "client", "server", "line", "analyzer", "connection", "host", "link", "vc", "flow", "defaults"}


@dataclasses.dataclass(frozen=True)
class Subject:
    """One column of the comparison. `name`: for people, each subject's its own; `letter`: of its folder."""
    letter: str
    name: str
    text: str  # as the user wrote it
    kind: str  # "card" or "experiment"
    path: pathlib.Path
    settings: tuple[str, ...]  # KEY=VALUE

    def card_settings(self) -> tuple[str, ...]:
        """Settings that put a card into both hosts."""
        return tuple(f'{side}.card="{self.path}"' for side in ("client", "server")) if self.kind == "card" else ()


@dataclasses.dataclass(frozen=True)
class Places:
    """Where the cards and experiments that come with niclab are."""
    cards: pathlib.Path
    experiments: pathlib.Path


def kind_of(path: pathlib.Path) -> str:
    """A user's file is an experiment if it has a table that only experiments have."""
    try:
        return "experiment" if EXPERIMENT_TABLES & set(tomllib.loads(path.read_text())) else "card"
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise WrongInput(f"{path}: not TOML ({error}); expected a card or an experiment") from None


def find(name: str, folders: Sequence[tuple[pathlib.Path, str]]) -> tuple[pathlib.Path, str]:
    """Path and kind of a name: first in the working folder, then in `folders`, pairs of a folder
    and its kind.
    """
    file = name if name.endswith(".toml") else name + ".toml"
    own = pathlib.Path(file)
    if own.is_file():
        return own.resolve(), kind_of(own)
    for folder, kind in folders:
        for path in sorted(folder.rglob(file)):
            return path.resolve(), kind
    known = sorted(path.stem for folder, _ in folders for path in folder.rglob("*.toml"))
    what = " or ".join(kind for _, kind in folders)
    raise WrongInput(f"{name}: {unknown(what, name, known, 'a file or one of')}")


def find_experiment(name: str, places: Places) -> pathlib.Path:
    path, kind = find(name, [(places.experiments, "experiment")])
    if kind != "experiment":
        raise WrongInput(f"{name}: a card; expected an experiment")
    return path


def split_settings(text: str) -> tuple[str, ...]:
    """KEY=VALUE,KEY=VALUE to a tuple; commas inside brackets and quotes belong to a value."""
    parts = re.findall(r"""(?:\[[^\]]*\]|"[^"]*"|'[^']*'|[^,])+""", text)
    for part in parts or [text]:
        if not re.fullmatch(r"[\w.-]+=.+", part, re.S):
            raise WrongInput(f"{part}: not an assignment; expected KEY=VALUE after the colon")
    return tuple(parts)


def called(text: str, whole_keys: bool) -> str:
    """Without folder and ending; of a setting's key its last word, unless two of them would then be
    one with two values.
    """
    file, _, settings = text.partition(":")
    name = re.sub(r"^.*/|\.toml$", "", file)
    keys = split_settings(settings) if settings else ()
    short = list(dict.fromkeys(re.sub(r"^[\w.-]*\.(?=[\w-]+=)", "", key) for key in keys))
    ambiguous = len({key.partition("=")[0] for key in short}) < len(short)
    return " ".join([name, *(keys if whole_keys or ambiguous else short)])


def names_of(texts: Sequence[str]) -> list[str]:
    """What people call them, each by a name of its own; a number tells equal ones apart."""
    short = [called(text, whole_keys=False) for text in texts]
    names = [called(text, whole_keys=len({t for t, s in zip(texts, short) if s == name}) > 1) for text, name in zip(texts, short)]
    return [f"{name} ({names[:i].count(name) + 1})" if names.count(name) > 1 else name for i, name in enumerate(names)]


def read_subjects(texts: Sequence[str], places: Places) -> list[Subject]:
    if len(texts) < 2:
        raise WrongInput(f"{' '.join(texts)}: one card or experiment; expected at least two")
    if len(texts) > 26:
        raise WrongInput(f"{len(texts)} cards or experiments; expected at most 26")
    subjects: list[Subject] = []
    names = names_of(texts)
    for letter, name_of_it, text in zip("ABCDEFGHIJKLMNOPQRSTUVWXYZ", names, texts):
        name, colon, settings = text.partition(":")
        path, kind = find(name, [(places.cards, "card"), (places.experiments, "experiment")])
        if kind == "experiment" and (level := levels.of_file(path)) != levels.CYCLE:
            subject = "a segment" if level == levels.SEGMENT else "hosts with a TCP"
            raise WrongInput(f"{text}: an experiment of {subject}; expected cards or experiments without a TCP, or niclab sweep")
        subjects.append(Subject(letter, name_of_it, text, kind, path, split_settings(settings) if colon else ()))
    return subjects


def folder_name(subjects: Sequence[Subject]) -> str:
    """A name for the results: what is compared, in letters that every file system takes."""
    names = [re.sub(r"[^\w.=+-]", "-", s.text.replace(".toml", "").split("/")[-1].replace(":", ".")) for s in subjects]
    name = "_vs_".join(names)
    if len(name) <= 100 and not any("/" in s.text for s in subjects):
        return name
    return name[:90] + "-" + hashlib.sha256("\n".join(s.text for s in subjects).encode()).hexdigest()[:8]
