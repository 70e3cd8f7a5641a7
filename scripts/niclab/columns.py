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


REPRODUCE = Table("rows.csv", "reproduce", "One row per published number.", (
    Column("table", "", "Table of the paper."),
    Column("quantity", "", "Row of the table."),
    Column("what", "", "Direction, protocol or size of the row."),
    Column("stat", "", "Statistic: avg, min, max or another."),
    Column("split", "", "Permitted use. cal: may be fitted; hold: never fitted; exact: holds by arithmetic."),
    Column("standing", "", "How the row was used: fitted, chosen (seen when a mechanism was chosen), computed or predicted. Only predicted rows count."),
    Column("published", "as the table", "Published number. Empty: not published, the row is an explanation."),
    Column("analyzer", "as the table", "Value that the simulated logic analyzer measured. Empty: not measured."),
    Column("known", "as the table", "Exact value of the simulation. Empty: not simulated yet."),
    Column("null", "as the table", "Value of the null model: a line or a mean of published rows. Empty: none."),
    Column("tolerance", "as the table", "Maximum error of a held-out row. Empty: no limit."),
    Column("null_passes", "", "1: the null model or zero is also within the tolerance, so that the limit proves little; 0: neither is. Empty: no limit."),
    Column("deviation", "", "Reason of a deviation beyond the tolerance, if known."),
))
COMPARE = Table("rows.csv", "compare", "One row per measure and subject.", (
    Column("group", "", "Table of the page."),
    Column("measure", "", "Name of the measure."),
    Column("unit", "", "Unit of the measure."),
    Column("letter", "", "Letter of the subject."),
    Column("subject", "", "Subject, as named on the command line."),
    Column("mean", "the row's", "Mean over the seeds."),
    Column("ci95", "the row's", "Half width of the 95 % confidence interval of the mean."),
    Column("difference", "the row's", "Mean difference from the first subject, paired by seed."),
    Column("difference_ci95", "the row's", "Half width of the 95 % confidence interval of the difference."),
    Column("significant", "", "1: the confidence interval of the difference excludes 0; 0: the difference is not significant."),
    Column("seeds", "the row's", "Value of each seed."),
))
SWEEP = Table("sweep.csv", "sweep", "One row per point. NAME_ci95 is the half width of the 95 % confidence interval of column NAME over "
              "the runs.", (
    Column("point", "", "Name of the point's folder in points."),
    Column("status", "", "Status of the point: done, partial or failed."),
    Column("message", "", "Error message of a failed point."),
    Column("pareto", "", "With --objective: 1 if the point is Pareto optimal, else 0."),
    Column("latency_us", "us", "Latency of a packet from program to program."),
    Column("latency_DIRECTION_us", "us", "Latency of a packet from program to program, in one direction."),
    Column("throughput_mbps", "Mb/s", "Throughput of a stream, mean of its directions."),
    Column("throughput_DIRECTION_mbps", "Mb/s", "Throughput of a stream in one direction."),
    Column("STAGE_DIRECTION_us", "us", "Time of a stage in one direction."),
    Column("UNIT_sent", "", "PDUs, or units of the line, sent in both directions."),
    Column("UNIT_dropped", "", "PDUs, or units of the line, lost in both directions."),
    Column("interrupts_per_packet", "", "Interrupts of all hosts per delivered PDU."),
    Column("cpu_per_packet_us", "us", "CPU time of the drivers and programs of all hosts per delivered PDU."),
    Column("pci_busy_HOST_percent", "%", "Share of PCI clocks with FRAME# or IRDY# asserted."),
    Column("pcie_busy_percent", "%", "Share of the time with packets on the links of PCI Express, both directions."),
    Column("isa_busy_percent", "%", "Share of the time in which cycles, refreshes or masters use the ISA buses; eisa_busy_percent for EISA."),
    Column("fifo_bits", "bits", "Size of the FIFOs of all cards. Missing if unknown for a card, as for Ethernet cards."),
    Column("sram_bits", "bits", "Size of the SRAM of all cards. Missing if unknown for a card."),
    Column("pins", "", "Pins of the chips of all cards. Missing if unknown for a card."),
    Column("cost_bits", "bits", "Size of FIFOs and SRAM of all cards."),
    Column("mbps", "Mb/s", "Coarse level: throughput of all flows between programs, in payload."),
    Column("mac_frames_mbps", "Mb/s", "Coarse level: throughput of all flows between hosts that are only a MAC, in frames."),
    Column("FLOW_mbps", "Mb/s", "Coarse level: throughput of a flow."),
    Column("FLOW_transactions_per_s", "1/s", "Coarse level: transactions per second of a request-response flow."),
    Column("FLOW_round_trip_us", "us", "Coarse level: median round-trip time of a flow."),
    Column("FLOW_latency_us", "us", "Hosts with a TCP: mean time of a packet of an echo, transmit, periodic or poisson flow."),
    Column("FLOW_latency_back_us", "us", "Hosts with a TCP: mean time of the packets that an echo flow returns."),
    Column("FLOW_retransmitted", "", "Coarse level: retransmitted segments of a flow."),
    Column("cpu_HOST_percent", "%", "Coarse level: CPU load of a host."),
    Column("packets_dropped", "", "Coarse level: lost packets of all causes."),
    Column("fairness", "", "Ethernet segment: Jain's fairness index of the throughput of its stations."),
    Column("FLOW_frame_time_us", "us", "Ethernet segment: median time of a frame from program to program."),
    Column("collisions", "", "Ethernet segment: attempts that collided."),
    Column("frames_aborted", "", "Ethernet segment: frames dropped after the last attempt or a late collision."),
    Column("cable_USE_percent", "%", "Ethernet segment: share of the time in which the cable carried frames, collisions or silence."),
    Column("TABLE.KEY", "", "Value of each varied key."),
))
PCIE_SIMULATED = Table("simulated.csv", "reproduce", "pcie_bench: one row per measured number.", (
    Column("host", "", "Name of the host file."),
    Column("mps", "octets", "Maximum payload size of a TLP."),
    Column("mrrs", "octets", "Maximum size of a read request."),
    Column("iommu", "", "1: an IOMMU translates addresses."),
    Column("superpages", "", "1: the pages of the IOMMU have 2 MiB."),
    Column("remote", "", "1: the memory, or the CPU that wrote it, is on another socket than the card."),
    Column("experiment", "", "Test: lat_dma_rd, lat_dma_wrrd, bw_dma_rd, bw_dma_wr or bw_dma_rw; lat_cmd_ without the DMA engine."),
    Column("cache", "", "State of the cache. HWarm: the CPU wrote the window before; Cold: it did not."),
    Column("pattern", "", "Order of addresses: sequential (Seq) or random (Rand)."),
    Column("size", "octets", "Size of a transfer."),
    Column("offset", "octets", "Offset of a transfer in its unit of 64 octets."),
    Column("window", "octets", "Memory that the transfers use."),
    Column("dev_offset", "octets", "Offset in the card's memory."),
    Column("statistic", "", "Statistic: median, goodput or a quantile."),
    Column("split", "", "Permitted use. cal: may be fitted; hold: never fitted."),
    Column("measured", "ns or Gbit/s", "The published number."),
    Column("simulated", "ns or Gbit/s", "The number of the model."),
))
PCIE_SPANS = Table("spans.csv", "reproduce", "pcie_bench: spans of the mean latency of an experiment, which sum to it.", (
    *(c for c in PCIE_SIMULATED.columns if c.name in ("host", "experiment", "cache", "pattern", "size", "offset", "window")),
    Column("write_ns", "ns", "Write before the read, up to its signal."),
    Column("engine_ns", "ns", "Time in the DMA engine."),
    Column("tag_ns", "ns", "Wait for a free tag."),
    Column("request_wait_ns", "ns", "Wait of the request for credits and for the link."),
    Column("request_ns", "ns", "Request on the link."),
    Column("iommu_ns", "ns", "Address translation, and wait for earlier writes."),
    Column("root_ns", "ns", "Latency of the root complex."),
    Column("memory_ns", "ns", "Additional latency compared with a hit in the LLC of the card's socket."),
    Column("combine_ns", "ns", "From the first cache line to the last completion."),
    Column("completion_ns", "ns", "Last completion on the link, with its wait."),
    Column("landing_ns", "ns", "Time to store the octets in the card's memory."),
))
TABLES = (SWEEP, COMPARE, REPRODUCE, PCIE_SIMULATED, PCIE_SPANS)
CONFIDENCE = "_ci95"


def meaning(table: Table, name: str) -> Column | None:
    """Of a column of a file; the first that fits."""
    plain = name.removesuffix(CONFIDENCE)
    return next((column for column in table.columns if column.fits(plain)), None)
