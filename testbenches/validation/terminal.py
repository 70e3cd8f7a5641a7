"""What the terminal shows: answers of 15 lines, folded to its width, lists, help, sizes of waveforms.

And the files of an older report, which a run removes."""
import json
import os
import pathlib
import re
import subprocess
import tempfile

from common import NICLAB, ROOT, check_all, fits_a_screen, listed, niclab

SHARED = "nic.sar.tx_fifo_cells"
# A line of experiments of seconds and one that shortens them. fingerprints.py checks the answers of
# the last three at their whole length.
SHORT = {"noisy_line": ("count = 10000", "count = 1000"), "clock_offset": ("count = 520", "count = 60"), "hub": ("octets = 200_000", "octets = 20_000"),
         "coax_load": ("octets = 200_000", "octets = 20_000"), "coax_ttcp": ("octets = 200_000", "octets = 20_000"),
         "study_io_recovery": ("octets = 1_500_000", "octets = 150_000"), "ttcp_isa": ("octets = 500_000", "octets = 50_000")}
WIDTHS = ((40, 80), (80, 80), (100, 100), (120, 120), (300, 120))  # of a terminal, and of the text


def shown(folder, columns, *words):
    """What a terminal of so many columns shows, on standard output and on standard error."""
    done = subprocess.run([NICLAB, *map(str, words)], cwd=folder, capture_output=True, text=True, timeout=600, env={**os.environ, "COLUMNS": str(columns)})
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout, done.stderr


def widest(text):
    return max(map(len, text.splitlines()))


def every_answer_fits_a_screen(folder):
    """At the narrowest width; the folder is last. Numbers of the first line are those of results.json."""
    for name in listed("experiments"):
        experiment = name
        if name in SHORT:
            experiment, source = folder / f"{name}.toml", (ROOT / f"testbenches/experiments/{name}.toml").read_text()
            assert SHORT[name][0] in source, f"{name}.toml has changed"
            experiment.write_text(source.replace(*SHORT[name]))
        text, _ = shown(folder, 80, "run", experiment, "--out", name)
        fits_a_screen(text, name)
        assert (folder / name / "summary.txt").read_text().split()[:2] != ["niclab", niclab("--version").stdout.split()[1]], "the answer is first"


def an_echo_states_windows_and_means(folder):
    text, _ = shown(folder, 100, "run", "echo", "--out", "echo")
    results = json.loads((folder / "echo/results.json").read_text())
    means = {way: found["avg"] for way, found in results["driver_to_driver"].items()}
    first = " ".join(text.split("\n\n")[0].split())
    assert first.startswith(f"From driver to driver, a packet of 1 octet takes {means['client_to_server']:.2f} us client to server and "
                            f"{means['server_to_client']:.2f} us server to client, on average."), text
    rows = [re.match(r"  +([\d.]+)  +([\d.]+)  (.*)", line) for line in text.splitlines()]
    numbers = [[float(row[1]), float(row[2]), row[3]] for row in rows if row]
    assert numbers[0][2] == "mean of 15 packets" and numbers[-1][2].endswith("other causes"), numbers
    for column in (0, 1):
        assert abs(sum(row[column] for row in numbers[1:]) - numbers[0][column]) < 0.05, "causes sum to the mean"
    assert "SAR: segmentation and reassembly" in text and "us, from driver to driver" in text


def widths_are_those_of_the_terminal(folder):
    """From 80 to 120, whatever is asked for; long lists at both ends."""
    short = (("run", "light_off", "--out", "w"), ("run", "--help"), ("help",), ("list", "experiments"))
    lists = (("list", "params"), ("list", "causes"))
    for columns, most in WIDTHS:
        for words in (*short, *lists) if columns in (40, 300) else short:
            text, _ = shown(folder, columns, *words)
            unbroken = [line for line in text.splitlines() if len(line) > most and " " in line.strip()]
            assert not unbroken and (columns < 100 or len(text) < 2000 or widest(text) > 80), (columns, words, unbroken[:3])


def quiet_and_verbose(folder):
    assert shown(folder, 100, "run", "echo", "--quiet", "--out", "q") == ("q\n", "")
    text, _ = shown(folder, 100, "run", "echo", "--verbose", "--out", "v")
    summary = (folder / "v/summary.txt").read_text()
    made = re.compile(r"^made by: .*\n(?:    .*\n)?", re.M)
    assert made.sub("", text) == made.sub("", summary) + "v\n" and len(text.splitlines()) > 50
    assert niclab("run", "echo", "--quiet", "--verbose", expect=2).stderr.count("\n") == 1  # One excludes the other.


