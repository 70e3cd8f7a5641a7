"""Hardware cost of a card: bits and pins that its resolved configuration (the `nic` table) implies.

SRAM       on the card's board: words of 32 bits, where the tables are in SRAM, and packet memory,
           48 octets a cell.
FIFO       in chips: cells of 53 octets in the SAR's transmit FIFO, its assembly stage and the
           PHY's two. The receive FIFO where it is not in SRAM. Cached entries of tables in host
           memory (a connection 4 words, a channel 10).
pins       signals: PCI 2.1 (49 of a master, 39 more with 64 bits). UTOPIA level 1 both ways (data,
           clock, SOC, enable, available and parity of each). Address, 32 data and two controls of
           each memory. No power, no line.

A card with engine = "packet" has its packet memory, rings and tables included, and its two FIFOs.
A card for Ethernet has none of these numbers: its keys do not describe the inside of its chip.
Left out: the memory for the schedule and the queues of free buffers of a card without SRAM; a
processor and its program.
"""
CELL_BITS, PAYLOAD_WORDS, WORD_BITS = 53 * 8, 12, 32
ENTRY_WORDS = 4 + 10
PCI_PINS, PCI_64_BIT_PINS = 49, 39
UTOPIA_CONTROLS, SRAM_CONTROLS = 5, 2


def holds_packets(nic: dict) -> bool:
    return nic.get("engine") == "packet"


def is_known(nic: dict) -> bool:
    return "sar" in nic or "packet" in nic


def table_words(nic: dict) -> int:
    if holds_packets(nic):
        return 0
    sar = nic.get("sar", {})
    return 0 if sar.get("tables") == "host" else sar.get("sram_words", 0)


def packet_words(nic: dict) -> int:
    if holds_packets(nic):
        return nic["packet"]["memory_octets"] * 8 // WORD_BITS
    sar = nic.get("sar", {})
    return sar.get("packet_memory_cells", 0) * PAYLOAD_WORDS if sar.get("reassembly") == "card" else 0


def sram_bits(nic: dict) -> int:
    return WORD_BITS * (table_words(nic) + packet_words(nic))


def fifo_bits(nic: dict) -> int:
    sar, phy = nic.get("packet" if holds_packets(nic) else "sar", {}), nic.get("phy", {})
    cells = sar.get("tx_fifo_cells", 0) + sar.get("assembly_stage", 0) + phy.get("tx_fifo_cells", 0) + phy.get("rx_fifo_cells", 0)
    if not table_words(nic):
        cells += sar.get("rx_fifo_cells", 0)
    return cells * CELL_BITS + sar.get("table_cache", 0) * ENTRY_WORDS * WORD_BITS


def memory_pins(words: int) -> int:
    return (words - 1).bit_length() + WORD_BITS + SRAM_CONTROLS if words else 0


def pins(nic: dict) -> int:
    pci = PCI_PINS + (PCI_64_BIT_PINS if nic.get("pci", {}).get("width") == 64 else 0)
    utopia = 2 * (nic.get("utopia", {}).get("width", 8) + UTOPIA_CONTROLS)
    return pci + utopia + memory_pins(table_words(nic)) + memory_pins(packet_words(nic))


def bench_cost(config: dict) -> dict:
    """Of all cards of a resolved experiment; `cost_bits` is what both kinds of memory have. Nothing
    where a card's is not known.
    """
    cards = [host["nic"] for host in config.values() if isinstance(host, dict) and "nic" in host]
    if not all(map(is_known, cards)):
        return {}
    cost = {name: sum(map(count, cards)) for name, count in (("fifo_bits", fifo_bits), ("sram_bits", sram_bits), ("pins", pins))}
    return {**cost, "cost_bits": cost["fifo_bits"] + cost["sram_bits"]}
