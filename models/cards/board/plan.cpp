#include "cards/board/plan.h"

#include "cards/board/nic.h"

namespace niclab::board {

namespace {

void read_phy(core::ConfigTable t, Config& c) {
    c.phy.tx_fifo_cells = static_cast<std::size_t>(
        t.integer("tx_fifo_cells", c.phy.tx_fifo_cells, 1, 64, "Depth of the PHY's transmit FIFO in cells."));
    const auto depth = static_cast<std::int64_t>(c.phy.tx_fifo_cells);
    const auto threshold = t.integer("tx_clav_cells", depth, 1, 64,
                                     "Fill level of the transmit FIFO at which TxClav is deasserted, in cells.");
    if (threshold > depth)
        throw t.error("tx_clav_cells", "out of range", "at most the depth of the FIFO, " + std::to_string(depth));
    c.utopia.reserved_cells = static_cast<std::size_t>(depth - threshold);
    c.phy.rx_fifo_cells = static_cast<std::size_t>(
        t.integer("rx_fifo_cells", c.phy.rx_fifo_cells, 1, 64, "Depth of the PHY's receive FIFO in cells."));
    c.phy.pipeline_octets = static_cast<unsigned>(
        t.integer("pipeline_octets", c.phy.pipeline_octets, 0, 256, "Delay of the PHY's pipelines, in octet times."));
    c.phy.hcs_correction =
        t.boolean("hcs_correction", c.phy.hcs_correction, "Correct single-bit errors in cell headers.");
    c.phy.hcs_good_to_correct =
        static_cast<unsigned>(t.integer("hcs_good_to_correct", c.phy.hcs_good_to_correct, 1, 8,
                                        "Error-free headers after which header correction resumes: 1, 2, 4 or 8."));
    if (__builtin_popcount(c.phy.hcs_good_to_correct) != 1)
        throw t.error("hcs_good_to_correct", "out of range", "1, 2, 4 or 8");
    c.phy.sdh = t.boolean("sdh", c.phy.sdh, "Send the framing bits of SDH instead of those of SONET.");
    c.phy.j0 = static_cast<std::uint8_t>(t.integer("j0", c.phy.j0, 0, 255, "Section trace octet J0."));
    c.phy.idt77155 = t.boolean("idt77155", c.phy.idt77155,
                               "Model IDT's 77155, which adds registers for K1, K2 and the bit error rate.");
    c.phy.los_us = t.time_ns("los", 20e3, 2300, 100e3, "Time without light until loss of signal (LOS).") * 1e-3;
    c.phy.lof_ms = t.time_ns("lof", 3e6, 125e3, 100e6, "Time out of frame until loss of frame (LOF).") * 1e-6;
    c.phy.lcd_ms =
        t.time_ns("lcd", 4e6, 125e3, 100e6, "Time without cell delineation until loss of cell delineation (LCD).") *
        1e-6;
    t.done();
}

void read_utopia(core::ConfigTable t, Config& c) {
    c.utopia.octet_level =
        t.choice("handshake", "cell", {"cell", "octet"},
                 "UTOPIA handshake: per cell or per octet. Bit UMODE of register CFG also selects octet.") == "octet";
    c.utopia.width = static_cast<unsigned>(
        t.integer("width", c.utopia.width, 8, 16, "Width of the UTOPIA data path in bits: 8 or 16."));
    if (c.utopia.width != 8 && c.utopia.width != 16) throw t.error("width", "out of range", "8 or 16");
    c.utopia_hz = t.frequency_hz(
        "clock", c.utopia_hz, 0, 50e6,
        "Frequency of TxClk and RxClk: 5 to 25 MHz, with 16 bits to 50 MHz. 0: the octet clock of the line.");
    const double most = c.utopia.width == 16 ? 50e6 : 25e6;
    if (c.utopia_hz != 0 && (c.utopia_hz < 5e6 || c.utopia_hz > most))
        throw t.error("clock", "out of range", c.utopia.width == 16 ? "5 to 50 MHz" : "5 to 25 MHz");
    c.utopia.pause_share =
        t.number("pause_share", c.utopia.pause_share, 0, 0.9, "Share of clocks on which each end pauses the transfer.");
    if (c.utopia.octet_level && c.phy.tx_fifo_cells - c.utopia.reserved_cells < 2)
        throw t.error("handshake", "octet level with nic.phy.tx_fifo_cells = 1", "tx_fifo_cells of at least 2");
    t.done();
}

void read_pci(core::ConfigTable t, Config& c) {
    const std::int64_t width = t.integer("width", 32, 32, 64, "Width of the card's PCI data path in bits: 32 or 64.");
    if (width != 32 && width != 64) throw t.error("width", "out of range", "32 or 64");
    c.pci.wide = width == 64;
    c.pci.capable_66mhz =
        t.boolean("capable_66mhz", c.pci.capable_66mhz, "Card supports 66 MHz PCI. Otherwise it holds M66EN low.");
    t.done();
}

}  // namespace

void Plan::read_board(core::ConfigTable& card) {
    read_phy(card.table("phy"), board);
    read_utopia(card.table("utopia"), board);
    read_pci(card.table("pci"), board);
}

std::unique_ptr<card::Card> Plan::make_card(const char* name, const card::Slot& slot) const {
    return std::make_unique<Nic>(name, slot, *this);
}

}  // namespace niclab::board
