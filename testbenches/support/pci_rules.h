/// @file A check of a recorded trace against rules of PCI 2.1, which the tests of the bus models
/// make after every run.
///
/// Behaviour: it is a short list for the models' own tests, independent of any observer of a whole
///   simulation.
#pragma once

#include <string>
#include <vector>

#include "support/pci_bench.h"
#include "support/sim_test.h"

namespace niclab::test {

class PciRules {
public:
    /// `first_data_clocks`: clocks of a target for its first TRDY# or STOP#. Returns sentences,
    /// empty without violations.
    static std::vector<std::string> violations(const BusRecorder& recorder, unsigned first_data_clocks = 16) {
        PciRules rules(recorder, first_data_clocks);
        for (std::size_t i = 1; i < recorder.samples.size(); ++i) rules.clock(i);
        return rules.found_;
    }

private:
    using Sample = BusRecorder::Sample;
    PciRules(const BusRecorder& recorder, unsigned limit) : recorder_(recorder), limit_(limit) {}

    void require(bool ok, const char* what) {
        if (!ok && found_.size() < 10) found_.push_back("clock " + std::to_string(i_) + ": " + what);
    }

    void clock(std::size_t i) {
        i_ = i;
        const Sample &now = recorder_.samples[i], &before = recorder_.samples[i - 1];
        if (now.rst || before.rst) {
            require(!now.rst || (now.levels.enabled == 0 && now.levels.enabled64 == 0), "an output drives during RST#");
            active_ = false;
            return;
        }
        drivers(now, before);
        parity(now.levels, before.levels);
        upper(now.levels, before.levels);
        require(__builtin_popcount(now.gnt) <= 1, "two GNT#");
        const pci::Levels &n = now.levels, &b = before.levels;
        const bool starts = n.frame && !b.frame;
        const bool ended = active_ && !b.frame && b.irdy && (complete(b) || aborted_);
        if (active_ && !starts) within(now, n, b, ended);
        if (ended) active_ = false;
        if (starts) address(now, before, ended);
        address_ = starts || (address_ && dual_ && i == at_ + 1);
        if (active_ && n.frame && !n.irdy && !starts) require(i - phase_ <= 8, "IRDY# later than 8 clocks (P27)");
    }

    static bool complete(const pci::Levels& l) { return l.irdy && (l.trdy || l.stop); }
    bool write() const { return bus::is_write(command_); }

    /// One driver per group, one clock between two drivers, sustained tri-state wires released
    /// high.
    void drivers(const Sample& now, const Sample& before) {
        constexpr unsigned sustained =
            pci::kEnFrame | pci::kEnIrdy | pci::kEnTarget | pci::kEnPerr | unsigned{pci::kEnReq64 | pci::kEnAck64} << 8;
        for (std::size_t h = 0; h < now.enabled.size(); ++h) {
            for (std::size_t o = 0; o < now.enabled.size(); ++o) {
                const unsigned both = now.enabled[h] & before.enabled[o] & ~unsigned{pci::kEnSerr};
                // C/BE# and AD of the two halves of one agent are one driver; so is its PAR.
                if (o != h) require(both == 0 || recorder_.same_agent(h, o), "no turnaround between two drivers (P26)");
            }
            const unsigned gone = before.enabled[h] & ~unsigned{now.enabled[h]} & sustained;
            const pci::Levels& b = before.levels;
            unsigned low = 0;
            if (b.frame) low |= pci::kEnFrame;
            if (b.irdy) low |= pci::kEnIrdy;
            if (b.devsel || b.trdy || b.stop) low |= pci::kEnTarget;
            if (b.perr) low |= pci::kEnPerr;
            if (b.req64) low |= unsigned{pci::kEnReq64} << 8;
            if (b.ack64) low |= unsigned{pci::kEnAck64} << 8;
            require((gone & low) == 0, "released while asserted (P26)");
        }
    }

