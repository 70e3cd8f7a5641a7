"""Words of the command line and values of files that make no sense: one sentence, exit code 2, at
once.
"""
import contextlib
import json
import os
import pathlib
import pty
import re
import shutil
import signal
import subprocess
import tempfile
import time

from common import NICLAB, ROOT, bytes_of, check_all, niclab

HUGE = "99999999999999999999"
TRAFFIC = 'pci.traffic."{}".preset="disk"'
REFUSED = [
    (("list",), "niclab list: missing topic; expected topic to list: params, coarse, segment, counters, causes, columns, signals, rules, exits, "
     "cards, coarse-cards, card-classes, hosts, machines, experiments, papers or folders"),
    (("list", "params", "blurb"), "niclab list params: nothing matches 'blurb'; expected a word of some key or its description"),
    (("list", "cards", "zz"), "niclab list cards: nothing matches 'zz'; expected a word of some name"),
    (("run",), "niclab run: missing experiment; expected experiment file, the name of one"),
    (("hepl",), 'did you mean "help"|hepl: unknown command'),
    (("help", "rnu"), 'did you mean "run"'),
    (("run", ROOT / "README.md"), "README.md: not an experiment; expected a file NAME.toml or results NAME.json"),
    (("run", "folder"), "folder: a folder of results; expected an experiment, or folder/results.json"),
    (("run", "echo", "--seed", HUGE), f"niclab run --seed {HUGE}: out of range; expected an integer from 0 to 9223372036854775807"),
    (("run", "echo", "--runs", "1x"), "niclab run --runs 1x: not an integer; expected an integer from 1 to 100000"),
    (("sweep", "echo", "--jobs", HUGE), f"niclab sweep --jobs {HUGE}: out of range"),
    (("compare", "echo", "stream", "--seeds", HUGE), f"niclab compare --seeds {HUGE}: out of range"),
    (("explain", "echo", "--set", f'line.errors=["cell {HUGE} octet 0 bit 0"]'), f"'cell {HUGE} octet 0 bit 0' is not a bit"),
    (("explain", "echo", "--set", 'line.errors=["cell 1 octet 4294967296 bit 0"]'), "octet 0 to 52"),
    (("explain", "echo", "--set", 'pci.agents=["nic","nic"]'), "'nic' twice; expected each agent once"),
    *((("explain", "echo", "--set", TRAFFIC.format(name)), "expected another name|expected letters")
      for name in ("x y", "a.b", "pci", "", "a/b", "pci_clock", "9")),
    (("explain", "echo", "--set", "workload.size_list=/dev/zero"), "--set workload.size_list=/dev/zero: a device; expected a regular file"),
    (("explain", "echo", "--set", "workload.pcap=/dev/zero"), "--set workload.pcap=/dev/zero: a device; expected a regular file"),
    (("check", "pipe"), "cannot open pipe: a pipe; expected a regular file"),
    (("check", "none.vcd"), "cannot open none.vcd: no such file"),
    (("check", "w.fst"), "w.fst: an FST with an unreadable header"),
    (("check", "binary.vcd"), "binary.vcd:2:1: an octet of value 0, so no text; expected a VCD or an FST"),
    (("run", "echo", "--vcd", "w.fts"), "--vcd w.fts: unknown ending .fts; expected .vcd or .fst"),
    (("run", "pipe.toml"), "pipe.toml"),
    (("explain", "echo", "--set", "workload.size_list=loud.txt"), r"loud.txt:1:1: '\\x1B[31mx' is not a size"),
    (("explain", "loud.toml"), r"\\x1B|unescaped control"),
]


def refused(folder):
    (folder / "loud.txt").write_text("\x1b[31mx\n")
    (folder / "loud.toml").write_text('[run]\nmode = "\x1b[31mx"\n')
    (folder / "binary.vcd").write_bytes(b"\n\r\r\n\0\0\xf0\x00 x"[3:])
    (folder / "w.fst").write_bytes(bytes([0, 0, 0, 0, 0, 0, 0, 1, 73]) + bytes(321))
    (folder / "folder").mkdir()
    (folder / "folder/results.json").write_text("{}")
    for name in ("pipe", "pipe.toml"):
        os.mkfifo(folder / name)
    for words, sentence in REFUSED:
        done = subprocess.run([NICLAB, *map(str, words)], cwd=folder, capture_output=True, text=True, timeout=300)
        print(" ".join(map(str, words)), "->", done.stderr.strip())
        assert done.returncode == 2 and done.stdout == "" and done.stderr.count("\n") == 1, done
        assert any(part in done.stderr for part in sentence.replace("\\\\", "\\").split("|")), done.stderr
        assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f]", done.stderr), words


