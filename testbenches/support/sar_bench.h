/// @file A SAR alone: memory on its DMA channel, a line that empties its FIFO, and access to its
/// registers.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <functional>
#include <vector>

#include "atm/aal5.h"
#include "cards/nicstar/sar.h"
#include "support/sim_test.h"

namespace niclab::test {

/// A server of bursts from an array of octets: `latency` clocks each plus one per dword.
class DmaServer : public core::Clocked {
public:
    DmaServer(sc_core::sc_module_name name, core::Clock& clock, bus::DmaChannel& channel)
        : Clocked(name, clock), channel_(channel) {
        call_at_edges<&DmaServer::on_clock>(*this);
    }
    std::vector<std::uint32_t> dwords = std::vector<std::uint32_t>(1 << 16);
    std::vector<bus::Burst> bursts;
    unsigned latency = 6;
    /// The result of a burst, if a test lets it fail; its data does not move then.
    std::function<bus::BurstStatus(const bus::Burst&)> verdict;

    std::uint8_t octet(std::uint32_t address) const {
        return static_cast<std::uint8_t>(dwords[address / 4] >> 8 * (address % 4));
    }
    void set_octet(std::uint32_t address, std::uint8_t value) {
        const unsigned shift = 8 * (address % 4);
        dwords[address / 4] = (dwords[address / 4] & ~(0xFFu << shift)) | std::uint32_t{value} << shift;
    }

private:
    void on_clock() {
        if (!busy_ && channel_.request.has_item()) {
            burst_ = channel_.request.item();
            channel_.request.take();
            left_ = latency + burst_.dwords;
            busy_ = true;
        } else if (busy_ && --left_ == 0) {
            burst_.status = verdict ? verdict(burst_) : bus::BurstStatus::Done;
            for (unsigned i = 0; i < burst_.dwords; ++i) {
                if (burst_.status == bus::BurstStatus::Done)
                    move(i);
                else
                    burst_.data[i] = ~0u;
            }
            bursts.push_back(burst_);
            channel_.response.post(burst_);
            busy_ = false;
        }
    }
    void move(unsigned i) {
        const std::uint32_t at = burst_.address + 4 * i;
        if (!bus::is_write(burst_.command)) {
            burst_.data[i] = dwords[at / 4];
            return;
        }
        const std::uint8_t enables = i == 0                    ? burst_.first_enables
                                     : i + 1u == burst_.dwords ? burst_.last_enables
                                                               : 0xF;
        for (unsigned o = 0; o < 4; ++o)
            if (enables >> o & 1u) set_octet(at + o, static_cast<std::uint8_t>(burst_.data[i] >> 8 * o));
    }
    bus::DmaChannel& channel_;
    bus::Burst burst_;
    unsigned left_ = 0;
    bool busy_ = false;
};

/// A sink that takes a cell out of the FIFO every 53 octet times, with the row's gap every fifth.
class Line : public core::Clocked {
public:
    Line(sc_core::sc_module_name name, core::Clock& clock, core::Fifo<atm::Cell>& fifo)
        : Clocked(name, clock), fifo_(fifo) {
        call_at_edges<&Line::on_clock>(*this);
    }
    std::vector<atm::Cell> cells;  ///< User cells, in order.
    std::vector<bool> pattern;     ///< For every cell: whether it was a user cell.
    bool running = true;

private:
    void on_clock() {
        if (!running || --left_ > 0) return;
        left_ = ++taken_ % 5 == 0 ? 63 : 53;
        if (fifo_.empty()) return;
        pattern.push_back(!fifo_.front().header().is_null());
        if (pattern.back()) cells.push_back(fifo_.front());
        fifo_.pop();
    }
    core::Fifo<atm::Cell>& fifo_;
    unsigned left_ = 53, taken_ = 0;
};

/// A source of single words, with the timing of the UTOPIA receiver: the header's word with the
/// fifth octet, the others four octets apart.
class Words : public core::Clocked {
public:
    Words(sc_core::sc_module_name name, core::Clock& clock, core::Fifo<atm::CellWord>& fifo)
        : Clocked(name, clock), fifo_(fifo) {
        call_at_edges<&Words::on_clock>(*this);
    }
    void give(const atm::CellWord& word) { waiting_.push_back(word), wake(); }

private:
    void on_clock() {
        if (waiting_.empty()) return sleep();
        if (++octets_ < (waiting_.front().first ? 5u : 4u) || fifo_.free() == 0) return;
        fifo_.push(waiting_.front());
        waiting_.pop_front();
        octets_ = 0;
    }
    core::Fifo<atm::CellWord>& fifo_;
    std::deque<atm::CellWord> waiting_;
    unsigned octets_ = 0;
};

struct NoPhy : utopia::UtilityBusIf {
    std::uint8_t read(std::uint8_t address) override { return address == 0 ? 0x30 : 0xEE; }
    void write(std::uint8_t address, std::uint8_t value) override { last = address << 8 | value; }
    bool interrupt() const override { return false; }
    void reset(bool asserted) override { in_reset = asserted; }
    int last = 0;
    bool in_reset = false;
};

/// The host's accesses to an engine's registers, with the clocks they take.
inline void write_register(bus::TargetPort& port, std::uint32_t offset, std::uint32_t value) {
    port.write({bus::Command::MemoryWrite, 0, offset, 1, 0xF}, value);
    core::simulate(30'303'030ull * 3);
}
inline std::uint32_t read_register(bus::TargetPort& port, std::uint32_t offset) {
    const bus::TargetPort::Access access{bus::Command::MemoryRead, 0, offset, 1, 0xF};
    port.begin(access);
    core::simulate(30'303'030ull * 3);
    return port.read(access);
}

struct SarBench {
    explicit SarBench(const nicstar::Config& config = {}, std::size_t tx_fifo = 9)
        : tx_cells("tx_cells", tx_fifo), sar("sar", clock, dma, tx_cells, rx_words, phy, config) {
        sar.inta(inta);
    }
    core::Clock clock{"clock", {}};
    core::Clock line_clock{"line_clock", {51'440'329, 11'000'000, false}};
    bus::DmaChannel dma{"dma"};
    core::Fifo<atm::Cell> tx_cells;
    core::Fifo<atm::CellWord> rx_words{"rx_words", 64};
    core::Wire<bool> inta{"inta"};
    NoPhy phy;
    DmaServer memory{"memory", clock, dma};
    Line line{"line", line_clock, tx_cells};
    Words receiver{"receiver", line_clock, rx_words};
    bool in_time = false;  ///< Words of arriving cells come one by one.
    nicstar::Sar sar;

