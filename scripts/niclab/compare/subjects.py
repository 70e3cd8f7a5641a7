"""What is compared: cards and experiments, by name or file, perhaps with settings of their own."""
import dataclasses
import difflib
import hashlib
import pathlib
import re
import tomllib

from niclab.runs import WrongInput

EXPERIMENT_TABLES = {"run", "workload", "client", "server", "line", "analyzer", "connection"}


@dataclasses.dataclass(frozen=True)
class Subject:
    """One column of the comparison."""
    letter: str
    text: str  # as the user wrote it
    kind: str  # "card" or "experiment"
    path: pathlib.Path
    settings: tuple  # KEY=VALUE

    def card_settings(self):
        """Settings that put a card into both hosts."""
        return tuple(f'{side}.card="{self.path}"' for side in ("client", "server")) if self.kind == "card" else ()


@dataclasses.dataclass(frozen=True)
class Places:
    """Where the cards, experiments and hosts that come with niclab are."""
    cards: pathlib.Path
    experiments: pathlib.Path
    hosts: pathlib.Path


def kind_of(path):
    """A user's file is an experiment if it has a table that only experiments have."""
    try:
        return "experiment" if EXPERIMENT_TABLES & set(tomllib.loads(path.read_text())) else "card"
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise WrongInput(f"{path}: no TOML found ({error}), a card or an experiment wanted") from None


def find(name, folders):
    """Path and kind of a name: first in the working folder, then in `folders`, pairs of a folder and its kind."""
    file = name if name.endswith(".toml") else name + ".toml"
    own = pathlib.Path(file)
    if own.is_file():
        return own.resolve(), kind_of(own)
    for folder, kind in folders:
        for path in sorted(folder.rglob(file)):
            return path.resolve(), kind
    known = sorted(path.stem for folder, _ in folders for path in folder.rglob("*.toml"))
    near = difflib.get_close_matches(name, known, 1)
    wanted = " or ".join({"card": "a card", "experiment": "an experiment"}[kind] for _, kind in folders)
    raise WrongInput(f"'{name}' found, {wanted} wanted: a file or one of {', '.join(known)}"
                     + (f', perhaps "{near[0]}"' if near else ""))


def find_experiment(name, places):
    path, kind = find(name, [(places.experiments, "experiment")])
    if kind != "experiment":
        raise WrongInput(f"'{name}' found, which is a card, an experiment wanted")
    return path


def split_settings(text):
    """KEY=VALUE,KEY=VALUE to a tuple; commas inside brackets and quotes belong to a value."""
    parts = re.findall(r"""(?:\[[^\]]*\]|"[^"]*"|'[^']*'|[^,])+""", text)
    for part in parts or [text]:
        if not re.fullmatch(r"[\w.-]+=.+", part, re.S):
            raise WrongInput(f"'{part}' found behind a colon, KEY=VALUE wanted")
    return tuple(parts)


def read_subjects(texts, places):
    if len(texts) < 2:
        raise WrongInput(f"{len(texts)} card or experiment found, two or more wanted")
    if len(texts) > 26:
        raise WrongInput(f"{len(texts)} cards or experiments found, 26 at most wanted")
    subjects = []
    for letter, text in zip("ABCDEFGHIJKLMNOPQRSTUVWXYZ", texts):
        name, colon, settings = text.partition(":")
        path, kind = find(name, [(places.cards, "card"), (places.experiments, "experiment")])
        subjects.append(Subject(letter, text, kind, path, split_settings(settings) if colon else ()))
    return subjects


def folder_name(subjects):
    """A name for the results: what is compared, in letters that every file system takes."""
    names = [re.sub(r"[^\w.=+-]", "-", s.text.replace(".toml", "").split("/")[-1].replace(":", ".")) for s in subjects]
    name = "_vs_".join(names)
    if len(name) <= 100 and not any("/" in s.text for s in subjects):
        return name
    return name[:90] + "-" + hashlib.sha256("\n".join(s.text for s in subjects).encode()).hexdigest()[:8]


def files_read(path, settings, places):
    """Files a simulation may read: the experiment, what it and the settings name, and the cards and hosts there are."""
    texts = [path.read_text(), *settings]
    named = [path.parent / word for text in texts for word in re.findall(r'"([^"\n]+)"', text)]
    ours = (f for folder in (places.cards, places.hosts) for f in folder.rglob("*.toml"))
    return sorted({path, *(n for n in named if n.is_file()), *ours, *path.parent.glob("*.toml")})


def digest(path, settings, places, program):
    """Changes when the program or a file that the simulation may read does."""
    total = hashlib.sha256(program)
    for file in files_read(path, settings, places):
        total.update(f"\n{file}\n".encode() + file.read_bytes())
    return total.hexdigest()
