"""What the columns of the tools' tables mean: first lines of files and the book's reference are
made of it.

Capitals are placeholders for names of the experiment: `latency_DIRECTION_us` is
`latency_client_to_server_us`. The tables a run itself leaves are the program's (`niclab list
columns`).
"""
import dataclasses
import re


@dataclasses.dataclass(frozen=True)
class Column:
    name: str
    unit: str
    what: str

    def fits(self, name: str) -> bool:
        """Whether a column of a file is this one."""
        return re.fullmatch(re.sub(r"[A-Z]+", r"[\\w.+-]+", self.name), name) is not None


@dataclasses.dataclass(frozen=True)
class Table:
    file: str
    tool: str
    what: str
    columns: tuple[Column, ...]

    def header(self) -> list[str]:
        return [column.name for column in self.columns]


REPRODUCE = Table("rows.csv", "reproduce", "One row a published number.", (
    Column("table", "", "Of the paper."),
    Column("quantity", "", "The row of the table."),
    Column("what", "", "Its direction, protocol or size."),
    Column("stat", "", "avg, min, max or another statistic."),
    Column("split", "", "Permitted use. cal: may be fitted; hold: never fitted; exact: holds by arithmetic."),
    Column("standing", "", "How the row was used: fitted, chosen (seen when a mechanism was chosen), computed or predicted. Only predicted rows count."),
    Column("published", "as the table", "The paper's number; empty: nothing was published, what is shown explains."),
    Column("analyzer", "as the table", "What the simulated logic analyzer saw; empty: none looked."),
    Column("known", "as the table", "What the simulation knows itself; empty: not simulated yet."),
    Column("null", "as the table", "Value of the null model: a line or a mean of published rows; empty: it has none."),
    Column("tolerance", "as the table", "Maximum error of a held-out row; empty: it is not gated."),
    Column("null_passes", "", "1: the null model or zero is within the tolerance too, so that the gate proves little; 0: neither is; empty: no gate."),
    Column("deviation", "", "Why a row misses, where that is known."),
))
COMPARE = Table("rows.csv", "compare", "One row a measure and subject.", (
    Column("group", "", "Which table of the page."),
    Column("measure", "", "What was measured."),
    Column("unit", "", "Of the measure."),
    Column("letter", "", "Of the subject."),
    Column("subject", "", "As the command line named it."),
    Column("mean", "the row's", "Over the seeds."),
    Column("ci95", "the row's", "Half of the mean's 95 % confidence interval."),
    Column("difference", "the row's", "To the first subject, seed by seed."),
    Column("difference_ci95", "the row's", "Half of the difference's 95 % confidence interval."),
    Column("significant", "", "1: the interval of the difference leaves out 0; 0: no difference is seen."),
    Column("seeds", "the row's", "The value of each seed."),
))
SWEEP = Table("sweep.csv", "sweep", "One row a point. A measure has a second column, its name with _ci95: half of the 95 % confidence "
              "interval over the runs.", (
    Column("point", "", "Name of its folder under points."),
    Column("status", "", "done, partial or failed."),
    Column("message", "", "Why it failed."),
    Column("pareto", "", "With --objective: 1 where no other point is better in everything, else 0."),
    Column("latency_us", "us", "A packet's time from program to program."),
    Column("latency_DIRECTION_us", "us", "The same of one direction."),
    Column("throughput_mbps", "Mb/s", "Of a stream, the mean of its directions."),
    Column("throughput_DIRECTION_mbps", "Mb/s", "Of one direction."),
    Column("STAGE_DIRECTION_us", "us", "A stage."),
    Column("UNIT_sent", "", "PDUs, or what the line carries, sent in both directions."),
    Column("UNIT_dropped", "", "Of them those that were lost."),
    Column("interrupts_per_packet", "", "Interrupts of all hosts, a PDU that was delivered."),
    Column("cpu_per_packet_us", "us", "CPU time of all hosts' drivers and programs, a PDU that was delivered."),
    Column("pci_busy_HOST_percent", "%", "Clocks of the bus with FRAME# or IRDY# asserted."),
    Column("pcie_busy_percent", "%", "Of the links of PCI Express, both directions: time with packets on them."),
    Column("isa_busy_percent", "%", "Of the hosts' ISA buses: time in which a cycle, refresh or a master had them; eisa_busy_percent of EISA."),
    Column("fifo_bits", "bits", "FIFOs of all cards; not there where one's is not known, as of Ethernet cards."),
    Column("sram_bits", "bits", "SRAM of all cards, likewise."),
    Column("pins", "", "Of all cards' chips, likewise."),
    Column("cost_bits", "bits", "FIFOs and SRAM together."),
    Column("mbps", "Mb/s", "Coarse level: all flows together."),
    Column("FLOW_mbps", "Mb/s", "Coarse level: a flow."),
    Column("FLOW_transactions_per_s", "1/s", "Coarse level: of a flow that asks and answers."),
    Column("FLOW_round_trip_us", "us", "Coarse level: median round trip of a flow."),
    Column("FLOW_retransmitted", "", "Coarse level: segments sent again."),
    Column("cpu_HOST_percent", "%", "Coarse level: how busy a host's CPU was."),
    Column("packets_dropped", "", "Coarse level: packets lost, whatever the cause."),
    Column("fairness", "", "Ethernet segment: Jain's index of what its stations got through."),
    Column("FLOW_frame_time_us", "us", "Ethernet segment: median time of a frame from program to program."),
    Column("collisions", "", "Ethernet segment: attempts that collided."),
    Column("frames_aborted", "", "Ethernet segment: after their last attempt, or a late collision."),
    Column("cable_USE_percent", "%", "Ethernet segment: how long the cable carried frames, collisions or silence."),
    Column("TABLE.KEY", "", "Each key that is varied, by its name."),
))
PCIE_SIMULATED = Table("simulated.csv", "reproduce", "Of pcie_bench: one row per measured number.", (
    Column("host", "", "Name of the host file."),
    Column("mps", "octets", "Maximum payload of a packet."),
    Column("mrrs", "octets", "Maximum size of a read request."),
    Column("iommu", "", "1: an IOMMU translates addresses."),
    Column("superpages", "", "1: its pages have 2 MiB."),
    Column("remote", "", "1: the memory, or the CPU that wrote it, is in another socket than the card."),
    Column("experiment", "", "lat_dma_rd, lat_dma_wrrd, bw_dma_rd, bw_dma_wr or bw_dma_rw; lat_cmd_ without the DMA engine."),
    Column("cache", "", "HWarm: the CPU wrote the window before; Cold: it did not."),
    Column("pattern", "", "Seq: addresses in order; Rand: random."),
    Column("size", "octets", "Of a transfer."),
    Column("offset", "octets", "Of a transfer in its unit of 64 octets."),
    Column("window", "octets", "Memory that the transfers use."),
    Column("dev_offset", "octets", "Offset in the card's memory."),
    Column("statistic", "", "median, goodput or a quantile."),
    Column("split", "", "Permitted use. cal: may be fitted; hold: never fitted."),
    Column("measured", "ns or Gbit/s", "The published number."),
    Column("simulated", "ns or Gbit/s", "The number of the model."),
))
PCIE_SPANS = Table("spans.csv", "reproduce", "Of pcie_bench: where the mean latency of an experiment goes; the spans sum to it.", (
    *(c for c in PCIE_SIMULATED.columns if c.name in ("host", "experiment", "cache", "pattern", "size", "offset", "window")),
    Column("write_ns", "ns", "Write before the read, up to its signal."),
    Column("engine_ns", "ns", "In the DMA engine."),
    Column("tag_ns", "ns", "Wait for a tag."),
    Column("request_wait_ns", "ns", "Wait of the request for credits and for the link."),
    Column("request_ns", "ns", "Request on the link."),
    Column("iommu_ns", "ns", "Translation of its address, and writes before it."),
    Column("root_ns", "ns", "Latency of the root complex."),
    Column("memory_ns", "ns", "More than a hit in the LLC of the card's socket."),
    Column("combine_ns", "ns", "From the first cache line to the last completion."),
    Column("completion_ns", "ns", "Last completion on the link, with its wait."),
    Column("landing_ns", "ns", "Octets into the card's memory."),
))
TABLES = (SWEEP, COMPARE, REPRODUCE, PCIE_SIMULATED, PCIE_SPANS)
CONFIDENCE = "_ci95"


def meaning(table: Table, name: str) -> Column | None:
    """Of a column of a file; the first that fits."""
    plain = name.removesuffix(CONFIDENCE)
    return next((column for column in table.columns if column.fits(plain)), None)
