/// @file Two whole cards on their buses, each with a host that writes registers and memory under
/// control of a test.
#pragma once

#include <gtest/gtest.h>

#include <deque>
#include <functional>
#include <vector>

#include "atm/aal5.h"
#include "lab/bench/bench.h"
#include "lab/experiment/catalog.h"
#include "probe/account/pin_watch.h"
#include "support/nicstar_chip.h"

namespace niclab::test {

/// A CPU that executes given work, with the minimum of a driver.
class CardHost : public sc_core::sc_module {
public:
    SC_HAS_PROCESS(CardHost);
    CardHost(sc_core::sc_module_name name, host::Port& port) : sc_module(name), port_(port) { SC_THREAD(work); }

    /// From outside the simulation: gives the CPU work, and simulates until it is done.
    void run(std::function<void()> todo) {
        todo_ = std::move(todo);
        core::fire(event_);
        while (todo_) core::simulate(sc_core::sc_time(1, sc_core::SC_US).value());
    }

    // For use within the work.
    std::uint32_t reg(std::uint32_t offset) { return port_.read32(kWindow + offset); }
    void set_reg(std::uint32_t offset, std::uint32_t value) { port_.write32(kWindow + offset, value); }
    std::uint32_t config(std::uint8_t offset) { return port_.config_read32(kSlot, offset); }
    void set_config(std::uint8_t offset, std::uint32_t value) { port_.config_write32(kSlot, offset, value); }
    void command(std::uint32_t value) {
        set_reg(nicstar::reg::kCmd, value);
        while (reg(nicstar::reg::kStat) & nicstar::stat::kCmdBusy) {
        }
    }
    void write_sram(std::uint32_t address, const std::vector<std::uint32_t>& words) {
        for (std::uint32_t i = 0; i < words.size(); ++i) {
            set_reg(0, words[i]);
            command(4u << 28 | (address + i) << 2);
        }
    }
    /// `parity`: the card asserts PERR# for wrong parity.
    void set_up(bool parity = true) {
        if (scq == 0) allocate();
        set_config(0x14, kWindow);
        set_config(0x04, parity ? 0x46 : 0x6);
        set_reg(nicstar::reg::kCfg, nicstar::cfg::kReset);
        set_reg(nicstar::reg::kCfg, 2u << 22);
        for (std::uint32_t i = 0; i < 1024; ++i) port_.memory().write32(tsq + 8 * i + 4, nicstar::tsq::kEmpty);
        for (std::uint32_t i = 0; i < 512; ++i) port_.memory().write32(rsq + 16 * i + 12, 0);
        set_reg(nicstar::reg::kTsqh, 0), set_reg(nicstar::reg::kTsqb, tsq);
        set_reg(nicstar::reg::kRsqh, 0), set_reg(nicstar::reg::kRsqb, rsq);
        for (const std::uint32_t scd : nicstar::sram_map::kVrScd) write_sram(scd, {scq, 0, ~0u, 0});
        write_sram(nicstar::sram_map::kTst, {2u << 29, 2u << 29, 3u << 29 | nicstar::sram_map::kTst});
        set_reg(nicstar::reg::kTstb, nicstar::sram_map::kTst << 2);
        next_entry = next_tsq = next_rsq = 0;
        set_reg(nicstar::reg::kCfg, kConfiguration);
    }
    void open(std::uint16_t vci) { write_sram(vci * 4u, {nicstar::rct::kOpen | nicstar::rct::kAal5, 0, 0, ~0u}); }
    void close(std::uint16_t vci) { command(2u << 28 | vci * 4u << 2); }
    /// A pair of small buffers (kind 0, 2048 octets) or large ones (1, 2048), at `address` if it is not 0.
    void supply(unsigned kind, std::uint32_t address = 0) {
        for (std::uint32_t k = 0; k < 2; ++k) {
            buffers.push_back(address ? address + k * 2048 : port_.memory().allocate(2048, 16));
            set_reg(8 * k, static_cast<std::uint32_t>(buffers.size() - 1));
            set_reg(8 * k + 4, buffers.back());
        }
        command(6u << 28 | kind);
    }
    void put_entry(std::uint32_t w0, std::uint32_t w1, std::uint32_t w2, std::uint32_t w3) {
        const std::uint32_t words[] = {w0, w1, w2, w3};
        for (std::uint32_t i = 0; i < 4; ++i) port_.memory().write32(scq + 16 * next_entry + 4 * i, words[i]);
        next_entry = (next_entry + 1) % 512;
    }
    static std::uint32_t header(std::uint16_t vci) { return atm::Header{0, 0, vci, 0, false}.word(); }
    static constexpr std::uint32_t kAal5 = nicstar::tbd::kEndOfPdu | nicstar::tbd::kAal5 | nicstar::tbd::kMOverN;
    /// Queues a whole PDU and a status request; returns its buffer's address.
    std::uint32_t put_pdu(const std::vector<std::uint8_t>& sdu, std::uint16_t vci, std::uint32_t tag,
                          std::uint32_t address = 0) {
        const auto octets = static_cast<std::uint32_t>(atm::aal5_cells(sdu.size()) * 48);
        if (address == 0) {
            address = port_.memory().allocate(octets, 16);
            std::copy(sdu.begin(), sdu.end(), port_.memory().at(address));
        }
        put_entry(kAal5 | octets, address, static_cast<std::uint32_t>(sdu.size()), header(vci));
        put_status_request(tag);
        return address;
    }
    void put_status_request(std::uint32_t tag) {
        put_entry(nicstar::tbd::kTsr | nicstar::tbd::kTsrInterrupt, tag, 0, 0);
    }
    void doorbell() { write_sram(nicstar::sram_map::kVrScd[0], {scq + 16 * next_entry}); }

