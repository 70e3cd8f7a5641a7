#include <algorithm>

#include "check/cell_row.h"
#include "check/pci_checker.h"
#include "check/pci_rows.h"
#include "check/utopia_checker.h"
#include "check/waveform_check.h"

namespace niclab::check {

namespace {

/// A clock in the file, and its rising edges.
class Edge {
public:
    explicit Edge(int clk) : clk_(clk) {}
    bool rises(const WaveReader& wave) {
        const auto& all = wave.changes();
        for (const WaveReader::Change& c : all)
            if (static_cast<int>(c.variable) == clk_ && c.value.high() && wave.value(c.variable).low())
                return ++cycle_, true;
        return false;
    }
    std::uint64_t cycle() const { return cycle_; }

private:
    int clk_;
    std::uint64_t cycle_ = 0;
};

const WaveValue kAbsent{};

class PciWave : public WaveformBus {
public:
    PciWave(const PciMap& m, Report& report) : m_(m), edge_(m.clk), config_(config(m)), report_(report) {
        assembled_ = m.assembled, variables_ = m.variables;
        const std::pair<const char*, int> names[] = {{"CLK", m.clk},
                                                     {"RST_n", m.rst},
                                                     {"AD", m.ad},
                                                     {"CBE_n", m.cbe},
                                                     {"PAR", m.par},
                                                     {"FRAME_n", m.frame},
                                                     {"IRDY_n", m.irdy},
                                                     {"TRDY_n", m.trdy},
                                                     {"STOP_n", m.stop},
                                                     {"DEVSEL_n", m.devsel},
                                                     {"PERR_n", m.perr},
                                                     {"SERR_n", m.serr},
                                                     {"REQ_n", m.req},
                                                     {"GNT_n", m.gnt},
                                                     {"REQ64_n", m.req64},
                                                     {"ACK64_n", m.ack64},
                                                     {"PAR64", m.par64},
                                                     {"AD_HIGH", m.ad_high},
                                                     {"CBE_HIGH_n", m.cbe_high}};
        for (const auto& [signal, variable] : names)
            if (variable >= 0) signals_.push_back({signal, static_cast<unsigned>(variable)});
        rows_ = {{"transaction", [agents = m.agents](std::uint64_t code) { return transaction_words(code, agents); }},
                 {"data", data_words}};
    }
    void look(const WaveReader& wave) override {
        clocked_ = edge_.rises(wave);
        if (!clocked_) return;
        if (!checker_) make_checker(wave);
        if (!checker_) return;
        const PciSample s = sample(wave);
        checker_->sample(s);
        const PciRows::Codes codes = decoder_.sample(s);
        rows_[0].code = codes.transaction, rows_[1].code = codes.data;
        if (checker_->judging()) judged(wave.now());
    }
    const char* awaited() const override { return "a clock with values for all pins, FRAME# and IRDY# deasserted"; }
    std::string name() const override { return m_.name; }
    std::uint64_t checked() const override { return checker_ ? checker_->transactions() : 0; }

private:
    /// When all pins have a value and two edges have shown the period.
    void make_checker(const WaveReader& wave) {
        const core::Femtoseconds before = last_edge_;
        last_edge_ = wave.now();
        for (const int signal : {m_.ad, m_.cbe, m_.par, m_.frame, m_.irdy, m_.trdy, m_.devsel, m_.stop})
            if (!wave.given(static_cast<unsigned>(signal))) return;
        if (before == 0) return;
        config_.period_fs = wave.now() - before;
        checker_ = std::make_unique<PciChecker>(config_, report_);
    }
    static PciChecker::Config config(const PciMap& m) {
        PciChecker::Config c;
        c.synchronise = true;
        c.bus = m.name;
        c.agents = m.agents;
        const auto index = [&m](const std::string& agent) {
            const auto at = std::find(m.agents.begin(), m.agents.end(), agent);
            return at == m.agents.end() ? -1 : static_cast<int>(at - m.agents.begin());
        };
        for (const std::string& master : m.masters) c.master_agent.push_back(index(master));
        c.host_agent = index(m.host);
        c.has_enables = !m.enables.empty();
        c.has_requests = m.req >= 0 && m.gnt >= 0;
        c.has_all_grants = m.all_grants;
        c.stepped_configuration = m.stepped_configuration;
        c.ordered_retry = m.ordered_retry;
        c.limits.first_data_clocks = m.first_data_clocks;
        return c;
    }
    static const WaveValue& of(const WaveReader& wave, int signal) {
        return signal < 0 ? kAbsent : wave.value(static_cast<unsigned>(signal));
    }
    static bool low(const WaveReader& wave, int signal) { return signal >= 0 && of(wave, signal).low(); }
    static bool high(const WaveReader& wave, int signal) { return signal >= 0 && of(wave, signal).high(); }
    /// The driven bits of a vector or a wire, and whether a part of it is x. A weak level and an x
    /// count as driven, except in reset, where no wire may be driven.
    void judge(const WaveReader& wave, int signal, std::uint64_t mask, std::uint16_t group, PciSample& s) {
        if (signal < 0) return;
        const WaveValue& v = of(wave, signal);
        if ((v.unknown & mask & ~v.floating) != 0) s.unknown |= group;
        const bool quiet = s.rst && ((v.unknown & mask) != 0 || (v.floating & mask) == mask);
        if ((v.unknown & v.floating & mask) == 0 && !quiet) s.driven |= group;
        seen_unknown_ |= ((v.unknown | v.floating) & mask) != 0;
    }
    PciSample sample(const WaveReader& wave) {
        PciSample s;
        s.cycle = edge_.cycle();
        s.at = wave.now();
        const WaveValue &ad = of(wave, m_.ad), &cbe = of(wave, m_.cbe);
        s.ad = ad.bits & ~ad.unknown;
        s.cbe = static_cast<std::uint8_t>(cbe.bits & ~cbe.unknown);
        s.par = high(wave, m_.par), s.par64 = high(wave, m_.par64);
        s.frame = low(wave, m_.frame), s.irdy = low(wave, m_.irdy), s.trdy = low(wave, m_.trdy);
        s.devsel = low(wave, m_.devsel), s.stop = low(wave, m_.stop), s.perr = low(wave, m_.perr),
        s.serr = low(wave, m_.serr);
        s.req64 = low(wave, m_.req64), s.ack64 = low(wave, m_.ack64), s.rst = low(wave, m_.rst),
        s.m66en = m_.m66en < 0 || high(wave, m_.m66en);  // Without the signal nothing is known.
        s.req = asserted(wave, m_.req), s.gnt = asserted(wave, m_.gnt);
        judge(wave, m_.ad, 0xFFFFFFFFu, kAd, s), judge(wave, m_.cbe, 0xF, kCbe, s), judge(wave, m_.par, 1, kPar, s);
        judge(wave, m_.frame, 1, kFrame, s), judge(wave, m_.irdy, 1, kIrdy, s), judge(wave, m_.perr, 1, kPerr, s);
        for (const int signal : {m_.trdy, m_.devsel, m_.stop}) judge(wave, signal, 1, kTarget, s);
        if (contended(wave, m_.req)) s.unknown |= kReq;
        if (contended(wave, m_.gnt)) s.unknown |= kGnt;
        upper(wave, s);
        // Two-valued wires do not show which of them are driven.
        if (s.rst && !seen_unknown_) s.driven &= static_cast<std::uint16_t>(~(kAd | kCbe | kPar | kAdHigh | kParHigh));
        for (std::size_t i = 0; i < m_.enables.size(); ++i)
            if (high(wave, m_.enables[i])) s.enables[i / 7] |= static_cast<std::uint16_t>(1u << i % 7);
        return s;
    }
    /// The upper half of a 64-bit bus, which has separate names for its wires.
    void upper(const WaveReader& wave, PciSample& s) {
        if (m_.par64 < 0 || m_.ad_high < 0 || m_.cbe_high < 0) return;
        const WaveValue &ad = of(wave, m_.ad_high), &cbe = of(wave, m_.cbe_high);
        s.ad = (s.ad & 0xFFFFFFFFu) | (ad.bits & ~ad.unknown) << 32;
        s.cbe = static_cast<std::uint8_t>((s.cbe & 0xFu) | (cbe.bits & ~cbe.unknown & 0xFu) << 4);
        judge(wave, m_.ad_high, 0xFFFFFFFFu, kAdHigh, s), judge(wave, m_.cbe_high, 0xF, kAdHigh, s);
        judge(wave, m_.par64, 1, kParHigh, s);
    }
    /// A bit of it is x; an undriven one is pulled up.
    static bool contended(const WaveReader& wave, int signal) {
        return signal >= 0 && (of(wave, signal).unknown & ~of(wave, signal).floating & mask_of(wave, signal)) != 0;
    }
    static std::uint64_t mask_of(const WaveReader& wave, int signal) {
        const unsigned bits = wave.bits(static_cast<unsigned>(signal));
        return bits >= 32 ? 0xFFFFFFFFu : (std::uint64_t{1} << bits) - 1;
    }
    std::uint32_t asserted(const WaveReader& wave, int signal) const {
        if (signal < 0) return 0;
        const WaveValue& v = of(wave, signal);
        return static_cast<std::uint32_t>(~(v.bits | v.unknown) & mask_of(wave, signal));
    }

