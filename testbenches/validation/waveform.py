"""The waveform, read by tools that are not ours: the octets on TxUTOPIA are the cell that was sent."""
import pathlib
import shutil
import subprocess
import sys
import tempfile

from common import run, settings, skip

try:
    from pywellen import Waveform
except ImportError:
    skip("pywellen is not installed (scripts/setup.sh --with-tools)")

SIZE = 100


def sdu_octets():
    """Payload of raw packet 0, by the formula of host/packet.cpp."""
    x, octets = (0 * 2654435761 + 12345) % 2**32, []
    for _ in range(SIZE):
        x = (x * 1664525 + 1013904223) % 2**32
        octets.append(x >> 24)
    return octets


def signal(wave, path):
    """Changes of one signal: (picoseconds, value)."""
    return next(v for v in wave.all_vars() if v.full_name == path).signal


def sampled(wave, scope, clock, names):
    """Values just before each rising edge of the clock."""
    changes = {name: list(signal(wave, f"{scope}.{name}")) for name in names}
    position, now = {name: 0 for name in names}, {name: None for name in names}
    for at, level in signal(wave, f"{scope}.{clock}"):
        if int(level) != 1:
            continue
        for name in names:
            while position[name] < len(changes[name]) and changes[name][position[name]][0] < at:
                now[name] = changes[name][position[name]][1]
                position[name] += 1
        yield at, dict(now)


with tempfile.TemporaryDirectory() as temporary:
    folder = pathlib.Path(temporary)
    _, rows = run("transmit", "--runs", "1", "--vcd", folder / "w.vcd", folder=folder,
                  *settings(workload__protocol="raw", workload__encapsulation="raw", workload__sizes=f"[{SIZE}]",
                            client__profile="ideal", server__profile="ideal"))
    assert (folder / "w.gtkw").is_file()
    subprocess.run(["vcd2fst", folder / "w.vcd", folder / "w.fst"], check=True, stdout=subprocess.DEVNULL)
    wave = Waveform(str(folder / "w.vcd"))
    cells, current = [], None
    for at, v in sampled(wave, "client.nic.utopia_tx", "TxClk", ["TxData", "TxSOC", "TxEnb_n", "TxPrty"]):
        if v["TxEnb_n"] is None or int(v["TxEnb_n"]) == 1:
            continue
        if int(v["TxSOC"]) == 1:
            current = (at, [])
            cells.append(current)
        octet = int(v["TxData"])
        assert (bin(octet).count("1") + int(v["TxPrty"])) % 2 == 1, "odd parity"
        current[1].append(octet)
    user = [(at, octets) for at, octets in cells if octets[2] == 0xF4]
    assert len(user) == 3 and all(len(octets) == 53 for _, octets in user)
    payload = sdu_octets()
    assert user[0][1][:4] == [0x00, 0x00, 0xF4, 0x00] and user[2][1][3] == 0x02
    assert user[0][1][5:] == payload[:48] and user[1][1][5:] == payload[48:96]
    assert user[2][1][5:9] == payload[96:] and user[2][1][47:49] == [0, SIZE]
    # The row of pdus.csv and the wire agree on the edge.
    start = user[0][0] / 1000 - float(rows[0]["tx_soc"])
    frames = [at for at, v in sampled(wave, "client.pci", "CLK", ["REQ_n"]) if v["REQ_n"] is not None and not int(v["REQ_n"]) & 2]
    request = min(frames, key=lambda at: abs(at / 1000 - start - float(rows[0]["tx_req"])))
    assert abs(request / 1000 - start - float(rows[0]["tx_req"])) < 0.01, "REQ# of the descriptor fetch"
    print(f"{len(cells)} cells on TxUTOPIA, {len(user)} of them the packet's")
    # No clock stands still but where bench.redraw is high.
    level, begin, still = 0, 0, []
    for at, value in signal(wave, "bench.redraw"):
        if level and not int(value):
            still.append((begin, at))
        level, begin = int(value), at
    assert len(still) == 1 and not level, still
    edges = [at for at, value in signal(wave, "client.nic.utopia_tx.TxClk") if int(value)]
    gaps = [(a, b) for a, b in zip(edges, edges[1:]) if b - a > 52_000]
    assert len(gaps) == 1 and gaps[0][0] <= still[0][0] + 52_000 and gaps[0][1] <= still[0][1] + 2_000, (gaps, still)
    print(f"clocks stand still for {(still[0][1] - still[0][0]) * 1e-6:.1f} us, as bench.redraw says")
    window = folder / "part.vcd"
    run("transmit", "--runs", "1", "--vcd", window, "--vcd-from", "1000", "--vcd-to", "1010", "--vcd-signals",
        "client.pci.*", folder=folder)
    part = Waveform(str(window))
    assert window.stat().st_size < 200_000
    assert shutil.which("vcd2fst") or sys.exit("vcd2fst is missing")
    run("transmit", "--runs", "1", "--vcd", folder / "direct.fst", "--vcd-to", "100", folder=folder)
    assert (folder / "direct.fst").stat().st_size > 1000 and not (folder / "direct.vcd").exists()
