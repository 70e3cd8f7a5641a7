"""Ethernet cards in hosts: packets, stages and ledgers that are exact, deferral and back-off by their names, rules held, bad input, compare."""
import csv
import itertools
import pathlib
import re
import shutil
import subprocess
import tempfile

from common import bytes_of, check_all, named, niclab, run, settings

LANTIC = ("at_lantic", "at_lantic_shared")  # what they share with an NE2000 and a WD8013 those have tried
ISA = ("ne2000", "3c509", "wd8013", "at1500")
EISA = ("3c597", "3c579")
CARDS = ("am79c970a", "rtl8029", "3c595", *ISA, *EISA)
MASTER = "3c595_master"
PAIRS = (*zip(CARDS, CARDS), *itertools.combinations((c for c in CARDS if c not in EISA), 2), *zip(LANTIC, LANTIC), LANTIC, (MASTER, MASTER),
         (MASTER, "3c595"), ("am79c970a", MASTER), EISA, ("3c597", "3c595"), ("3c579", "3c509"))
FAST = {"line__cable": '"100BASE-TX"', **{f"{host}__nic__etherlink__speed": '"100 Mb/s"' for host in ("client", "server")}}
FULL = {f"{host}__nic__etherlink__duplex": '"full"' for host in ("client", "server")}
EISA_MASTERS = {f"{host}__nic__etherlink__moved_by": '"card"' for host in ("client", "server")}


def pair(client, server=""):
    return settings(client__card=client, server__card=server or client)


def bus_of(card):
    return "isa" if card in ISA + LANTIC else "eisa" if card in EISA else "pci"


def moments(row):
    """Those of the packet's own way: two cards in one experiment have columns that the other leaves empty."""
    names = list(row)
    return [float(row[m]) for m in names[names.index("send_call"):names.index("delivered") + 1] if row[m]]


def all_is_well(results, rows, wanted):
    assert len(rows) == wanted and {row["status"] for row in rows} == {"ok"}, len(rows)
    for line in results["ledger"]:
        assert line["balances"] and not line["in_flight"] and line["sent"] == line["delivered"], line
    for name, check in results["checks"].items():
        assert check["checked"] > 0 and not check["violations_seen"], (name, check)
    buses = {bus_of(results["config"][host]["card"]) for host in ("client", "server")}
    assert {"csma", "payload", "ledger", *buses} == set(results["checks"]), sorted(results["checks"])


def spans_of(folder):
    with open(folder / "attribution.csv", newline="") as f:
        spans = list(csv.DictReader(f))
    return {key: list(group) for key, group in itertools.groupby(spans, key=lambda s: (s["direction"], s["run"], s["pdu"]))}


def spans_add_up(folder, rows):
    chains = spans_of(folder)
    for row in rows:
        times = moments(row)
        assert times == sorted(times) and len(times) == 7, row
        chain = chains[row["direction"], row["run"], row["pdu"]]
        assert all(a["end_ns"] == b["begin_ns"] for a, b in zip(chain, chain[1:])), "a gap"
        whole = sum(int(s["duration_fs"]) for s in chain)
        assert abs(whole * 1e-6 - (times[-1] - times[0])) < 0.002, "the spans do not sum to the whole"
    return chains


def echo(client, server, folder):
    results, rows = run("ethernet_echo", "--runs", 3, *pair(client, server), folder=folder)
    all_is_well(results, rows, 6)
    spans_add_up(folder, rows)


def the_wire_takes_what_the_frame_is_long(card, mbps, others, folder):
    """From the first bit of the preamble to the end of carrier: header, frame and FCS bit by bit, and what cable and transceivers take; 128 ppm
    are two oscillators and their rounding."""
    results, rows = run("ethernet_transmit", "--runs", 2, *pair(card), *settings(**others), folder=folder)
    all_is_well(results, rows, 12)
    spans_add_up(folder, rows)
    for row in rows:
        octets = max(64, 14 + int(row["sdu_octets"]) + 4)
        wire = float(row["last_bit"]) - float(row["first_bit"])
        bits = 8 * (8 + octets)
        assert 0 < wire - bits * 1e3 / mbps * (1 - 128e-6) < 800, (octets, wire)


