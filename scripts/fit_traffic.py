#!/usr/bin/env python3
"""Fits machines and cards of the coarse level to the rows marked `cal` of Eberhardt et al. and
Borriss et al.

A machine and a system on it have three numbers: a unit of fixed cost, an octet sent, an octet
received (models/kernel/costs.h). The order, each number from the row next to it, with the simulator
in the loop:

  Ultra 1          unit and octets   LAN CLIP 40 % and LANE 90 % (the band's middle) of its CPU, at
                                     the rates printed with them
  WAN sender       call and octets   CPU of the two rows at 50 Mb/s with 1.5 MB
  SBA-200          gap when shaped   25 Mb/s, 1 MB, 32k
  SPARC 10, 20     unit = octets     datagrams a second they send, of 9152 octets, which fill an
                                     IP packet of CLIP (their size is *assumed*)
  Pentium Pro      unit              request and response of 1 octet
                   octets            its loop-back, half for each end
  card of the PCs  gap               Pentium Pro to Sun
  Sun's card       gap               Sun to Pentium Pro
  Pentium 100      unit              the Pentium Pro's, times the ratio of Linux' loop-backs
                   octets            to and from the Sun

A rate of Borriss et al. is the best of several message sizes; 4096 to 16384 octets are those they
found best. On Windows NT the loop-back bypasses NDIS, and its two rows contradict the machines'
ratio. There the Pentium Pro's octets are the Pentium 100's divided by that ratio. This choice was
made in view of all rows.

    scripts/fit_traffic.py --niclab build/release/testbenches/niclab/niclab
"""
import argparse
import csv
import json
import pathlib
import subprocess
import sys
import tempfile
from collections.abc import Callable

ROOT = pathlib.Path(__file__).resolve().parent.parent
REFERENCE = ROOT / "traces/reference"
MACHINES, CARDS = ROOT / "models/kernel/machines", ROOT / "models/coarse/cards"
MESSAGES = (4096, 8192, 16384)


def rows(table: str) -> list[dict[str, str]]:
    with open(REFERENCE / f"{table}.csv", newline="") as f:
        return list(csv.DictReader(f))


def cal(table: str, **wanted: str) -> float:
    """The one row with these values, which must be marked `cal`."""
    found = [row for row in rows(table) if all(row[key] == value for key, value in wanted.items())]
    assert len(found) == 1 and found[0]["split"] == "cal", (table, wanted, found)
    return float(found[0]["value"])


class Bench:
    """niclab at the coarse level: settings in, results.json out."""

    def __init__(self, niclab: str):
        self.niclab = niclab

    def run(self, experiment: str, settings: dict[str, object]) -> dict:
        with tempfile.TemporaryDirectory() as out:
            words = [word for key, value in settings.items() for word in ("--set", f"{key}={json.dumps(value)}")]
            subprocess.run([self.niclab, "run", str(ROOT / f"testbenches/experiments/{experiment}.toml"), "--quiet", "--out", out, *words],
                           check=True, stdout=subprocess.DEVNULL)
            return json.loads((pathlib.Path(out) / "results.json").read_text())["network"]

    def rate(self, experiment: str, settings: dict[str, object]) -> float:
        return self.run(experiment, settings)["flows"][0]["mbit_s"]


def solve(f: Callable[[float], float], low: float, high: float, target: float, guess: float | None = None) -> float:
    """Where the monotonic f reaches the target within 0.02 %: Newton's method with a chord,
    bisection where it leaves the bracket.
    """
    x = (low + high) / 2 if guess is None else guess
    y = f(x)
    last: tuple[float, float] | None = None
    rising: bool | None = None
    for _ in range(20):
        if abs(y / target - 1) < 2e-4 or high - low < 1e-4:
            break
        if last is not None and x != last[0]:
            rising = (y > last[1]) == (x > last[0]) if y != last[1] else rising
            if rising is not None:
                low, high = (x, high) if (y < target) == rising else (low, x)
            chord = x + (target - y) * (x - last[0]) / (y - last[1]) if y != last[1] else low
        else:
            chord = x * 1.1 + 0.1
        last = (x, y)
        x = chord if low < chord < high else (low + high) / 2
        y = f(x)
    return x


def busy(host: dict) -> float:
    return 100 - host["cpu_percent"]["idle"]


