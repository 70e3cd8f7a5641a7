"""What a card costs in silicon and board: bits and pins that its resolved configuration implies.

SRAM       words of 32 bits on the card's board.
FIFO       cells of 53 octets in the chips' transmit FIFO and the PHY's two; a receive FIFO counts only where there is
           no SRAM that it could lie in.
pins       signals: PCI 2.1 (49 of a master, 39 more with 64 bits), UTOPIA level 1 both ways (data, clock, SOC,
           enable, available and parity of each), and the SRAM's address, 32 data and two controls. No power, no line.
"""
CELL_BITS = 53 * 8
PCI_PINS, PCI_64_BIT_PINS = 49, 39
UTOPIA_CONTROLS, SRAM_DATA, SRAM_CONTROLS = 5, 32, 2


def sram_words(nic):
    return nic.get("sar", {}).get("sram_words", 0)


def sram_bits(nic):
    return 32 * sram_words(nic)


def fifo_bits(nic):
    sar, phy = nic.get("sar", {}), nic.get("phy", {})
    cells = sar.get("tx_fifo_cells", 0) + phy.get("tx_fifo_cells", 0) + phy.get("rx_fifo_cells", 0)
    if not sram_words(nic):
        cells += sar.get("rx_fifo_cells", 0)
    return cells * CELL_BITS


def pins(nic):
    pci = PCI_PINS + (PCI_64_BIT_PINS if nic.get("pci", {}).get("width") == 64 else 0)
    utopia = 2 * (nic.get("utopia", {}).get("width", 8) + UTOPIA_CONTROLS)
    words = sram_words(nic)
    return pci + utopia + ((words - 1).bit_length() + SRAM_DATA + SRAM_CONTROLS if words else 0)