def a_refused_point_is_told_first(folder):
    """Before anything is simulated, not after."""
    with subprocess.Popen([NICLAB, "sweep", "echo", "--vary", "workload.count=1:1000001:500000", "--out", "s"], cwd=folder,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as sweep:
        first = sweep.stdout.readline()
        sweep.communicate()
    assert "niclab refuses 2, the first: workload.count=500001: out of range" in first and first.count("500001") == 1, first


def it_begins_in_valgrind(_):
    """Boost's long doubles ended the program before main() there."""
    valgrind = shutil.which("valgrind")
    if valgrind:
        done = subprocess.run([valgrind, "-q", "--tool=none", NICLAB, "--version"], capture_output=True, text=True, timeout=300)
        assert done.returncode == 0 and done.stdout == niclab("--version").stdout, done


def help_is_a_command(_):
    text = niclab("help").stdout
    assert "Try first:" in text and "--vcd" in niclab("help", "run").stdout
    commands = re.findall(r"^  ([a-z]+) ", niclab("--help").stdout.split("Subcommands:")[1], re.M)
    missing = [name for name in commands if not re.search(rf"^  {name}\b", text, re.M)]
    assert len(commands) > 10 and not missing, missing


def list_finds_words(_):
    """In keys and in descriptions, capitals or not."""
    keys = [line.split()[0] for line in niclab("list", "params", "FIFO").stdout.splitlines() if not line.startswith(" ")]
    assert keys.count("nic.sar.tx_fifo_cells") == 1 and "nic.packet.rx_fifo_cells" in keys and "run.seed" not in keys, keys
    assert "run.seed" in niclab("list", "params", "all random numbers").stdout
    assert "P18 " in niclab("list", "rules", "PCI").stdout and niclab("list", "params", "fixed_priority").stdout.startswith("pci.policy ")
    assert "transmit_fifo.null_cells" in niclab("list", "causes", "tx_fifo_cells").stdout
    coarse = niclab("list", "params", "socket_buffer").stdout
    assert coarse.startswith("flow.NAME.socket_buffer") and "at the coarse level; default" in coarse, coarse
    assert "socket_buffer" not in niclab("list", "params").stdout, "keys of another level among those of this one"
    assert niclab("list", "hosts", "pent").stdout.startswith("pentium133  Pentium, 133 MHz, PCI, Windows NT 4.0")
    assert niclab("list", "params", "client.nic.sar.tx_fifo_cells").stdout.startswith("nic.sar.tx_fifo_cells "), "found by the name of one host, too"


def a_number_shows_a_lesson(_):
    sheet = niclab("lesson", "1").stdout
    assert sheet.startswith("# 1. ") and sheet == niclab("lesson", "show", "1").stdout, sheet


def keys_say_how_they_stand(_):
    """Which come first, what they change, at whom, and which cards have them."""
    known = {p["key"]: p for p in json.loads(niclab("list", "params", "--json").stdout)}
    fifo = known["client.nic.sar.tx_fifo_cells"]
    assert (fifo["level"], fifo["first"], fifo["shared"], fifo["anywhere"]) == (1, 2, "nic.sar.tx_fifo_cells", "nic.sar.tx_fifo_cells"), fifo
    assert fifo["place"] == ["transmit_fifo"] and fifo["applies"] == {"engine": ["nicstar"]}, fifo
    assert {p["first"] for p in known.values() if p["level"] == 1} == {*range(1, 13), 20}, "twelve come first, and the interval of timed flows"
    assert all(("first" in p) == (p["level"] == 1) and ("place" not in p or p["level"] < 3) for p in known.values())
    assert "applies" not in known["client.pci.clock"] and known["run.limit"]["level"] == 2 and "shared" not in known["line.length"]
    for key in (p["shared"] for p in known.values() if "shared" in p and "NAME" not in p["key"] and "nic" not in p["shared"] and "driver" not in p["shared"]):
        assert any(one["shared"] == key for one in known.values() if one["key"].startswith("server.") and "shared" in one), key


def every_key_is_taken(folder):
    """What `list params` prints can be set as it is printed, with a name in the place of NAME or
    HOST; but for names, and what hangs on them, which stand in the file.
    """
    (folder / "two.toml").write_text('[[host]]\nname = "a"\n[[host]]\nname = "b"\n[[link]]\nname = "l"\nends = ["a", "b"]\n'
                                     '[[vc]]\nname = "v"\n[[flow]]\nname = "f"\nfrom = "a"\nto = "b"\nvc = "v"\n')
    in_file = {"host.NAME.name", "link.NAME.name", "link.NAME.ends", "vc.NAME.name", "vc.NAME.link", "flow.NAME.name", "flow.NAME.from",
               "flow.NAME.to", "flow.NAME.vc", "vc.NAME.encapsulation"}
    listed = json.loads(niclab("list", "params", "--json").stdout)
    others = {p["key"] for p in listed if "nicstar" not in p.get("applies", {}).get("engine", ["nicstar"]) or p["key"].startswith(("host.NAME.pcie", "host.NAME.isa"))}
    settings, there = [], set()
    for key in listed:
        name, standard = key["key"], key["default"]
        there.add(name)
        if name.startswith(("host.", "link.", "vc.", "flow.")) and name not in in_file | others | {"link.NAME.cable", "link.NAME.repeater"} and "driver" not in name:
            for word, item in (("host.NAME", "host.a"), ("link.NAME", "link.l"), ("vc.NAME", "vc.v"), ("flow.NAME", "flow.f"), ("HOST", "a")):
                name = name.replace(word, item)
            if standard and not standard.startswith("["):
                settings += ["--set", f"{name}={standard}"]
    assert in_file < there and len(settings) > 150, len(settings)
    niclab("explain", folder / "two.toml", *settings)


def bash_completes(folder):
    """What the program itself says: commands, options, names, keys."""
    def completed(*words):
        script = f'source {ROOT}/scripts/completion/niclab; COMP_WORDS=({NICLAB} {" ".join(words)}); COMP_CWORD={len(words)}\n' \
                 '_niclab; printf "%s\\n" "${COMPREPLY[@]}"'
        done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, cwd=folder, timeout=300)
        assert not done.stderr, done.stderr
        return done.stdout.splitlines()

    assert completed("re") == ["reproduce "] and completed("help", "sw") == ["sweep "]
    assert completed("run", "two_f") == ["two_flows "] and completed("run", "echo", "--wh") == ["--what-if "]
    assert completed("run", "echo", "--no-c") == ["--no-check "] and completed("list", "car") == ["cards ", "card-classes "]
    assert completed("run", "echo", "--set", "client.nic.sar.tx_f") == ["client.nic.sar.tx_fifo_cells="]
    assert completed("run", "echo", "--set", "nic.sar.tx_f") == ["nic.sar.tx_fifo_cells="]
    assert "idt77901 " in completed("compare", "idt") and completed("compare", "idt77901", "--workload", "stu")[0].startswith("study_")
    (folder / "mine.toml").write_text("")
    assert completed("run", "mi") == ["mine.toml"]


