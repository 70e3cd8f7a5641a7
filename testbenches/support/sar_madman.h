/// @file A host of a SAR that makes valid and invalid accesses at random.
#pragma once

#include "base/random.h"
#include "support/sar_bench.h"

namespace niclab::test {

class Madman {
public:
    Madman(SarBench& bench, std::uint64_t seed) : bench_(bench), random_(seed, "madman") {
        bench_.memory.verdict = [this](const bus::Burst& burst) {
            const std::uint64_t end = std::uint64_t{burst.address} + 4 * burst.dwords;
            if (end > bench_.memory.dwords.size() * 4) return bus::BurstStatus::MasterAbort;
            return random_.chance(abort_share) ? bus::BurstStatus::TargetAbort : bus::BurstStatus::Done;
        };
    }
    double abort_share = 0;
    std::uint64_t arrived = 0;

    void act() {
        switch (pick(12)) {
            case 0:
                return bench_.write(4 * pick(21), word());
            case 1:
                return bench_.write(nicstar::reg::kCmd, word());
            case 2:
                return bench_.write(
                    nicstar::reg::kCfg,
                    (word() & ~nicstar::cfg::kReset) | (pick(4) ? nicstar::cfg::kRxPath | nicstar::cfg::kTxEnable : 0));
            case 3:
                return put_descriptors();
            case 4:
                return bench_.write_sram(nicstar::sram_map::kVrScd[pick(3)],
                                         {address(), word() & 0x1FF0u, ~0u, word()});
            case 5:
                return bench_.write_sram(
                    nicstar::sram_map::kTst + pick(6),
                    {pick(4) << 29 | (pick(2) ? nicstar::sram_map::kTst + pick(6) : 0x1D24A + 12 * pick(4))});
            case 6:
                return bench_.write_sram(pick(64) * 4, {word() & 0x003F'FFFFu, word(), address(), word()});
            case 7:
                return supply();
            case 8:
                return bench_.write(nicstar::reg::kStat, word());
            case 9:
                bench_.read(4 * pick(21));
                return;
            case 10:
                return SarBench::clocks(1 + pick(2000));
            default:
                for (unsigned i = pick(6); i > 0; --i) arrive();
        }
    }
    unsigned pick(unsigned n) { return static_cast<unsigned>(random_.uniform(0, n - 1)); }

private:
    /// Often with few bits set, often with all.
    std::uint32_t word() {
        const auto w = static_cast<std::uint32_t>(random_.uniform(0, 0xFFFFFFFF));
        return pick(2) ? w : w & static_cast<std::uint32_t>(random_.uniform(0, 0xFFFFFFFF));
    }
    /// Mostly in memory.
    std::uint32_t address() { return pick(20) ? pick(0x3FFFF) : word(); }

    void put_descriptors() {
        for (unsigned i = pick(5); i > 0; --i) {
            const std::uint32_t kind = pick(4) ? pick(1 << 12) << 19 & 0x7FFF0000u : 1u << 31;
            bench_.put_entry(kind | pick(200), address(), word(), word() & 0x0000FFFFu);
        }
        bench_.doorbell();
    }
    void supply() {
        bench_.write(0, word()), bench_.write(4, address());
        bench_.write(8, word()), bench_.write(12, address());
        bench_.command(6u << 28 | pick(2));
    }
    void arrive() {
        atm::Cell cell;
        cell.set_header({static_cast<std::uint8_t>(pick(8) ? 0 : pick(16)),
                         static_cast<std::uint8_t>(pick(10) ? 0 : pick(256)), static_cast<std::uint16_t>(pick(64)),
                         static_cast<std::uint8_t>(pick(8)), pick(2) == 0});
        for (unsigned i = 0; i < 48; ++i) cell.payload()[i] = static_cast<std::uint8_t>(pick(256));
        bench_.arrive(cell);
        ++arrived;
    }
    SarBench& bench_;
    base::RandomStream random_;
};

}  // namespace niclab::test
