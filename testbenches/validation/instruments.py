"""The table of docs/howto/instruments.md: each instrument in each kind of experiment. What the table
permits writes its file, and all else is refused in one sentence.
"""
import json
import pathlib
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor

from common import NICLAB, ROOT, check_all, settings

EXPERIMENTS = ROOT / "testbenches/experiments"
PAGE = ROOT / "docs/howto/instruments.md"
COLUMNS = ("`--vcd`", "`--vcd-trigger`", "`--vcd-from-packet`", "`--vcd-around-warning`", "`[analyzer]`", "`--pcap`", "`--attribution`", "`--timeline`",
           "`--what-if`", "`--report`", "checkers")
STATES = 'preset = "unlimited"\norder = ["begins", "ends", "done"]\n'
PATTERNS = ('\n'
            '[{at}channels]\n'
            'wire = "{wire}"\n'
            '[{at}patterns]\n'
            'on = "wire=1"\n'
            'off = "wire=0"\n'
            '[{at}states.begins]\n'
            'find = "on"\n'
            '[{at}states.ends]\n'
            'find = "off"\n'
            '[{at}states.done]\n')
HOST = '\n[[host]]\nname = "{}"\nprofile = "ppro200"\nsoftware = "linux20"\ncard = "pca200e_linux_like"\n'
ATM = f'[run]\nlevel = "cycle"\n{HOST.format("a")}{HOST.format("b")}[[link]]\nends = ["a", "b"]\n[[flow]]\nfrom = "a"\nto = "b"\nkind = "tcp_rr"\ntransactions = 5\n'
SHORT = {"flow__flow0__octets": 10_000}
COARSE = {f"host__{h}__card": "3c509_like" for h in "ab"}


class Kind:
    """An experiment of a row, with the names of a clock, of a wire and of the host that arms."""

    def __init__(self, row, name, wire, stage="interrupt", clock=None, arm=None, text=None, **keys):
        self.row, self.name, self.wire, self.stage, self.keys = row, name, wire, stage, keys
        self.arm = arm or wire.split(".")[0]
        self.clock = clock or f"{self.arm}.pci.CLK"
        self.text = text or (EXPERIMENTS / f"{name}.toml").read_text()


HUB = {f"flow__flow{k}__octets": 10_000 for k in range(3)}
KINDS = (
    Kind("cards and their drivers", "echo", "client.nic.utopia_tx.TxSOC", run__runs=1),
    Kind("cards and their drivers", "ethernet_echo", "client.nic.mac.TXEN", run__runs=1),
    Kind("cards and their drivers", "gigabit_pcie", "client.nic.mac.TXEN", run__runs=1),
    Kind("a segment", "ethernet_segment", "a.mac.TXEN", stage="turnaround", clock="a.mac.TXC", run__duration='"20 ms"'),
    Kind("hosts, cards at the cycle level", "ttcp_isa", "a.nic.mac.TXEN", **SHORT),
    Kind("hosts, cards at the cycle level", "atm", "a.nic.utopia_tx.TxSOC", text=ATM),
    Kind("hosts, cards at the cycle level", "hub", "a.nic.mac.TXEN", **HUB),
    Kind("hosts, cards at the cycle level", "coax_load", "source.mac.TXEN", clock="a.pci.CLK", flow__transfer__octets=10_000),
    Kind("hosts, cards at the cycle level", "lane_bridge", "pc.nic.mac.TXEN", run__level="cycle", host__pc__cycle__card="ne2000",
         host__sun__cycle__card="pca200e_like", **SHORT),
    Kind("hosts, some cards coarse", "ttcp_isa", "b.mac.TXEN", clock="a.pci.CLK", host__b__level="coarse", host__b__card="3c509_like", **SHORT),
    Kind("hosts, some cards coarse", "lane_bridge", "pc.nic.mac.TXEN", clock="pc.pci.CLK", host__pc__level="cycle", host__pc__cycle__card="ne2000", **SHORT),
    Kind("hosts, all cards coarse, a hub or segment", "hub", "a.mac.TXEN", clock="a.mac.TXC", run__level="coarse",
         **{f"host__{h}__card": "3c509_like" for h in "abcdef"}, **HUB),
    Kind("hosts, all cards coarse", "ttcp_isa", "a.mac.TXEN", run__level="coarse", **COARSE, **SHORT),
    Kind("hosts, all cards coarse", "pair", "a.pci.CLK", run__duration='"20 ms"'))