def the_man_page_has_every_command(_):
    """And no other; it formats without a warning."""
    page = ROOT / "docs/niclab.1"
    text = page.read_text()
    commands = re.findall(r"^  (\w+)", niclab("--help").stdout.split("Subcommands:")[1], re.M)
    assert sorted(re.findall(r'^\.BR (\w+) "', text, re.M)) == sorted(commands), commands
    assert f'"niclab {niclab("--version").stdout.split()[-1]}"' in text
    if shutil.which("groff"):
        done = subprocess.run(["groff", "-man", "-ww", "-Tutf8", page], capture_output=True, text=True, timeout=300)
        assert done.returncode == 0 and not done.stderr, done.stderr


def a_batch_answers_each_line(folder):
    """Whole commands, wrong ones, lines that are none, and one that a signal ends; a line may lack its end."""
    echo = [NICLAB, "run", "echo", "--runs", "1", "--quiet", "--out"]
    words = [[*echo, "first"], [NICLAB, "run", "ecko"], {"run": "echo"}, [], [*echo, "second", "--set", "run.seed=2"]]
    lines = "\n".join(json.dumps(line) for line in words)
    done = subprocess.run([NICLAB, "batch"], input=lines, cwd=folder, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0 and not done.stderr, done.stderr
    answers = sorted((json.loads(line) for line in done.stdout.splitlines()), key=lambda answer: answer["line"])
    assert [a["exit_code"] for a in answers] == [0, 2, 2, 2, 0], answers
    assert [a["line"] for a in answers] == [1, 2, 3, 4, 5] and not answers[0]["error"] and 'did you mean "echo"' in answers[1]["error"], answers
    assert all(re.match(r"batch: line \d: not a list of words; expected a JSON list", a["error"]) for a in answers[2:4]), answers
    assert json.loads((folder / "first/results.json").read_text())["provenance"]["command"] == words[0]
    assert niclab("batch", "--jobs", "0", expect=2).stderr.startswith("niclab batch --jobs 0: out of range; expected an integer from 1")


def a_batch_leaves_the_bytes_of_single_commands(folder):
    """A process carries out one run after the other, at all levels, and each warns of old names. A run
    that fails and another command end it.
    """
    runs = [["run", name, "--runs", "1", "--quiet", "--out"] for name in ("echo", "ethernet_echo", "pair", "ecko", "ethernet_segment", "gigabit_pcie", "echo")]
    runs[0][2:2] = runs[-1][2:2] = ["--links", "whole"]
    lines = "".join(json.dumps([NICLAB, *run, f"batch{i}"]) + "\n" for i, run in enumerate(runs)) + json.dumps([NICLAB, "list", "cards"])
    done = subprocess.run([NICLAB, "batch", "--jobs", "1"], input=lines, cwd=folder, capture_output=True, text=True, timeout=300)
    *answers, listed = map(json.loads, done.stdout.splitlines())
    assert listed == {"line": len(runs) + 1, "exit_code": 0, "error": ""}, listed
    for i, (run, answer) in enumerate(zip(runs, answers, strict=True)):
        single = subprocess.run([NICLAB, *run, f"single{i}"], cwd=folder, capture_output=True, text=True, timeout=300)
        assert (answer["exit_code"], answer["error"]) == (single.returncode, single.stderr), answer
        assert bytes_of(folder / f"batch{i}") == bytes_of(folder / f"single{i}"), run
        assert single.returncode or len(bytes_of(folder / f"batch{i}")) > 2, run
    results = json.loads((folder / "batch6/results.json").read_text())
    assert "expected --fidelity" in answers[6]["error"] and results["provenance"]["start_cpu_s"] > 0, results["provenance"]


def a_batch_ends_its_commands(folder):
    """When it is ended itself, nothing of it remains; a command that is killed is one answer."""
    with subprocess.Popen([NICLAB, "batch", "--jobs", "2"], cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as batch:
        for name in ("long", "longer"):
            batch.stdin.write(json.dumps([NICLAB, "run", "echo", "--runs", "100000", "--quiet", "--out", name]) + "\n")
        batch.stdin.flush()
        listed = pathlib.Path(f"/proc/{batch.pid}/task/{batch.pid}/children")
        while len(children := listed.read_text().split()) < 2:
            time.sleep(0.01)
        os.kill(int(children[0]), signal.SIGKILL)
        assert json.loads(batch.stdout.readline()) == {"line": 1, "exit_code": -signal.SIGKILL, "error": ""}
        batch.kill()
        batch.stdin.close()
    with contextlib.suppress(OSError):  # it is gone
        while pathlib.Path(f"/proc/{children[1]}/stat").read_text().split()[2] != "Z":
            time.sleep(0.01)


def progress_is_of_packets_that_arrived(folder):
    """All packets of a stream are called for at once; that is not the end."""
    ours, theirs = pty.openpty()
    run = subprocess.Popen([NICLAB, "run", "stream", "--runs", "1", "--set", "workload.count=300", "--out", "p"], cwd=folder, stderr=theirs,
                           stdout=subprocess.DEVNULL)
    os.close(theirs)
    shown = b""
    while True:
        try:
            piece = os.read(ours, 4096)
        except OSError:  # the other end is closed
            break
        if not piece:
            break
        shown += piece
    assert run.wait() == 0
    percents = [int(p) for p in re.findall(rb"(\d+) %  run 1", shown)]
    assert len(percents) > 5 and percents == sorted(percents) and percents[0] < 50, percents


with tempfile.TemporaryDirectory() as temporary:
    check_all((refused, a_refused_point_is_told_first, it_begins_in_valgrind, help_is_a_command, list_finds_words, a_number_shows_a_lesson, keys_say_how_they_stand,
               every_key_is_taken, bash_completes, the_man_page_has_every_command, a_batch_answers_each_line, a_batch_leaves_the_bytes_of_single_commands,
               a_batch_ends_its_commands, progress_is_of_packets_that_arrived), pathlib.Path(temporary))
