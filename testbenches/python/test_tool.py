"""How a tool treats warnings of libraries, and that it ends by itself at SIGHUP."""
import os
import pathlib
import subprocess
import sys

import pytest

SCRIPTS = pathlib.Path(__file__).resolve().parents[2] / "scripts"
START = "import sys; from niclab import tool; sys.exit(tool.end('niclab try', 'made_up_tool'))"
NOT_IGNORED = "import signal; signal.signal(signal.SIGHUP, signal.SIG_DFL); "  # as it is where pytest runs with nohup
WARNS = "import warnings\ndef main(): warnings.warn('of a library', UserWarning, stacklevel=2)\n"
NAMES_THE_CALLER = """import os, sys, warnings
PLACE = {"skip_file_prefixes": (os.path.dirname(__file__),)} if sys.version_info >= (3, 12) else {"stacklevel": 2}
def main(): warnings.warn("of a library", UserWarning, **PLACE)
"""
SETS_A_FILTER = "import warnings\nwarnings.simplefilter('always')\n" + WARNS
HANGS_UP = "import os, signal, time\ndef main(): os.kill(os.getpid(), signal.SIGHUP); time.sleep(60)\n"


def ended(folder: pathlib.Path, module: str, *options: str, start: str = START) -> subprocess.CompletedProcess:
    (folder / "made_up_tool.py").write_text(module)
    env = {name: value for name, value in os.environ.items() if name != "PYTHONWARNINGS"}
    env["PYTHONPATH"] = f"{SCRIPTS}:{folder}"
    return subprocess.run([sys.executable, *options, "-c", start], env=env, capture_output=True, text=True)


@pytest.mark.parametrize("module", [WARNS, NAMES_THE_CALLER, SETS_A_FILTER])
@pytest.mark.parametrize(("options", "seen"), [((), False), (("-W", "default"), True)])
def test_warning_of_a_library_is_seen_where_asked_for(tmp_path, module, options, seen):
    done = ended(tmp_path, module, *options)
    assert done.returncode == 0
    assert ("of a library" in done.stderr) == seen


def test_a_full_disk_is_wrong_input_with_the_file(tmp_path):
    done = ended(tmp_path, "from niclab import files\ndef main(): files.write('/dev/full', 'x' * 100_000)\n")
    assert done.returncode == 2 and done.stderr == "niclab try: a file of the results: not written to its end; expected space on the disk\n", done
    limited = ("import os, pathlib, resource, signal\nfrom niclab import files\ndef main():\n"
               "    pathlib.Path.write_text = lambda *_, **__: (_ for _ in ()).throw(OSError(28, 'No space left on device'))\n"
               f"    files.write('{tmp_path}/page.html', 'x')\n")
    done = ended(tmp_path, limited)
    assert done.returncode == 2 and f"niclab try: {tmp_path}/page.html: not written to its end; expected" in done.stderr, done
    assert not list(tmp_path.glob("page.html*"))


def test_hang_up_interrupts(tmp_path):
    done = ended(tmp_path, HANGS_UP, start=NOT_IGNORED + START)
    assert done.returncode == 130 and "interrupted" in done.stderr
