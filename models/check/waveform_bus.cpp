#include <algorithm>

#include "check/pci_checker.h"
#include "check/utopia_checker.h"
#include "check/waveform_check.h"

namespace niclab::check {

namespace {

int wanted(const VcdReader& vcd, const std::string& bus, const std::string& signal) {
    const int at = vcd.find(signal);
    if (at >= 0 && vcd.bits(static_cast<unsigned>(at)) <= 64) return at;
    const std::string near = core::nearest_name(signal, vcd.names());
    throw core::ConfigError(bus + ": signal '" + signal + "' found, one of the waveform of at most 64 bits wanted" +
                            (near.empty() ? "" : ", perhaps \"" + near + "\""));
}
int optional(const VcdReader& vcd, const std::string& bus, const std::string& signal) {
    return signal.empty() ? -1 : wanted(vcd, bus, signal);
}

/// A clock in the file: tells when a rising edge comes.
class Edge {
public:
    Edge(const VcdReader& vcd, const std::string& bus, const std::string& signal) : clk_(wanted(vcd, bus, signal)) {}
    bool rises(const VcdReader& vcd) {
        const auto& all = vcd.changes();
        for (const VcdReader::Change& c : all)
            if (static_cast<int>(c.variable) == clk_ && c.value.high() && vcd.value(c.variable).low())
                return ++cycle_, true;
        return false;
    }
    std::uint64_t cycle() const { return cycle_; }

private:
    int clk_;
    std::uint64_t cycle_ = 0;
};

const VcdValue kAbsent{};

class PciWave : public WaveformBus {
public:
    PciWave(const VcdReader& vcd, const PciMap& m, Report& report)
        : name_(m.name), edge_(vcd, m.name, m.clk), config_(config(m)), report_(report) {
        const auto need = [&](const std::string& signal) { return wanted(vcd, m.name, signal); };
        const auto may = [&](const std::string& signal) { return optional(vcd, m.name, signal); };
        ad_ = need(m.ad), cbe_ = need(m.cbe), par_ = need(m.par);
        frame_ = need(m.frame), irdy_ = need(m.irdy), trdy_ = need(m.trdy), devsel_ = need(m.devsel),
        stop_ = need(m.stop);
        needed_ = {ad_, cbe_, par_, frame_, irdy_, trdy_, devsel_, stop_};
        rst_ = may(m.rst), perr_ = may(m.perr), serr_ = may(m.serr), req_ = may(m.req), gnt_ = may(m.gnt);
        req64_ = may(m.req64), ack64_ = may(m.ack64), par64_ = may(m.par64), ad_high_ = may(m.ad_high),
        cbe_high_ = may(m.cbe_high), m66en_ = may(m.m66en);
        for (const std::string& scope : m.enables)
            for (const char* group : {"AD", "CBE", "PAR", "FRAME", "IRDY", "DEVSEL_TRDY_STOP", "PERR"})
                enables_.push_back(need(scope + "." + group));
    }
    void look(const VcdReader& vcd) override {
        if (!edge_.rises(vcd)) return;
        if (!checker_) make_checker(vcd);
        if (!checker_) return;
        checker_->sample(sample(vcd));
        if (checker_->judging()) judged(vcd.now());
    }
    const char* awaited() const override { return "a clock with values for all pins, FRAME# and IRDY# deasserted"; }
    std::string name() const override { return name_; }
    std::uint64_t checked() const override { return checker_ ? checker_->transactions() : 0; }

private:
    /// Once all pins have a value and two edges have told the period.
    void make_checker(const VcdReader& vcd) {
        const core::Femtoseconds before = last_edge_;
        last_edge_ = vcd.now();
        for (const int signal : needed_)
            if (!vcd.given(static_cast<unsigned>(signal))) return;
        if (before == 0) return;
        config_.period_fs = vcd.now() - before;
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
        c.has_requests = !m.req.empty() && !m.gnt.empty();
        c.stepped_configuration = m.stepped_configuration;
        c.ordered_retry = m.ordered_retry;
        c.limits.first_data_clocks = m.first_data_clocks;
        return c;
    }
    static const VcdValue& of(const VcdReader& vcd, int signal) {
        return signal < 0 ? kAbsent : vcd.value(static_cast<unsigned>(signal));
    }
    static bool low(const VcdReader& vcd, int signal) { return signal >= 0 && of(vcd, signal).low(); }
    static bool high(const VcdReader& vcd, int signal) { return signal >= 0 && of(vcd, signal).high(); }
    /// What of a vector or a wire is driven, and whether a part of it is x.
    static void judge(const VcdReader& vcd, int signal, std::uint64_t mask, std::uint16_t group, PciSample& s) {
        if (signal < 0) return;
        const VcdValue& v = of(vcd, signal);
        if ((v.unknown & mask) != 0 && (v.floating & mask) != mask) s.unknown |= group;
        if ((v.unknown & mask) == 0) s.driven |= group;
    }
    PciSample sample(const VcdReader& vcd) const {
        PciSample s;
        s.cycle = edge_.cycle();
        s.at = vcd.now();
        const VcdValue &ad = of(vcd, ad_), &cbe = of(vcd, cbe_);
        s.ad = ad.bits & ~ad.unknown;
        s.cbe = static_cast<std::uint8_t>(cbe.bits & ~cbe.unknown);
        s.par = high(vcd, par_), s.par64 = high(vcd, par64_);
        s.frame = low(vcd, frame_), s.irdy = low(vcd, irdy_), s.trdy = low(vcd, trdy_);
        s.devsel = low(vcd, devsel_), s.stop = low(vcd, stop_), s.perr = low(vcd, perr_), s.serr = low(vcd, serr_);
        s.req64 = low(vcd, req64_), s.ack64 = low(vcd, ack64_), s.rst = low(vcd, rst_),
        s.m66en = m66en_ < 0 || high(vcd, m66en_);  // who is not there cannot tell
        s.req = asserted(vcd, req_), s.gnt = asserted(vcd, gnt_);
        judge(vcd, ad_, 0xFFFFFFFFu, kAd, s), judge(vcd, cbe_, 0xF, kCbe, s), judge(vcd, par_, 1, kPar, s);
        judge(vcd, frame_, 1, kFrame, s), judge(vcd, irdy_, 1, kIrdy, s), judge(vcd, perr_, 1, kPerr, s);
        for (const int signal : {trdy_, devsel_, stop_}) judge(vcd, signal, 1, kTarget, s);
        if (contended(vcd, req_)) s.unknown |= kReq;
        if (contended(vcd, gnt_)) s.unknown |= kGnt;
        upper(vcd, s);
        for (std::size_t i = 0; i < enables_.size(); ++i)
            if (high(vcd, enables_[i])) s.enables[i / 7] |= static_cast<std::uint16_t>(1u << i % 7);
        return s;
    }
    /// The upper half of a 64-bit bus, whose wires have names of their own.
    void upper(const VcdReader& vcd, PciSample& s) const {
        if (par64_ < 0 || ad_high_ < 0 || cbe_high_ < 0) return;
        const VcdValue &ad = of(vcd, ad_high_), &cbe = of(vcd, cbe_high_);
        s.ad = (s.ad & 0xFFFFFFFFu) | (ad.bits & ~ad.unknown) << 32;
        s.cbe = static_cast<std::uint8_t>((s.cbe & 0xFu) | (cbe.bits & ~cbe.unknown & 0xFu) << 4);
        judge(vcd, ad_high_, 0xFFFFFFFFu, kAdHigh, s), judge(vcd, cbe_high_, 0xF, kAdHigh, s);
        judge(vcd, par64_, 1, kParHigh, s);
    }
    /// A bit of it is x; one that floats is pulled up.
    static bool contended(const VcdReader& vcd, int signal) {
        return signal >= 0 && (of(vcd, signal).unknown & ~of(vcd, signal).floating & mask_of(vcd, signal)) != 0;
    }
    static std::uint64_t mask_of(const VcdReader& vcd, int signal) {
        const unsigned bits = vcd.bits(static_cast<unsigned>(signal));
        return bits >= 32 ? 0xFFFFFFFFu : (std::uint64_t{1} << bits) - 1;
    }
    std::uint32_t asserted(const VcdReader& vcd, int signal) const {
        if (signal < 0) return 0;
        const VcdValue& v = of(vcd, signal);
        return static_cast<std::uint32_t>(~(v.bits | v.unknown) & mask_of(vcd, signal));
    }

