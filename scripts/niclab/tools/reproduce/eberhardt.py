"""Eberhardt, Ruess, Sigle 1998: local and wide-area ATM between Suns."""
import pathlib
import statistics

from niclab import files
from niclab.tools.reproduce import eberhardt_datagrams as datagrams
from niclab.tools.reproduce.row import Row
from niclab.tools.reproduce.traffic import Plan, Runs, claim, percent, rising

LINE_MBIT_S = 149.76 * 48 / 53
SHAPED = (6, 25, 40, 50, 100)
DIPS = (8192, 9140, 9216, 16384, 18280, 18432, 24576)
SIZES = {"1k-64k": (1024, 8192, 32768), "1k": (1024,), "64k": (65536,), "1024": (1024,), "32k": (32768,), "32k, 64k": (32768,)}


def wan(rate: str, buffer: str, message: int) -> str:
    return f"wan_{rate}_{buffer}_{message}"


def standard(rate: int) -> str:
    return f"standard_{rate}"


def lan(ip: str, message: int, host: str = "ultra1") -> str:
    return f"lan_{ip}_{message}_{host}"


def plan(niclab: str, data: pathlib.Path) -> Plan:
    found = Plan(niclab)
    for entry in files.rows(data / "eberhardt_table1.csv"):
        rate, buffer = entry["avail_bw_mbps"], entry["buffer_bytes"]
        for message in SIZES[entry["send_size"]]:
            found.add(wan(rate, buffer, message), "eberhardt_wan",
                      {"vc.vc0.peak_cell_rate": f"{rate} Mb/s", "vc.vc0.police": f"{rate} Mb/s", "flow.wan.message": message, "flow.wan.socket_buffer": int(buffer)})
    for rate_mbit in (6, 26):
        settings: dict[str, object] = {"vc.vc0.peak_cell_rate": f"{rate_mbit} Mb/s", "vc.vc0.police": f"{rate_mbit} Mb/s", "flow.wan.message": 8192,
                                         "flow.wan.socket_buffer": 65536}
        found.add(standard(rate_mbit), "eberhardt_wan", settings | {f"host.{h}.software": "solaris25" for h in ("sender", "receiver")})
    for ip, message in (("clip", 32768), ("clip", 1024), ("lane", 8192), ("lane", 1024)):
        found.add(lan(ip, message), "eberhardt_lan", {"network.ip": ip, "flow.lan.message": message})
    found.add(lan("clip", 32768, "ultra2"), "eberhardt_lan", {f"host.{h}.profile": "ultra2" for h in ("sender", "receiver")})
    for message in (64, 1024, 65536):
        found.add(f"loopback_{message}", "eberhardt_lan", {"flow.lan.to": "sender", "flow.lan.message": message, "run.duration": "2 s"})
    for shaped in SHAPED:
        found.add(f"shaped_{shaped}", "eberhardt_lan", {"flow.lan.message": 32768, "vc.vc0.peak_cell_rate": f"{shaped} Mb/s"})
    for message in DIPS:
        found.add(f"dip_{message}", "eberhardt_lan", {"flow.lan.message": message, "run.duration": "3 s", **slow()})
    datagrams.add(found)
    return found


def slow() -> dict[str, object]:
    """SPARCstations 10 whose system keeps writes apart."""
    found: dict[str, object] = {}
    for host in ("sender", "receiver"):
        found |= {f"host.{host}.profile": "sparc10", f"host.{host}.tcp.separate_tail": 1}
    return found


def table1(runs: Runs, data: pathlib.Path) -> list[Row]:
    """Throughput within 8 %, windows of 524288 octets within 5 %, CPU within 3 points."""
    found = []
    for entry in files.rows(data / "eberhardt_table1.csv"):
        names = [wan(entry["avail_bw_mbps"], entry["buffer_bytes"], m) for m in SIZES[entry["send_size"]]]
        published = float(entry["value"])
        if entry["quantity"] == "throughput":
            known = statistics.fmean(map(runs.rate, names))
            tolerance = percent(published, 5 if entry["buffer_bytes"] == "524288" else 8)
        else:
            known = statistics.fmean(runs.busy(n, "sender" if entry["quantity"] == "cpu_send" else "receiver") for n in names)
            tolerance = 3
        found.append(Row("Table 1", entry["quantity"], f"{entry['avail_bw_mbps']} Mb/s, {entry['buffer_bytes']}, {entry['send_size']}",
                         entry["unit"], entry["split"], published, None, known, tolerance if entry["split"] == "hold" else None))
    return found


