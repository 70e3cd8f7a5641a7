#include <algorithm>

#include "check/cell_row.h"
#include "check/pci_checker.h"
#include "check/pci_rows.h"
#include "check/utopia_checker.h"
#include "check/waveform_check.h"

namespace niclab::check {

namespace {

int wanted(const WaveReader& wave, const std::string& bus, const std::string& signal) {
    const int at = wave.find(signal);
    if (at >= 0 && wave.bits(static_cast<unsigned>(at)) <= 64) return at;
    const std::string near = core::nearest_name(signal, wave.names());
    throw core::ConfigError(bus + ": signal '" + signal + "' found, one of the waveform of at most 64 bits wanted" +
                            (near.empty() ? "" : ", perhaps \"" + near + "\""));
}
int optional(const WaveReader& wave, const std::string& bus, const std::string& signal) {
    return signal.empty() ? -1 : wanted(wave, bus, signal);
}

/// A clock in the file: tells when a rising edge comes.
class Edge {
public:
    Edge(const WaveReader& wave, const std::string& bus, const std::string& signal) : clk_(wanted(wave, bus, signal)) {}
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
    PciWave(const WaveReader& wave, const PciMap& m, Report& report)
        : name_(m.name), edge_(wave, m.name, m.clk), config_(config(m)), report_(report) {
        const auto need = [&](const std::string& signal) { return wanted(wave, m.name, signal); };
        const auto may = [&](const std::string& signal) { return optional(wave, m.name, signal); };
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
        const std::pair<const char*, int> names[] = {{"CLK", need(m.clk)},     {"RST_n", rst_},   {"AD", ad_},
                                                     {"CBE_n", cbe_},          {"PAR", par_},     {"FRAME_n", frame_},
                                                     {"IRDY_n", irdy_},        {"TRDY_n", trdy_}, {"STOP_n", stop_},
                                                     {"DEVSEL_n", devsel_},    {"PERR_n", perr_}, {"SERR_n", serr_},
                                                     {"REQ_n", req_},          {"GNT_n", gnt_},   {"REQ64_n", req64_},
                                                     {"ACK64_n", ack64_},      {"PAR64", par64_}, {"AD_HIGH", ad_high_},
                                                     {"CBE_HIGH_n", cbe_high_}};
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
    std::string name() const override { return name_; }
    std::uint64_t checked() const override { return checker_ ? checker_->transactions() : 0; }

private:
    /// Once all pins have a value and two edges have told the period.
    void make_checker(const WaveReader& wave) {
        const core::Femtoseconds before = last_edge_;
        last_edge_ = wave.now();
        for (const int signal : needed_)
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
        c.has_requests = !m.req.empty() && !m.gnt.empty();
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
    /// What of a vector or a wire is driven, and whether a part of it is x.
    static void judge(const WaveReader& wave, int signal, std::uint64_t mask, std::uint16_t group, PciSample& s) {
        if (signal < 0) return;
        const WaveValue& v = of(wave, signal);
        if ((v.unknown & mask) != 0 && (v.floating & mask) != mask) s.unknown |= group;
        if ((v.unknown & mask) == 0) s.driven |= group;
    }
    PciSample sample(const WaveReader& wave) const {
        PciSample s;
        s.cycle = edge_.cycle();
        s.at = wave.now();
        const WaveValue &ad = of(wave, ad_), &cbe = of(wave, cbe_);
        s.ad = ad.bits & ~ad.unknown;
        s.cbe = static_cast<std::uint8_t>(cbe.bits & ~cbe.unknown);
        s.par = high(wave, par_), s.par64 = high(wave, par64_);
        s.frame = low(wave, frame_), s.irdy = low(wave, irdy_), s.trdy = low(wave, trdy_);
        s.devsel = low(wave, devsel_), s.stop = low(wave, stop_), s.perr = low(wave, perr_), s.serr = low(wave, serr_);
        s.req64 = low(wave, req64_), s.ack64 = low(wave, ack64_), s.rst = low(wave, rst_),
        s.m66en = m66en_ < 0 || high(wave, m66en_);  // who is not there cannot tell
        s.req = asserted(wave, req_), s.gnt = asserted(wave, gnt_);
        judge(wave, ad_, 0xFFFFFFFFu, kAd, s), judge(wave, cbe_, 0xF, kCbe, s), judge(wave, par_, 1, kPar, s);
        judge(wave, frame_, 1, kFrame, s), judge(wave, irdy_, 1, kIrdy, s), judge(wave, perr_, 1, kPerr, s);
        for (const int signal : {trdy_, devsel_, stop_}) judge(wave, signal, 1, kTarget, s);
        if (contended(wave, req_)) s.unknown |= kReq;
        if (contended(wave, gnt_)) s.unknown |= kGnt;
        upper(wave, s);
        for (std::size_t i = 0; i < enables_.size(); ++i)
            if (high(wave, enables_[i])) s.enables[i / 7] |= static_cast<std::uint16_t>(1u << i % 7);
        return s;
    }
    /// The upper half of a 64-bit bus, whose wires have names of their own.
    void upper(const WaveReader& wave, PciSample& s) const {
        if (par64_ < 0 || ad_high_ < 0 || cbe_high_ < 0) return;
        const WaveValue &ad = of(wave, ad_high_), &cbe = of(wave, cbe_high_);
        s.ad = (s.ad & 0xFFFFFFFFu) | (ad.bits & ~ad.unknown) << 32;
        s.cbe = static_cast<std::uint8_t>((s.cbe & 0xFu) | (cbe.bits & ~cbe.unknown & 0xFu) << 4);
        judge(wave, ad_high_, 0xFFFFFFFFu, kAdHigh, s), judge(wave, cbe_high_, 0xF, kAdHigh, s);
        judge(wave, par64_, 1, kParHigh, s);
    }
    /// A bit of it is x; one that floats is pulled up.
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

    std::string name_;
    Edge edge_;
    PciChecker::Config config_;
    Report& report_;
    std::unique_ptr<PciChecker> checker_;
    PciRows decoder_;
    core::Femtoseconds last_edge_ = 0;
    std::vector<int> needed_;  ///< Signals without which nothing can be said.
    int ad_, cbe_, par_, frame_, irdy_, trdy_, devsel_, stop_, rst_, perr_, serr_, req_, gnt_, req64_, ack64_, par64_,
        ad_high_, cbe_high_, m66en_;
    std::vector<int> enables_;
};

class UtopiaWave : public WaveformBus {
public:
    UtopiaWave(const WaveReader& wave, const UtopiaMap& m, Report& report)
        : name_(m.name),
          edge_(wave, m.name, m.clk),
          receive_(m.receive),
          timing_(m.timing),
          mask_(m.width == 16 ? 0xFFFF : 0xFF),
          tx_({m.name, m.octet_level, m.width, true}, report),
          rx_({m.name, m.octet_level, m.width, true}, report) {
        const std::string* names[] = {&m.data, &m.soc, &m.enb, &m.clav, &m.prty};
        for (unsigned i = 0; i < 5; ++i) wires_[i] = wanted(wave, m.name, *names[i]);
        const std::string p = receive_ ? "Rx" : "Tx";
        signals_ = {{p + "Clk", static_cast<unsigned>(wanted(wave, m.name, m.clk))}};
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

std::unique_ptr<WaveformBus> pci_bus(const WaveReader& wave, const PciMap& map, Report& report) {
    return std::make_unique<PciWave>(wave, map, report);
}

std::unique_ptr<WaveformBus> utopia_bus(const WaveReader& wave, const UtopiaMap& map, Report& report) {
    return std::make_unique<UtopiaWave>(wave, map, report);
}

}  // namespace niclab::check