    std::string name_;
    Edge edge_;
    PciChecker::Config config_;
    Report& report_;
    std::unique_ptr<PciChecker> checker_;
    core::Femtoseconds last_edge_ = 0;
    std::vector<int> needed_;  ///< Signals without which nothing can be said.
    int ad_, cbe_, par_, frame_, irdy_, trdy_, devsel_, stop_, rst_, perr_, serr_, req_, gnt_, req64_, ack64_, par64_,
        ad_high_, cbe_high_, m66en_;
    std::vector<int> enables_;
};

class UtopiaWave : public WaveformBus {
public:
    UtopiaWave(const VcdReader& vcd, const UtopiaMap& m, Report& report)
        : name_(m.name),
          edge_(vcd, m.name, m.clk),
          receive_(m.receive),
          timing_(m.timing),
          mask_(m.width == 16 ? 0xFFFF : 0xFF),
          tx_({m.name, m.octet_level, m.width, true}, report),
          rx_({m.name, m.octet_level, m.width, true}, report) {
        const std::string* names[] = {&m.data, &m.soc, &m.enb, &m.clav, &m.prty};
        for (unsigned i = 0; i < 5; ++i) signals_[i] = wanted(vcd, m.name, *names[i]);
    }
    void look(const VcdReader& vcd) override {
        if (!edge_.rises(vcd)) return;
        const auto of = [&vcd, this](unsigned i) -> const VcdValue& {
            return vcd.value(static_cast<unsigned>(signals_[i]));
        };
        UtopiaSample s;
        s.data = static_cast<std::uint16_t>(of(0).bits & ~of(0).unknown & mask_);
        s.soc = of(1).high(), s.enb = of(2).low(), s.clav = of(3).high(), s.prty = of(4).high();
        s.unknown = (of(0).unknown & mask_) != 0 || (of(1).unknown & 1) != 0 || (of(4).unknown & 1) != 0;
        const core::Femtoseconds now = vcd.now();
        for (const int signal : signals_)
            if (!vcd.given(static_cast<unsigned>(signal))) return;
        if (timing_ && last_edge_ != 0) timing(vcd, now);
        last_edge_ = now;
        if (receive_)
            rx_.sample(s, now);
        else
            tx_.sample(s, now);
        if (receive_ ? rx_.judging() : tx_.judging()) judged(now);
    }
    const char* awaited() const override {
        return receive_ ? "the first word of a cell, or none under way" : "the first word of a cell";
    }
    std::string name() const override { return name_; }
    std::uint64_t checked() const override { return tx_.cells() + rx_.cells(); }

private:
    void timing(const VcdReader& vcd, core::Femtoseconds now) {
        const core::Femtoseconds changed = vcd.since(static_cast<unsigned>(signals_[0]));
        if (changed <= last_edge_) return;
        (receive_ ? static_cast<UtopiaChecker&>(rx_) : tx_).timing(now, now - changed, changed - last_edge_);
    }

    std::string name_;
    Edge edge_;
    bool receive_, timing_;
    std::uint64_t mask_;
    UtopiaTxChecker tx_;
    UtopiaRxChecker rx_;
    int signals_[5];
    core::Femtoseconds last_edge_ = 0;
};

}  // namespace

std::unique_ptr<WaveformBus> pci_bus(const VcdReader& vcd, const PciMap& map, Report& report) {
    return std::make_unique<PciWave>(vcd, map, report);
}

std::unique_ptr<WaveformBus> utopia_bus(const VcdReader& vcd, const UtopiaMap& map, Report& report) {
    return std::make_unique<UtopiaWave>(vcd, map, report);
}

}  // namespace niclab::check