    struct Status {
        std::uint32_t connection, handle, flags;
    };
    /// Removes and returns the new entries of the receive status queue.
    std::vector<Status> take_received() {
        std::vector<Status> all;
        host::Memory& m = port_.memory();
        for (; m.read32(rsq + 16 * next_rsq + 12) >> 31; next_rsq = (next_rsq + 1) % 512) {
            const std::uint32_t at = rsq + 16 * next_rsq;
            all.push_back({m.read32(at), m.read32(at + 4), m.read32(at + 12)});
            m.write32(at + 12, 0);
        }
        if (!all.empty()) set_reg(nicstar::reg::kRsqh, (next_rsq + 511) % 512 * 16);
        return all;
    }
    /// Tags of new entries of the transmit status queue.
    std::vector<std::uint32_t> take_sent() {
        std::vector<std::uint32_t> tags;
        host::Memory& m = port_.memory();
        for (; !(m.read32(tsq + 8 * next_tsq + 4) >> 31); next_tsq = (next_tsq + 1) % 1024) {
            tags.push_back(m.read32(tsq + 8 * next_tsq));
            m.write32(tsq + 8 * next_tsq + 4, nicstar::tsq::kEmpty);
        }
        if (!tags.empty()) set_reg(nicstar::reg::kTsqh, (next_tsq + 1023) % 1024 * 8);
        return tags;
    }
    const std::uint8_t* buffer(std::uint32_t handle) { return port_.memory().at(buffers.at(handle)); }

    std::uint32_t scq = 0, tsq = 0, rsq = 0, next_entry = 0, next_tsq = 0, next_rsq = 0;
    std::vector<std::uint32_t> buffers;  ///< By handle.

private:
    static constexpr std::uint32_t kWindow = 0xE0000000u;
    static constexpr unsigned kSlot = 5;
    /// RXPATH, small 2048, large 2048, RSQ 8192, RXINT immediate, TXEN, TXIE.
    static constexpr std::uint32_t kConfiguration = 1u << 29 | 3u << 27 | 2u << 22 | 1u << 12 | 1u << 5 | 1u << 4;