def files_of_an_older_report_go(folder):
    """And those of another level; files that niclab does not write stay."""
    out = folder / "again"
    niclab("run", "echo", "--runs", 1, "--out", out, "--report", out / "report.html")
    (out / "mine.txt").write_text("mine")
    report = {"first_packet.vcd", "first_packet.gtkw", "first_packet.sucl", "occupancy.csv", "report.html"}
    names = {path.name for path in out.iterdir()}
    assert report <= names, names
    niclab("run", "echo", "--runs", 1, "--out", out)
    assert {path.name for path in out.iterdir()} == (names - report), "what the second run wrote"
    niclab("run", "echo", "--runs", 1, "--out", out, "--report", out / "report.html")
    assert {path.name for path in out.iterdir()} == names
    niclab("run", "wan", "--out", out)
    left = {path.name for path in out.iterdir()}
    assert "flows.csv" in left and "mine.txt" in left and not left & (report | {"pdus.csv", "pci.csv", "attribution.csv"}), left
    niclab("run", "nothing_of_this_name", "--out", out, expect=2)
    assert {path.name for path in out.iterdir()} == left, "a refused run removes nothing"


def a_large_waveform_is_named_with_its_size(folder):
    """And what a window costs: recorded, it has about the size that was named."""
    text, errors = shown(folder, 120, "run", "echo", "--runs", 3, "--vcd", "w.vcd", "--out", "large")
    size = (folder / "w.vcd").stat().st_size / 1e6
    said = " ".join(text.split())
    assert size > 20 and f"Waveform w.vcd: {size:.0f} MB, 0 to " in said, (size, text)
    estimated = re.findall(r"--vcd: w\.vcd will have about (\d+) MB for \d+ us of simulated time; a window of 100 us ", " ".join(errors.split()))
    assert len(estimated) == 1 and size / 2 < float(estimated[0]) < size * 2, (size, errors)
    window = re.search(r"The first packet alone, --vcd-from (\d+) --vcd-to (\d+), takes about ([\d.]+) MB\.", said)
    assert window, text
    text, errors = shown(folder, 120, "run", "echo", "--runs", 3, "--vcd", "p.vcd", "--vcd-from", window[1], "--vcd-to", window[2], "--out", "small")
    small = (folder / "p.vcd").stat().st_size / 1e6
    assert 0.5 < small / float(window[3]) < 2 and not errors and f"Waveform p.vcd: {small:.2f} MB, {window[1]} to {window[2]} us" in text, (small, window[3], text)
    assert "[markername] Atx_req\n" in (folder / "p.gtkw").read_text(), "the window has the packet"
    summaries = [re.sub(r"^made by: .*\n", "", (folder / out / "summary.txt").read_text(), flags=re.M) for out in ("large", "small")]
    assert summaries[0] == summaries[1]


def lists_describe_each(folder):
    """Experiments, cards and hosts with a sentence; a parameter once, under a name that --set takes."""
    for topic in ("experiments", "cards", "hosts"):
        text, _ = shown(folder, 120, "list", topic)
        heads = [line for line in text.splitlines() if not line.startswith(" ")]
        assert [line.split()[0] for line in heads] == listed(topic), text
        assert all(len(line.split()) > 3 for line in heads), text
    names = [line.split()[0] for line in shown(folder, 120, "list", "params")[0].splitlines() if not line.startswith(" ")]
    assert len(names) == len(set(names)) and SHARED in names and not any(name.startswith("server.") for name in names), names
    keys = {key["anywhere"] for key in json.loads(niclab("list", "params", "--json").stdout)}
    assert len(names) == len(keys), (len(names), len(keys))
    text = " ".join(niclab("list", "params", "Host profile").stdout.split())
    assert "client.profile" in names and "also server.profile" in text and "also host.NAME.profile" in text, text
    niclab("explain", "echo", "--set", f"{SHARED}=3", "--set", "client.profile=ideal")


with tempfile.TemporaryDirectory() as temporary:
    check_all((every_answer_fits_a_screen, an_echo_states_windows_and_means, widths_are_those_of_the_terminal, quiet_and_verbose,
               files_of_an_older_report_go, a_large_waveform_is_named_with_its_size, lists_describe_each), pathlib.Path(temporary))
