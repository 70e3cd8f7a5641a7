"""What a viewer is given: rows of words that say what pci.csv and the captures say, and a marker
where a rule was broken.
"""
import csv
import functools
import pathlib
import re
import tempfile

from check_waveform_spoilt import one_bit
from common import check_all, niclab, skip
from foreign import MAP, foreign_waveform

try:
    from pywellen import Waveform
except ImportError:
    skip("pywellen is not installed (scripts/setup.sh --with-tools)")

SHORT = {"config read": "CR", "config write": "CW", "memory read": "MR", "memory write": "MW", "memory read line": "MRL",
         "memory read multiple": "MRM", "memory write and invalidate": "MWI", "I/O read": "IOR", "I/O write": "IOW"}


def row(path, name):
    """Changes of a row of words: (nanoseconds, words)."""
    return [(at / 1000, str(words)) for at, words in next(v for v in Waveform(str(path)).all_vars() if v.full_name == name).signal]


def rising(path, name):
    return [at / 1000 for at, level in next(v for v in Waveform(str(path)).all_vars() if v.full_name == name).signal if int(level) == 1]


def markers(save):
    """Names and nanoseconds of a GTKWave save file's markers, and where it opens."""
    text = save.read_text()
    start, line = re.search(r"^\[timestart\] (\d+)\n\[size\] .*\n\*\S+ (.*)$", text, re.M).groups()
    times = [int(t) for t in line.split()]
    names = dict(re.findall(r"^\[markername\] (\w)(.*)$", text, re.M))
    return {name: times[1 + ord(letter) - ord("A")] / 1000 for letter, name in names.items()}, int(start) / 1000


@functools.cache
def made(folder):
    niclab("run", "echo", "--runs", 1, "--vcd", folder / "w.fst", "--out", folder / "out", "--quiet")
    with open(folder / "out/pci.csv", newline="") as f:
        return list(csv.DictReader(f))


def transactions_stand_where_pci_csv_has_them(folder):
    rows = made(folder)
    for bus in ("client", "server"):
        told = [(at, words) for at, words in row(folder / "w.fst", f"{bus}.pci.transaction") if words != "-"]
        wanted = [r for r in rows if r["bus"] == bus]
        assert len(told) == len(wanted) > 300
        for (at, words), r in zip(told, wanted):
            assert words == f"{SHORT[r['command']]}@{r['address'][2:]}:{r['master']}", (words, r)
            assert abs(at - float(r["time_ns"])) < 0.002, (at, r["time_ns"])
        moved = [words for _, words in row(folder / "w.fst", f"{bus}.pci.data") if "=" in words]
        assert len(moved) <= sum(int(r["dwords"]) for r in wanted) and len(moved) > 0.9 * sum(int(r["dwords"]) for r in wanted)
        assert [w for _, w in row(folder / "w.fst", f"{bus}.pci.violation")] == ["-"]


def cells_are_named(folder):
    made(folder)
    cells = [words for _, words in row(folder / "w.fst", "client.nic.utopia_tx.cell") if words not in ("-", "header", "null")]
    assert set(cells) <= {"0/3904:0", "0/3904:1"} and "0/3904:1" in cells, cells
    assert "null" in {words for _, words in row(folder / "w.fst", "client.nic.utopia_tx.cell")}


def it_opens_on_the_first_packet(folder):
    """With a marker at each event of the packet at the cards and after, named as its column of pdus.csv, at its time."""
    rows = made(folder)
    marks, start = markers(folder / "w.gtkw")
    with open(folder / "out/pdus.csv", newline="") as f:
        packet = next(csv.DictReader(f))
    names = ["tx_req", "tx_trdy", "tx_soc", "rx_soc", "rx_req", "rx_trdy", "delivered"]
    assert list(marks) == names, marks
    for name in names:
        assert abs(marks[name] - marks["tx_req"] - (float(packet[name]) - float(packet["tx_req"]))) < 0.002, (name, marks, packet)
    behind = [float(r["time_ns"]) - start for r in rows if r["bus"] == "client" and r["master"] == "nic"]
    assert 0 <= marks["tx_req"] - start <= 200 and 0 <= min(t for t in behind if t >= 0) < 1000, (marks, start)  # the card fetches its descriptor
    text = (folder / "w.sucl").read_text()
    assert "variable_add client.pci.transaction\n" in text and re.search(r"^cursor_set \d+\nmarker_set tx_req\n", text, re.M)
    assert re.search(r"^cursor_set \d+\nzoom_to \d+ \d+\n\Z", text, re.M)
    listed = (folder / "w.gtkw").read_text()
    assert listed.index("client.pci.transaction") < listed.index("client.pci.CLK")  # words above wires


