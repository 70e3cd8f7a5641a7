"""The two levels agree: the same hosts, programs and TCP over a card simulated clock by clock and
over its few numbers.

For the same octets PDUs, acks and losses are equal, elapsed times within 1 %, round trips within 2
%. Where a card of each level contends for a port of a switch, octets are within 2 % and lost PDUs
within 10 %. With --long other cards, systems and machines, and longer.
"""
import csv
import json
import sys
import tempfile
from pathlib import Path

from common import check_all, named, niclab, settings

BENCH = """
[run]
level = "coarse"
duration = "10 s"
[defaults.host]
card = "idt77901"
[[host]]
name = "a"
[[host]]
name = "b"
{net}
[[flow]]
name = "flow"
from = "a"
to = "b"
{flow}
"""
LINE = """
[[link]]
name = "line"
ends = ["a", "b"]
"""
SWITCHED = """
[[switch]]
name = "s"
[[link]]
name = "first"
ends = ["a", "s:1"]
[[link]]
name = "line"
ends = ["s:2", "b"]
"""
STREAM = "octets = 1200000"  # 72 ms of the line
CONVERSATION = 'kind = "tcp_rr"\nrequest = 128\nresponse = 8192\ntransactions = 40'
LOSSES = {"link__line__to_b__lost_pdus": [17, 40, 41]}
CONTEND = """
[run]
level = "coarse"
duration = "{duration}"
[defaults.host]
card = "idt77901"
[[host]]
name = "a"
[[host]]
name = "b"
[[host]]
name = "c"
[[switch]]
name = "s"
ports = 3
queue_cells = 500
epd_cells = 250
[[link]]
ends = ["a", "s:1"]
[[link]]
ends = ["b", "s:2"]
[[link]]
ends = ["s:3", "c"]
[[flow]]
name = "from_a"
kind = "{kind}"
from = "a"
to = "c"
[[flow]]
name = "from_b"
kind = "{kind}"
from = "b"
to = "c"
"""


class Outcome:
    """A run's files."""

    def __init__(self, text, keys):
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "bench.toml").write_text(text)
            niclab("run", "bench.toml", "--quiet", "--out", "out", *settings(**keys), cwd=folder)
            self.results = json.loads((Path(folder) / "out/results.json").read_text())
            with open(Path(folder) / "out/cards.csv", newline="") as f:
                self.cards = list(csv.DictReader(f))
        self.flows = self.results["network"]["flows"]
        self.packets = self.results["network"]["packets"][0]

    def counted(self):
        """What has to be equal."""
        cards = [{k: c[k] for k in ("host", "pdus_sent", "pdus_received", "cells_sent", "line_error", "card_fifo", "card_receive_buffer")} for c in self.cards]
        flows = [{k: f[k] for k in ("octets", "transactions", "segments", "acks", "retransmitted", "timeouts", "fast_retransmits")} for f in self.flows]
        return cards, flows, self.packets


def near(found, wanted, share, what):
    assert abs(found - wanted) <= share * wanted, f"{what}: {found} and {wanted}, {100 * (found / wanted - 1):+.2f} %, at most {100 * share:g} % wanted"
    return f"{what} {100 * (found / wanted - 1):+.2f} %"


def agree(text, keys):
    """Both ends clock by clock, then one of each, against both as a few numbers."""
    coarse = Outcome(text, keys)
    said = []
    for levels in ({"run__level": "cycle"}, {"host__b__level": "cycle"}):
        cycle = Outcome(text, keys | levels)
        assert cycle.results["level"] == ("cycle" if "run__level" in levels else "mixed")
        assert cycle.counted() == coarse.counted(), f"{cycle.counted()}\n{coarse.counted()}"
        said.append(near(cycle.flows[0]["seconds"], coarse.flows[0]["seconds"], 0.01, "elapsed"))
        if coarse.flows[0]["rtt_p50_us"]:
            said.append(near(cycle.flows[0]["rtt_p50_us"], coarse.flows[0]["rtt_p50_us"], 0.02, "round trip"))
    print("       ", ", ".join(said))


