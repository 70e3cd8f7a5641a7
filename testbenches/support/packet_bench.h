/// @file A card engine with packet memory alone: memory on its DMA channel, a line that empties its
/// FIFO, and the host's accesses to registers and window. Several fit into one simulation.
#pragma once

#include <deque>

#include "cards/packet_sar/packet_sar.h"
#include "support/sar_bench.h"

namespace niclab::test {

/// A source that passes cells to an engine word by word, one cell every `spacing_octets` octet
/// times.
class CellSource : public core::Clocked {
public:
    CellSource(sc_core::sc_module_name name, core::Clock& clock, core::Fifo<atm::CellWord>& words)
        : Clocked(name, clock), words_(words) {
        call_at_edges<&CellSource::on_clock>(*this);
    }
    std::deque<atm::Cell> cells;
    unsigned spacing_octets = 55;
    std::uint64_t sent = 0;

private:
    void on_clock() {
        if (left_ > 0) --left_;
        if (left_ > 0 || cells.empty()) return;
        const atm::Cell& cell = cells.front();
        words_.push({cell.header_word(), true, false});
        for (unsigned i = 0; i < 12; ++i) {
            const std::uint8_t* o = cell.payload() + 4 * i;
            words_.push({o[0] | std::uint32_t{o[1]} << 8 | std::uint32_t{o[2]} << 16 | std::uint32_t{o[3]} << 24, false,
                         i == 11});
        }
        cells.pop_front();
        ++sent;
        left_ = spacing_octets;
    }
    core::Fifo<atm::CellWord>& words_;
    unsigned left_ = 0;
};

class PacketBench : public sc_core::sc_module {
public:
    static constexpr std::uint32_t kStatusRing = 0x1000, kSendBuffers = 0x20000, kReceiveBuffers = 0x40000;
    static constexpr std::uint32_t kReceiveOctets = 0x10400;  ///< Distance between receive buffers in host memory.
    static constexpr std::uint16_t kVci = 50;

    explicit PacketBench(const packet_sar::Config& config = {}, sc_core::sc_module_name name = "bench")
        : sc_module(name),
          tx_cells("tx_cells", 4),
          engine("sar", clock, dma, tx_cells, rx_words, config),
          config_(config) {
        engine.inta(inta);
        memory.dwords.resize((kReceiveBuffers + 16 * kReceiveOctets) / 4);
        engine.segmented().listen(
            [this](core::Femtoseconds at, const card::Unit&, const unsigned&) { segmented.push_back(at); });
        engine.unit_outcome().listen([this](core::Femtoseconds, const card::Unit&, const card::UnitOutcome& outcome) {
            fates.push_back(outcome);
        });
    }

    core::Clock clock{"clock", {}};
    core::Clock line_clock{"line_clock", {51'440'329, 11'000'000, false}};
    bus::DmaChannel dma{"dma"};
    core::Fifo<atm::Cell> tx_cells;
    core::Fifo<atm::CellWord> rx_words{"rx_words", 64};
    core::Wire<bool> inta{"inta"};
    DmaServer memory{"memory", clock, dma};
    Line line{"line", line_clock, tx_cells};
    CellSource source{"source", line_clock, rx_words};
    packet_sar::PacketSar engine;
    std::vector<core::Femtoseconds> segmented;
    std::vector<card::UnitOutcome> fates;

    static constexpr core::Femtoseconds kClock = 30'303'030;
    static void clocks(unsigned n) { core::simulate(kClock * n); }
    void write(std::uint32_t offset, std::uint32_t value) { write_register(engine.registers(), offset, value); }
    std::uint32_t read(std::uint32_t offset) { return read_register(engine.registers(), offset); }
    void write_window(std::uint32_t offset, std::vector<std::uint32_t> dwords) {
        for (std::uint32_t i = 0; i < dwords.size(); ++i)
            engine.window().write({bus::Command::MemoryWrite, 0, offset + 4 * i, 1, 0xF}, dwords[i]);
    }
    std::uint32_t read_window(std::uint32_t offset) {
        return engine.window().read({bus::Command::MemoryRead, 0, offset, 1, 0xF});
    }
    void enable() {
        using namespace packet_sar;
        write(reg::kStatusBase, kStatusRing);
        write(reg::kControl, control::kTransmit | control::kReceive | control::kInterrupt);
    }
    void open(std::uint16_t vci, std::uint32_t octets, std::uint32_t at = 0) {
        namespace w = packet_sar::window;
        const std::uint32_t base = w::kTransmit + config_.transmit_octets + at;
        write_window(w::kConnections + vci * w::kConnectionOctets, {packet_sar::connection::kOpen | octets, base});
    }
    /// Supplies free buffers for `n` more PDUs.
    void supply(unsigned n) {
        namespace w = packet_sar::window;
        for (; n > 0; --n, free_tail_ = (free_tail_ + 1) % w::kFreeEntries, ++supplied_) {
            const std::uint32_t buffer = kReceiveBuffers + supplied_ % 16 * kReceiveOctets;
            write_window(w::kFreeRing + free_tail_ * w::kFreeEntryOctets, {buffer, buffer});
        }
        write(packet_sar::reg::kFreeTail, free_tail_);
    }
    /// Writes a descriptor; the caller rings the doorbell.
    void describe(const std::vector<std::uint8_t>& sdu, std::uint32_t place, std::uint16_t vci = kVci) {
        namespace w = packet_sar::window;
        write_window(w::kTxRing + tx_tail_ * w::kTxEntryOctets,
                     {static_cast<std::uint32_t>(sdu.size()), place, atm::Header{0, 0, vci, 0, false}.word()});
        tx_tail_ = (tx_tail_ + 1) % w::kTxEntries;
    }
    void put_in_host_memory(const std::vector<std::uint8_t>& sdu, std::uint32_t address = kSendBuffers) {
        for (std::uint32_t i = 0; i < sdu.size(); ++i) memory.set_octet(address + i, sdu[i]);
    }
    void doorbell() { write(packet_sar::reg::kTxTail, tx_tail_); }
    static std::vector<std::uint8_t> sdu_of(std::size_t n, unsigned first = 7) {
        std::vector<std::uint8_t> sdu(n);
        for (std::size_t i = 0; i < n; ++i) sdu[i] = static_cast<std::uint8_t>(first + i * 11);
        return sdu;
    }
    /// The cells of an SDU arrive.
    void arrive(const std::vector<std::uint8_t>& sdu, std::uint16_t vci = kVci, std::uint8_t vpi = 0) {
        const auto pdu = atm::aal5_encode(sdu);
        for (std::size_t at = 0; at < pdu.size(); at += 48) {
            atm::Cell cell;
            cell.set_header({0, vpi, vci, static_cast<std::uint8_t>(at + 48 == pdu.size()), false});
            std::copy(pdu.begin() + static_cast<std::ptrdiff_t>(at), pdu.begin() + static_cast<std::ptrdiff_t>(at + 48),
                      cell.payload());
            source.cells.push_back(cell);
        }
    }
    /// Number of cells that were delivered, dropped or held; to be called while nothing moves.
    std::uint64_t accounted() const {
        const card::UnitAccount account = engine.received_units();
        std::uint64_t cells = account.delivered + account.held;
        for (const auto& [cause, n] : account.dropped) cells += n;
        return cells;
    }
    std::uint32_t tx_tail() const { return tx_tail_; }

private:
    packet_sar::Config config_;
    std::uint32_t free_tail_ = 0, tx_tail_ = 0, supplied_ = 0;
};

}  // namespace niclab::test