    PciMap m_;
    Edge edge_;
    PciChecker::Config config_;
    Report& report_;
    std::unique_ptr<PciChecker> checker_;
    PciRows decoder_;
    core::Femtoseconds last_edge_ = 0;
};

class UtopiaWave : public WaveformBus {
public:
    UtopiaWave(const UtopiaMap& m, Report& report)
        : name_(m.name),
          edge_(m.clk),
          receive_(m.receive),
          timing_(m.timing),
          mask_(m.width == 16 ? 0xFFFF : 0xFF),
          tx_({m.name, m.octet_level, m.width, true}, report),
          rx_({m.name, m.octet_level, m.width, true}, report),
          wires_{m.data, m.soc, m.enb, m.clav, m.prty} {
        assembled_ = m.assembled, variables_ = m.variables;
        const std::string p = receive_ ? "Rx" : "Tx";
        signals_ = {{p + "Clk", static_cast<unsigned>(m.clk)}};
        const char* own[] = {"Data", "SOC", "Enb_n", "Clav", "Prty"};
        for (unsigned i = 0; i < 5; ++i) signals_.push_back({p + own[i], static_cast<unsigned>(wires_[i])});
        rows_ = {{"cell", cell_words}};
    }
    void look(const WaveReader& wave) override {
        clocked_ = edge_.rises(wave);
        if (!clocked_) return;
        const auto of = [&wave, this](unsigned i) -> const WaveValue& {
            return wave.value(static_cast<unsigned>(wires_[i]));
        };
        UtopiaSample s;
        s.data = static_cast<std::uint16_t>(of(0).bits & ~of(0).unknown & mask_);
        s.soc = of(1).high(), s.enb = of(2).low(), s.clav = of(3).high(), s.prty = of(4).high();
        s.unknown = (of(0).unknown & mask_) != 0 || (of(1).unknown & 1) != 0 || (of(4).unknown & 1) != 0;
        seen_unknown_ |= s.unknown;
        const core::Femtoseconds now = wave.now();
        for (const int signal : wires_)
            if (!wave.given(static_cast<unsigned>(signal))) return;
        if (timing_ && last_edge_ != 0) timing(wave, now);
        last_edge_ = now;
        if (receive_)
            rx_.sample(s, now);
        else
            tx_.sample(s, now);
        const UtopiaChecker& of_this = receive_ ? static_cast<const UtopiaChecker&>(rx_) : tx_;
        rows_[0].code = cell_code(of_this.cell(), of_this.octets_taken());
        if (receive_ ? rx_.judging() : tx_.judging()) judged(now);
    }
    const char* awaited() const override {
        return receive_ ? "the first word of a cell, or none under way" : "the first word of a cell";
    }
    std::string name() const override { return name_; }
    std::uint64_t checked() const override { return tx_.cells() + rx_.cells(); }

private:
    void timing(const WaveReader& wave, core::Femtoseconds now) {
        const core::Femtoseconds changed = wave.since(static_cast<unsigned>(wires_[0]));
        if (changed <= last_edge_) return;
        (receive_ ? static_cast<UtopiaChecker&>(rx_) : tx_).timing(now, now - changed, changed - last_edge_);
    }

    std::string name_;
    Edge edge_;
    bool receive_, timing_;
    std::uint64_t mask_;
    UtopiaTxChecker tx_;
    UtopiaRxChecker rx_;
    int wires_[5];
    core::Femtoseconds last_edge_ = 0;
};

}  // namespace

std::unique_ptr<WaveformBus> pci_bus(const PciMap& map, Report& report) {
    return std::make_unique<PciWave>(map, report);
}

std::unique_ptr<WaveformBus> utopia_bus(const UtopiaMap& map, Report& report) {
    return std::make_unique<UtopiaWave>(map, report);
}

}  // namespace niclab::check
