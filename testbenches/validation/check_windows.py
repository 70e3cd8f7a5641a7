"""niclab check over windows of our own waveforms: silent wherever one begins, and an error after
the cut is found. `--long`: 50 windows.
"""
import pathlib
import random
import re
import sys
import tempfile

from common import ROOT, check_all, niclab, run, settings, wave_ids

CUTS, LENGTH_PS = 50 if "--long" in sys.argv else 16, 150_000_000  # windows, and how long each is


class Wave:
    """A waveform as text: cut anywhere, with the values before the cut."""

    def __init__(self, path):
        self.lines = path.read_text().split("\n")
        self.header = self.lines[:next(i for i, line in enumerate(self.lines) if "$enddefinitions" in line) + 1]
        self.times = [(i, int(line[1:])) for i, line in enumerate(self.lines) if line[:1] == "#"]
        self.ids = wave_ids(self.header)

    def busy_places(self):
        """Points of time at which a PCI bus is in a transaction: between a fall of FRAME_n and
        IRDY_n's release.
        """
        wires = {self.ids[name] for name in self.ids if name.endswith((".pci.FRAME_n", ".pci.TRDY_n"))}
        place, found = 0, []
        for i, line in enumerate(self.lines):
            if line[:1] == "#":
                place += 1
            elif line[:1] == "0" and line[1:] in wires and i > self.times[0][0]:
                found.append(place)
        return found

    def windows(self, places):
        """For each place, in order, the lines of the waveform from there on."""
        values, at = {}, len(self.header)
        for place in sorted(places):
            begin, time = self.times[place]
            for line in self.lines[at:begin]:
                if line and line[0] not in "#$":
                    values[line.split()[-1] if line[0] in "bs" else line[1:]] = line
            at = begin
            end = next((i for i, t in self.times[place:] if t > time + LENGTH_PS), len(self.lines))
            yield [*self.header, f"#{time}", "$dumpvars", *values.values(), "$end", *self.lines[begin + 1:end]]


def values_after(lines, us):
    """Index of the first change at or after a time."""
    return next((i for i, line in enumerate(lines) if line[:1] == "#" and int(line[1:]) > us * 1e6), len(lines))


def flip_address(lines, ids, bus, since):
    """One bit of the address is another where FRAME_n falls and AD changes in the same moment: its
    parity is wrong.
    """
    frame, ad = ids[f"{bus}.FRAME_n"], ids[f"{bus}.AD"]
    for i in range(since, len(lines)):
        if lines[i] != f"0{frame}":
            continue
        low, high = i, i
        while lines[low - 1][:1] != "#":
            low -= 1
        while high < len(lines) - 20 and lines[high + 1][:1] != "#":
            high += 1
        for k in range(low, high + 1):
            if re.fullmatch(rf"b[01]+ {re.escape(ad)}", lines[k]):
                digits, ident = lines[k].split()
                return [*lines[:k], f"{digits[:-1]}{'10'[int(digits[-1])]} {ident}", *lines[k + 1:]], "P18"
    return None, None


def lose_soc(lines, ids, card, since):
    """The second cell that begins has no TxSOC."""
    soc = ids[f"{card}.TxSOC"]
    places = [i for i in range(since, len(lines) - 20) if lines[i] == f"1{soc}"]
    return (lines[:places[1]] + lines[places[1] + 1:], "U6") if len(places) > 1 else (None, None)


def unknown_grant(lines, ids, bus, since):
    """GNT_n becomes x for at least a clock of the bus."""
    clock, gnt = ids[f"{bus}.CLK"], ids[f"{bus}.GNT_n"]
    edges = [i for i in range(since, len(lines) - 20) if lines[i] == f"1{clock}"]
    for edge, following in zip(edges, edges[1:]):
        if not any(line.endswith(f" {gnt}") for line in lines[edge:following]):
            return [*lines[:edge + 1], f"bx {gnt}", *lines[edge + 1:]], "P46"
    return None, None


def hold(wave, folder, draw, cuts):
    """Cuts, checks, plants, checks again; returns how many errors of each rule were found."""
    busy, found = wave.busy_places(), {}
    places = [draw.randrange(1, len(wave.times) - 100) for _ in range(cuts // 2)]
    places += draw.sample(busy[:-2], cuts - len(places))
    for lines in wave.windows(places):
        window = folder / "window.vcd"
        window.write_text("\n".join(lines) + "\n")
        clean = niclab("check", window).stdout
        assert clean.startswith("0 violations\n"), clean
        judged = {name: float(us) for name, us in re.findall(r"^(\S+): \d+ [^,]*, judged from ([\d.]+) us on$", clean, re.M)}
        for plant, bus in ((flip_address, "client.pci"), (unknown_grant, "server.pci"), (lose_soc, "client.nic.utopia_tx")):
            spoilt, rule = plant(lines, wave.ids, bus, values_after(lines, judged[bus])) if bus in judged else (None, None)
            if spoilt is None:
                continue
            window.write_text("\n".join(spoilt) + "\n")
            told = niclab("check", window, expect=1).stdout
            assert re.search(rf"window\.vcd:[\d.]+ ns: {rule}: ", told), told
            found[rule] = found.get(rule, 0) + 1
    return found


def windows_are_silent_and_errors_in_them_found(folder):
    draw, total = random.Random(12), {}
    cases = {"transmit": ("--runs", "1"),
             "stream": settings(workload__count=4, pci__width=64, nic__pci__width=64, nic__utopia__width=16)}
    for experiment, keys in cases.items():
        run(experiment, "--vcd", folder / "whole.vcd", *keys)
        for rule, n in hold(Wave(folder / "whole.vcd"), folder, draw, CUTS // len(cases)).items():
            total[rule] = total.get(rule, 0) + n
    print(f"{CUTS} windows without a violation; planted and found: {total}")
    assert all(total.get(rule, 0) >= CUTS // 5 for rule in ("P18", "P46", "U6")), total


def windows_that_the_program_cuts(folder):
    trigger = ROOT / "traces/triggers/first_cell.toml"
    for options in (("--vcd-from", 1000, "--vcd-to", 1300), ("--vcd-trigger", trigger)):
        run("transmit", "--runs", 1, "--vcd", folder / "part.vcd", *options)
        part = niclab("check", folder / "part.vcd").stdout
        assert part.startswith("0 violations\n"), part


def the_first_packet_of_a_report(folder):
    run("transmit", "--runs", 1, "--report", folder / "out/report.html", folder=folder / "out")
    first = niclab("check", folder / "out/first_packet.vcd").stdout
    print(first)
    assert first.startswith("0 violations\n"), first


def what_is_no_waveform_is_refused(folder):
    (folder / "octets").write_bytes(b"\x1b[31mred\x07\n")
    assert "\x1b" not in niclab("check", folder / "octets", expect=2).stderr
    refused = niclab("check", folder, expect=2).stderr
    assert "expected a regular file" in refused, refused


with tempfile.TemporaryDirectory() as temporary:
    check_all((windows_are_silent_and_errors_in_them_found, windows_that_the_program_cuts, the_first_packet_of_a_report,
               what_is_no_waveform_is_refused), pathlib.Path(temporary))