def ultra1(bench: Bench) -> dict[str, float]:
    """CPU a megabit, the greater of both hosts', at MTU 9180 and 1500."""
    clip = cal("eberhardt_prose", quantity="cpu", config="LAN CLIP, Ultra1, large msg") / 130
    lane = (cal("eberhardt_prose", quantity="cpu_lo", config="LAN LANE, Ultra1") + cal("eberhardt_prose", quantity="cpu_hi", config="LAN LANE, Ultra1")) / 2 / 110

    def cost(unit: float, octet: float, ip: str) -> float:
        settings: dict[str, object] = {"network.ip": ip, "run.duration": "1 s"}
        for host in ("sender", "receiver"):
            settings |= {f"host.{host}.profile": "ideal"}
            settings |= {f"host.{host}.costs.{key}": value for key, value in costs(unit, octet, octet).items()}
        network = bench.run("eberhardt_lan", settings)
        return max(map(busy, network["hosts"])) / network["flows"][0]["mbit_s"]

    unit, octet = 15.0, 16.0
    for _ in range(4):
        unit = solve(lambda u, octet=octet: cost(u, octet, "lane"), 1, 60, lane, unit)
        octet = solve(lambda o, unit=unit: cost(unit, o, "clip"), 0, 40, clip, octet)
    return costs(unit, octet, octet)


def costs(unit: float, out: float, back: float) -> dict[str, float]:
    return {"unit_us": round(unit, 3), "send_octet_ns": round(out, 3), "receive_octet_ns": round(back, 3)}


def wan(gap: float = 0, **more: object) -> dict[str, object]:
    return {"host.sender.nic.shaped_gap_us": gap, **more}


def shaped_gap(bench: Bench) -> float:
    wanted = cal("eberhardt_table1", quantity="throughput", avail_bw_mbps="25", send_size="32k, 64k")
    row = {"vc.vc0.peak_cell_rate": "25 Mb/s", "vc.vc0.police": "25 Mb/s", "flow.wan.socket_buffer": 1048576, "flow.wan.message": 32768}
    return round(solve(lambda g: bench.rate("eberhardt_wan", wan(g, **row)), 0, 3000, wanted, 700), 1)


def sparc(bench: Bench, config: str) -> dict[str, float]:
    """One number: microseconds of the unit are nanoseconds an octet, as they are on an Ultra 1. Of
    datagrams, so of no ack.
    """
    wanted = cal("eberhardt_prose", quantity="udp_send_rate", config=config)

    def rate(number: float) -> float:
        sender = {f"host.sender.costs.{key}": value for key, value in costs(number, number, number).items()}
        flow = bench.run("eberhardt_lan", {"flow.lan.kind": "udp_stream", "flow.lan.message": 9152, "flow.lan.socket_buffer": 65536,
                                           "host.sender.profile": "ideal", "host.receiver.profile": "ideal", **sender})["flows"][0]
        return flow["datagrams_sent"] * 9152 * 8 / flow["seconds"] / 1e6

    number = solve(rate, 5, 300, wanted, 80)
    return costs(number, number, number)


def wan_sender(bench: Bench, unit: float, gap: float) -> dict[str, float]:
    """Call and octets, from CPU a megabit at the rates printed with it; what a segment costs is the
    Ultra 1's.
    """
    small = cal("eberhardt_table1", quantity="cpu_send", buffer_bytes="1572864", send_size="1024") / 31.45
    large = cal("eberhardt_table1", quantity="cpu_send", buffer_bytes="1572864", send_size="32k, 64k") / 29.83

    def cpu(call: float, octet: float, message: int) -> float:
        settings = wan(gap, **{"flow.wan.message": message, "flow.wan.socket_buffer": 1572864, "vc.vc0.peak_cell_rate": "50 Mb/s",
                               "vc.vc0.police": "50 Mb/s", "host.sender.costs.unit_us": unit, "host.sender.costs.call_us": call,
                               "host.sender.costs.send_octet_ns": octet})
        network = bench.run("eberhardt_wan", settings)
        return busy(network["hosts"][0]) / network["flows"][0]["mbit_s"]

    call, octet = 38.0, 25.0
    for _ in range(2):
        octet = solve(lambda o, call=call: cpu(call, o, 32768), 0, 80, large, octet)
        call = solve(lambda c, octet=octet: cpu(c, octet, 1024), 0, 120, small, call)
    return {"unit_us": round(unit, 3), "call_us": round(call, 2), "send_octet_ns": round(octet, 2), "receive_octet_ns": round(octet, 2)}


