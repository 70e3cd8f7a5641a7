"""pcie-bench (Neugebauer et al., SIGCOMM 2018): a DMA engine on server hosts, row by row.

The program has simulated every row of every host file. Each row belongs to one class, which is the
table of its row. A class has a tolerance where the measurements can decide, see TOLERANCES. Medians
over a class and the windows at which latency rises are sentences.

Null models: for goodput the closed form of the authors. For latencies a line through the
calibration rows of 64 and 2048 octets, moved to the host's read of 64 octets.
"""
import math
import pathlib
import statistics
from collections.abc import Iterator, Sequence

from niclab import files
from niclab.tools.reproduce.row import BESIDES, Row

CALIBRATION = "hsw-Xeon-E5-2637v3_supermicro"
# Hosts that the model is not meant for: an unexplained loss of goodput, presumably power management,
# and an IOMMU that slows accesses of a whole superpage.
OUTLIERS = ("hsw-Xeon-E3-1226v3", "snb-Xeon-E5-2630_dell-t620-iommu")
MAIN_SIZES = {4, 8, 16, 24, 32, 48, 64, 128, 256, 512, 768, 1024, 1280, 1520, 2048}
SMALL_PAGE_TLB_END = 1 << 20  # octets: windows from here on exceed the reach of an IOMMU's TLB with 4 KiB pages

READ_SIZE, READ_STEP, READ_OFFSET = "read latency by size", "read latency, octet by octet", "read latency by offset"
WRITE_READ = "write then read by size"
READ_WINDOW, READ_WALK = "read latency by window", "read latency with IOMMU misses"
WRITE_FULL, WRITE_64, WRITE_OTHER = "writes of multiples of 256", "writes of 64 octets", "other writes"
READ_64, READ_LONG, READ_RATE = "reads of 64 octets", "reads from 257 octets, MRRS 4096", "other reads"
BOTH = "reads and writes together"
RATE_OFFSET, RATE_WINDOW = "goodput by offset", "goodput by window"
COMMAND, DEVICE, QUANTILE = "commands without the DMA engine", "offsets in the card", "quantiles of latency"
OTHER_LATENCY, OUTLIER = "other latencies", "outliers"

# Percent of the measured value, for each row. A class that is not here is published and not gated.
TOLERANCES = {READ_SIZE: 5.0, WRITE_READ: 7.0, READ_WALK: 7.0, WRITE_FULL: 3.0, WRITE_64: 1.0, READ_64: 9.0}
# Of the median over a class.
MEDIANS = {READ_SIZE: 2.0, READ_LONG: 1.0}

RAW_GBIT_S = 57.88  # of a link of generation 3 with 8 lanes, without DLLPs, as the authors compute it
REQUEST_OCTETS, COMPLETION_OCTETS = 24, 20  # a packet without its data
NOTE = (
    "Fitted: 10 numbers to one machine (models/pcie/cards/nfp6000.toml) and one per host, its reads of 64 octets. Chosen in view of held rows: 32 tags, "
    "padding to 8 octets, 96 entries of the IOMMU's TLB; so rows that depend on them are no predictions. Not gated, since the measurements do not decide: "
    "reads of less than 257 octets and most with an MRRS of 512, which the card's engine limits; reads and writes together; commands without the DMA engine; "
    "offsets in the card; two outliers, a desktop with slow writes and an IOMMU of Sandy Bridge. The clock of the card has steps of 13.33 ns."
)

Measured = dict[str, str]


def median(values: Sequence[float]) -> float:
    return statistics.median(values) if values else math.nan


def class_of(r: Measured) -> str:
    """The table of a row."""
    size, offset, window, rate = int(r["size"]), int(r["offset"]), int(r["window"]), r["experiment"].startswith("bw")
    if r["host"].startswith(OUTLIERS):
        return OUTLIER
    if r["dev_offset"] != "0":
        return DEVICE
    if "cmd" in r["experiment"]:
        return COMMAND
    if rate:
        return rate_class(r, size, window)
    if r["statistic"] != "median":
        return QUANTILE
    warm_read = r["experiment"] == "lat_dma_rd"
    if r["pattern"] == "Rand":
        walks = warm_read and r["iommu"] == "1" and r["superpages"] == "0" and window >= SMALL_PAGE_TLB_END
        return READ_WALK if walks else READ_WINDOW if warm_read else OTHER_LATENCY
    if r["cache"] == "Cold":
        return OTHER_LATENCY
    if not warm_read:
        return OTHER_LATENCY if offset else WRITE_READ
    return READ_OFFSET if offset else READ_SIZE if size in MAIN_SIZES else READ_STEP