    static void clocks(unsigned n) { core::simulate(30'303'030ull * n); }
    void write(std::uint32_t offset, std::uint32_t value) { write_register(sar.registers(), offset, value); }
    std::uint32_t read(std::uint32_t offset) { return read_register(sar.registers(), offset); }
    void finish_command() {
        while (read(nicstar::reg::kStat) & nicstar::stat::kCmdBusy) {
        }
    }
    void command(std::uint32_t value) {
        finish_command();
        write(nicstar::reg::kCmd, value);
        finish_command();
    }
    void write_sram(std::uint32_t address, std::vector<std::uint32_t> words) {
        for (std::size_t i = 0; i < words.size(); i += 4) {
            const std::size_t n = std::min<std::size_t>(4, words.size() - i);
            for (std::size_t k = 0; k < n; ++k) write(4 * static_cast<std::uint32_t>(k), words[i + k]);
            command(4u << 28 | (address + static_cast<std::uint32_t>(i)) << 2 | static_cast<std::uint32_t>(n - 1));
        }
    }
    std::uint32_t read_sram(std::uint32_t address) {
        command(5u << 28 | address << 2);
        return read(0);
    }

    // A transmitter with its queue at 0x4000, status queue at 0x2000; a receiver with its queue at 0x6000.
    static constexpr std::uint32_t kScq = 0x4000, kTsq = 0x2000, kRsq = 0x6000;
    std::uint32_t scq_next = 0;
    void set_up(std::uint32_t extra_configuration = 0) {
        for (std::uint32_t i = 0; i < 1024; ++i) memory.dwords[kTsq / 4 + 2 * i + 1] = 1u << 31;
        write(nicstar::reg::kTsqh, 0);
        write(nicstar::reg::kTsqb, kTsq);
        write(nicstar::reg::kCfg, 2u << 22);
        write(nicstar::reg::kRsqh, 0);
        write(nicstar::reg::kRsqb, kRsq);
        for (const std::uint32_t scd : nicstar::sram_map::kVrScd) write_sram(scd, {kScq, 0, ~0u, 0});
        write_sram(nicstar::sram_map::kTst, {2u << 29, 2u << 29, 2u << 29, 3u << 29 | nicstar::sram_map::kTst});
        write(nicstar::reg::kTstb, nicstar::sram_map::kTst << 2);
        write(nicstar::reg::kCfg, 2u << 22 | nicstar::cfg::kRxPath | nicstar::cfg::kTxEnable | nicstar::cfg::kTxIe |
                                      1u << 12 | 3u << 27 | extra_configuration);
    }
    void put_entry(std::uint32_t w0, std::uint32_t w1, std::uint32_t w2, std::uint32_t w3) {
        const std::uint32_t at = kScq / 4 + scq_next * 4;
        memory.dwords[at] = w0, memory.dwords[at + 1] = w1, memory.dwords[at + 2] = w2, memory.dwords[at + 3] = w3;
        scq_next = (scq_next + 1) % 512;
    }
    void put_pdu(const std::vector<std::uint8_t>& padded, std::uint32_t address, std::uint32_t sdu_octets,
                 std::uint32_t tag, std::uint16_t vci = 0xF40) {
        for (std::uint32_t i = 0; i < padded.size(); ++i) memory.set_octet(address + i, padded[i]);
        const std::uint32_t header = atm::Header{0, 0, vci, 0, false}.word();
        put_entry(nicstar::tbd::kEndOfPdu | nicstar::tbd::kAal5 | nicstar::tbd::kMOverN |
                      static_cast<std::uint32_t>(padded.size()),
                  address, sdu_octets, header);
        put_entry(nicstar::tbd::kTsr | nicstar::tbd::kTsrInterrupt, tag, 0, 0);
    }
    void doorbell() { write_sram(nicstar::sram_map::kVrScd[0], {kScq + scq_next * 16}); }
    /// A cell arrives, with its words in the timing of the UTOPIA receiver.
    void arrive(const atm::Cell& cell) {
        const auto hand_on = [this](const atm::CellWord& word) { in_time ? receiver.give(word) : rx_words.push(word); };
        hand_on({cell.header_word(), true, false});
        for (unsigned i = 0; i < 12; ++i) {
            const std::uint8_t* o = cell.payload() + 4 * i;
            hand_on({o[0] | std::uint32_t{o[1]} << 8 | std::uint32_t{o[2]} << 16 | std::uint32_t{o[3]} << 24, false,
                     i == 11});
        }
        clocks(94);
    }
};

/// A fixture of the corner cases: one content of PDUs, one connection, one position in memory.
class SarCorner : public SimTest {
protected:
    static constexpr std::uint16_t kVci = 50;
    static constexpr std::uint32_t kBuffer = 0x10000;