class Borriss:
    """One system on the PCs: what is known so far of each host, completed step by step."""

    def __init__(self, bench: Bench, system: str, name: str, kappa: float, sun: dict[str, float]):
        self.bench, self.system, self.name, self.kappa = bench, system, name, kappa
        self.table = "borriss_table2" if name == "Linux" else "borriss_table3"
        self.hosts = {"sun": {"costs": sun, "gap": 0.0}}

    def side(self, side: str, host: str) -> dict[str, object]:
        known = self.hosts[host]
        software = "solaris251" if host == "sun" else self.system
        found: dict[str, object] = {f"host.{side}.profile": "ideal", f"host.{side}.software": software, f"host.{side}.card": "ideal",
                                    f"host.{side}.nic.first_cell_us": 20, f"host.{side}.nic.deliver_us": 20, f"host.{side}.nic.pdu_gap_us": known["gap"]}
        return found | {f"host.{side}.costs.{key}": value for key, value in known["costs"].items()}

    def rate(self, sender: str, receiver: str, seconds: int = 20) -> float:
        sides = {**self.side("sender", sender), **self.side("receiver", receiver), "run.duration": f"{seconds} s"}
        return max(self.bench.rate("borriss", {**sides, "flow.flow0.message": message}) for message in MESSAGES)

    def round_trip_us(self) -> float:
        settings = {**self.side("sender", "ppro200"), **self.side("receiver", "ppro200"), "flow.flow0.kind": "tcp_rr", "run.duration": "1 s"}
        return 1e6 / self.bench.run("borriss", settings)["flows"][0]["transactions_s"]

    def fit(self, host: str, key: str, low: float, high: float, sender: str, receiver: str) -> None:
        wanted = cal(self.table, sender=sender, receiver=receiver)

        def at(value: float) -> float:
            (self.hosts[host] if key == "gap" else self.hosts[host]["costs"])[key] = value
            return self.rate(sender, receiver)

        known = self.hosts[host] if key == "gap" else self.hosts[host]["costs"]
        found = solve(at, low, high, wanted, known[key] or (low + high) / 5)
        known[key] = round(found, 3)

    def all(self) -> dict:
        octet = 8e3 / cal("borriss_table1", machine="ppro200", os=self.name) / 2
        self.hosts["ppro200"] = {"costs": costs(10, octet, octet), "gap": 50.0}
        self.hosts["p100"] = {"costs": costs(40, 50, 90), "gap": 50.0}
        for _ in range(3):
            self.fit_unit()
            self.fit("ppro200", "gap", 0, 300, "ppro200", "sun")
            self.fit("sun", "gap", 0, 400, "sun", "ppro200")
            self.hosts["p100"]["gap"] = self.hosts["ppro200"]["gap"]
            self.fit("p100", "send_octet_ns", 0, 400, "p100", "sun")
            self.fit("p100", "receive_octet_ns", 0, 600, "sun", "p100")
            if self.name == "WinNT":
                for key in ("send_octet_ns", "receive_octet_ns"):
                    self.hosts["ppro200"]["costs"][key] = round(self.hosts["p100"]["costs"][key] / self.kappa, 3)
        return self.hosts

    def fit_unit(self) -> None:
        """Of the Pentium Pro, and by the machines' ratio of the Pentium 100."""
        wanted = 1e6 / cal("borriss_table4_rr", quantity="rr_rate", os=self.name, request_bytes="1", response_bytes="1")

        def trip(unit: float) -> float:
            self.hosts["ppro200"]["costs"]["unit_us"] = unit
            return self.round_trip_us()

        unit = solve(trip, 1, 60, wanted, self.hosts["ppro200"]["costs"]["unit_us"])
        self.hosts["ppro200"]["costs"]["unit_us"] = round(unit, 3)
        self.hosts["p100"]["costs"]["unit_us"] = round(unit * self.kappa, 3)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--niclab", required=True)
    bench = Bench(parser.parse_args().niclab)
    sun = ultra1(bench)
    print("ultra1", sun, flush=True)
    gap = shaped_gap(bench)
    print("sba200 shaped_gap_us", gap, flush=True)
    for config in ("SS10 -> SS20", "SS20 -> SS10"):
        print(config.split()[0], sparc(bench, config), flush=True)
    print("wan sender", wan_sender(bench, sun["unit_us"], gap), flush=True)
    kappa = cal("borriss_table1", machine="ppro200", os="Linux") / cal("borriss_table1", machine="p100", os="Linux")
    for system, name in (("linux20", "Linux"), ("nt40", "WinNT")):
        print(system, json.dumps(Borriss(bench, system, name, kappa, sun).all()), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
