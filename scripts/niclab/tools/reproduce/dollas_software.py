"""Dollas et al., measurements by programs alone: throughput of UDP and TCP, datagrams lost,
segments sent again.

The same two hosts, their calls costing what Tables 2 and 3 say, with a TCP, at the coarse level.
The shares of a call's cost by its steps are assumed (`models/kernel`), as is the system's TCP. The
paper gives neither the programs nor their sizes; so these claims are shown, not gated.
"""
import pathlib
from collections.abc import Mapping, Sequence

from niclab.results import Json
from niclab.runs.engine import results_of
from niclab.tools.reproduce.traffic import Plan, Runs

SENDING = {"call_us": 1, "segment_out_us": 2}  # units, of three
RECEIVING = {"interrupt_us": 1.5, "driver_us": 1, "segment_in_us": 2.5, "read_us": 1, "wake_us": 2}  # of eight
ACKS = {"ack_out_us": 2, "ack_in_us": 2}  # of the receiver's unit
MESSAGE = {"tcp": 8192, "udp": 1472}
WINDOW = 8760  # octets: six segments, NT 4.0's window on Ethernet; assumed
DIRECTIONS = (("pentium", "486"), ("486", "pentium"))


def name(sender: str, receiver: str, protocol: str) -> str:
    return f"software_{sender}_to_{receiver}_{protocol}"


def costs(host: Json, protocol: str) -> dict[str, float]:
    """Of a host of the coarse level, from its profile's, as results.json tells it."""
    send, receive = host[protocol]["send"], host[protocol]["receive"]
    found = {key: units / 3 * send["fixed_us"] for key, units in SENDING.items()}
    found |= {key: units / 8 * receive["fixed_us"] for key, units in (RECEIVING | ACKS).items()}
    return found | {"send_octet_ns": send["per_octet_ns"], "receive_octet_ns": receive["per_octet_ns"]}


def plan(niclab: str, hosts: Mapping[str, Json]) -> Plan:
    """`hosts`: pentium and 486, as a run's resolved keys have them."""
    found = Plan(niclab)
    for sender, receiver in DIRECTIONS:
        for protocol, message in MESSAGE.items():
            settings: dict[str, object] = {"network.ip": "lane", "run.duration": "5 s", "flow.stream.kind": f"{protocol}_stream", "flow.stream.message": message,
                                           "flow.stream.socket_buffer": WINDOW}
            for end, host in (("a", sender), ("b", receiver)):
                settings |= {f"host.{end}.software": "nt40", f"host.{end}.card": "idt77901"}
                settings |= {f"host.{end}.costs.{key}": round(value, 4) for key, value in costs(hosts[host], protocol).items()}
            found.add(name(sender, receiver, protocol), "pair", settings)
    return found


def claims(niclab: str, config: Json, out: pathlib.Path) -> str:
    """`config`: of a run whose client is the Pentium and whose server the 486."""
    planned = plan(niclab, {"pentium": config["client"]["host"], "486": config["server"]["host"]})
    _, results = results_of(list(planned.points.values()), out, unwanted=("hosts.csv", "tcp.csv", "queues.csv", "drops.csv"))
    return text(Runs(results))


def lost(flow: Json) -> float:
    """Percent of the datagrams whose end is known."""
    gone = float(sum(flow["lost"].values()))
    return 100 * gone / max(1.0, gone + float(flow["datagrams_received"]))


def text(runs: Runs) -> str:
    """A line a claim: printed, simulated, verdict."""
    ratios = [runs.rate(name(*pair, "udp")) / runs.rate(name(*pair, "tcp")) for pair in DIRECTIONS]
    losses = [lost(runs.flow(name(*pair, "udp"))) for pair in DIRECTIONS]
    again = [100 * runs.flow(name(*pair, "tcp"))["retransmitted"] / runs.flow(name(*pair, "tcp"))["segments"] for pair in DIRECTIONS]
    lines = [("UDP's throughput over TCP's", "close to 2", ratios, "", all(1.5 <= ratio <= 2.5 for ratio in ratios)),
             ("datagrams lost", "up to 35 %", losses, " %", 0 < max(losses) <= 35),
             ("TCP's segments sent again", "0.2 %", again, " %", 0.1 <= max(again) <= 0.3)]
    head = "What programs alone measured; Pentium to 486 and 486 to Pentium, shown, not gated: the paper tells neither programs nor sizes\n"
    why = "  The 486 takes each datagram by an interrupt: at the rate the Pentium sends them nothing is left for its program, and nothing slows the Pentium.\n"
    return head + "".join(line(*parts) for parts in lines) + (why if max(losses) > 95 else "")


def line(what: str, printed: str, known: Sequence[float], unit: str, holds: bool) -> str:
    values = " and ".join(f"{value:.2f}{unit}" for value in known)
    return f"  {what:<30}{printed:<14}{values:<26}{'true' if holds else 'FALSE'}  shown\n"