def both_directions(card, folder):
    """Two stations that always have a frame: who waits for whom, collisions and back-off are told, and nothing is lost of a few."""
    results, rows = run("stream", "--runs", 4, *pair(card), *settings(workload__count=20), folder=folder)
    assert all(line["balances"] for line in results["ledger"])
    assert not any(check["violations_seen"] for check in results["checks"].values())
    chains = spans_add_up(folder, [row for row in rows if row["status"] == "ok"])
    found = {span["id"] for chain in chains.values() for span in chain}
    assert {f"medium_access.{what}" for what in ("deferral", "gap", "collided", "backoff")} <= found, sorted(found)
    behind = {span["cause"] for chain in chains.values() for span in chain if span["id"] == "medium_access.deferral"}
    assert behind == {"deferral: client", "deferral: server"}, behind
    collisions = results["counters"]["client.nic.board.mac.transmitter.collisions"]
    assert collisions == sum(s["id"] == "medium_access.collided" for k, c in chains.items() if k[0] == "client_to_server" for s in c)


def pins_are_in_the_waveform(folder):
    niclab("run", "ethernet_echo", "--runs", 1, "--vcd", folder / "w.vcd", "--out", folder / "out")
    text = (folder / "w.vcd").read_text()
    for pin in ("TXEN", "TXD", "RXDV", "RXD", "CRS", "COL"):
        assert len(re.findall(rf"\$var wire 1 \S+ {pin} \$end", text)) == 2, pin
    assert niclab("check", folder / "w.vcd").stdout.endswith("0 violations\n")


def frames_are_captured(folder):
    """As each MAC received them: as many as the ledger says, all with a good FCS, their packets' octets as sent; tshark has nothing to say."""
    for keys in (pair("am79c970a"), pair("rtl8029"), [*pair("3c595"), *settings(**FAST, **FULL)]):
        results, _ = run("ethernet_echo", "--runs", 5, *keys, "--pcap", folder / "frames.pcapng", folder=folder)
        sent = sum(line["delivered"] for line in results["ledger"] if line["unit"] == "frames")
        if not shutil.which("tshark"):
            continue
        read = ["tshark", "-r", folder / "frames.pcapng", "-o", "eth.check_fcs:TRUE"]
        fields = [word for name in ("eth.fcs.status", "llc.dsap", "ip.proto", "frame.interface_name") for word in ("-e", name)]
        shown = subprocess.run([*read, "-T", "fields", *fields], capture_output=True, text=True, check=True).stdout.splitlines()
        assert len(shown) == sent == 10, (len(shown), sent)
        assert {tuple(line.split("\t")[:3]) for line in shown} == {("1", "0xaa", "6")}, shown
        assert {line.split("\t")[3] for line in shown} == {"client_to_server frames", "server_to_client frames"}, shown
        expert = subprocess.run([*read, "-Y", "_ws.expert.severity >= error or _ws.malformed"], capture_output=True, text=True, check=True).stdout
        assert not expert, expert
    refused = niclab("run", "ethernet_echo", "--pcap", folder / "none.pcapng", "--pcap-taps", "pdus", "--out", folder / "none", expect=2).stderr
    assert '"frames" wanted' in refused and refused.count("\n") == 1 and not (folder / "none.pcapng").exists(), refused


def same_bytes_twice(folder):
    for name in ("one", "two"):
        run("ethernet_echo", "--runs", 2, folder=folder / name)
    assert (folder / "one/pdus.csv").read_bytes() == (folder / "two/pdus.csv").read_bytes()