    static std::vector<std::uint8_t> sdu_of(std::size_t n) {
        std::vector<std::uint8_t> sdu(n);
        for (std::size_t i = 0; i < n; ++i) sdu[i] = static_cast<std::uint8_t>(7 + i * 11);
        return sdu;
    }
    static std::vector<std::uint8_t> padded(std::vector<std::uint8_t> sdu) {
        sdu.resize(atm::aal5_cells(sdu.size()) * 48);
        return sdu;
    }
    static void send(SarBench& bench, std::size_t octets, std::uint32_t tag = 1) {
        bench.put_pdu(padded(sdu_of(octets)), kBuffer, static_cast<std::uint32_t>(octets), tag);
    }
    static void expect_pdu(const SarBench& bench, std::size_t from, std::size_t octets) {
        const auto pdu = atm::aal5_encode(sdu_of(octets));
        ASSERT_GE(bench.line.cells.size(), from + pdu.size() / 48);
        for (std::size_t i = 0; i < pdu.size(); ++i)
            ASSERT_EQ(bench.line.cells[from + i / 48].payload()[i % 48], pdu[i]) << i;
    }
    /// The only cell of a PDU of 40 octets.
    static atm::Cell single_cell(std::uint16_t vci = kVci) {
        const auto pdu = atm::aal5_encode(sdu_of(40));
        atm::Cell cell;
        cell.set_header({0, 0, vci, 1, false});
        std::copy(pdu.begin(), pdu.end(), cell.payload());
        return cell;
    }
    static void supply(SarBench& bench, unsigned kind, unsigned pairs) {
        for (std::uint32_t i = 0; i < 2 * pairs; i += 2) {
            bench.write(0, i), bench.write(4, kBuffer + i % 32 * 0x800);
            bench.write(8, i + 1), bench.write(12, kBuffer + (i + 1) % 32 * 0x800);
            bench.command(6u << 28 | kind);
        }
    }
    static void open(SarBench& bench) { bench.write_sram(kVci * 4u, {0x000A0000, 0, 0, ~0u}); }
    /// Cells from each user cell on the line to the next.
    static std::vector<std::size_t> gaps(const SarBench& bench) {
        std::vector<std::size_t> gaps;
        std::size_t last = 0, at = 0;
        for (const bool user : bench.line.pattern) {
            ++at;
            if (user && last != 0) gaps.push_back(at - last);
            if (user) last = at;
        }
        return gaps;
    }
    static std::size_t bursts(const SarBench& bench, bus::Purpose purpose) {
        std::size_t n = 0;
        for (const auto& b : bench.memory.bursts) n += b.purpose == purpose;
        return n;
    }
};

}  // namespace niclab::test