def table():
    """The cells of the page's table, by row and column."""
    lines = [line for line in PAGE.read_text().splitlines() if line.startswith("|")]
    head = next(k for k, line in enumerate(lines) if line.startswith("| experiment | `--vcd`"))
    columns, rows = [cell.strip() for cell in lines[head].strip("|").split("|")], {}
    for line in lines[head + 2:]:
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) != len(columns):
            break
        rows[cells[0].partition(" (")[0]] = dict(zip(columns, cells, strict=True))
    return rows


def found(kind, column):
    """Whether a run with that instrument writes what it should; else it is refused in a sentence."""
    with tempfile.TemporaryDirectory() as folder:
        at = pathlib.Path(folder)
        text, wave = kind.text, ["--vcd", "w.vcd"]
        if column == "`[analyzer]`":
            text += f'\n[analyzer]\nclock = "{kind.clock}"\narm = "{kind.arm}"\n{STATES}' + PATTERNS.format(at="analyzer.", wire=kind.wire)
        trigger = f'clock = "{kind.clock}"\nstart = "begins"\nstop = "ends"\n{STATES}' + PATTERNS.format(at="", wire=kind.wire)
        (at / "x.toml").write_text(text)
        (at / "t.toml").write_text(trigger.replace('preset = "unlimited"\n', ""))
        options = {"`--vcd`": [*wave, "--vcd-to", "7000"], "`--vcd-trigger`": [*wave, "--vcd-trigger", "t.toml"],
                   "`--vcd-from-packet`": [*wave, "--vcd-from-packet", "0", "--vcd-to", "100000"], "`--vcd-around-warning`": [*wave, "--vcd-around-warning"],
                   "`--pcap`": ["--pcap", "p.pcapng"], "`--attribution`": ["--attribution"], "`--timeline`": ["--timeline", "t.json"],
                   "`--what-if`": ["--what-if", f"{kind.stage}=0"], "`--report`": ["--report", "r.html"]}.get(column, [])
        done = subprocess.run([NICLAB, "run", "x.toml", "--out", "out", *options, *settings(**kind.keys)], cwd=at, capture_output=True, text=True, timeout=300)
        where = (kind.row, kind.name, column, done.stderr)
        if done.returncode == 2:
            assert done.stderr.count("\n") == 1 and "; expected " in done.stderr, where
            return False
        assert done.returncode == 0, where
        results = json.loads((at / "out/results.json").read_text())
        if column == "`[analyzer]`":
            assert results["analyzer"]["acquisitions"] > 0, where
        if column == "`--what-if`":
            assert f"what if {kind.stage} cost nothing: it takes" in done.stdout, where
        if column == "checkers":
            return any(check.get("checked", 0) > 0 for check in results.get("checks", {}).values())
        written = {"`--vcd`": "w.vcd", "`--vcd-trigger`": "w.vcd", "`--vcd-from-packet`": "w.vcd", "`--pcap`": "p.pcapng",
                   "`--attribution`": "out/attribution.csv", "`--timeline`": "t.json", "`--report`": "r.html"}.get(column)
        assert not written or (at / written).stat().st_size > 100, where
        return True


def every_cell_is_true():
    rows = table()
    assert set(rows) == {kind.row for kind in KINDS} and all(set(cells) == {"experiment", *COLUMNS} for cells in rows.values()), rows
    places = [(kind, column) for kind in KINDS for column in COLUMNS]
    with ThreadPoolExecutor(2) as pool:
        results = pool.map(lambda place: found(*place), places)
        wrong = [(kind.row, kind.name, column) for (kind, column), is_there in zip(places, results, strict=True)
                 if rows[kind.row][column] != ("yes" if is_there else "no")]
    assert not wrong, wrong


check_all([every_cell_is_true])