def contend(kind, duration, keys, least):
    """The card of `a` clock by clock, that of `b` as a few numbers, at one port of a switch."""
    text = CONTEND.format(kind=kind, duration=duration)
    coarse, mixed = Outcome(text, keys), Outcome(text, keys | {"host__a__level": "cycle"})
    octets = [sum(f["octets"] for f in o.flows) for o in (mixed, coarse)]
    lost = [o.packets["dropped"].get("epd", 0) for o in (mixed, coarse)]
    assert lost[1] >= least, f"{lost} PDUs lost: nobody contends"
    print("       ", near(*octets, 0.02, "octets"), near(*lost, 0.10, "lost PDUs"))


def idle_time_costs_nothing(_folder):
    """Ten seconds in which a host at the cycle level is asked twice: its clocks stand still between."""
    text = BENCH.format(net=LINE, flow='kind = "ping"\ntransactions = 2\ninterval = "10 s"')
    outcome = Outcome(text, {"run__level": "cycle"})
    assert outcome.flows[0]["transactions"] == 2 and outcome.results["speed"]["simulated_us"] > 1e7


def repeats(_folder):
    text = BENCH.format(net=SWITCHED, flow="octets = 200000")
    first, again, other = (Outcome(text, {"run__level": "cycle", "run__seed": seed}) for seed in (1, 1, 2))
    assert first.results["network"] == again.results["network"] and first.results["network"] != other.results["network"]


def fragments_keep_their_order(_folder):
    """What IP makes of one datagram leaves the card as it was made: no packet is taken for lost
    because a later one came first.
    """
    text = BENCH.format(net=LINE, flow='kind = "udp_stream"\nmessage = 20000\ninterval = "2 ms"')
    for level in ("coarse", "cycle"):
        outcome = Outcome(text, {"run__level": level, "run__duration": "20 ms"})
        assert not outcome.packets["dropped"] and outcome.packets["sent"] >= 27, (level, outcome.packets)


def case(name, net, flow, **keys):
    return named(name, lambda _folder: agree(BENCH.format(net=net, flow=flow), keys))


def machines(profile, software):
    return {f"host__{h}__{k}": v for h in "ab" for k, v in (("profile", profile), ("software", software))}


UDP = {f"flow__from_{h}__{k}": v for h, interval in (("a", "690 us"), ("b", "733 us")) for k, v in (("message", 9140), ("interval", interval))}
NT = {f"host__{h}__software": "nt40" for h in "abc"}
CHECKS = [
    case("a_stream", LINE, STREAM),
    case("a_stream_with_losses", LINE, STREAM, **LOSSES, **machines("ideal", "solaris26")),
    case("a_stream_between_pcs_through_a_switch", SWITCHED, STREAM, **machines("ppro200", "linux20")),
    case("a_stream_through_a_switch_with_losses", SWITCHED, STREAM, **LOSSES, **machines("ppro200", "nt40")),
    case("a_conversation", LINE, CONVERSATION, **machines("ppro200", "linux20")),
    case("a_conversation_through_a_switch", SWITCHED, CONVERSATION),
    named("datagrams_contend", lambda _folder: contend("udp_stream", "60 ms", UDP, 30)),
    named("streams_contend", lambda _folder: contend("tcp_stream", "300 ms", NT, 5)),
    fragments_keep_their_order,
    idle_time_costs_nothing,
    repeats,
]
LONG = [
    *(case(f"a_{what}_over_{card}_of_{software}", SWITCHED, flow, **machines(profile, software), host__a__card=card, host__b__card=card)
      for card in ("idt77901", "pca200e_like", "eni155p_like")
      for profile, software in (("ideal", "bsd44"), ("ppro200", "linux20"), ("ppro200", "nt40"), ("p100", "linux20"))
      for what, flow in (("stream", "octets = 6000000"), ("conversation", CONVERSATION))),
    named("datagrams_contend_long", lambda _folder: contend("udp_stream", "500 ms", UDP, 300)),
    named("streams_contend_long", lambda _folder: contend("tcp_stream", "2 s", NT, 5)),
]

with tempfile.TemporaryDirectory() as temporary:
    check_all(LONG if "--long" in sys.argv else CHECKS, Path(temporary))