def the_cpu_moves_each_octet(folder):
    """Through the data port of an RTL8029, a word or a dword an access: so many accesses; a word of its memory takes its time."""
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
    """On ISA: three clocks of BCLK, of 120 ns, and what the card makes the bus wait; one more between two of the same CPU."""
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
    """On EISA: two clocks of BCLK, of 120 ns, one more between two of the same CPU; a read may wait one for the chip; refresh now and then."""
    results, rows = run("ethernet_transmit", "--runs", 1, *pair(card), *settings(workload__sizes="[1464]"), folder=folder)
    all_is_well(results, rows, 1)
    spans = {s["id"]: int(s["duration_fs"]) for s in next(iter(spans_of(folder).values()))}
    dwords = -(-(14 + int(rows[0]["sdu_octets"])) // 4)
    for copy, waits in (("sending_driver.copy", 0), ("receiving_driver.copy", 120)):
        assert 360 <= spans[copy] * 1e-6 / dwords < 360 + waits + 30, (copy, spans[copy], dwords)
    for host, way in (("client", "writes"), ("server", "reads")):
        assert dwords <= results["counters"][f"{host}.nic.board.slave.{way}"], (host, dwords)
    assert results["counters"]["client.nic.board.slave.writes"] < dwords + 100


def a_master_of_eisa_moves_each_dword(folder):
    """A 3C597 that is asked fetches and stores frames in bursts to the board's memory, while it answers its host; no copy is the CPU's."""
    results, rows = run("ethernet_transmit", "--runs", 1, *pair("3c597"), *settings(**EISA_MASTERS, workload__sizes="[1464]"), folder=folder)
    all_is_well(results, rows, 1)
    found = {s["id"] for chain in spans_add_up(folder, rows).values() for s in chain}
    assert {"tx_download", "rx_upload"} <= found and not {"sending_driver.copy", "receiving_driver.copy"} & found, sorted(found)
    dwords = -(-(14 + int(rows[0]["sdu_octets"])) // 4)
    for host in ("client", "server"):
        counted = {name.split(".")[-1]: n for name, n in results["counters"].items() if name.startswith(f"{host}.nic.board.master.")}
        assert counted["transfers"] == dwords and counted["tenures"] == -(-dwords // 12) and not counted["unanswered"], (counted, dwords)
        assert counted["tenures"] == results["counters"][f"{host}.host.eisa_bridge.controller.grants"], counted


def links_of_eisa_whole_or_at_their_pins(folder):
    """A bus off its wires, and frames octet by octet, change no byte of any file."""
    for name, words in {"echo": ("ethernet_echo", "--runs", 2, *pair("3c597", "3c579")),
                        "stream": ("stream", "--runs", 2, *pair("3c597"), *settings(**EISA_MASTERS, workload__count=8))}.items():
        for links in ("whole", "pins"):
            out = folder / name / links
            run(*words, "--links", links, "--pcap", out / "frames.pcapng", folder=out)
        whole, pins = (bytes_of(folder / name / links) for links in ("whole", "pins"))
        assert whole == pins, [file for file in {*whole, *pins} if whole.get(file) != pins.get(file)]


def memory_that_is_shared_is_reached_as_memory(card, folder):
    """Of a WD8013, and of an AT/LANTIC in shared mode, the CPU's copies are cycles to memory, of words: so many commands are in the
    waveform, and no port moves a frame."""
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


def a_card_that_is_asked_moves_each_dword(folder):
    """The driver says where a frame is, or shall be, and waits; what goes over the bus are bursts of the card, and the CPU is free of it."""
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
    """As many commands as the checker has seen, each begun by a START#, and the interrupt's level, on the line that a slot was given alone."""
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


def a_monitor(card, folder):
    """Reads of the card's status beside the driver's take the bus from it."""
    alone, rows = run("ethernet_echo", "--runs", 1, *pair(card), folder=folder)
    watched, more = run("ethernet_echo", "--runs", 1, *pair(card), *settings(client__pci__register_reads_per_second=200000), folder=folder)
    all_is_well(watched, more, 2)
    reads = watched["counters"]["client.register_load.reads"]
    cycles = f"client.host.{bus_of(card)}_bridge.controller.cycles"
    assert reads > 50 and watched["counters"][cycles] >= alone["counters"][cycles] + reads
    assert moments(more[0])[-1] - moments(more[0])[0] > moments(rows[0])[-1] - moments(rows[0])[0]


def each_way_has_a_pair_of_its_own(folder):
    """In full duplex nobody waits for carrier and nothing collides; the processor that moves each frame is the limit, and is named."""
    results, rows = run("fast_ethernet", folder=folder)
    assert all(line["balances"] for line in results["ledger"]) and not any(c["violations_seen"] for c in results["checks"].values())
    found = {s["id"] for chain in spans_add_up(folder, [row for row in rows if row["status"] == "ok"]).values() for s in chain}
    assert "medium_access.gap" in found and not {f"medium_access.{w}" for w in ("deferral", "collided", "backoff")} & found, sorted(found)
    for way in ("client_to_server", "server_to_client"):
        told = results["throughput"][way]
        assert 40 < told["mbps"] < 70 and "the processor of " in told["limit"] and "at its card's registers" in told["limit"], told


def a_ring_that_fills(folder):
    """A driver that comes late finds the ring of an RTL8029 full: what is lost has its cause, the rest arrives, and the card goes on."""
    results, rows = run("stream", *pair("rtl8029"), *settings(server__host__interrupt_us=30000, run__limit='"3 s"'), folder=folder)
    assert all(line["balances"] for line in results["ledger"]), results["ledger"]
    frames = next(line for line in results["ledger"] if line["unit"] == "frames" and line["direction"] == "client_to_server")
    assert frames["dropped"]["no_buffer"] > 10 and frames["delivered"] > 10 and not frames["in_flight"], frames
    assert results["counters"]["server.host.driver.full_rings"] > 0 and not any(c["violations_seen"] for c in results["checks"].values())
    back = [row for row in rows if row["direction"] == "server_to_client"]
    assert len(back) == 60 and {row["status"] for row in back} == {"ok"}, "what the server sends meanwhile arrives"


def bad_input(_):
    lances, threes = pair("am79c970a"), pair("3c595")
    for words, said in (([*lances, *settings(workload__sizes="[1473]")], "1500"), (settings(client__card="am79c970a"), "same line"),
                        ([*lances, *settings(line__length='"200 m"')], "185"), ([*lances, *settings(line__cable='"10BASE2T"')], "10BASE5"),
                        ([*lances, *settings(client__driver__tx_ring=12)], "power of two"),
                        ([*pair("rtl8029"), *settings(client__driver__data_port='"octet"')], "dword"),
                        ([*threes, *settings(client__driver__start_octets=30)], "multiple of 4"),
                        ([*threes, *settings(client__nic__etherlink__speed='"100 Mb/s"')], "same line"),
                        ([*threes, *settings(**{**FAST, "line__cable": '"10BASE2"'})], "100BASE-TX"),
                        ([*pair("ne2000"), *settings(client__nic__dp8390__port=776)], "multiple of 32"),
                        ([*pair("ne2000"), *settings(client__nic__dp8390__irq=16)], "from 2 to 15"),
                        ([*pair("3c509"), *settings(client__nic__etherlink__port=777)], "multiple of 16"),
                        ([*pair("3c509"), *settings(client__nic__etherlink__irq=4)], "9, 10, 11, 12, 15"),
                        ([*pair("3c597"), *settings(client__nic__etherlink__irq=4)], "9, 10, 11, 12, 15"),
                        ([*pair("3c579"), *settings(client__nic__etherlink__port=768)], "port"),
                        ([*pair("3c579"), *settings(client__nic__etherlink__speed='"100 Mb/s"')], "speed"),
                        ([*pair("wd8013"), *settings(client__nic__dp8390__irq=6)], "3, 4, 5, 7, 9, 10, 11, 15"),
                        ([*pair("wd8013"), *settings(client__driver__memory=0xD1000)], "multiple of 16384"),
                        ([*pair("wd8013"), *settings(client__driver__data_port='"dword"')], "data_port"),
                        ([*pair("at_lantic"), *settings(client__nic__dp8390__port=608)], "640"),
                        ([*pair("at_lantic"), *settings(client__nic__dp8390__irq=7)], "3, 4, 5, 9, 10, 11, 12, 15"),
                        ([*pair("at_lantic_shared"), *settings(client__nic__dp8390__remote_read_clocks=7)], "remote_read_clocks"),
                        ([*pair("at1500"), *settings(client__nic__lance__port=0x310)], "multiple of 32"),
                        ([*pair("at1500"), *settings(client__nic__lance__dma_channel='"4"')], "dma_channel"),
                        (settings(client__cards='["3c597", "3c579"]'), "two cards for the EISA bus"),
                        ([*lances, *settings(line__rate='"155.52 Mb/s"')], "line.rate")):
        error = niclab("run", "transmit", *words, expect=2).stderr
        assert said in error and error.count("\n") == 1, error


def beside_an_atm_card(folder):
    """Of the usual sizes those that an Ethernet frame carries; it is said which are left out, and why."""
    text = " ".join(niclab("compare", "echo", "ethernet_echo", "--seeds", 2, "--sizes", "40,1500,4096,9180", "--out", folder / "compare").stdout.split())
    assert "ethernet_echo against echo:" in text and "From driver to driver" in text, text
    assert "No throughput with 4096, 9180 octets: ethernet_echo can send 1500 in a packet." in text, text
    with open(folder / "compare/rows.csv", newline="") as f:
        told = list(csv.DictReader(f))
    moved = [float(row["mean"]) for row in told if row["measure"] == "PCI octets a payload octet"]
    assert len(moved) == 2 and all(1 < octets < 2 for octets in moved), moved
    rows = {(row["measure"], row["letter"]): float(row["mean"]) for row in told if row["group"] == "throughput"}
    assert set(rows) == {(f"{octets} octets", letter) for octets in (40, 1500) for letter in "AB"}, rows
    assert all(0 < rows[f"{octets} octets", "B"] < 10 < rows[f"{octets} octets", "A"] for octets in (40, 1500)), rows
    refused = niclab("compare", "echo", "ethernet_echo", "--sizes", "4096", "--out", folder / "none", expect=2).stderr
    assert refused.startswith("niclab") and "some size up to 1500 octets wanted" in refused and refused.count("\n") == 1, refused


with tempfile.TemporaryDirectory() as temporary:
    check_all((*(named(f"echo_{a}_{b}", echo, a, b) for a, b in PAIRS),
               *(named(f"wire_{card}", the_wire_takes_what_the_frame_is_long, card, 10, {}) for card in CARDS),
               named("wire_100", the_wire_takes_what_the_frame_is_long, "3c595", 100, FAST),
               named("wire_100_3c597", the_wire_takes_what_the_frame_is_long, "3c597", 100, FAST),
               named("wire_100_full", the_wire_takes_what_the_frame_is_long, "3c595", 100, FAST | FULL),
               *(named(f"both_directions_{card}", both_directions, card) for card in CARDS), the_cpu_moves_each_octet,
               named("words_ne2000", a_word_takes_its_cycles, "ne2000", 1200, 600), named("words_3c509", a_word_takes_its_cycles, "3c509", 360, 360),
               named("words_wd8013", a_word_takes_its_cycles, "wd8013", 360, 360),
               named("words_at_lantic", a_word_takes_its_cycles, "at_lantic", 1200, 600),
               named("words_at_lantic_shared", a_word_takes_its_cycles, "at_lantic_shared", 360, 360),
               *(named(f"shared_{card}", memory_that_is_shared_is_reached_as_memory, card) for card in ("wd8013", "at_lantic_shared")),
               a_master_of_isa_moves_each_word, a_card_that_is_asked_moves_each_dword,
               isa_pins_are_in_the_waveform, eisa_pins_are_in_the_waveform, a_master_of_eisa_moves_each_dword,
               links_of_eisa_whole_or_at_their_pins, named("dwords_3c597", a_dword_takes_its_cycles, "3c597"),
               named("dwords_3c579", a_dword_takes_its_cycles, "3c579"), *(named(f"monitor_{card}", a_monitor, card) for card in ("ne2000", "3c579")),
               each_way_has_a_pair_of_its_own, a_ring_that_fills,
               pins_are_in_the_waveform, frames_are_captured, same_bytes_twice, bad_input, beside_an_atm_card), pathlib.Path(temporary))
