"""The waveform, read by tools that are not ours: the octets on TxUTOPIA are the cell that was sent."""
import functools
import pathlib
import re
import subprocess
import tempfile

from common import check_all, niclab, run, settings, skip

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


@functools.cache
def made(folder):
    """A packet of three cells: its waveform and its row of pdus.csv."""
    _, rows = run("transmit", "--runs", "1", "--vcd", folder / "w.vcd",
                  *settings(workload__protocol="raw", workload__encapsulation="raw", workload__sizes=f"[{SIZE}]",
                            client__profile="ideal", server__profile="ideal"), folder=folder)
    return Waveform(str(folder / "w.vcd")), rows[0]


def cells_of(wave):
    """Cells on TxUTOPIA, each with the moment of its first octet."""
    cells = []
    for at, v in sampled(wave, "client.nic.utopia_tx", "TxClk", ["TxData", "TxSOC", "TxEnb_n", "TxPrty"]):
        if v["TxEnb_n"] is None or int(v["TxEnb_n"]) == 1:
            continue
        if int(v["TxSOC"]) == 1:
            cells.append((at, []))
        octet = int(v["TxData"])
        assert (bin(octet).count("1") + int(v["TxPrty"])) % 2 == 1, "odd parity"
        cells[-1][1].append(octet)
    return cells, [(at, octets) for at, octets in cells if octets[2] == 0xF4]


def octets_are_those_of_the_packet(folder):
    cells, user = cells_of(made(folder)[0])
    assert len(user) == 3 and all(len(octets) == 53 for _, octets in user)
    payload = sdu_octets()
    assert user[0][1][:4] == [0x00, 0x00, 0xF4, 0x00] and user[2][1][3] == 0x02
    assert user[0][1][5:] == payload[:48] and user[1][1][5:] == payload[48:96]
    assert user[2][1][5:9] == payload[96:] and user[2][1][47:49] == [0, SIZE]
    print(f"{len(cells)} cells on TxUTOPIA, {len(user)} of them the packet's")


def wire_and_row_agree_on_the_edge(folder):
    wave, row = made(folder)
    start = cells_of(wave)[1][0][0] / 1000 - float(row["tx_soc"])
    frames = [at for at, v in sampled(wave, "client.pci", "CLK", ["REQ_n"]) if v["REQ_n"] is not None and not int(v["REQ_n"]) & 2]
    request = min(frames, key=lambda at: abs(at / 1000 - start - float(row["tx_req"])))
    assert abs(request / 1000 - start - float(row["tx_req"])) < 0.01, "REQ# of the descriptor fetch"


def no_clock_stands_still_but_in_a_redraw(folder):
    wave, _ = made(folder)
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


def a_list_of_signals_is_beside_it(folder):
    made(folder)
    assert (folder / "w.gtkw").is_file()


def another_tool_takes_it(folder):
    made(folder)
    subprocess.run(["vcd2fst", folder / "w.vcd", folder / "w.fst"], check=True, stdout=subprocess.DEVNULL)


def a_window_is_small(folder):
    window = folder / "part.vcd"
    run("transmit", "--runs", "1", "--vcd", window, "--vcd-from", "1000", "--vcd-to", "1010", "--vcd-signals", "client.pci.*", folder=folder)
    Waveform(str(window))
    assert window.stat().st_size < 200_000


def an_fst_is_written(folder):
    run("transmit", "--runs", "1", "--vcd", folder / "direct.fst", "--vcd-to", "100", folder=folder)
    assert (folder / "direct.fst").stat().st_size > 1000 and not (folder / "direct.vcd").exists()


def markers(save):
    """Names of the markers of a save file, with picoseconds."""
    lines = save.read_text().splitlines()
    times = [int(t) for t in next(line for line in lines if line.startswith("*-")).split()[2:] if t != "-1"]
    return dict(zip((line.split()[1][1:] for line in lines if line.startswith("[markername]")), times))


