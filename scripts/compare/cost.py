"""What a card costs in silicon and board: bits and pins that its resolved configuration implies.

SRAM       on the card's board: words of 32 bits, where the tables live there, and packet memory, 48 octets a cell.
FIFO       in chips: cells of 53 octets in the SAR's transmit FIFO and the PHY's two, the receive FIFO where no SRAM is
           there for it, and cached entries of tables in host memory (a connection 4 words, a channel 10).
pins       signals: PCI 2.1 (49 of a master, 39 more with 64 bits), UTOPIA level 1 both ways (data, clock, SOC,
           enable, available and parity of each), and address, 32 data and two controls of each memory. No power, no line.
Left out:  a card without SRAM keeps its schedule and its queues of free buffers somewhere, too.
"""
CELL_BITS, PAYLOAD_WORDS, WORD_BITS = 53 * 8, 12, 32
ENTRY_WORDS = 4 + 10
PCI_PINS, PCI_64_BIT_PINS = 49, 39
UTOPIA_CONTROLS, SRAM_CONTROLS = 5, 2


def table_words(nic):
    sar = nic.get("sar", {})
    return 0 if sar.get("tables") == "host" else sar.get("sram_words", 0)


def packet_words(nic):
    sar = nic.get("sar", {})
    return sar.get("packet_memory_cells", 0) * PAYLOAD_WORDS if sar.get("reassembly") == "card" else 0


def sram_bits(nic):
    return WORD_BITS * (table_words(nic) + packet_words(nic))


def fifo_bits(nic):
    sar, phy = nic.get("sar", {}), nic.get("phy", {})
    cells = sar.get("tx_fifo_cells", 0) + phy.get("tx_fifo_cells", 0) + phy.get("rx_fifo_cells", 0)
    if not table_words(nic):
        cells += sar.get("rx_fifo_cells", 0)
    return cells * CELL_BITS + sar.get("table_cache", 0) * ENTRY_WORDS * WORD_BITS


def memory_pins(words):
    return (words - 1).bit_length() + WORD_BITS + SRAM_CONTROLS if words else 0


def pins(nic):
    pci = PCI_PINS + (PCI_64_BIT_PINS if nic.get("pci", {}).get("width") == 64 else 0)
    utopia = 2 * (nic.get("utopia", {}).get("width", 8) + UTOPIA_CONTROLS)
    return pci + utopia + memory_pins(table_words(nic)) + memory_pins(packet_words(nic))
