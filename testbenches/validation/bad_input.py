"""Every kind of bad input: one sentence, the right place, exit code 2, and no file left."""
import pathlib
import re
import tempfile

from common import ROOT, check_all, named, niclab

GOOD = (ROOT / "testbenches/experiments/echo.toml").read_text() + '\n[line]\nlength = "2 m"\n'
FILES = {
    "misspelt key": (GOOD.replace("runs =", "rnus ="), r"^e\.toml:7:1: run\.rnus: .*did you mean \"runs\""),
    "wrong unit": (GOOD.replace('"2 m"', '"2 kg"'), r"e\.toml:\d+:\d+: line\.length = \"2 kg\": not a quantity; .*units m, km, cm"),
    "missing unit": (GOOD.replace('"2 m"', "2"), r"e\.toml:\d+:\d+: line\.length = 2: not a quantity"),
    "out of range": (GOOD.replace("runs = 15", "runs = 0"), r"e\.toml:7:8: run\.runs = 0: out of range; expected an integer from 1 to 100000"),
    "wrong choice": (GOOD.replace('mode = "echo"', 'mode = "ecko"'), r"unknown value \(did you mean \"echo\"\?\); expected one of"),
    "unknown host": (GOOD.replace("pentium133", "pentium"), r"client\.profile = \"pentium\": unknown .*pentium133"),
    "unknown table": (GOOD.replace("dollas_table1", "dollas_tabel1"), r"run\.reference = \"dollas_tabel1\": unknown .*did you mean \"dollas_table1\""),
    "too many octets": (GOOD.replace("sizes = [1]", "sizes = [60000]\ncount = 100000"),
                        r"e\.toml:14:9: workload\.count = 100000: 100000 times 60000 octets; expected at most"),
    "not TOML": ("[run\n", r"e\.toml:1:5: "),
}
ADDED = {
    "misspelt preset": ('[pci.traffic.disk]\npreset = "dsik"', r"e\.toml:\d+:10: pci\.traffic\.disk\.preset = \"dsik\": unknown value \(did you mean \"disk\""),
    "misspelt master key": ("[pci.traffic.disk]\nburst = 3", r"e\.toml:\d+:1: pci\.traffic\.disk\.burst: "),
    "unknown agent": ('[pci]\npolicy = "fixed_priority"\nagents = ["disc"]', r"e\.toml:\d+:10: pci\.agents = .*: unknown agent 'disc'; expected some of .*host, nic"),
    "66 MHz": ('[pci]\nclock = "66 MHz"', r"e\.toml:\d+:9: pci\.clock = \"66 MHz\": out of range; .*capable_66mhz"),
    "half a width": ("[nic.utopia]\nwidth = 12", r"e\.toml:\d+:9: nic\.utopia\.width = 12: out of range; expected 8 or 16"),
    "slow UTOPIA": ('[nic.utopia]\nclock = "1 MHz"', r"nic\.utopia\.clock = \"1 MHz\": out of range; expected 5 to 25 MHz"),
    "no cell": ('[line.to_server]\nerrors = ["cell 3 octet 53 bit 0"]', r"e\.toml:\d+:10: line\.to_server\.errors = .*: 'cell 3 octet 53 bit 0' is not a bit of a cell"),
    "too many errors": ("[line.to_client]\nbit_error_rate = 0.6", r"line\.to_client\.bit_error_rate = 0\.6: out of range"),
    "far off": ("[line.to_client]\nclient_ppm = 3", r"line\.to_client\.client_ppm: unknown key; "),
    "stuck bridge": ("[host.read]\nstall_probability = 1\nstall_clocks = 40", r"host\.read\.stall_probability = 1: stalls"),
}
FILES |= {name: (GOOD + "\n" + text + "\n", message) for name, (text, message) in ADDED.items()}
for name in ("none.pcap", "cut.pcap"):
    FILES[name] = (GOOD.replace("sizes = [1]", f'pcap = "{name}"'), r"e\.toml:13:8: workload\.pcap = \"\w+\.pcap\": .*; expected ")
FILES["size list"] = (GOOD.replace("sizes = [1]", 'size_list = "sizes.txt"'), r"sizes\.txt:2:1: '2x' is not a size")

COMMANDS = (
    ["run", "e.toml", "--out", "file/below"], ["run", "e.toml", "--out", "o", "--vcd", "none/w.vcd"],
    ["run", "e.toml", "--out", "o", "--vcd", "w.vcd", "--vcd-signals", "nothing*"],
    ["run", "e.toml", "--set", "run.runs"], ["run", "e.toml", "--colour"], ["run", "none.toml"],
    ["runn"], ["list", "everything"], ["run", "."], ["run", "e.toml", "--out", "o", "--vcd", "."],
    ["run", "e.toml", "--vcd-from", "1"], ["run", "e.toml", "--vcd", "w.vcd", "--vcd-from", "nan"],
    ["run", "e.toml", "--vcd", "w.vcd", "--vcd-from", "5", "--vcd-to", "2"],
)


def file_is_refused(folder, text, message):
    (folder / "e.toml").write_text(text)
    done = niclab("run", "e.toml", cwd=folder, expect=2)
    print(done.stderr.strip())
    assert re.search(message, done.stderr), done.stderr
    assert done.stderr.count("\n") == 1 and done.stdout == ""
    assert not (folder / "results").exists()


def command_is_refused(folder, arguments):
    (folder / "e.toml").write_text(GOOD)
    done = niclab(*arguments, cwd=folder, expect=2)
    print(done.stderr.strip())
    assert done.stderr.count("\n") == 1 and done.stdout == ""


def nothing_is_left(folder):
    assert not any((folder / "o").glob("*")), "files of a run that never was"
    assert not list(folder.glob("w.*"))


with tempfile.TemporaryDirectory() as temporary:
    place = pathlib.Path(temporary)
    capture = (ROOT / "traces/workloads/lan_mix.pcap").read_bytes()
    (place / "cut.pcap").write_bytes(capture[:3000])
    (place / "sizes.txt").write_text("1\n2x\n")
    (place / "file").write_text("")
    check_all([*(named(name, file_is_refused, place, *case) for name, case in FILES.items()),
               *(named(" ".join(words), command_is_refused, place, words) for words in COMMANDS),
               named("nothing_is_left", nothing_is_left, place)])
