#include "nic/nic.h"

namespace niclab::nic {

namespace {

void read_sar(core::ConfigTable t, Config& c) {
    const auto clocks = [&t](const char* key, unsigned standard, int max, const char* what) {
        return static_cast<unsigned>(t.integer(key, standard, 0, max, what));
    };
    c.tx_fifo_cells = static_cast<unsigned>(t.integer("tx_fifo_cells", 9, 1, 64, "Depth of the transmit FIFO, cells."));
    c.sar.null_cells = t.boolean("null_cells", true, "Fill every unused cell slot with a null cell.");
    c.sar.assembly_stage =
        t.boolean("assembly_stage", false, "Assemble a cell beside the FIFO, to enter it a slot later.");
    c.sar.schedule_clocks = clocks("schedule_clocks", 8, 255, "PCI clocks of decision for a slot with work.");
    c.sar.receive_clocks = clocks("receive_clocks", 5, 255, "PCI clocks of decision for a received cell.");
    c.sar.rx_fifo_cells =
        static_cast<unsigned>(t.integer("rx_fifo_cells", 315, 1, 315, "Depth of the receive FIFO, cells."));
    c.sar.jump_takes_slot = t.boolean("jump_takes_slot", false, "An END entry of the schedule uses up a cell slot.");
    c.sar.command_clocks = clocks("command_clocks", 2, 1000, "PCI clocks to decode a command.");
    c.sar.utility_clocks = clocks("utility_clocks", 10, 1000, "PCI clocks of a utility bus access.");
    const std::int64_t words = t.integer("sram_words", 32768, 32768, 131072, "Words of SRAM: 32768 or 131072.");
    if (words != 32768 && words != 131072)
        throw t.error("sram_words", std::to_string(words) + " found", "32768 or 131072 wanted");
    c.sar.sram_words = static_cast<std::uint32_t>(words);
    t.done();
}

void read_phy(core::ConfigTable t, Config& c) {
    c.phy.tx_fifo_cells =
        static_cast<std::size_t>(t.integer("tx_fifo_cells", 4, 1, 64, "Depth of the PHY's transmit FIFO, cells."));
    c.phy.rx_fifo_cells =
        static_cast<std::size_t>(t.integer("rx_fifo_cells", 4, 1, 64, "Depth of the PHY's receive FIFO, cells."));
    c.phy.pipeline_octets = static_cast<unsigned>(
        t.integer("pipeline_octets", 40, 0, 256, "Octet times of pipelines that are not modelled one by one."));
    c.phy.hcs_correction = t.boolean("hcs_correction", true, "Correct single-bit header errors.");
    c.phy.sdh = t.boolean("sdh", false, "SDH instead of SONET framing bits.");
    t.done();
}

}  // namespace

Config read_config(core::ConfigTable t) {
    Config c;
    c.name = t.text("name", "idt77901", "Name of the card.");
    read_sar(t.table("sar"), c);
    read_phy(t.table("phy"), c);
    t.done();
    return c;
}

}  // namespace niclab::nic
