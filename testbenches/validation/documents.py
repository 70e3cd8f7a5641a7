"""README.md and docs say what the program says, and name no option or experiment that it has not."""
import re
import subprocess
import sys

import documented
from common import NICLAB, ROOT, check_all, listed, niclab

# Files a reader makes himself.
OWN = {"mine.toml", "under_load.toml", "mine", "mystery-0", "results", "far", "odd"}


def commands():
    """Each command of niclab in a block of code: (page, words)."""
    for page in documented.pages(ROOT):
        for command in documented.commands(page, ROOT):
            words = command.words.split(" && ")[0].split(" > ")[0].split()
            if words[0] == "niclab":
                yield command.page, words[1:]


def blocks_are_the_programs():
    done = subprocess.run([sys.executable, ROOT / "scripts/update_readme.py", "--check", "--niclab", NICLAB], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def options_exist():
    for page, (command, *words) in commands():
        text = niclab(command, "--help").stdout
        for word in words:
            if word.startswith("--"):
                assert re.search(rf"{re.escape(word)}\b", text), f"{page}: niclab {command} {' '.join(words)}: no {word}"


def experiments_exist():
    known = set(listed("experiments"))
    named = {(page, words[0]) for page, (command, *words) in commands() if command in ("run", "sweep", "explain") and words}
    assert len(named) > 10
    for page, name in named:
        assert name in known or name.split("/")[0] in OWN, f"{page}: {name}"


def functions_of(page):
    """(file, function) of each row of a page of files."""
    return re.findall(r"^\| [^|]+ \| `([^`]+)` \| `([^`]+)` \|$", page, re.M)


def has(text, function):
    """In a header, a function of a class is within the class, without its name."""
    name, call = function.rpartition("::")[::2]
    return re.search(rf"^\S.*\b{re.escape(function)}\(", text, re.M) or (
        re.search(rf"^class {re.escape(name)}\b", text, re.M) and re.search(rf"^    \w.*\b{call}\([^;]*\{{", text, re.M))


def missing(rows):
    return [(file, function) for file, function in rows if not (ROOT / "models" / file).is_file() or not has((ROOT / "models" / file).read_text(), function)]


def files_on_the_way_of_a_packet_exist():
    rows = functions_of((ROOT / "docs/explanation/way_of_a_packet.md").read_text())
    assert len(rows) > 50 and not missing(rows), missing(rows)
    wrong = [("host/application.cpp", "Application::gone"), ("host/gone.cpp", "f"), ("phy/tacp.h", "Tacp::gone"), ("phy/tacp.h", "Gone::next")]
    assert missing([("host/application.cpp", "Application::send_thread"), *wrong]) == wrong


check_all((blocks_are_the_programs, options_exist, experiments_exist, files_on_the_way_of_a_packet_exist))