def prose(runs: Runs, data: pathlib.Path) -> list[Row]:
    clip, lane = runs.flow(lan("clip", 32768)), runs.flow(lan("lane", 8192))
    pdus = [f["segments"] / f["seconds"] * 5 for f in (clip, lane)]

    def row(quantity: str, what: str, split: str, published: float, known: float, tolerance: float | None, unit: str = "Mb/s") -> Row:
        return Row("prose", quantity, what, unit, split, published, None, known, tolerance if split != "cal" else None)

    ratio = runs.busy(lan("lane", 8192), "sender") / lane["mbit_s"] * 110 / (runs.busy(lan("clip", 32768), "sender") / clip["mbit_s"] * 130)
    greater = {ip: max(runs.busy(lan(ip, m), h) for h in ("sender", "receiver")) for ip, m in (("clip", 32768), ("lane", 8192))}
    return [row("aal5_max_rate", "OC-3", "exact", 135.6, LINE_MBIT_S, 0.05), row("clip_rate", "IP, MTU 9180", "exact", 135.1, 9180 / 9216 * LINE_MBIT_S, 0.05),
            row("window_limit", "64 kB / 190 ms", "exact", 2.7, 64000 * 8 / 190e-3 / 1e6, 0.05),
            row("tcp_throughput", "LAN CLIP", "hold", 130, clip["mbit_s"], percent(130, 3)),
            row("tcp_throughput", "LAN LANE", "hold", 110, lane["mbit_s"], percent(110, 3)),
            row("tcp_throughput", "LAN LANE, 1024", "hold", 60, runs.rate(lan("lane", 1024)), percent(60, 8)),
            row("cpu", "LAN CLIP, Ultra 1", "cal", 40, greater["clip"] * 130 / clip["mbit_s"], None, "%"),
            row("cpu", "LAN LANE, Ultra 1 (80 to 100)", "cal", 90, greater["lane"] * 110 / lane["mbit_s"], None, "%"),
            row("cpu", "LAN CLIP, Ultra 2", "hold", 20, max(runs.busy(lan("clip", 32768, "ultra2"), h) for h in ("sender", "receiver")), 3, "%"),
            row("cpu", "LAN CLIP, 1024", "hold", 100, runs.busy(lan("clip", 1024), "sender"), None, "%"),
            row("cpu_ratio", "LANE to CLIP", "hold", 2, ratio, None, ""), row("pdus", "LANE, 5 s", "hold", 50000, pdus[1] * 110 / lane["mbit_s"], None, ""),
            row("pdu_ratio", "LANE to CLIP", "hold", 5.3, pdus[1] / lane["mbit_s"] * 110 / (pdus[0] / clip["mbit_s"] * 130), 0.1, ""),
            row("tcp_standard", "WAN 6 Mb/s", "hold", 2.2, runs.rate(standard(6)), percent(2.2, 8)),
            row("tcp_standard", "WAN 26 Mb/s", "hold", 2.2, runs.rate(standard(26)), percent(2.2, 8))]


def claims(runs: Runs) -> list[Row]:
    dip = {m: runs.rate(f"dip_{m}") for m in DIPS}
    segments = {m: runs.flow(f"dip_{m}")["segments"] / max(1.0, runs.flow(f"dip_{m}")["octets"]) for m in DIPS}
    share = [runs.rate(f"shaped_{r}") / (r * 9140 / 192 / 53) for r in SHAPED]
    loop = {m: runs.results[f"loopback_{m}"]["network"]["hosts"][0]["busy_fs"] for m in (64, 65536)}
    twice = runs.busy(lan("lane", 8192), "sender") / runs.rate(lan("lane", 8192)) / (runs.busy(lan("clip", 32768), "sender") / runs.rate(lan("clip", 32768)))
    near = abs(runs.rate(standard(6)) / runs.rate(standard(26)) - 1) <= 0.08
    return [claim("eberhardt", "Q15", "CLIP's throughput dips behind each multiple of the segment",
                  dip[9216] < 0.95 * dip[9140] and dip[18432] < 0.95 * dip[18280], True),
            claim("eberhardt", "Q16", "the number of PDUs steps up there", segments[9216] > 1.5 * segments[9140] and segments[18432] > 1.3 * segments[18280], True),
            claim("eberhardt", "Q17", "the sender's CPU is above the receiver's for small messages", loop[64]["lan_writer"] > loop[64]["lan_reader"], True),
            claim("eberhardt", "Q18", "LANE takes about twice the CPU of CLIP", 1.6 <= twice <= 3, True),
            claim("eberhardt", "Q20", "standard TCP does not profit from 26 in place of 6 Mb/s", near, True),
            claim("eberhardt", "Q21", "the share a shaper leaves falls as the rate rises", rising(reversed(share)) and share[-1] < 0.7, True)]


def compared(runs: Runs, data: pathlib.Path) -> list[Row]:
    return [*table1(runs, data), *prose(runs, data), *datagrams.rows(runs), *claims(runs), *datagrams.claims(runs)]
