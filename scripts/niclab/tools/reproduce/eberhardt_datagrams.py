"""Eberhardt et al.: what goes by UDP. A sender that is faster than its receiver, and video.

A lost share counts the datagrams with a known end at the time of the last transmission. Datagrams
under way at that time, or in a kernel, are not counted.
"""
import pathlib
import tomllib

from niclab.tools.reproduce.row import Row
from niclab.tools.reproduce.traffic import Plan, Runs, claim

DATAGRAM = 9152  # octets: with UDP's and IP's headers an MTU of 9180. Assumed
WAN_SIZES = (64, 1024, DATAGRAM)
VIDEO_RATES = (5, 10, 20)
ASKED_FOR = 30  # frames a second
VIDEO = pathlib.Path(__file__).with_name("eberhardt_vic.toml")


def lan(sender: str, receiver: str) -> str:
    return f"udp_{sender}_{receiver}"


def wan(rate: int, message: int) -> str:
    return f"udp_wan_{rate}_{message}"


def video(kind: str, frames_per_second: int) -> str:
    return f"video_{kind}_{frames_per_second}"


def scenes() -> dict[str, dict[str, int]]:
    return tomllib.loads(VIDEO.read_text())


def hosts(sender: str, receiver: str) -> dict[str, object]:
    found: dict[str, object] = {"host.sender.profile": sender, "host.receiver.profile": receiver}
    return found | {f"host.{h}.software": "solaris25" for h in ("sender", "receiver")}


def add(found: Plan) -> None:
    for pair in (("sparc10", "sparc20"), ("sparc20", "sparc10")):
        found.add(lan(*pair), "eberhardt_lan", {**hosts(*pair), "flow.lan.kind": "udp_stream", "flow.lan.message": DATAGRAM, "flow.lan.socket_buffer": 65536})
    for rate in (6, 26):
        for message in WAN_SIZES:
            found.add(wan(rate, message), "eberhardt_wan",
                      {**hosts("sparc20", "sparc5"), "flow.wan.kind": "udp_stream", "flow.wan.message": message, "flow.wan.socket_buffer": 65536,
                       "vc.vc0.peak_cell_rate": f"{rate} Mb/s", "vc.vc0.police": f"{rate} Mb/s"})
    for kind, scene in scenes().items():
        for rate in (*VIDEO_RATES, ASKED_FOR):
            found.add(video(kind, rate), "eberhardt_lan", {"flow.lan.kind": "video", "flow.lan.message": 1024, "flow.lan.frames_per_second": rate,
                                                           **{f"flow.lan.{key}": value for key, value in scene.items()}})


def lost(runs: Runs, name: str) -> float:
    """Percent."""
    flow = runs.flow(name)
    gone = sum(flow["lost"].values())
    return 100 * float(gone) / float(gone + flow["datagrams_received"])


def sent(runs: Runs, name: str) -> float:
    flow = runs.flow(name)
    return float(flow["written"]) * 8 / float(flow["seconds"]) / 1e6


def frames(runs: Runs, kind: str, rate: int) -> float:
    """A second."""
    flow = runs.flow(video(kind, rate))
    return float(flow["octets"]) / scenes()[kind]["frame"] / float(flow["seconds"])


def rows(runs: Runs) -> list[Row]:
    slow = max(lost(runs, wan(6, message)) for message in WAN_SIZES)
    return [Row("prose", "udp_send_rate", "SS10 to SS20", "Mb/s", "cal", 62, None, sent(runs, lan("sparc10", "sparc20"))),
            Row("prose", "udp_send_rate", "SS20 to SS10", "Mb/s", "cal", 102, None, sent(runs, lan("sparc20", "sparc10"))),
            Row("prose", "udp_loss", "SS20 to SS10", "%", "hold", 100, None, lost(runs, lan("sparc20", "sparc10")), 5),
            Row("prose", "udp_loss", "WAN 6 Mb/s", "%", "hold", 0, None, slow, 0.01),
            Row("prose", "vic_max_fps", "h261 fast (assumed, not a prediction)", "1/s", "hold", 20, None, frames(runs, "h261_fast", ASKED_FOR))]


def claims(runs: Runs) -> list[Row]:
    only_small = lost(runs, wan(26, WAN_SIZES[0])) > 0 and lost(runs, wan(26, DATAGRAM)) == 0
    return [claim("eberhardt", "Q19", "a slow receiver of UDP loses all", lost(runs, lan("sparc20", "sparc10")) >= 95, True),
            claim("eberhardt", "Q19b", "at 26 Mb/s to a SPARCstation 5 small datagrams are lost, large ones not", only_small, False),
            claim("eberhardt", "Q22", "video: bandwidth and CPU in proportion to the rate (assumed, not a prediction)", linear(runs), False),
            claim("eberhardt", "Q22b", "video: h261 and JPEG in the order told (assumed, not a prediction)", ordered(runs), False)]


def linear(runs: Runs) -> bool:
    """Twice the frames, twice the bandwidth and the CPU, within 2 %."""
    found = []
    for kind in scenes():
        pairs = [(a, b) for a, b in zip(VIDEO_RATES, VIDEO_RATES[1:], strict=False) if scenes()[kind]["encode_us"] * b < 1e6]
        for a, b in pairs:
            x, y = video(kind, a), video(kind, b)
            found += [runs.rate(y) / runs.rate(x) / (b / a), runs.busy(y, "sender") / runs.busy(x, "sender") / (b / a)]
    return all(abs(ratio - 1) < 0.02 for ratio in found)


def ordered(runs: Runs) -> bool:
    """Bandwidth, sender and receiver of the scenes, at 10 frames a second."""
    def at(kind: str) -> tuple[float, float, float]:
        name = video(kind, 10)
        return runs.rate(name), runs.busy(name, "sender"), runs.busy(name, "receiver")

    slow, fast, jpeg_slow, jpeg_fast = at("h261_slow"), at("h261_fast"), at("jpeg_slow"), at("jpeg_fast")
    high = at("h261_slow_high_resolution")
    return (slow[0] < jpeg_slow[0] and slow[1] > jpeg_slow[1] and fast[1] > jpeg_fast[1]
            and slow[2] < jpeg_slow[2] and fast[2] > jpeg_fast[2] and abs(high[0] / jpeg_slow[0] - 1) < 0.1)
