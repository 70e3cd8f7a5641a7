"""Where results come from: what results.json, summary and page say of it, runs made again from it,
and folders that are never overwritten.
"""
import hashlib
import html
import json
import pathlib
import re
import shutil
import subprocess
import tempfile

from common import NICLAB, ROOT, check_all, niclab

SHORT = ("--runs", "2")
COMPARED = ("pdus.csv", "pci.csv", "attribution.csv", "summary.txt", "results.json")


def results(folder):
    return json.loads((folder / "results.json").read_text())


def same_text(folder, name):
    """A file without what differs by design between equal runs."""
    text = (folder / name).read_text()
    if name == "results.json":
        return json.dumps({key: value for key, value in json.loads(text).items() if key != "provenance"})
    return re.sub(r"^made by: .*\n", "", text, flags=re.M)


def build_id(program):
    """Of its ELF file; "" where it has none."""
    found = re.search(r"Build ID: ([0-9a-f]+)", subprocess.run(["readelf", "-n", program], capture_output=True, text=True, check=True).stdout)
    return found[1] if found else ""


def a_program_without_a_build_id(folder):
    """Is identified by the digest of its file, and its results are of another program than the one with the build id."""
    other = folder / "no_build_id"
    subprocess.run(["objcopy", "--remove-section", ".note.gnu.build-id", NICLAB, other], check=True)
    assert build_id(NICLAB) and not build_id(other)
    subprocess.run([other, "run", "echo", *SHORT, "--quiet", "--out", "by_other"], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    made = results(folder / "by_other")["provenance"]
    assert made["program"] == {"path": str(other), "sha256": hashlib.sha256(other.read_bytes()).hexdigest()}
    assert f"program {made['program']['sha256'][:12]}" in (folder / "by_other/summary.txt").read_text()
    remark = "results of another niclab; numbers may differ"
    niclab("run", "echo", *SHORT, "--quiet", "--out", "by_this", cwd=folder)
    for made_by, is_other in (("by_other", True), ("by_this", False)):
        again = niclab("run", f"{made_by}/results.json", "--quiet", "--out", "again", cwd=folder)
        assert (remark in again.stderr) == is_other, (made_by, again.stderr)
        assert same_text(folder / made_by, "results.json") == same_text(folder / "again", "results.json")


def what_differs_is_said(folder):
    niclab("run", "echo", *SHORT, "--quiet", "--set", "nic.sar.tx_fifo_cells=4", "--set", "server.card=hostmem_sar", "--set", "line.length=2 m",
           "--report", "changed.html", cwd=folder)
    out = folder / "results/echo-run.runs=2-nic.sar.tx_fifo_cells=4-server.card=hostmem_sar"
    assert out.is_dir(), sorted((folder / "results").iterdir())
    made = results(out)["provenance"]
    assert made["program"] == {"path": str(pathlib.Path(NICLAB).resolve()), "build_id": build_id(NICLAB)}
    assert made["command"][1:4] == ["run", "echo", "--runs"] and made["folder"] == str(folder.resolve())
    assert {"key": "server.card", "value": "hostmem_sar", "file_value": "idt77901"} in made["changed"]
    assert not any(changed["key"] == "line.length" for changed in made["changed"]), "the file says 2 m, too"
    line = next(line for line in (out / "summary.txt").read_text().splitlines() if line.startswith("made by: "))
    assert 'server.card = "hostmem_sar" (file: "idt77901")' in line and "--set 'line.length=2 m'" in line, line
    page = (folder / "changed.html").read_text()
    assert page.count('class="provenance"') == 1 and "server.card = \"hostmem_sar\"" in html.unescape(page)


def nobody_overwrites(folder):
    """The plain run, one with a key changed, and an edited file of the same name: each has a folder."""
    shutil.copy(ROOT / "testbenches/experiments/echo.toml", folder / "mine.toml")
    for changed in ((), ("--seed", "2"), ("--seed", "1")):
        niclab("run", "mine.toml", *changed, "--quiet", cwd=folder)
    assert {p.name for p in (folder / "results").glob("mine*")} == {"mine", "mine-run.seed=2"}
    before = (folder / "results/mine/results.json").read_bytes()
    (folder / "mine.toml").write_text((folder / "mine.toml").read_text().replace("sizes = [1]", "sizes = [40]"))
    niclab("run", "mine.toml", "--quiet", cwd=folder)
    assert (folder / "results/mine/results.json").read_bytes() == before
    assert len(list((folder / "results").glob("mine-????????????"))) == 1


def made_again(folder):
    """Hosts, cards and size lists of one's own come along; the files may be gone."""
    own = folder / "own"
    own.mkdir()
    (own / "host.toml").write_text('base = "pentium133"\n[read]\nwait_clocks = 9\n')
    (own / "card.toml").write_text('base = "idt77901"\n[sar]\ntx_fifo_cells = 5\n')
    (own / "sizes.txt").write_text("40\n# a comment\n41\n")
    (own / "e.toml").write_text("[run]\nmode = \"echo\"\n[client]\nprofile = 'host'\ncard = 'card'\n[workload]\nsize_list = 'sizes.txt'\n")
    niclab("run", "own/e.toml", *SHORT, "--quiet", "--out", "first", "--set", "server.card='own/card.toml'", "--no-check", cwd=folder)
    shutil.rmtree(own)
    niclab("run", "first/results.json", "--quiet", "--out", "second", cwd=folder)
    for name in COMPARED:
        assert same_text(folder / "first", name) == same_text(folder / "second", name), name
    niclab("run", folder / "second/results.json", "--quiet", "--out", "third", cwd=folder / "results")
    assert same_text(folder / "results/third", "results.json") == same_text(folder / "first", "results.json")
    niclab("run", "first/results.json", "--quiet", "--seed", "7", "--out", "other", cwd=folder)
    assert results(folder / "other")["seed"] == 7
    niclab("run", "other/results.json", "--quiet", "--set", "run.runs=1", "--set", "run.seed=9", "--out", "fewer", cwd=folder)
    assert results(folder / "fewer")["seed"] == 9 and results(folder / "fewer")["runs"] == 1, "a recorded option is kept"


def captures_by_digest(folder):
    capture = folder / "c.pcap"
    shutil.copy(ROOT / "traces/workloads/lan_mix.pcap", capture)
    niclab("run", "echo", *SHORT, "--quiet", "--out", "captured", "--set", f'workload.pcap="{capture}"', cwd=folder)
    kept = [i for i in results(folder / "captured")["provenance"]["inputs"] if i["role"] == "capture"]
    assert len(kept) == 1 and "text" not in kept[0] and kept[0]["sha256"] == hashlib.sha256(capture.read_bytes()).hexdigest()
    niclab("run", "captured/results.json", "--quiet", "--out", "recaptured", cwd=folder)
    assert same_text(folder / "captured", "pdus.csv") == same_text(folder / "recaptured", "pdus.csv")
    capture.write_bytes(capture.read_bytes()[:-1] + b"x")
    error = niclab("run", "captured/results.json", cwd=folder, expect=2).stderr
    assert f"capture '{capture}' has changed since" in error, error
    capture.unlink()
    error = niclab("run", "captured/results.json", cwd=folder, expect=2).stderr
    assert f"capture '{capture}' is missing" in error, error


def no_results(folder):
    (folder / "empty.json").write_text("{}")
    assert "no provenance; expected" in niclab("run", "empty.json", cwd=folder, expect=2).stderr
    (folder / "cut.json").write_text('{"provenance": ')
    assert "cut.json: incomplete or invalid JSON; expected" in niclab("run", "cut.json", cwd=folder, expect=2).stderr
    assert "cannot open none.json: no such file" in niclab("run", "none.json", cwd=folder, expect=2).stderr


with tempfile.TemporaryDirectory() as temporary:
    check_all((what_differs_is_said, a_program_without_a_build_id, nobody_overwrites, made_again, captures_by_digest, no_results), pathlib.Path(temporary))