    void parity(const pci::Levels& n, const pci::Levels& b) {
        if (!(b.enabled & pci::kEnAd)) return;
        require(n.enabled & pci::kEnPar, "PAR floats behind AD (P18)");
        if (!b.frame && !b.irdy) return;  // Parked or stepping: the meaning of C/BE# is open.
        const auto wires = static_cast<std::uint8_t>(address_ ? b.cbe : ~b.cbe);
        require(n.par == pci::even_parity(b.ad, wires), "wrong PAR (P18)");
    }

    /// REQ64# changes with FRAME#, ACK64# with DEVSEL#, PAR64 follows AD[63:32] (P42).
    void upper(const pci::Levels& n, const pci::Levels& b) {
        if (n.frame && !b.frame) asked_ = n.req64, acked_ = false;
        require(n.req64 == (n.frame && asked_), "REQ64# does not go with FRAME# (P42)");
        acked_ |= n.ack64;
        require(n.ack64 == (n.devsel && acked_) && (!n.ack64 || asked_), "ACK64# does not go with DEVSEL# (P42)");
        require(!n.ack64 || !n.irdy || (n.enabled64 & pci::kEnCbeHigh), "C/BE[7:4]# floats (P42)");
        require(!n.ack64 || !n.trdy || (n.enabled64 & pci::kEnAdHigh), "AD[63:32] floats (P42)");
        if (!(b.enabled64 & pci::kEnAdHigh)) return;
        const auto wires = static_cast<std::uint8_t>(address_ ? b.cbe_high : ~b.cbe_high);
        require(n.enabled64 & pci::kEnPar64, "PAR64 floats behind AD (P42)");
        require(n.par64 == pci::even_parity(b.ad_high, wires), "wrong PAR64, that is wrong PAR (P42)");
    }

    void address(const Sample& now, const Sample& before, bool ended) {
        const pci::Levels &n = now.levels, &b = before.levels;
        const int master = recorder_.driver(now, pci::kEnFrame);
        if (b.irdy) {  // Fast back-to-back.
            require(ended && write() && master == master_ && !stopped_, "FRAME# on a busy bus (P3, P29)");
        }
        require(before.gnt >> recorder_.grant_of(master) & 1u, "FRAME# without GNT# (P4)");
        command_ = static_cast<bus::Command>(n.cbe);
        dual_ = command_ == bus::Command::DualAddressCycle;
        require(n.cbe != 4 && n.cbe != 5 && n.cbe != 8 && n.cbe != 9, "reserved command (P32)");
        require((n.enabled & pci::kEnAd) && (n.enabled & pci::kEnCbe), "the address floats (P1)");
        active_ = true;
        master_ = master;
        at_ = phase_ = i_;
        devsel_ = data_ = aborted_ = stopped_ = false;
    }

    void within(const Sample& now, const pci::Levels& n, const pci::Levels& b, bool ended) {
        const std::size_t clock = i_ - at_ + 1 - (dual_ ? 1 : 0);  // The address is clock 1.
        if (clock == 1) {                                          // The second address.
            command_ = static_cast<bus::Command>(n.cbe);
            return;
        }
        if (ended) {
            require(!n.irdy, "IRDY# after the last data (P10)");
            require(!n.devsel && !n.trdy && !n.stop, "the target after the last data");
            if (b.stop) requests_after_stop();
            return;
        }
        const bool first = clock == 2;
        require(!n.frame || b.frame, "FRAME# comes back (P6)");
        require(n.frame || n.irdy || first || !b.frame, "FRAME# goes without IRDY# (P5)");
        if (b.irdy && !complete(b) && !first) {
            require(n.irdy, "IRDY# goes before the data (P7)");
            require(n.frame == b.frame || !devsel_, "FRAME# changes under IRDY# (P7)");
        }
        if ((b.trdy || b.stop) && !complete(b))
            require(n.devsel == b.devsel && n.trdy == b.trdy && n.stop == b.stop, "the target gives up (P8)");
        target_answers(n, b, clock);
        stable(now, n, b, first);
        if (b.stop && b.frame) require(n.stop, "STOP# goes before FRAME# (P24)");
        if (b.stop && b.frame && b.irdy) require(!n.frame && n.irdy, "FRAME# ignores STOP# (P24)");
        stopped_ |= n.stop;
        if (complete(n)) {
            require(i_ - phase_ <= 8 || !data_, "data later than 8 clocks (P28)");
            data_ = true;
            phase_ = i_;
        }
    }