    void allocate() {
        scq = port_.memory().allocate(8192, 8192);
        tsq = port_.memory().allocate(8192, 8192);
        rsq = port_.memory().allocate(8192, 8192);
    }
    void work() {
        for (;;) {
            while (!todo_) wait(event_);
            todo_();
            todo_ = nullptr;
        }
    }
    host::Port& port_;
    std::function<void()> todo_;
    sc_core::sc_event event_;
};

/// A window at kAddress that transfers some dwords and then aborts.
class AbortingDevice : public sc_core::sc_module, bus::TargetPort {
public:
    static constexpr std::uint32_t kAddress = 0xD0000000u, kOctets = 4096;

    AbortingDevice(sc_core::sc_module_name name, core::Clock& clock, pci::Bus& bus)
        : sc_module(name), config_space_(identity()), target("target", clock, config_space_, 9) {
        config_space_.write(0x10, kAddress, 0xF);
        config_space_.write(0x04, 0x2, 0xF);
        target.connect(0, *this);
        bus.attach(target.pins, basename());
    }
    unsigned after = 0;  ///< Dwords.

private:
    static pci::Identity identity() {
        pci::Identity id;
        id.vendor = 0x1234;  // Not the ID of a real product.
        id.bar_octets[0] = kOctets;
        id.capable_66mhz = true;
        return id;
    }
    Answer begin(const Access&) override { return {false, true, 0, after}; }
    unsigned later_wait_clocks(const Access&) override { return 0; }
    bool bursts() const override { return true; }
    std::uint32_t read(const Access&) override { return 0xAB0B7ED0; }
    void write(const Access&, std::uint32_t) override {}

    pci::ConfigSpace config_space_;

public:
    pci::Target target;
};

/// The bench of an experiment in which niclab's drivers do not use the cards; PCI rules are checked
/// on both buses.
struct CardBench {
    explicit CardBench(const std::vector<std::string>& assignments = {})
        : experiment(read(assignments)), bench(experiment) {}

    static lab::Experiment read(const std::vector<std::string>& assignments) {
        lab::Overrides overrides;
        overrides.assignments = assignments;
        lab::Experiment e = lab::read_experiment(lab::find_file(lab::Kind::Experiment, "stream", "."), overrides);
        for (lab::HostConfig& host : e.hosts) host.foreign_driver = true;
        return e;
    }
    static void us(double time) { core::simulate(sc_core::sc_time(time, sc_core::SC_US).value()); }
    /// Both cards initialised, the lines in frame, `vci` open at the server with four pairs of each
    /// kind of buffer.
    void set_up(std::uint16_t vci) {
        while (!client_node.nic().phy.in_sync() || !server_node.nic().phy.in_sync()) us(20);
        client.run([this] { client.set_up(); });
        server.run([this, vci] {
            server.set_up();
            for (unsigned i = 0; i < 8; ++i) server.supply(i % 2);
            server.open(vci);
        });
    }
    void expect_no_violation() const {
        EXPECT_EQ(report.total(), 0u) << report.violations().front().rule->id << report.violations().front().seen;
    }

    lab::Experiment experiment;
    lab::Bench bench;
    lab::Node &client_node = bench.node("client"), &server_node = bench.node("server");
    CardHost client{"client_cpu", client_node.host.bridge}, server{"server_cpu", server_node.host.bridge};
    AbortingDevice aborting{"aborting", client_node.pci_clock, client_node.pci};
    check::Report report;
    probe::PciWatch client_watch{"client_watch", client_node.pci_clock, client_node.pci, "client.pci", {"nic"},
                                 &report};
    probe::PciWatch server_watch{"server_watch", server_node.pci_clock, server_node.pci, "server.pci", {"nic"},
                                 &report};
};

}  // namespace niclab::test