def rate_class(r: Measured, size: int, window: int) -> str:
    if r["pattern"] == "Seq":
        return RATE_OFFSET
    if r["cache"] == "Cold" or window != 8192:
        return RATE_WINDOW
    if r["experiment"] == "bw_dma_rw":
        return BOTH
    if r["experiment"] == "bw_dma_wr":
        return WRITE_64 if size == 64 else WRITE_FULL if size % 256 == 0 and size >= 512 else WRITE_OTHER
    return READ_64 if size == 64 else READ_LONG if size > 256 and int(r["mrrs"]) == 4096 else READ_RATE


def closed_form(r: Measured) -> float:
    """Goodput in Gbit/s from headers alone: equations of the paper, section 3."""
    size, mps, mrrs = int(r["size"]), int(r["mps"]), int(r["mrrs"])
    up, down = 0.0, 0.0  # octets on the line, each way
    if r["experiment"] != "bw_dma_rd":
        up += size + REQUEST_OCTETS * math.ceil(size / mps)
    if r["experiment"] != "bw_dma_wr":
        up += REQUEST_OCTETS * math.ceil(size / mrrs)
        down += size + COMPLETION_OCTETS * math.ceil(size / mps)
    return RAW_GBIT_S * size / max(up, down)


class Line:
    """Of latency over size, through the calibration rows, moved to each host."""

    def __init__(self, measured: Sequence[Measured]):
        at = {(r["host"], r["experiment"], r["size"]): float(r["measured"]) for r in measured
              if r["cache"] == "HWarm" and r["pattern"] == "Seq" and r["offset"] == "0" and r["dev_offset"] == "0" and r["statistic"] == "median"}
        self.read_64 = {host: value for (host, experiment, size), value in at.items() if (experiment, size) == ("lat_dma_rd", "64")}
        self.lines = {}
        for experiment in ("lat_dma_rd", "lat_dma_wrrd"):
            ends = [at.get((CALIBRATION, experiment, size)) for size in ("64", "2048")]
            if ends[0] is not None and ends[1] is not None:
                self.lines[experiment] = (ends[0] - at[CALIBRATION, "lat_dma_rd", "64"], (ends[1] - ends[0]) / (2048 - 64))

    def of(self, r: Measured) -> float | None:
        line, own = self.lines.get(r["experiment"].replace("cmd", "dma")), self.read_64.get(r["host"])
        return None if line is None or own is None else own + line[0] + line[1] * (int(r["size"]) - 64)


def what(r: Measured) -> str:
    offsets = "".join(f", {name} {r[key]}" for key, name in (("offset", "offset"), ("dev_offset", "card offset")) if r[key] != "0")
    return f"{r['host']}: {r['size']}{offsets}, window {r['window']}, {r['cache']} {r['pattern']}"


def row_of(r: Measured, line: Line) -> Row:
    table, measured = class_of(r), float(r["measured"])
    rate = r["experiment"].startswith("bw")
    tolerance = TOLERANCES.get(table)
    row = Row(table, r["experiment"], what(r), "Gbit/s" if rate else f"{r['statistic']}, ns", r["split"], measured, None, float(r["simulated"]),
              tolerance * measured / 100 if tolerance and r["split"] == "hold" else None, at=float(r["size"]))
    if not row.fitted:
        row.null = closed_form(r) if rate else line.of(r)
    return row


def errors(rows: Sequence[Row]) -> list[float]:
    return [abs(r.percent) for r in rows if r.percent is not None and not r.fitted]


def nulls(rows: Sequence[Row]) -> list[float]:
    return [abs(100 * (r.null - r.published) / r.published) for r in rows if r.null is not None and r.published]


def knee(points: Sequence[tuple[int, float]], rise: float) -> int:
    """The first window with a latency of `rise` ns above that of the smallest window; 0: none."""
    ordered = sorted(points)
    return next((window for window, value in ordered if value > ordered[0][1] + rise), 0)


