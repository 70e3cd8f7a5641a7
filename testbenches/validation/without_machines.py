"""The program that scripts/quickstart.sh builds: `driver` and `vm` print which command builds what
they need, and all else is that of the complete program.

    without_machines.py COMPLETE_PROGRAM PROGRAM
"""
import pathlib
import subprocess
import sys
import tempfile

from common import ROOT, bytes_of, check_all, niclab

WITHOUT = str(pathlib.Path(sys.argv[2]).resolve())
BUILD = pathlib.Path(WITHOUT).parents[2]
SENTENCE = ("{}: this program was built without the machines of drivers and guests; expected one from "
            f"cmake -DNICLAB_BUILD_MACHINES=ON {BUILD} && cmake --build {BUILD} --target niclab\n")


def without(*words, cwd, expect=0):
    done = subprocess.run([WITHOUT, *words], cwd=cwd, capture_output=True, text=True, timeout=600)
    assert done.returncode == expect, f"exit code {done.returncode}; expected {expect}\n{done.stdout}{done.stderr}"
    return done


def commands_say_what_builds_them(folder):
    for words in (("driver",), ("driver", "mine.c", "--card", "rtl8029"), ("driver", "--bisect", "a.c", "b.c"), ("vm", "--card", "rtl8029", "--run", "true")):
        done = without(*words, cwd=folder, expect=2)
        assert done.stdout == "" and done.stderr == SENTENCE.format(f"niclab {words[0]}"), done.stdout + done.stderr
        assert not list(folder.iterdir()), "a refused command has written files"
    assert "--crad" in without("driver", "--crad", "x", cwd=folder, expect=2).stderr, "options are read first"


def help_and_lists_are_those_of_the_complete_program(folder):
    for words in (("--help",), ("driver", "--help"), ("vm", "--help"), ("list", "columns", "--json"), ("list", "params", "--json"), ("schema",)):
        assert without(*words, cwd=folder).stdout == niclab(*words, cwd=folder).stdout, words


def results_are_those_of_the_complete_program(folder):
    without("run", ROOT / "testbenches/experiments/echo.toml", "--runs", "1", "--out", "without", cwd=folder)
    niclab("run", ROOT / "testbenches/experiments/echo.toml", "--runs", "1", "--out", "complete", cwd=folder)
    assert bytes_of(folder / "without") == bytes_of(folder / "complete")


def the_quickstart_builds_this_program(_):
    text = (ROOT / "scripts/quickstart.sh").read_text()
    assert "-DNICLAB_BUILD_MACHINES=OFF" in text, text


with tempfile.TemporaryDirectory() as temporary:
    check_all((commands_say_what_builds_them, help_and_lists_are_those_of_the_complete_program, results_are_those_of_the_complete_program,
               the_quickstart_builds_this_program), pathlib.Path(temporary))