def a_packet_chooses_its_window(folder):
    """The viewer opens on it, and the waveform begins before it is sent."""
    _, rows = run("echo", "--runs", 4, "--vcd", folder / "p.fst", "--vcd-from-packet", 2, folder=folder)
    row = next(r for r in rows if r["run"] == "2" and r["direction"] == "client_to_server")
    marked = markers(folder / "p.gtkw")
    for name in ("tx_trdy", "tx_soc", "rx_trdy"):
        assert abs((marked[name] - marked["tx_req"]) * 1e-3 - (float(row[name]) - float(row["tx_req"]))) < 0.002, (name, marked, row)
    sent = marked["tx_req"] - (float(row["tx_req"]) - float(row["send_call"])) * 1e3
    begin = min(at for v in Waveform(str(folder / "p.fst")).all_vars() for at, _ in v.signal)
    assert 1.9e6 < sent - begin < 2.1e6, (sent, begin)


def the_window_of_one_packet_is_named(folder):
    """With the packet's first event in it, and its last; the estimate of a whole run's size is that of its time."""
    said = niclab("run", "echo", "--runs", 4, "--vcd", folder / "n.fst", "--vcd-from-packet", 1, "--out", folder / "named").stdout.replace("\n  ", " ")
    end, size = re.search(r"That packet alone, with --vcd-to (\d+), takes about ([\d.]+) MB", said).groups()
    again = niclab("run", "echo", "--runs", 4, "--vcd", folder / "n.fst", "--vcd-from-packet", 1, "--vcd-to", end, "--out", folder / "named").stdout
    assert "That packet alone" not in again and (folder / "n.fst").stat().st_size < 3e6 * float(size), again
    marked = markers(folder / "n.gtkw")
    assert marked["tx_req"] < marked["rx_trdy"] < int(end) * 1e6, (marked, end)
    warned = niclab("run", "echo", "--vcd", folder / "n.vcd", "--out", folder / "named")
    expected, taken = (float(re.search(words, text)[1]) for words, text in ((r"about \d+ MB for (\d+) us", warned.stderr), (r"0 to (\d+) us", warned.stdout)))
    assert 0.8 < expected / taken < 1.25, (expected, taken)


def a_packet_that_is_not_sent_is_refused(folder):
    refused = niclab("run", "echo", "--runs", 4, "--vcd", folder / "none.fst", "--vcd-from-packet", 4, "--out", folder / "none", expect=2).stderr
    assert refused == "--vcd-from-packet 4: no such packet; expected less than 4, the number of packets client_to_server\n", refused
    refused = niclab("run", "echo", "--vcd", folder / "none.fst", "--vcd-from-packet", 1, "--vcd-to", 5, "--out", folder / "none", expect=2).stderr
    assert refused.startswith("--vcd-to 5: before packet 0 client_to_server of run 1 at ") and refused.count("\n") == 1, refused
    assert not (folder / "none.fst").exists()


def a_warning_chooses_its_window(folder):
    """100 us around the first one; a run without one has no waveform."""
    few = ("noisy_line", "--set", "workload.count=300")
    said = " ".join(niclab("run", *few, "--vcd", folder / "warned.fst", "--vcd-around-warning", "--out", folder / "warned", expect=(0, 1)).stdout.split())
    window = re.search(r"(\d+) to (\d+) us of simulated time, for packet \d+ client_to_server of run 0: crc_error", said)
    assert window and int(window[2]) - int(window[1]) == 100, said
    times = [at for v in Waveform(str(folder / "warned.fst")).all_vars() for at, _ in v.signal]
    assert abs(min(times) * 1e-6 - int(window[1])) < 1 and abs(max(times) * 1e-6 - int(window[2])) < 1, (min(times), max(times))
    said = " ".join(niclab("run", "echo", "--runs", 1, "--vcd", folder / "calm.fst", "--vcd-around-warning", "--out", folder / "calm").stdout.split())
    assert "calm.fst: not written, because the run has no warning." in said and not (folder / "calm.fst").exists(), said


with tempfile.TemporaryDirectory() as temporary:
    check_all((octets_are_those_of_the_packet, wire_and_row_agree_on_the_edge, no_clock_stands_still_but_in_a_redraw,
               a_list_of_signals_is_beside_it, another_tool_takes_it, a_window_is_small, an_fst_is_written,
               a_packet_chooses_its_window, the_window_of_one_packet_is_named,
           a_packet_that_is_not_sent_is_refused, a_warning_chooses_its_window), pathlib.Path(temporary))
