// The NICStAR as a kind of card: chip on a board for an ATM line, and its driver.
#include <algorithm>
#include <cctype>
#include <cstdio>

#include "cards/board/driver_keys.h"
#include "cards/board/plan.h"
#include "cards/nicstar/config.h"
#include "cards/nicstar/driver.h"
#include "cards/nicstar/registers.h"
#include "cards/nicstar/sar.h"
#include "core/config.h"
#include "pci/config_space.h"

namespace niclab::nicstar {

namespace {

/// The identification of the chip in configuration space: BAR0 256 octets of I/O, BAR1 4 KiB
/// of memory.
///
/// Source: lspci listings and drivers.
/// Assumed: Min_Gnt and Max_Lat are not published: 5 and 5 are *assumed*. Memory write and
///   invalidate, the cache line size register and fast back-to-back are not mentioned either:
///   *assumed* absent.
pci::Identity pci_identity() {
    pci::Identity id;
    id.vendor = 0x111D;
    id.device = 0x0001;
    id.class_code = 0x020300;
    id.revision = 0x03;
    id.min_gnt = id.max_lat = 5;
    id.bar_octets = {256, 4096, 0, 0, 0, 0};
    id.bar_is_io = {true, false, false, false, false, false};
    id.rom_octets = 128 * 1024;
    return id;
}

/// Keys of a card file and of `[driver]` that only this kind has.
struct Keys {
    Config chip;
    unsigned tx_fifo_cells = 9;  ///< 1..64
    double chip_hz = 0;          ///< 5 to 200 MHz; 0: PCI's clock.
};

void read_mac(core::ConfigTable& t, Keys& c, std::uint8_t station) {
    auto& mac = c.chip.mac;
    mac.back() = station;
    char standard[18];
    std::snprintf(standard, sizeof standard, "%02X:%02X:%02X:%02X:%02X:%02X", mac[0], mac[1], mac[2], mac[3], mac[4],
                  mac[5]);
    const std::string text = t.text("mac", standard, "MAC address in the EEPROM.");
    const auto is_digit = [](char ch) { return std::isxdigit(static_cast<unsigned char>(ch)) != 0; };
    bool good = text.size() == 17;
    for (std::size_t i = 0; good && i < text.size(); ++i) good = i % 3 == 2 ? text[i] == ':' : is_digit(text[i]);
    if (!good) throw t.error("mac", "not a MAC address", "six octets such as \"00:20:48:00:00:01\"");
    for (std::size_t i = 0; i < mac.size(); ++i)
        mac[i] = static_cast<std::uint8_t>(std::stoul(text.substr(3 * i, 2), nullptr, 16));
}

void read_sram(core::ConfigTable& t, Keys& c) {
    const std::int64_t words =
        t.integer("sram_words", 32768, 32768, 131072, "Size of the SRAM in words: 32768 or 131072.");
    if (words != 32768 && words != 131072) throw t.error("sram_words", "out of range", "32768 or 131072");
    c.chip.sram_words = static_cast<std::uint32_t>(words);
    const std::vector<std::string> users = {"rx_fifo", "transmit", "receive", "host"};
    const auto order = t.texts("sram_priority", users,
                               "Priority of the SRAM's users, highest first: rx_fifo, transmit, receive, host.");
    if (!std::is_permutation(order.begin(), order.end(), users.begin(), users.end()))
        throw t.error("sram_priority", "not a complete list",
                      "\"rx_fifo\", \"transmit\", \"receive\" and \"host\", each once");
    for (std::size_t i = 0; i < users.size(); ++i)
        c.chip.priority[i] =
            static_cast<card::SramUser>(std::find(users.begin(), users.end(), order[i]) - users.begin());
}

void read_engine(core::ConfigTable& t, Keys& c) {
    const auto clocks = [&t](const char* key, unsigned standard, int max, const char* what) {
        return static_cast<unsigned>(t.integer(key, standard, 0, max, what));
    };
    c.tx_fifo_cells = static_cast<unsigned>(
        t.integer("tx_fifo_cells", c.tx_fifo_cells, 1, 64, "Depth of the transmit FIFO in cells."));
    c.chip.null_cells = t.boolean("null_cells", c.chip.null_cells, "Fill every unused cell slot with a null cell.");
    c.chip.late_credit = t.choice("late_slots", "credit", {"credit", "lost"},
                                  "Cell slots that late payload missed. Credit: the schedule makes up for them in null "
                                  "and variable-rate slots; lost: it does not.") == "credit";
    c.chip.assembly_stage =
        t.boolean("assembly_stage", c.chip.assembly_stage,
                  "Assemble each cell in a stage before the transmit FIFO, which adds one cell slot of delay.");
    c.chip.schedule_clocks = clocks("schedule_clocks", c.chip.schedule_clocks, 255,
                                    "Decision time of the scheduler for a slot with work, in PCI clocks.");
    c.chip.receive_clocks =
        clocks("receive_clocks", c.chip.receive_clocks, 255, "Decision time for a received cell, in PCI clocks.");
    c.chip.lookup_clocks = clocks("lookup_clocks", c.chip.lookup_clocks, 1000,
                                  "Additional PCI clocks of each table look-up, in both directions.");
    c.chip.rx_fifo_cells = static_cast<unsigned>(
        t.integer("rx_fifo_cells", c.chip.rx_fifo_cells, 1, 315, "Depth of the receive FIFO in cells."));
    c.chip.cut_through =
        t.choice("receive_start", "cell", {"cell", "first_word"},
                 "Part of a received cell that starts the connection look-up: the whole cell or its first word.") ==
        "first_word";
    c.chip.jump_takes_slot =
        t.boolean("jump_takes_slot", c.chip.jump_takes_slot, "An END entry of the schedule occupies a cell slot.");
    c.chip.command_clocks =
        clocks("command_clocks", c.chip.command_clocks, 1000, "Time to decode a command, in PCI clocks.");
    c.chip.utility_clocks =
        clocks("utility_clocks", c.chip.utility_clocks, 1000, "Time of a utility bus access, in PCI clocks.");
    c.chip.fixed_falls_through =
        t.boolean("fixed_falls_through", c.chip.fixed_falls_through,
                  "Send variable-rate cells instead of null cells in FIXED slots without a cell.");
    c.chip.empty_at_last_buffer =
        t.boolean("empty_at_last_buffer", c.chip.empty_at_last_buffer,
                  "Set SFBQE and LFBQE when the last free buffer is taken, not when a buffer is missing.");
    c.chip.timer_start =
        static_cast<std::uint32_t>(t.integer("tmr_start", c.chip.timer_start, 0, 0xFFFFFF,
                                             "Value of the timer TMR at power-on. From 0 it rolls over after 221 s."));
}

void read_tables(core::ConfigTable& t, Keys& c) {
    c.chip.host_tables =
        t.choice("tables", "sram", {"sram", "host"},
                 "Memory of the connection and channel tables: SRAM of the card or host memory.") == "host";
    c.chip.table_cache =
        static_cast<unsigned>(t.integer("table_cache", c.chip.table_cache, 0, 4096,
                                        "Entries of the tables in host memory that the card caches, per direction."));
    if (c.chip.table_cache > 0 && !c.chip.host_tables)
        throw t.error("table_cache", "a cache with tables = \"sram\", which need none", "0, or tables = \"host\"");
}

void read_dma(core::ConfigTable& t, Keys& c) {
    c.chip.packet_memory =
        t.choice("reassembly", "host", {"host", "card"},
                 "Place of reassembly: host memory, or packet memory of the card until the PDU is complete.") == "card";
    c.chip.packet_memory_cells = static_cast<unsigned>(t.integer("packet_memory_cells", c.chip.packet_memory_cells, 1,
                                                                 65536, "Size of the card's packet memory in cells."));
    c.chip.dma_burst_dwords = static_cast<unsigned>(
        t.integer("dma_burst_dwords", c.chip.dma_burst_dwords, 1, 16, "Maximum length of a payload burst in dwords."));
    c.chip.dma_aligned = t.boolean("dma_aligned", c.chip.dma_aligned,
                                   "Align the ends of payload bursts to multiples of dma_burst_dwords.");
    const std::string doorbell = t.choice("doorbell", "command", {"command", "register", "polled"},
                                          "Doorbell of a packet to send: an SRAM command, a register write, or a word "
                                          "in host memory that the card polls.");
    c.chip.doorbell = doorbell == "command"    ? Doorbell::Command
                      : doorbell == "register" ? Doorbell::Register
                                               : Doorbell::Polled;
    c.chip.poll_clocks = static_cast<unsigned>(
        t.integer("poll_clocks", c.chip.poll_clocks, 8, 1000000, "Poll interval of a polled doorbell, in PCI clocks."));
    c.chip.descriptor_prefetch =
        static_cast<unsigned>(t.integer("descriptor_prefetch", c.chip.descriptor_prefetch, 1, 8,
                                        "Descriptors of a queue that the card holds, including the one in use."));
    const std::string command =
        t.choice("read_command", "read", {"read", "read_line", "read_multiple"}, "PCI command of payload reads.");
    c.chip.read_command = command == "read"        ? bus::Command::MemoryRead
                          : command == "read_line" ? bus::Command::MemoryReadLine
                                                   : bus::Command::MemoryReadMultiple;
    c.chip.coalesce_pdus = static_cast<unsigned>(
        t.integer("coalesce_pdus", c.chip.coalesce_pdus, 1, 1024, "Number of sent or received PDUs per interrupt."));
    c.chip.coalesce_us = t.time_ns("coalesce_time", 100e3, 1e3, 10e6, "Maximum delay of a coalesced interrupt.") * 1e-3;
}

void read_clock(core::ConfigTable& t, Keys& c) {
    c.chip_hz = t.frequency_hz("clock", c.chip_hz, 0, 200e6, "Clock of the SAR, 5 to 200 MHz. 0: the PCI clock.");
    if (c.chip_hz != 0 && c.chip_hz < 5e6) throw t.error("clock", "out of range", "0, or 5 to 200 MHz");
}

void read_sar(core::ConfigTable t, Keys& c) {
    read_clock(t, c);
    read_engine(t, c);
    read_sram(t, c);
    read_tables(t, c);
    read_dma(t, c);
    t.done();
}

/// Reads `mac` and `sar` of a card file; `station`: last octet of the address if none is given.
/// Throws core::ConfigError.
Keys read_keys(core::ConfigTable& card, std::uint8_t station) {
    Keys keys;
    read_mac(card, keys, station);
    read_sar(card.table("sar"), keys);
    return keys;
}

/// Reads `[driver]`; returns the octets of host memory that it needs. Throws core::ConfigError.
std::uint32_t read_driver_keys(core::ConfigTable& driver, const Config& chip, Driver::Config& d) {
    using Bell = Driver::Config::Doorbell;
    d.tx_buffers = board::read_tx_buffers(driver);
    d.poll_us = board::read_poll_us(driver);
    const auto buffers = [&driver](const char* key, const char* what) {
        return static_cast<unsigned>(driver.integer(key, 64, 2, 508, what));
    };
    d.small_buffers = buffers("small_buffers", "Number of small receive buffers of 2048 octets.");
    d.large_buffers = buffers("large_buffers", "Number of large receive buffers of 16384 octets.");
    d.copy_threshold = static_cast<std::size_t>(
        driver.integer("copy_threshold", d.copy_threshold, 0, 65536,
                       "Maximum size in octets of SDUs that the driver copies. It maps the pages of larger ones."));
    d.copy_per_octet_ns =
        driver.time_ns("copy_per_octet", 0, 0, 1e3,
                       "CPU time of the driver's copy per octet, in addition to that of the host profile.");
    d.map_us = driver.time_ns("map_time", 0, 0, 1e6, "CPU time to map the pages of an SDU.") * 1e-3;
    d.doorbell = chip.doorbell == Doorbell::Command    ? Bell::Command
                 : chip.doorbell == Doorbell::Register ? Bell::Register
                                                       : Bell::Memory;
    d.host_tables = chip.host_tables;
    const std::uint32_t tables = d.host_tables ? 1u << 19 : 0u;
    return tables + d.tx_buffers * board::kWholeBuffer + d.small_buffers * 2048 + d.large_buffers * 16384;
}

class CardPlan : public board::Plan {
public:
    CardPlan(core::ConfigTable& card, std::uint8_t station) : keys_(read_keys(card, station)) { read_board(card); }