    void target_answers(const pci::Levels& n, const pci::Levels& b, std::size_t clock) {
        require(n.devsel || !n.trdy, "TRDY# without DEVSEL# (P11)");
        require(n.devsel || !n.stop || devsel_, "STOP# without DEVSEL# (P11)");
        if (b.devsel && !n.devsel && !complete(b)) require(n.stop && !n.trdy, "DEVSEL# goes (P12)");
        devsel_ |= n.devsel;
        if (!write()) {
            if (clock == 2) require(!(n.enabled & pci::kEnAd) && !n.trdy, "no turnaround before read data (P14)");
            if (clock > 2 && n.devsel) require(n.enabled & pci::kEnAd, "AD floats in a read");
        }
        if (!devsel_ && clock >= 5) {
            require(clock <= 6, "no master abort (P13)");
            if (clock == 6) require(!n.frame && n.irdy, "no master abort (P13)");
            if (!n.frame && n.irdy) aborted_ = true;
        }
        if (i_ - at_ == limit_ && !data_) require(n.trdy || n.stop, "first data too late (P28)");
        if (data_ && i_ - phase_ == 8 && n.irdy) require(n.trdy || n.stop, "later data too late (P28)");
    }

    void stable(const Sample&, const pci::Levels& n, const pci::Levels& b, bool first) {
        require(n.enabled & pci::kEnCbe, "byte enables float (P17)");
        if (first || complete(b)) return;
        require(n.cbe == b.cbe, "byte enables change in a data phase (P17)");
        if (write() && b.irdy) require(n.ad == b.ad, "write data change (P16)");
        if (!write() && b.trdy) require(n.ad == b.ad, "read data change (P16)");
    }

    void requests_after_stop() {
        const auto& s = recorder_.samples;
        const auto off = [&](std::size_t i) {
            return i >= s.size() || !(s[i].req >> recorder_.grant_of(master_) & 1u);
        };
        require(off(i_) && (off(i_ - 1) || off(i_ + 1)), "REQ# after STOP# (P25)");
    }

    const BusRecorder& recorder_;
    unsigned limit_;
    std::size_t i_ = 0, at_ = 0, phase_ = 0;
    bool active_ = false, address_ = false, dual_ = false, devsel_ = false, data_ = false, aborted_ = false;
    bool stopped_ = false, asked_ = false, acked_ = false;
    int master_ = -1;
    bus::Command command_ = bus::Command::MemoryRead;
    std::vector<std::string> found_;
};

inline constexpr core::Femtoseconds kPciClock = 30'303'030;

/// Fixture of the tests on the PCI bench.
class PciTest : public SimTest {
protected:
    static void clocks(unsigned n) { run(core::from_fs(kPciClock * n)); }
    static std::uint64_t between(core::Femtoseconds from, core::Femtoseconds to) { return (to - from) / kPciClock; }
    /// `faults`: wrong PAR was injected.
    static void expect_legal(const BusRecorder& recorder, bool faults = false, unsigned first_data_clocks = 16) {
        for (const std::string& sentence : PciRules::violations(recorder, first_data_clocks)) {
            if (faults && sentence.find("wrong PAR") != std::string::npos) continue;
            ADD_FAILURE() << sentence;
        }
    }
};

}  // namespace niclab::test
