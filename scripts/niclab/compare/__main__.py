"""niclab compare A B ...: cards or experiments beside each other, on the same workload and seeds."""
import argparse
import pathlib
import re
import shutil
import sys

from niclab.compare.comparison import Comparison
from niclab.compare.page import page
from niclab.compare.plan import Options, plan
from niclab.compare.subjects import Places, folder_name, read_subjects
from niclab.compare.text import rows_csv, summary
from niclab.runs import Runner, WrongInput, exit_code, write

MOST_OCTETS = 65535
LARGE_FILES = ("pci.csv", "attribution.csv")  # nobody needs them of a hundred simulations


def read_sizes(text):
    sizes = []
    for word in text.split(","):
        if not word.strip().isdecimal() or not 1 <= int(word) <= MOST_OCTETS:
            raise WrongInput(f"--sizes: '{word}' found, sizes from 1 to {MOST_OCTETS} octets with commas between them wanted")
        sizes.append(int(word))
    return tuple(sorted(set(sizes)))


def arguments():
    parser = argparse.ArgumentParser(prog="niclab compare")
    for path in ("niclab", "cards", "experiments", "hosts"):
        parser.add_argument(f"--{path}", required=True, type=pathlib.Path)
    for number in ("seeds", "seed", "runs", "jobs"):
        parser.add_argument(f"--{number}", required=True, type=int)
    for word in ("workload", "sizes", "out", "html"):
        parser.add_argument(f"--{word}", required=True)
    parser.add_argument("subjects", nargs="+")
    return parser.parse_args()


def refuse_folders(html):
    if html and (pathlib.Path(html).is_dir() or not pathlib.Path(html).absolute().parent.is_dir()):
        raise WrongInput(f"--html: '{html}' cannot be written, a file in a folder that is there wanted")


def carry_out(runner, runs):
    """All runs; after wrong input no folder is left behind that was not there before."""
    new = [folder for folder in (runner.folder, *runner.folder.parents) if not folder.exists()]
    try:
        return runner.all(runs)
    except WrongInput as error:
        if new:
            shutil.rmtree(new[-1], ignore_errors=True)
        raise WrongInput(re.sub(r"^--set:\d+:\d+: ", "", str(error))) from None  # a place nobody wrote
    except OSError as error:
        raise WrongInput(f"--out: '{runner.folder.parent}' cannot be written ({error.strerror})") from None


def compare(a):
    places = Places(a.cards, a.experiments, a.hosts)
    subjects = read_subjects(a.subjects, places)
    options = Options(a.workload, read_sizes(a.sizes), range(a.seed, a.seed + a.seeds), a.runs)
    refuse_folders(a.html)
    runs = plan(subjects, options, places, a.niclab)
    out = pathlib.Path(a.out or pathlib.Path("results/compare") / folder_name(subjects))
    runner = Runner(str(a.niclab), out / "runs", a.jobs, LARGE_FILES)
    comparison = Comparison(subjects, options, carry_out(runner, runs))
    text = summary(comparison, runner.version)
    files = {out / "summary.txt": text, out / "rows.csv": rows_csv(comparison), out / "compare.html": page(comparison, runner.version)}
    if a.html:
        files[pathlib.Path(a.html)] = files[out / "compare.html"]
    for path, content in files.items():
        write(path, content)
    print(text + "\n" + str(out))


if __name__ == "__main__":
    sys.exit(exit_code("niclab compare", lambda: compare(arguments())))
