"""The checks of the tree can fail: each finds what it is for in a tree made up here."""
import importlib.util
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]


def script(name):
    spec = importlib.util.spec_from_file_location(name, ROOT / "scripts" / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def tree(folder, **files):
    for name, text in files.items():
        path = folder / name.replace("__", "/").replace("_h", ".h").replace("_md", ".md")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


def test_a_word_in_the_wrong_folder_is_found(tmp_path):
    models = tree(tmp_path, pci__bus_h="int vci_ = 0;\n", lab__experiment__keys_h="int tbd;\n", host__host_h="int client, TBD_;\n",
                  atm__cell_h="int vci;\n")
    found = list(script("check_words").violations(models))
    assert [line.split(": ")[0] for line in found] == ["models/host/host.h:1", "models/pci/bus.h:1"]
    assert "'TBD' is a word of the card" in found[0] and "'vci' is a word of the line" in found[1]


ERRORS_CPP = '''throw t.error("port", std::to_string(port) + " found", "32 wanted");
throw core::ConfigError("--set " + text + ": not an assignment; expected KEY=VALUE");
throw core::ConfigError("--out: a folder that can be written");
throw table.refusal(key, unknown_name("host", name, known));
throw std::runtime_error("the chip; it stands behind the bus");  // wanted
throw std::runtime_error("the driver returned " + std::to_string(code));
return ConfigError(path + text);
'''
ERRORS_PYTHON = '''raise WrongInput(f"--vary: {key} found twice")
raise WrongInput(f"--vary {key}: given twice; expected it once")
raise WrongInput(str(error)) from error
raise file.wrong(key, unknown("key", key, known))
raise ValueError(f"'{text}' is not a number")
sys.exit("wanted: a file")
'''


def test_an_error_without_the_form_is_found(tmp_path):
    root = tree(tmp_path, models__lab__keys_h=ERRORS_CPP)
    (root / "scripts").mkdir()
    (root / "scripts/tool.py").write_text(ERRORS_PYTHON)
    found = list(script("check_errors").violations(root))
    assert [line.split(": ")[0] for line in found] == [
        "models/lab/keys.h:1", "models/lab/keys.h:1", "models/lab/keys.h:3", "models/lab/keys.h:5", "models/lab/keys.h:5",
        "scripts/tool.py:1", "scripts/tool.py:1", "scripts/tool.py:6"]
    assert "'found' is rejected" in found[0] and "'wanted' is rejected" in found[1] and "without its last part" in found[2]


PAGE = """# Somebody behind a heading

The card is
told of it.

    nobody reads code behind it

- An item says `who` in code.

| a table | behind a cell |
<!-- made: begin -->
generated text that stands here
<!-- made: end -->
{long}
"""
SOURCE = """/// @file  The bus tells its users.
int stands = 0;  // counted by a caller
"""


def test_prose_is_found_with_its_place(tmp_path):
    tree(tmp_path, docs__page_md=PAGE.format(long="word " * 31), models__bus_h=SOURCE)
    check = script("check_words")
    found = [check.sentence("page.md", f) for f in check.prose.findings(tmp_path / "docs/page.md")]
    assert [line.split(";")[0] for line in found] == [
        "page.md:4: 'told' is rejected", "page.md:10: 'behind' is rejected", "page.md:14: a sentence of 31 words",
        "page.md:14: a line of 155 characters"]
    assert [(f.line, f.text) for f in check.prose.findings(tmp_path / "models/bus.h")] == [(1, "tells")]


def test_limits_of_prose_hold_and_may_only_fall(tmp_path):
    tree(tmp_path, docs__page_md=PAGE.format(long=""), models__bus_h=SOURCE)
    check = script("check_words")
    limits = {"docs/page.md": (2, 0, 0)}
    assert list(check.over_limits(tmp_path, limits))[0] == "models/bus.h: 1 rejected words; expected at most 0"
    assert list(check.over_limits(tmp_path, limits | {"models/bus.h": (1, 0, 0)})) == []
    assert list(check.over_limits(tmp_path, {"docs/page.md": (1, 0, 0), "models/bus.h": (1, 0, 0)}))[0].startswith("docs/page.md: 2 rejected")
    assert check.lowered(tmp_path, {"docs/page.md": (9, 0, 1), "gone.md": (1, 1, 1)}) == limits
    assert check.read(check.written(limits)) == limits
    assert list(check.raised({"moved.md": (2, 0, 0)}, limits)) == []
    assert "is 3; expected at most 2" in next(check.raised(limits | {"models/bus.h": (1, 0, 0)}, limits))


def test_every_limit_is_of_a_file():
    check = script("check_words")
    limits = check.read((ROOT / check.LIMITS).read_text())
    assert [name for name in limits if not (ROOT / name).is_file()] == []


def test_who_goes_past_the_time_of_the_room_core_is_found(tmp_path):
    models = tree(tmp_path, core__clock_h="now = sc_time_stamp();\n", pci__bus_h="due_.notify(delay);\ncore::fire(due_, delay);\n// sc_start(\n",
                  lab__run_h="const auto t = sc_core::sc_time_stamp();\n")
    found = list(script("check_time").violations(models))
    assert [line.split(": ")[0] for line in found] == ["models/lab/run.h:1", "models/pci/bus.h:1"]
    assert "expected core::now_fs()" in found[0] and "expected core::fire()" in found[1]


def test_a_mutation_that_does_not_apply_is_named(tmp_path):
    mutations = script("mutations")
    assert list(mutations.not_applicable(ROOT)) == []
    filters, gone = [], []
    for sentence in mutations.not_applicable(tmp_path):
        (filters if "filter: no test is named" in sentence else gone).append(sentence)
    assert len(filters) == sum(len(held.filter.split(":")) for held in mutations.SETS.values())
    assert len(gone) == sum(len(held.mutation) for held in mutations.SETS.values()) and "0 times; expected once" in gone[0]


def test_one_failing_check_does_not_hide_the_rest(tmp_path):
    (tmp_path / "checks.py").write_text(f"""import sys
sys.path.insert(0, {str(ROOT / "testbenches/validation")!r})
from common import check_all
def first(x): assert x == 2, "one"
def second(x): print("second has run with", x)
check_all((first, second), 1)
""")
    done = subprocess.run([sys.executable, tmp_path / "checks.py", "niclab"], capture_output=True, text=True)
    assert done.returncode == 1 and "second has run with 1" in done.stdout
    assert "1 of 2 checks failed: first" in done.stderr


def test_results_of_runs_do_not_belong_into_the_tree(tmp_path):
    names = ["e.vcd", "traces/in.pcap", "run/results.json", "large.csv", "docs/report.png", "small.csv", "deleted.fst"]
    for name in names[:-1]:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(b"0" * (200_000 if name in {"large.csv", "docs/report.png"} else 1))
    found = list(script("check_files").violations(tmp_path, names))
    assert [line.split(":")[0] for line in found] == ["e.vcd", "run/results.json", "large.csv"]
