#include <algorithm>
#include <cctype>
#include <cstdio>

#include "cards/board/nic.h"

namespace niclab::board {

namespace {

void read_mac(core::ConfigTable& t, Config& c, std::uint8_t station) {
    auto& mac = c.sar.mac;
    mac.back() = station;
    char standard[18];
    std::snprintf(standard, sizeof standard, "%02X:%02X:%02X:%02X:%02X:%02X", mac[0], mac[1], mac[2], mac[3], mac[4],
                  mac[5]);
    const std::string text = t.text("mac", standard, "MAC address in the EEPROM.");
    const auto is_digit = [](char ch) { return std::isxdigit(static_cast<unsigned char>(ch)) != 0; };
    bool good = text.size() == 17;
    for (std::size_t i = 0; good && i < text.size(); ++i) good = i % 3 == 2 ? text[i] == ':' : is_digit(text[i]);
    if (!good) throw t.error("mac", "'" + text + "' found", "six octets like \"00:20:48:00:00:01\" wanted");
    for (std::size_t i = 0; i < mac.size(); ++i)
        mac[i] = static_cast<std::uint8_t>(std::stoul(text.substr(3 * i, 2), nullptr, 16));
}

void read_sram(core::ConfigTable& t, Config& c) {
    const std::int64_t words = t.integer("sram_words", 32768, 32768, 131072, "Words of SRAM: 32768 or 131072.");
    if (words != 32768 && words != 131072)
        throw t.error("sram_words", std::to_string(words) + " found", "32768 or 131072 wanted");
    c.sar.sram_words = static_cast<std::uint32_t>(words);
    const std::vector<std::string> users = {"rx_fifo", "transmit", "receive", "host"};
    const auto order = t.texts("sram_priority", users, "Who gets the SRAM first: rx_fifo, transmit, receive, host.");
    if (!std::is_permutation(order.begin(), order.end(), users.begin(), users.end()))
        throw t.error("sram_priority", "another list found",
                      "\"rx_fifo\", \"transmit\", \"receive\" and \"host\" wanted, each once");
    for (std::size_t i = 0; i < users.size(); ++i)
        c.sar.priority[i] =
            static_cast<card::SramUser>(std::find(users.begin(), users.end(), order[i]) - users.begin());
}

void read_engine(core::ConfigTable& t, Config& c) {
    const auto clocks = [&t](const char* key, unsigned standard, int max, const char* what) {
        return static_cast<unsigned>(t.integer(key, standard, 0, max, what));
    };
    c.tx_fifo_cells = static_cast<unsigned>(t.integer("tx_fifo_cells", 9, 1, 64, "Depth of the transmit FIFO, cells."));
    c.sar.null_cells = t.boolean("null_cells", true, "Fill every unused cell slot with a null cell.");
    c.sar.assembly_stage =
        t.boolean("assembly_stage", false, "Assemble a cell beside the FIFO, to enter it a slot later.");
    c.sar.schedule_clocks = clocks("schedule_clocks", 8, 255, "PCI clocks of decision for a slot with work.");
    c.sar.receive_clocks = clocks("receive_clocks", 5, 255, "PCI clocks of decision for a received cell.");
    c.sar.lookup_clocks = clocks("lookup_clocks", 0, 1000, "PCI clocks more for each look-up of a table, either way.");
    c.sar.rx_fifo_cells =
        static_cast<unsigned>(t.integer("rx_fifo_cells", 315, 1, 315, "Depth of the receive FIFO, cells."));
    c.sar.cut_through = t.choice("receive_start", "cell", {"cell", "first_word"},
                                 "What a look-up waits for: the whole cell or its first word.") == "first_word";
    c.sar.jump_takes_slot = t.boolean("jump_takes_slot", false, "An END entry of the schedule uses up a cell slot.");
    c.sar.command_clocks = clocks("command_clocks", 2, 1000, "PCI clocks to decode a command.");
    c.sar.utility_clocks = clocks("utility_clocks", 10, 1000, "PCI clocks of a utility bus access.");
    c.sar.fixed_falls_through = t.boolean(
        "fixed_falls_through", false, "An empty FIXED slot goes to the variable-rate channels, not to a null cell.");
    c.sar.empty_at_last_buffer = t.boolean("empty_at_last_buffer", false,
                                           "SFBQE and LFBQE come with the last free buffer, not when one is missed.");
    c.sar.timer_start = static_cast<std::uint32_t>(
        t.integer("tmr_start", 0, 0, 0xFFFFFF, "TMR at power-on, to see it roll over without waiting for 221 s."));
}

void read_tables(core::ConfigTable& t, Config& c) {
    c.sar.host_tables =
        t.choice("tables", "sram", {"sram", "host"}, "Where connections and channels are described.") == "host";
    c.sar.table_cache = static_cast<unsigned>(
        t.integer("table_cache", 0, 0, 4096, "Entries of tables in host memory that the card caches, each way."));
    if (c.sar.table_cache > 0 && !c.sar.host_tables)
        throw t.error("table_cache", std::to_string(c.sar.table_cache) + " with tables = \"sram\" found",
                      "0, or tables = \"host\", wanted: tables on the card need no cache");
}

void read_dma(core::ConfigTable& t, Config& c) {
    c.sar.packet_memory = t.choice("reassembly", "host", {"host", "card"},
                                   "Where a PDU grows: in host memory, or on the card until it is whole.") == "card";
    c.sar.packet_memory_cells =
        static_cast<unsigned>(t.integer("packet_memory_cells", 2048, 1, 65536, "Packet memory of the card, cells."));
    c.sar.dma_burst_dwords =
        static_cast<unsigned>(t.integer("dma_burst_dwords", 16, 1, 16, "Longest burst of payload, dwords."));
    c.sar.dma_aligned = t.boolean("dma_aligned", false, "Bursts of payload end at multiples of their longest length.");
    const std::string doorbell = t.choice(
        "doorbell", "command", {"command", "register", "polled"},
        "How the host tells of a packet: an SRAM command, a register, or a word in its memory that the card reads.");
    c.sar.doorbell = doorbell == "command"    ? nicstar::Doorbell::Command
                     : doorbell == "register" ? nicstar::Doorbell::Register
                                              : nicstar::Doorbell::Polled;
    c.sar.poll_clocks = static_cast<unsigned>(
        t.integer("poll_clocks", 330, 8, 1000000, "PCI clocks between looks at a polled doorbell."));
    c.sar.descriptor_prefetch = static_cast<unsigned>(
        t.integer("descriptor_prefetch", 2, 1, 8, "Descriptors of a queue on the card, the present one included."));
    const std::string command =
        t.choice("read_command", "read", {"read", "read_line", "read_multiple"}, "PCI command that reads payload.");
    c.sar.read_command = command == "read"        ? bus::Command::MemoryRead
                         : command == "read_line" ? bus::Command::MemoryReadLine
                                                  : bus::Command::MemoryReadMultiple;
    c.sar.coalesce_pdus = static_cast<unsigned>(
        t.integer("coalesce_pdus", 1, 1, 1024, "Ends of PDUs, sent or received, until an interrupt."));
    c.sar.coalesce_us = t.time_ns("coalesce_time", 100e3, 1e3, 10e6, "Or so long after the first of them.") * 1e-3;
}

void read_clock(core::ConfigTable& t, Config& c) {
    c.sar_hz = t.frequency_hz("clock", 0, 0, 200e6, "Clock of the SAR, 5 to 200 MHz; 0: PCI's.");
    if (c.sar_hz != 0 && c.sar_hz < 5e6)
        throw t.error("clock", std::to_string(c.sar_hz * 1e-6) + " MHz found", "0 or 5 to 200 MHz wanted");
}

void read_sar(core::ConfigTable t, Config& c) {
    read_clock(t, c);
    read_engine(t, c);
    read_sram(t, c);
    read_tables(t, c);
    read_dma(t, c);
    t.done();
}

void read_phy(core::ConfigTable t, Config& c) {
    c.phy.tx_fifo_cells =
        static_cast<std::size_t>(t.integer("tx_fifo_cells", 4, 1, 64, "Depth of the PHY's transmit FIFO, cells."));
    const auto depth = static_cast<std::int64_t>(c.phy.tx_fifo_cells);
    const auto threshold =
        t.integer("tx_clav_cells", depth, 1, 64, "Fill of the transmit FIFO at which TxClav falls, cells.");
    if (threshold > depth)
        throw t.error("tx_clav_cells", std::to_string(threshold) + " found",
                      "at most the depth of the FIFO, " + std::to_string(depth) + ", wanted");
    c.utopia.reserved_cells = static_cast<std::size_t>(depth - threshold);
    c.phy.rx_fifo_cells =
        static_cast<std::size_t>(t.integer("rx_fifo_cells", 4, 1, 64, "Depth of the PHY's receive FIFO, cells."));
    c.phy.pipeline_octets = static_cast<unsigned>(
        t.integer("pipeline_octets", 40, 0, 256, "Octet times of pipelines that are not modelled one by one."));
    c.phy.hcs_correction = t.boolean("hcs_correction", true, "Correct single-bit header errors.");
    c.phy.hcs_good_to_correct = static_cast<unsigned>(
        t.integer("hcs_good_to_correct", 1, 1, 8, "Good headers until correction: 1, 2, 4 or 8."));
    if (__builtin_popcount(c.phy.hcs_good_to_correct) != 1)
        throw t.error("hcs_good_to_correct", std::to_string(c.phy.hcs_good_to_correct) + " found",
                      "1, 2, 4 or 8 wanted");
    c.phy.sdh = t.boolean("sdh", false, "SDH instead of SONET framing bits.");
    c.phy.j0 = static_cast<std::uint8_t>(t.integer("j0", 1, 0, 255, "Section trace octet."));
    c.phy.idt77155 = t.boolean("idt77155", false, "IDT's part: K1, K2 and BER registers.");
    c.phy.los_us = t.time_ns("los", 20e3, 2300, 100e3, "Darkness until LOS.") * 1e-3;
    c.phy.lof_ms = t.time_ns("lof", 3e6, 125e3, 100e6, "Out of frame until LOF.") * 1e-6;
    c.phy.lcd_ms = t.time_ns("lcd", 4e6, 125e3, 100e6, "Out of delineation until LCD.") * 1e-6;
    t.done();
}

void read_utopia(core::ConfigTable t, Config& c) {
    c.utopia.octet_level =
        t.choice("handshake", "cell", {"cell", "octet"}, "Handshake; UMODE of CFG asks for octet, too.") == "octet";
    c.utopia.width = static_cast<unsigned>(t.integer("width", 8, 8, 16, "Data wires: 8 or 16."));
    if (c.utopia.width != 8 && c.utopia.width != 16)
        throw t.error("width", std::to_string(c.utopia.width) + " found", "8 or 16 wanted");
    c.utopia_hz = t.frequency_hz("clock", 0, 0, 50e6, "TxClk and RxClk, 5 to 25 MHz, 50 with 16 wires; 0: the line's.");
    const double most = c.utopia.width == 16 ? 50e6 : 25e6;
    if (c.utopia_hz != 0 && (c.utopia_hz < 5e6 || c.utopia_hz > most))
        throw t.error("clock", std::to_string(c.utopia_hz * 1e-6) + " MHz found",
                      c.utopia.width == 16 ? "5 to 50 MHz wanted" : "5 to 25 MHz wanted");
    c.utopia.pause_share = t.number("pause_share", 0, 0, 0.9, "Share of clocks on which either end pauses.");
    if (c.utopia.octet_level && c.phy.tx_fifo_cells - c.utopia.reserved_cells < 2)
        throw t.error("handshake", "octet level with nic.phy.tx_fifo_cells = 1 found", "2 cells at least wanted");
    t.done();
}

void read_pci(core::ConfigTable t, Config& c) {
    const std::int64_t width = t.integer("width", 32, 32, 64, "PCI data wires: 32 or 64.");
    if (width != 32 && width != 64) throw t.error("width", std::to_string(width) + " found", "32 or 64 wanted");
    c.wide = width == 64;
    c.capable_66mhz = t.boolean("capable_66mhz", false, "Works at 66 MHz; else the card holds M66EN low.");
    t.done();
}

packet_sar::Transfer read_transfer(core::ConfigTable& t, const char* key, const char* what) {
    return t.choice(key, "dma", {"dma", "pio"}, what) == "pio" ? packet_sar::Transfer::Pio : packet_sar::Transfer::Dma;
}

void read_packet_memory(core::ConfigTable& t, packet_sar::Config& p) {
    const std::int64_t octets = t.integer("memory_octets", 512 * 1024, 256 * 1024, 8 << 20, "Octets of packet memory.");
    if ((octets & (octets - 1)) != 0)
        throw t.error("memory_octets", std::to_string(octets) + " found", "a power of two wanted");
    p.memory_octets = static_cast<std::uint32_t>(octets);
    const std::int64_t standard = octets / 4 > 128 * 1024 ? octets / 4 : 96 * 1024;
    p.transmit_octets = static_cast<std::uint32_t>(
        t.integer("transmit_octets", standard, 68 * 1024, octets, "Octets of packet memory for PDUs to send."));
    if (p.transmit_octets % 4096 != 0)
        throw t.error("transmit_octets", std::to_string(p.transmit_octets) + " found", "a multiple of 4096 wanted");
    const std::int64_t left = octets - packet_sar::window::kTransmit - p.transmit_octets;
    if (left < 68 * 1024)
        throw t.error(
            "transmit_octets",
            std::to_string(p.transmit_octets) + " found, which leaves " + std::to_string(left) + " for received PDUs",
            "at least 69632 left wanted");
}

void read_firmware(core::ConfigTable& t, packet_sar::Config& p) {
    const auto clocks = [&t](const char* key, const char* what) {
        return static_cast<unsigned>(t.integer(key, 0, 0, 100000, what));
    };
    p.transmit_firmware_clocks = clocks("transmit_firmware_clocks", "PCI clocks of firmware for a cell to send.");
    p.transmit_firmware_pdu_clocks =
        clocks("transmit_firmware_pdu_clocks", "PCI clocks of firmware for a PDU to send.");
    p.receive_firmware_clocks = clocks("receive_firmware_clocks", "PCI clocks of firmware for a received cell.");
    p.receive_firmware_pdu_clocks = clocks("receive_firmware_pdu_clocks", "PCI clocks of firmware for a received PDU.");
    p.lookup_clocks = static_cast<unsigned>(t.integer("lookup_clocks", 4, 0, 255, "PCI clocks to look a cell up."));
}

void read_packet_interrupts(core::ConfigTable& t, packet_sar::Config& p) {
    p.interrupt_pdus =
        static_cast<unsigned>(t.integer("interrupt_pdus", 1, 1, 64, "PDUs sent or received until an interrupt."));
    p.interrupt_delay_us =
        t.time_ns("interrupt_delay", 0, 0, 1e9, "... or this long after the first; 0: no limit.") * 1e-3;
    if (p.interrupt_pdus > 1 && p.interrupt_delay_us <= 0)
        throw t.error("interrupt_pdus", std::to_string(p.interrupt_pdus) + " with interrupt_delay = 0 found",
                      "a delay wanted, else the last PDUs are never told of");
}

void read_packet(core::ConfigTable t, Config& c) {
    const bool used = c.engine == EngineKind::Packet;
    packet_sar::Config& p = c.packet;
    read_packet_memory(t, p);
    p.transmit = read_transfer(t, "transmit", "Who moves payload to packet memory: the card or the host's CPU.");
    p.receive = read_transfer(t, "receive", "Who moves payload from packet memory.");
    const auto dwords = [&t](const char* key, const char* what) {
        return static_cast<unsigned>(t.integer(key, 16, 1, 16, what));
    };
    p.transmit_burst_dwords = dwords("transmit_burst_dwords", "Dwords of a burst from host memory.");
    p.receive_burst_dwords = dwords("receive_burst_dwords", "Dwords of a burst to host memory.");
    const auto fifo = static_cast<unsigned>(t.integer("tx_fifo_cells", 4, 1, 64, "Depth of the transmit FIFO, cells."));
    if (used) c.tx_fifo_cells = fifo;
    p.rx_fifo_cells =
        static_cast<unsigned>(t.integer("rx_fifo_cells", 32, 1, 4096, "Cells between UTOPIA and look-up."));
    read_firmware(t, p);
    read_packet_interrupts(t, p);
    p.null_cells = t.boolean("null_cells", false, "Fill unused cell slots with null cells.");
    p.hold_without_buffer =
        t.boolean("hold_without_buffer", true, "A received PDU waits for a host buffer, else it is dropped.");
    t.done();
}

/// A key of the engine that the card does not have changes nothing: surely a mistake.
void refuse_other_engine(core::ConfigTable& t, EngineKind engine) {
    const core::ConfigTable other = t.table(engine == EngineKind::Packet ? "sar" : "packet");
    const std::vector<std::string> names = other.value_names();
    if (names.empty()) return;
    throw other.error(names.front(),
                      engine == EngineKind::Packet ? "found on a card with engine = \"packet\""
                                                   : "found on a card with engine = \"nicstar\"",
                      "a key of that engine wanted");
}

}  // namespace

Config read_config(core::ConfigTable t, std::uint8_t station) {
    Config c;
    c.name = t.text("name", "idt77901", "Name of the card.");
    const std::string engine = t.choice("engine", "nicstar", {"nicstar", "packet"},
                                        "Cells straight to host memory, or whole PDUs in packet memory.");
    c.engine = engine == "packet" ? EngineKind::Packet : EngineKind::Nicstar;
    refuse_other_engine(t, c.engine);
    read_mac(t, c, station);
    read_sar(t.table("sar"), c);
    read_packet(t.table("packet"), c);
    read_phy(t.table("phy"), c);
    read_utopia(t.table("utopia"), c);
    read_pci(t.table("pci"), c);
    t.done();
    return c;
}

}  // namespace niclab::board