def a_planted_violation_is_where_its_marker_says(folder):
    """A wrong bit on AD: its parity is sampled two clock edges after its change."""
    niclab("run", "echo", "--runs", 1, "--vcd", folder / "v.vcd", "--out", folder / "out", "--quiet")
    text = (folder / "v.vcd").read_text()
    (folder / "bad.vcd").write_text(one_bit(text))
    said = niclab("check", folder / "bad.vcd", "--annotate", folder / "told.fst", expect=1).stdout
    sound, spoilt = ([(at / 1000, str(value)) for at, value in next(v for v in Waveform(str(folder / name)).all_vars()
                                                                    if v.full_name == "client.pci.AD").signal] for name in ("v.vcd", "bad.vcd"))
    changes = next(one[0] for one, other in zip(sound, spoilt) if one != other)
    wanted = [at for at in rising(folder / "v.vcd", "client.pci.CLK") if at > changes][1]
    marks, start = markers(folder / "told.gtkw")
    assert len(marks) == 1 and list(marks)[0].startswith("P18@client.pci"), marks
    assert abs(list(marks.values())[0] - wanted) < 0.002 and start < wanted, (marks, wanted)
    told = [(at, words) for at, words in row(folder / "told.fst", "client.pci.violation") if words != "-"]
    assert [w for _, w in told] == ["P18"] and abs(told[0][0] - wanted) < 0.002, told
    assert f"bad.vcd:{wanted:.3f} ns: P18" in said, said
    # The copy says what the file says, and judges alike.
    assert niclab("check", folder / "told.fst", expect=1).stdout.count("P18") == said.count("P18")
    assert f"cursor_set {round(wanted * 1000)}\nmarker_set P18@client.pci" in (folder / "told.sucl").read_text()


def of_another_simulators_waveform_too(folder):
    if not (wave := foreign_waveform(folder, "foreign.vcd", "+spoil")):
        return print("iverilog is not installed")
    (folder / "map.toml").write_text(MAP)
    said = niclab("check", wave, "--map", folder / "map.toml", "--annotate", folder / "foreign_told.vcd", expect=1).stdout
    print(said)
    assert said.startswith("1 violation\n")
    marks, _ = markers(folder / "foreign_told.gtkw")
    edges = rising(folder / "foreign.vcd", "tb.clk")
    frame = next(v for v in Waveform(str(wave)).all_vars() if v.full_name == "tb.frame_n").signal
    address = next(at / 1000 for at, level in frame if str(level) == "0")  # driven at an edge: sampled at the next, PAR one later
    assert marks == {"P18@board": [at for at in edges if at > address][1]}, (marks, address)
    told = [words for _, words in row(folder / "foreign_told.vcd", "board.transaction") if words != "-"]
    assert told == ["CR@00010000", "CW@00010010", "CW@00010004", "MW@40000020", "MR@40000020"], told


def a_copy_has_a_place_of_its_own(folder):
    made(folder)
    refused = niclab("check", folder / "w.fst", "--annotate", folder / "w.fst", expect=2).stderr
    assert ": the file to read; expected another file" in refused and refused.count("\n") == 1, refused
    assert niclab("check", folder / "w.fst").stdout.startswith("0 violations\n")


with tempfile.TemporaryDirectory() as temporary:
    check_all((transactions_stand_where_pci_csv_has_them, cells_are_named, it_opens_on_the_first_packet,
               a_planted_violation_is_where_its_marker_says, of_another_simulators_waveform_too, a_copy_has_a_place_of_its_own),
              pathlib.Path(temporary))
