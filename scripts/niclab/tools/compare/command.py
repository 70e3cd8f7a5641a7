"""niclab compare A B ...: a comparison of cards or experiments on the same workload and seeds."""
import argparse
import os
import pathlib

from niclab import files, terminal
from niclab.errors import WrongInput
from niclab.runs.engine import results_of
from niclab.runs.points import version
from niclab.tools.compare.comparison import Comparison
from niclab.tools.compare.page import page
from niclab.tools.compare.plan import Options, plan, that_all_can_send
from niclab.tools.compare.subjects import Places, folder_name, read_subjects
from niclab.tools.compare.text import rows_csv, summary

MOST_OCTETS = 65535
LARGE_FILES = ("pci.csv", "attribution.csv")  # they are not needed for a hundred simulations


def read_sizes(text: str) -> tuple[int, ...]:
    sizes = []
    for word in text.split(","):
        if not word.strip().isdecimal() or not 1 <= int(word) <= MOST_OCTETS:
            raise WrongInput(f"--sizes: '{word}' is out of range; expected sizes from 1 to {MOST_OCTETS} octets with commas between them")
        sizes.append(int(word))
    return tuple(sorted(set(sizes)))


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="niclab compare")
    for path in ("cards", "experiments"):
        parser.add_argument(f"--{path}", required=True, type=pathlib.Path)
    for number in ("seeds", "seed", "runs", "jobs"):
        parser.add_argument(f"--{number}", required=True, type=int)
    for word in ("niclab", "workload", "sizes", "out", "html"):
        parser.add_argument(f"--{word}", required=True)
    parser.add_argument("subjects", nargs="+")
    return parser.parse_args()


def refuse_folders(html: str) -> None:
    if html and (pathlib.Path(html).is_dir() or not pathlib.Path(html).absolute().parent.is_dir()):
        raise WrongInput(f"--html {html}: cannot write there; expected a file in an existing folder")


def main() -> None:
    a = arguments()
    os.environ["NICLAB_PROGRAM"] = a.niclab
    places = Places(a.cards, a.experiments)
    subjects = read_subjects(a.subjects, places)
    options = Options(a.workload, read_sizes(a.sizes), range(a.seed, a.seed + a.seeds), a.runs)
    refuse_folders(a.html)
    options = that_all_can_send(subjects, options, places, a.niclab)
    points = plan(subjects, options, places, a.niclab)
    out = pathlib.Path(a.out or pathlib.Path("results/compare") / folder_name(subjects))
    store, results = results_of(points, out, a.jobs, LARGE_FILES)
    comparison, named = Comparison(subjects, options, results), version(a.niclab)
    text, shown = summary(comparison, named), page(comparison, named, store.folder)
    written = {out / "summary.txt": text, out / "rows.csv": rows_csv(comparison), out / "compare.html": shown}
    if a.html:
        written[pathlib.Path(a.html)] = shown
    for path, content in written.items():
        files.write(path, content)
    print(f"{terminal.folded(text, terminal.columns())}\n{out}")