    std::uint32_t read_driver(core::ConfigTable& driver) override {
        return read_driver_keys(driver, keys_.chip, driver_);
    }
    std::unique_ptr<host::NetDevice> make_driver(const char* name, host::Port& port,
                                                 const card::DriverPlace& place) const override {
        return std::make_unique<Driver>(name, port, place, driver_);
    }
    /// STAT, which a read does not change.
    card::StatusRegister status_register() const override { return {1, reg::kStat}; }

    pci::Identity identity() const override {
        pci::Identity id = pci_identity();
        id.capable_66mhz = board.pci.capable_66mhz;
        return id;
    }
    unsigned tx_fifo_cells() const override { return keys_.tx_fifo_cells; }
    double chip_hz() const override { return keys_.chip_hz; }
    std::unique_ptr<board::Chip> make_chip(const board::SlotConnection& connection) const override {
        Config config = keys_.chip;
        // A read waits for the SAR's next edge but one, whenever that comes.
        if (&connection.clock != &connection.bus_clock)
            config.register_wait_clocks +=
                static_cast<unsigned>(2 * connection.clock.period_fs() / connection.bus_clock.period_fs()) + 1;
        return std::make_unique<Sar>("sar", connection.clock, connection.dma, connection.tx_cells, connection.rx_words,
                                     connection.phy, config);
    }

private:
    Keys keys_;
    Driver::Config driver_;
};

class NicstarKind : public card::Kind {
    std::string name() const override { return "nicstar"; }
    std::string section() const override { return "sar"; }
    std::unique_ptr<card::Plan> read(core::ConfigTable& card, std::uint8_t station) const override {
        return std::make_unique<CardPlan>(card, station);
    }
    std::vector<card::WhatIf> what_ifs() const override { return nicstar::what_ifs(); }
    std::vector<const card::Cause*> causes() const override { return nicstar::all_causes(); }
};

}  // namespace

const card::Kind& kind() {
    static const NicstarKind the_kind;
    return the_kind;
}

}  // namespace niclab::nicstar