def knees(measured: Sequence[Measured]) -> Iterator[Row]:
    """Windows at which reads leave the LLC (20 ns) and the IOMMU's TLB (100 ns), one sentence per host.

    Without a rise of 20 ns up to the largest window, measured or simulated, there is no LLC knee.
    """
    sweep = [r for r in measured if r["experiment"] == "lat_dma_rd" and r["cache"] == "HWarm" and r["pattern"] == "Rand" and r["statistic"] == "median"
             and r["size"] == "64" and not r["host"].startswith(OUTLIERS)]
    for host in dict.fromkeys(r["host"] for r in sweep):
        of = [r for r in sweep if r["host"] == host]
        translated = of[0]["iommu"] == "1" and of[0]["superpages"] == "0"
        for name, rise, used in (("LLC", 20.0, not translated), ("IOMMU", 100.0, translated)):
            if used:
                found = [knee([(int(r["window"]), float(r[column])) for r in of], rise) for column in ("measured", "simulated")]
                yield sentence(f"{name} knee", f"{host}: latency rises at a window of {found[1]}, measured {found[0]}", found[0] == found[1])


def sentence(quantity: str, text: str, so: bool) -> Row:
    return Row(BESIDES, quantity, text, "", "", 1.0, None, float(so), 0.5)


def digest_order(measured: Sequence[Measured]) -> Iterator[Row]:
    """Writes of 2048 octets are slowest where an ECRC and a header of 4 dwords meet, and nowhere else."""
    writes = [r for r in measured if r["experiment"] == "bw_dma_wr" and r["size"] == "2048" and r["pattern"] == "Rand" and r["cache"] == "HWarm"
              and r["window"] == "8192" and not r["host"].startswith(OUTLIERS)]
    if len(writes) > 1:
        def slow(column: str) -> set[str]:
            rates = [float(r[column]) for r in writes]
            middle = (max(rates) + min(rates)) / 2
            return {r["host"] for r in writes if float(r[column]) < middle}

        yield sentence("ECRC and header", f"the same {len(slow('measured'))} of {len(writes)} hosts write 2048 octets slower", slow("measured") == slow("simulated"))


def medians(rows: Sequence[Row]) -> Iterator[Row]:
    for table, limit in MEDIANS.items():
        found = median(errors([r for r in rows if r.table == table]))
        if not math.isnan(found):
            yield sentence("median error", f"{table}: {found:.2f} %, at most {limit:g}", found <= limit)


def compared(measured: Sequence[Measured]) -> list[Row]:
    """Every measured row next to the simulated one, then the sentences."""
    line = Line(measured)
    rows = [row_of(r, line) for r in measured]
    return [*rows, *medians(rows), *digest_order(measured), *knees(measured)]


HEADS = ("host", ">rows", ">median error %", ">90 %", ">worst %", ">null median %")


def tail(values: Sequence[float], share: float) -> float:
    return sorted(values)[min(int(share * len(values)), len(values) - 1)]


def host_lines(rows: Sequence[Row]) -> list[list[object]]:
    """Cells by HEADS, one line per host that has rows."""
    lines: list[list[object]] = []
    for host in dict.fromkeys(r.what.partition(":")[0] for r in rows):
        of = [r for r in rows if r.what.partition(":")[0] == host]
        if found := errors(of):
            null = nulls(of)
            lines.append([host, len(found), f"{median(found):.1f}", f"{tail(found, 0.9):.1f}", f"{max(found):.1f}", f"{median(null):.1f}" if null else ""])
    return lines


def tables(rows: Sequence[Row]) -> list[tuple[str, list[list[object]]]]:
    """Each class with a line per host."""
    numbers = [r for r in rows if not r.is_sentence]
    return [(name, host_lines([r for r in numbers if r.table == name])) for name in dict.fromkeys(r.table for r in numbers)]


def text(rows: Sequence[Row]) -> str:
    found = ""
    for name, lines in tables(rows):
        if lines:
            found += f"{name}\n{'host':<50}{'rows':>6}{'median %':>10}{'90 %':>8}{'worst %':>9}{'null %':>8}\n"
            found += "".join(f"{cells[0]:<50}{cells[1]:>6}{cells[2]:>10}{cells[3]:>8}{cells[4]:>9}{cells[5]:>8}\n" for cells in lines) + "\n"
    sentences = [r for r in rows if r.is_sentence]
    return found + "Our own statements\n" + "".join(f"{r.quantity:<16}{r.what}: {'true' if r.known else 'FALSE'}\n" for r in sentences) + "\n"


def read(out: pathlib.Path) -> list[Measured]:
    """What the program has simulated: a row of simulated.csv per measured row."""
    return files.rows(out / "simulated.csv")
