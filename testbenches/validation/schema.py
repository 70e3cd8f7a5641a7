"""The JSON schema of experiments: what niclab reads fits it, and what niclab refuses key by key
does not.
"""
import json
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

import documented
from common import ROOT, SKIPPED, check_all, niclab

try:
    import jsonschema
except ImportError:
    sys.exit(SKIPPED)

# Each wrong in one place, as in a typing error: (what, text).
WRONG = [
    ("a table's name", "[runn]\nruns = 3\n"),
    ("a key's name", "[run]\nrun = 3\n"),
    ("a word for a number", "[run]\nruns = \"three\"\n"),
    ("a number out of range", "[run]\nruns = 0\n"),
    ("a choice", "[run]\nmode = \"echoo\"\n"),
    ("a quantity without unit", "[line]\nlength = 2000\n"),
    ("a unit", "[line]\nlength = \"2 parsec\"\n"),
    ("a key of both hosts", "[nic.sar]\ntx_fifo_cell = 1\n"),
    ("a depth out of range", "[client.nic.sar]\ntx_fifo_cells = 65\n"),
    ("a list for a number", "[workload]\ncount = [1]\n"),
    ("a word in a list of numbers", "[workload]\nsizes = [1, \"2\"]\n"),
    ("a boolean", "[client]\nserial_marker = \"yes\"\n"),
    ("a master's key", "[pci.traffic.disk]\npreset = \"disk\"\nblock_octet = 1\n"),
    ("an impairment", "[line.to_server]\nbit_errors = 1e-3\n"),
    ("an analyzer's state", "[analyzer]\npreset = \"unlimited\"\n[analyzer.states.1]\nfinds = \"x\"\n"),
    ("a link without ends", "[[host]]\nname = \"a\"\n[[link]]\nlength = \"2 m\"\n[[flow]]\nfrom = \"a\"\nto = \"b\"\n"),
    ("a host's key in a list", "[[host]]\nname = \"a\"\nprofil = \"ideal\"\n"),
    ("a flow's key", "[[flow]]\nfrom = \"a\"\nto = \"b\"\nsize = [1]\n"),
    ("a level", "[run]\nlevel = \"coars\"\n"),
    ("a key of the other level", "[run]\nlevel = \"coarse\"\nmode = \"echo\"\n[[host]]\nname = \"a\"\n[[flow]]\nfrom = \"a\"\nto = \"a\"\n"),
    ("a coarse flow's kind", "[run]\nlevel = \"coarse\"\n[[host]]\nname = \"a\"\n[[flow]]\nfrom = \"a\"\nto = \"a\"\nkind = \"tcp\"\n"),
    ("a station's key", "[run]\nlevel = \"segment\"\n[[host]]\nname = \"a\"\n[[host]]\nname = \"b\"\n[[segment]]\n"
     "stations = [{host = \"a\", att = \"1 m\"}, {host = \"b\"}]\n[[flow]]\nfrom = \"a\"\nto = \"b\"\n"),
    ("a switch's key", "[run]\nlevel = \"coarse\"\n[[host]]\nname = \"a\"\n[[switch]]\nname = \"s\"\nport = 2\n[[flow]]\nfrom = \"a\"\nto = \"a\"\n"),
]
SCHEMA = json.loads(niclab("schema").stdout)
VALIDATOR = jsonschema.Draft4Validator(SCHEMA)


def faults(text):
    return [f"{'.'.join(map(str, e.absolute_path))}: {e.message}" for e in VALIDATOR.iter_errors(tomllib.loads(text))]


def it_is_a_schema():
    jsonschema.Draft4Validator.check_schema(SCHEMA)


def every_experiment_fits():
    pages = [(name, text) for page in documented.pages(ROOT) for name, text in documented.files(page).items() if name == "mine.toml"]
    shipped = [(path.name, path.read_text()) for path in sorted((ROOT / "testbenches/experiments").rglob("*.toml"))]
    assert len(shipped) > 20 and pages
    wrong = {name: faults(text) for name, text in shipped + pages}
    assert not any(wrong.values()), {name: found for name, found in wrong.items() if found}


def typos_do_not():
    assert [what for what, text in WRONG if not faults(text)] == []


def niclab_refuses_the_same():
    """A typo that niclab takes would show a schema that is too strict."""
    with tempfile.TemporaryDirectory() as folder:
        for what, text in WRONG:
            (Path(folder) / "e.toml").write_text(text)
            refused = niclab("explain", "e.toml", cwd=folder, expect=2).stderr
            assert refused.count("\n") == 1, (what, refused)


def each_key_is_in_it():
    """As an experiment of one key, with its default: what the program lists is what the schema lets pass."""
    seen = 0
    for p in json.loads(niclab("list", "params", "--json").stdout):
        table, _, key = p["key"].rpartition(".")
        lists = p["key"].split(".")[0] in ("host", "link", "vc", "flow")
        if lists or "NAME" in p["key"] or "HOST" in p["key"] or p["default"] == "":
            continue
        value = json.dumps(p["value"])
        assert faults(f"[{table}]\n{key} = {value}\n") == [], p["key"]
        seen += 1
    assert seen > 150


def it_tells_what_a_key_means():
    fifo = SCHEMA["definitions"]["cycle"]["properties"]["nic"]["properties"]["sar"]["properties"]["tx_fifo_cells"]
    assert fifo["type"] == "integer" and (fifo["minimum"], fifo["maximum"]) == (1, 64) and "FIFO" in fifo["description"], fifo


def editors_understand_it():
    """The checker of the editors' language server, with the comment that the page gives."""
    taplo = Path(sys.executable).parent / "taplo"
    if not taplo.exists():
        return
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        (folder / "niclab.schema.json").write_text(json.dumps(SCHEMA))
        for name, text, code in (("good", (ROOT / "testbenches/experiments/star.toml").read_text(), 0), ("bad", dict(WRONG)["a key of both hosts"], 1)):
            (folder / f"{name}.toml").write_text(f"#:schema ./niclab.schema.json\n\n{text}")
            done = subprocess.run([taplo, "check", f"{name}.toml"], cwd=folder, capture_output=True, text=True, timeout=60)
            assert done.returncode == code, f"{name}\n{done.stdout}{done.stderr}"


check_all((it_is_a_schema, every_experiment_fits, typos_do_not, niclab_refuses_the_same, each_key_is_in_it, it_tells_what_a_key_means, editors_understand_it))
