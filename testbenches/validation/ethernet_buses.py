"""Ethernet cards and the buses they are on: cycles of a CPU's copies, bursts of masters, the pins
in waveforms, other masters of the bus.
"""
import csv
import pathlib
import re
import tempfile

from card_frames import MASTER, all_is_well, bus_of, moments, pair, spans_add_up, spans_of
from common import bytes_of, check_all, named, run, settings

EISA_MASTERS = {f"{host}__nic__etherlink__transfer": '"dma"' for host in ("client", "server")}


def the_cpu_moves_each_octet(folder):
    """Through the data port of an RTL8029, a word or a dword an access: so many accesses; a word of
    its memory takes its time.
    """
    times = {}
    for width, octets in (("word", 2), ("dword", 4)):
        results, rows = run("ethernet_transmit", "--runs", 1, *pair("rtl8029"), *settings(client__driver__data_port=f'"{width}"',
                            server__driver__data_port=f'"{width}"', workload__sizes="[1464]"), folder=folder / width)
        all_is_well(results, rows, 1)
        spans = {s["id"]: int(s["duration_fs"]) for s in next(iter(spans_of(folder / width).values()))}
        times[width] = spans["sending_driver.copy"], spans["receiving_driver.copy"]
        moved = -(-(14 + int(rows[0]["sdu_octets"])) // octets)
        assert 0 <= results["counters"]["client.nic.board.chip.writes"] - moved < 60, results["counters"]["client.nic.board.chip.writes"]
    memory = (14 + int(rows[0]["sdu_octets"])) // 2 * 4 * 50_000_000  # a word of the card's memory takes four clocks of 50 ns either way
    for word, dword in zip(times["word"], times["dword"]):
        assert memory < dword < word < 3 * memory, (memory, times)


def a_word_takes_its_cycles(card, write_ns, read_ns, folder):
    """On ISA: three clocks of BCLK, of 120 ns, and what the card makes the bus wait; one more
    between two of the same CPU.
    """
    results, rows = run("ethernet_transmit", "--runs", 1, *pair(card), *settings(workload__sizes="[1464]"), folder=folder)
    all_is_well(results, rows, 1)
    spans = {s["id"]: int(s["duration_fs"]) for s in next(iter(spans_of(folder).values()))}
    words = (14 + int(rows[0]["sdu_octets"])) // 2
    for copy, least in (("sending_driver.copy", write_ns), ("receiving_driver.copy", read_ns)):
        each = spans[copy] * 1e-6 / words
        assert least <= each < max(least, 480) + 140, (copy, each, least)
    cycles = results["counters"]["client.host.isa_bridge.controller.cycles"]
    assert 0 <= cycles - words < 400, cycles


def a_dword_takes_its_cycles(card, folder):
    """On EISA: two clocks of BCLK, of 120 ns, one more between two of the same CPU; a read may wait
    one for the chip; refresh now and then.
    """
    results, rows = run("ethernet_transmit", "--runs", 1, *pair(card), *settings(workload__sizes="[1464]"), folder=folder)
    all_is_well(results, rows, 1)
    spans = {s["id"]: int(s["duration_fs"]) for s in next(iter(spans_of(folder).values()))}
    dwords = -(-(14 + int(rows[0]["sdu_octets"])) // 4)
    for copy, waits in (("sending_driver.copy", 0), ("receiving_driver.copy", 120)):
        assert 360 <= spans[copy] * 1e-6 / dwords < 360 + waits + 30, (copy, spans[copy], dwords)
    for host, way in (("client", "writes"), ("server", "reads")):
        assert dwords <= results["counters"][f"{host}.nic.board.slave.{way}"], (host, dwords)
    assert results["counters"]["client.nic.board.slave.writes"] < dwords + 100


def memory_that_is_shared_is_reached_as_memory(card, folder):
    """Of a WD8013, and of an AT/LANTIC in shared mode, the CPU's copies are cycles to memory, of
    words: so many commands are in the waveform, and no port moves a frame.
    """
    results, rows = run("ethernet_transmit", "--runs", 1, *pair(card), *settings(workload__sizes="[1464]"), "--vcd", folder / "shared.vcd", folder=folder)
    all_is_well(results, rows, 1)
    text = (folder / "shared.vcd").read_text()
    changes = text[text.index("$end", text.index("$dumpvars")):]
    ids = {name: re.findall(rf"\$var wire 1 (\S+) {name} \$end", text) for name in ("MEMR_n", "MEMW_n", "IOR_n", "IOW_n", "MEMCS16_n")}
    assert {len(found) for found in ids.values()} == {2}, ids
    falls = {name: sum(len(re.findall(rf"^0{re.escape(i)}$", changes, re.M)) for i in found) for name, found in ids.items()}
    words = (14 + int(rows[0]["sdu_octets"])) // 2
    reads = falls["MEMR_n"] - sum(results["counters"][f"{host}.host.isa_bridge.controller.refreshes"] for host in ("client", "server"))
    assert falls["MEMW_n"] == words and reads == words + 2, (falls, reads, words)  # the header of the frame is before it
    assert falls["IOR_n"] + falls["IOW_n"] < 200, falls
    chain = {s["id"]: s for s in next(iter(spans_of(folder).values()))}
    card = float(rows[0]["in_ring"]) - float(rows[0]["send_call"])
    assert 0 < int(chain["sending_driver.copy"]["duration_fs"]) * 1e-6 < card, chain
    assert int(chain["receiving_driver.copy"]["duration_fs"]) * 1e-6 <= float(rows[0]["delivered"]) - float(rows[0]["in_ring"]), chain


def a_master_of_isa_moves_each_word(folder):
    """An AT1500 has the bus as often as it has bursts, gives it back each time, and no copy is the CPU's."""
    results, rows = run("ethernet_transmit", "--runs", 1, *pair("at1500"), *settings(workload__sizes="[1464]"), folder=folder)
    all_is_well(results, rows, 1)
    words = (14 + int(rows[0]["sdu_octets"])) // 2
    for host in ("client", "server"):
        counted = {name.split(".")[-1]: n for name, n in results["counters"].items() if name.startswith(f"{host}.nic.board.master.")}
        assert words <= counted["cycles"] < words + 200 and counted["tenures"] > words // 24, counted
        assert counted["tenures"] == results["counters"][f"{host}.host.isa_bridge.controller.grants"], counted
        assert results["counters"][f"{host}.host.isa_bridge.controller.cycles"] < 200
    found = {s["id"] for s in next(iter(spans_of(folder).values()))}
    assert not {"sending_driver.copy", "receiving_driver.copy"} & found and {"tx_fetch", "rx_store"} <= found, sorted(found)


def a_master_of_eisa_moves_each_dword(folder):
    """A 3C597 that is asked fetches and stores frames in bursts to the board's memory, while it
    answers its host; no copy is the CPU's.
    """
    results, rows = run("ethernet_transmit", "--runs", 1, *pair("3c597"), *settings(**EISA_MASTERS, workload__sizes="[1464]"), folder=folder)
    all_is_well(results, rows, 1)
    found = {s["id"] for chain in spans_add_up(folder, rows).values() for s in chain}
    assert {"tx_download", "rx_upload"} <= found and not {"sending_driver.copy", "receiving_driver.copy"} & found, sorted(found)
    dwords = -(-(14 + int(rows[0]["sdu_octets"])) // 4)
    for host in ("client", "server"):
        counted = {name.split(".")[-1]: n for name, n in results["counters"].items() if name.startswith(f"{host}.nic.board.master.")}
        assert counted["transfers"] == dwords and counted["tenures"] == -(-dwords // 12) and not counted["unanswered"], (counted, dwords)
        assert counted["tenures"] == results["counters"][f"{host}.host.eisa_bridge.controller.grants"], counted


def a_card_that_is_asked_moves_each_dword(folder):
    """The driver says where a frame is, or shall be, and waits; what goes over the bus are bursts
    of the card, and the CPU is free of it.
    """
    cpu = {}
    for card in ("3c595", MASTER):
        results, rows = run("ethernet_transmit", "--runs", 1, *pair(card), *settings(workload__sizes="[1464]"), folder=folder / card)
        all_is_well(results, rows, 1)
        spans = {s["id"] for chain in spans_add_up(folder / card, rows).values() for s in chain}
        asked = {"tx_download", "rx_upload"}
        assert spans & {*asked, "sending_driver.copy", "receiving_driver.copy"} == (asked if card == MASTER else {"sending_driver.copy", "receiving_driver.copy"})
        cpu[card] = [results["counters"][f"{host}.nic.board.chip.{way}"] for host, way in (("client", "writes"), ("server", "reads"))]
    dwords = -(-(14 + int(rows[0]["sdu_octets"])) // 4)
    for alone, asked in zip(cpu["3c595"], cpu[MASTER]):
        assert dwords - 60 < alone - asked < dwords, (cpu, dwords)  # what it asks instead, until all is in memory
    with open(folder / MASTER / "pci.csv", newline="") as f:
        bursts = [(row["bus"], row["command"], int(row["dwords"])) for row in csv.DictReader(f) if row["master"] == "nic"]
    assert {burst[:2] for burst in bursts} == {("client", "memory read"), ("server", "memory write")}, bursts
    assert all(sum(n for bus, _, n in bursts if bus == host) == dwords for host in ("client", "server")), (bursts, dwords)


def isa_pins_are_in_the_waveform(folder):
    """Each command that the checker counted is there, and each interrupt that the driver took."""
    results, rows = run("ethernet_echo", "--runs", 1, *pair("ne2000"), "--vcd", folder / "isa.vcd", folder=folder)
    all_is_well(results, rows, 2)
    text = (folder / "isa.vcd").read_text()
    ids = {name: re.findall(rf"\$var wire 1 (\S+) {name} \$end", text) for name in ("IOR_n", "IOW_n", "MEMR_n", "MEMW_n", "IRQ3", "IOCS16_n", "BALE")}
    assert {len(found) for found in ids.values()} == {2}, ids
    changes = text[text.index("$end", text.index("$dumpvars")):]
    falls = sum(len(re.findall(rf"^0{re.escape(i)}$", changes, re.M)) for name in ("IOR_n", "IOW_n", "MEMR_n", "MEMW_n") for i in ids[name])
    rises = sum(len(re.findall(rf"^1{re.escape(i)}$", changes, re.M)) for i in ids["IRQ3"])
    assert falls == results["checks"]["isa"]["checked"] > 400, (falls, results["checks"]["isa"])
    assert rises == sum(results["counters"][f"{host}.host.driver.interrupts"] for host in ("client", "server")) > 0, rises


def eisa_pins_are_in_the_waveform(folder):
    """As many commands as the checker has seen, each begun by a START#, and the interrupt's level,
    on the line that a slot was given alone.
    """
    results, rows = run("ethernet_echo", "--runs", 1, *pair("3c579"), *settings(client__nic__etherlink__irq=5), "--vcd", folder / "eisa.vcd", folder=folder)
    all_is_well(results, rows, 2)
    text = (folder / "eisa.vcd").read_text()
    changes = text[text.index("$end", text.index("$dumpvars")):]
    falls = {}
    for name in ("START_n", "CMD_n"):
        ids = re.findall(rf"\$var wire 1 (\S+) {name} \$end", text)
        assert len(ids) == 2, name
        falls[name] = sum(len(re.findall(rf"^0{re.escape(i)}$", changes, re.M)) for i in ids)
    assert falls["CMD_n"] == falls["START_n"] == results["checks"]["eisa"]["checked"] > 400, (falls, results["checks"]["eisa"])
    asked = [n for n in range(16) for wire in re.findall(rf"\$var wire 1 (\S+) IRQ{n} \$end", text) if re.search(rf"^1{re.escape(wire)}$", changes, re.M)]
    assert asked == [5, 10], asked


def links_of_eisa_whole_or_at_their_pins(folder):
    """A bus off its wires, and frames octet by octet, change no byte of any file."""
    for name, words in {"echo": ("ethernet_echo", "--runs", 2, *pair("3c597", "3c579")),
                        "stream": ("stream", "--runs", 2, *pair("3c597"), *settings(**EISA_MASTERS, workload__count=8))}.items():
        for links in ("transaction", "signal"):
            out = folder / name / links
            run(*words, "--fidelity", links, "--pcap", out / "frames.pcapng", folder=out)
        whole, pins = (bytes_of(folder / name / links) for links in ("transaction", "signal"))
        assert whole == pins, [file for file in {*whole, *pins} if whole.get(file) != pins.get(file)]


def a_monitor(card, folder):
    """Reads of the card's status by a monitor delay the driver's accesses to the bus."""
    alone, rows = run("ethernet_echo", "--runs", 1, *pair(card), folder=folder)
    watched, more = run("ethernet_echo", "--runs", 1, *pair(card), *settings(client__pci__register_reads_per_second=200000), folder=folder)
    all_is_well(watched, more, 2)
    reads = watched["counters"]["client.register_load.reads"]
    cycles = f"client.host.{bus_of(card)}_bridge.controller.cycles"
    assert reads > 50 and watched["counters"][cycles] >= alone["counters"][cycles] + reads
    assert moments(more[0])[-1] - moments(more[0])[0] > moments(rows[0])[-1] - moments(rows[0])[0]


with tempfile.TemporaryDirectory() as temporary:
    check_all((the_cpu_moves_each_octet,
               named("words_ne2000", a_word_takes_its_cycles, "ne2000", 1200, 600), named("words_3c509", a_word_takes_its_cycles, "3c509", 360, 360),
               named("words_wd8013", a_word_takes_its_cycles, "wd8013", 360, 360),
               named("words_at_lantic", a_word_takes_its_cycles, "at_lantic", 1200, 600),
               named("words_at_lantic_shared", a_word_takes_its_cycles, "at_lantic_shared", 360, 360),
               *(named(f"dwords_{card}", a_dword_takes_its_cycles, card) for card in ("3c597", "3c579")),
               *(named(f"shared_{card}", memory_that_is_shared_is_reached_as_memory, card) for card in ("wd8013", "at_lantic_shared")),
               a_master_of_isa_moves_each_word, a_master_of_eisa_moves_each_dword, a_card_that_is_asked_moves_each_dword,
               isa_pins_are_in_the_waveform, eisa_pins_are_in_the_waveform, links_of_eisa_whole_or_at_their_pins,
               *(named(f"monitor_{card}", a_monitor, card) for card in ("ne2000", "3c579"))), pathlib.Path(temporary))
