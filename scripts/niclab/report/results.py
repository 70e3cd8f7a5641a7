"""What a run left in its folder."""
import csv
import dataclasses
import json
import pathlib

MOMENTS = ("send_call", "tx_req", "tx_trdy", "tx_soc", "rx_soc", "rx_req", "rx_trdy", "delivered")
STAGES = ("stl", "pci_access_tx", "sar_segmentation", "phy_in_to_phy_out", "sar_reassembly", "pci_access_rx", "srl")
HARDWARE = STAGES[1:6]
MEANING = {
    "stl": "program's call to the card's first REQ#",
    "pci_access_tx": "REQ# to TRDY# of the descriptor",
    "sar_segmentation": "TRDY# to the first cell on TxUTOPIA",
    "phy_in_to_phy_out": "TxUTOPIA to RxUTOPIA: both PHYs, the fiber",
    "sar_reassembly": "RxUTOPIA to REQ# of the first payload burst",
    "pci_access_rx": "REQ# to TRDY# of that burst",
    "srl": "TRDY# to the receiving program",
    "sel": "the echoing host, RxUTOPIA to TxUTOPIA",
}


@dataclasses.dataclass
class Packet:
    """A delivered packet: its moments in microseconds since its run's start."""
    direction: str
    run: str
    pdu: str
    octets: int
    at: dict

    def between(self, begin, end):
        return self.at[end] - self.at[begin]

    @property
    def total(self):
        return self.between("send_call", "delivered")

    @property
    def bus_to_bus(self):
        return self.between("tx_req", "rx_trdy")


@dataclasses.dataclass
class Results:
    """A run's folder, read."""
    folder: pathlib.Path
    json: dict
    packets: list
    spans: list
    fifos: dict

    @property
    def directions(self):
        return list(dict.fromkeys(p.direction for p in self.packets))

    def of(self, direction):
        return [p for p in self.packets if p.direction == direction]

    def median_packet(self, direction):
        ordered = sorted(self.of(direction), key=lambda p: p.total)
        return ordered[(len(ordered) - 1) // 2]

    def chain(self, packet):
        """Spans of one packet's life, in order."""
        wanted = (packet.direction, packet.run, packet.pdu)
        return [s for s in self.spans if (s["direction"], s["run"], s["pdu"]) == wanted]


def rows_of(path):
    """The rows of a CSV file; none where there is no file."""
    if not path.exists():
        return []
    with open(path, newline="") as f:
        return list(csv.DictReader(f))


def read_packets(path):
    """Packets that passed all moments, in the order of the file."""
    packets = []
    for row in rows_of(path):
        if row["status"] == "ok" and all(row.get(m) for m in MOMENTS):
            packets.append(Packet(row["direction"], row["run"], row["pdu"], int(row["payload_octets"]),
                                  {m: float(row[m]) / 1000 for m in MOMENTS}))
    return packets


def read_fifos(path):
    """Bins of each FIFO, by (side, FIFO)."""
    fifos = {}
    for row in rows_of(path):
        fifos.setdefault((row["side"], row["fifo"]), []).append(row)
    return fifos


def read(folder):
    """Reads a run's folder."""
    folder = pathlib.Path(folder)
    return Results(folder, json.loads((folder / "results.json").read_text()), read_packets(folder / "pdus.csv"),
                   rows_of(folder / "attribution.csv"), read_fifos(folder / "occupancy.csv"))
