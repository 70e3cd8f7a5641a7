#include "check/pci_checker.h"

#include <fmt/format.h>

#include <iterator>
#include <tuple>

namespace niclab::check {

namespace {
std::string group_names(unsigned groups) {
    static const char* const names[] = {"AD",    "C/BE#", "PAR",       "FRAME#", "IRDY#",  "DEVSEL# TRDY# STOP#",
                                        "PERR#", "SERR#", "AD[63:32]", "PAR64",  "REQ64#", "ACK64#",
                                        "REQ#",  "GNT#"};
    std::string text;
    for (unsigned i = 0; i < std::size(names); ++i)
        if (groups >> i & 1u) text += (text.empty() ? "" : ", ") + std::string(names[i]);
    return text;
}
}  // namespace

const char* command_name(std::uint8_t command) {
    static const char* const names[] = {
        "interrupt acknowledge", "special cycle",      "I/O read",         "I/O write",
        "reserved (0100)",       "reserved (0101)",    "memory read",      "memory write",
        "reserved (1000)",       "reserved (1001)",    "config read",      "config write",
        "memory read multiple",  "dual address cycle", "memory read line", "memory write and invalidate"};
    return names[command & 0xF];
}

PciChecker::PciChecker(const Config& config, Report& report)
    : config_(config), report_(report), agents_(config.agents.size()) {}

void PciChecker::fail(PciRule r, const PciSample& s, int agent, const std::string& seen) {
    const bool named = agent >= 0 && static_cast<std::size_t>(agent) < config_.agents.size();
    report_.add(rule(r), s.at,
                named ? config_.bus + ": " + config_.agents[static_cast<std::size_t>(agent)] : config_.bus, seen);
}

int PciChecker::driver(const PciSample& s, PciGroup group) const {
    for (std::size_t a = 0; a < config_.agents.size(); ++a)
        if (s.enables[a] & group) return static_cast<int>(a);
    return -1;
}

int PciChecker::master_of(int agent) const {
    for (std::size_t k = 0; k < config_.master_agent.size(); ++k)
        if (agent >= 0 && config_.master_agent[k] == agent) return static_cast<int>(k);
    return -1;
}

void PciChecker::sample(const PciSample& s) {
    if (!judging_) {
        if (synchronises(s)) start(s);
        return;
    }
    p_.cycle = s.cycle - 1;  // Omitted edges were like the last sample.
    const bool alike = s.alike(p_);
    if (alike && waits_) return judge_wait(s);
    const std::uint64_t violations = report_.total();
    if (s.rst || p_.rst) {
        reset(s);
    } else {
        electrical(s);
        parity(s);
        if (t_.running) running(s);
        if (s.frame && !p_.frame && !t_.running) begin(s);
        if (!t_.running) idle_bus(s);
        backoff(s);
    }
    p_ = s;
    waits_ = alike && report_.total() == violations && repeats_wait(s);
}

/// Whether the sample of a wait clock has the same result in the next clock if nothing changes, except
/// for the limits of latencies.
bool PciChecker::repeats_wait(const PciSample& s) const {
    return t_.running && t_.devsel_seen && !t_.overrun && !s.idle() && !s.trdy && !s.stop && !s.perr && !s.serr &&
           s.unknown == 0 && !backoff_;
}

void PciChecker::judge_wait(const PciSample& s) {
    latencies(s);
    timer(s);
    p_.cycle = s.cycle, p_.at = s.at;
}

void PciChecker::repeat_wait(unsigned clocks) {
    if (!judging_) return;
    PciSample s = p_;
    for (; clocks > 0; --clocks) {
        ++s.cycle, s.at += config_.period_fs;
        waits_ ? judge_wait(s) : sample(s);
    }
}

/// With FRAME# and IRDY# deasserted no transaction is under way, whatever was before.
bool PciChecker::synchronises(const PciSample& s) const {
    return !config_.synchronise || s.rst || (s.idle() && (s.unknown & (kFrame | kIrdy | kTarget)) == 0);
}

void PciChecker::start(const PciSample& s) {
    judging_ = true;
    p_ = s;
    started_ = idle_since_ = granted_since_ = asked_since_ = s.cycle;
    if (config_.period_fs < core::Femtoseconds{config_.limits.slow_period_ps} * 1000 && !s.m66en)
        fail(PciRule::Fast, s, -1,
             fmt::format("a period of {:.2f} ns with M66EN low", double(config_.period_fs) * 1e-6));
    if (s.rst) reset(s);
}

/// Groups with a pull-up and with all wires high.
std::uint16_t PciChecker::deasserted(const PciSample& s) {
    return static_cast<std::uint16_t>((s.frame ? 0 : kFrame) | (s.irdy ? 0 : kIrdy) | (s.perr ? 0 : kPerr) |
                                      (s.devsel || s.trdy || s.stop ? 0 : kTarget));
}

PciChecker::PciChecker(const PciChecker& o, Report& report) : PciChecker(o.config_, report) {
    judging_ = o.judging_, started_ = o.started_, p_ = o.p_, waits_ = o.waits_, t_ = o.t_, before_ = o.before_,
    agents_ = o.agents_;
    transactions_ = o.transactions_;
    parity_next(o.parity_due_, o.parity_wide_, o.parity_is_data_);
    wrong_ = o.wrong_;
    backoff_ = o.backoff_, backoff_req_before_ = o.backoff_req_before_, backoff_ended_ = o.backoff_ended_;
    backoff_master_ = o.backoff_master_;
    idle_since_ = o.idle_since_, granted_since_ = o.granted_since_, asked_since_ = o.asked_since_;
    grant_judged_ = o.grant_judged_, park_judged_ = o.park_judged_, reset_end_ = o.reset_end_;
    reset_seen_ = o.reset_seen_;
}

void PciChecker::repeat(const PciChecker& like, std::uint64_t cycle, core::Femtoseconds at) {
    const Transaction begun = t_;
    const std::uint32_t req = p_.req, gnt = p_.gnt;
    waits_ = false;
    t_ = like.t_;
    t_.address = begun.address, t_.start = begun.start;
    t_.phase_start = begun.start + (like.t_.phase_start - like.t_.start);
    if (like.t_.stop_start != 0) t_.stop_start = begun.start + (like.t_.stop_start - like.t_.start);
    p_ = like.p_;
    p_.cycle = cycle, p_.at = at, p_.req = req, p_.gnt = gnt;
    parity_next(like.parity_due_, like.parity_wide_, like.parity_is_data_);
    wrong_ = like.wrong_;
}

void PciChecker::repeat_idle(const PciChecker& like, std::uint64_t begun, std::uint64_t cycle, core::Femtoseconds at) {
    const std::uint64_t later = cycle - like.p_.cycle;
    if (like.granted_since_ > begun) {
        granted_since_ = like.granted_since_ + later;
        grant_judged_ = like.grant_judged_, park_judged_ = like.park_judged_;
    }
    if (like.asked_since_ > begun) asked_since_ = like.asked_since_ + later;
    waits_ = false;
    p_ = like.p_;
    p_.cycle = cycle, p_.at = at;
}

/// Groups at a level that is legal during RST#: the central resource may drive them low, and without
/// output enables a pull-up looks like a driver.
std::uint16_t PciChecker::parked(const PciSample& s) const {
    const std::tuple<PciGroup, std::uint64_t, std::uint64_t> levels[] = {
        {kAd, s.ad & 0xFFFFFFFFu, 0xFFFFFFFFu},
        {kCbe, s.cbe & 0xFu, 0xF},
        {kPar, s.par, 1},
        {kAdHigh, (s.ad >> 32) << 4 | s.cbe >> 4u, 0xFFFFFFFFFu},
        {kParHigh, s.par64, 1}};
    unsigned groups = 0;
    for (const auto& [group, level, high] : levels) {
        const bool low = level == 0, by_host = config_.host_agent < 0 || driver(s, group) == config_.host_agent;
        if (config_.has_enables ? low && by_host : low || level == high) groups |= group;
    }
    return static_cast<std::uint16_t>(groups);
}

void PciChecker::reset(const PciSample& s) {
    // The clock in which RST# rises may be the first with outputs again; every clock under it must
    // be quiet.
    unsigned driven = s.driven & ~unsigned{kSerr} & ~unsigned{parked(s)};
    // Without output enables a wire that its pull-up holds high looks like one that is driven high.
    if (!config_.has_enables) driven &= ~unsigned{deasserted(s)};
    if (s.rst && p_.rst && driven != 0)
        fail(PciRule::Reset, s, driver(s, static_cast<PciGroup>(driven)), "a wire is driven during RST#");
    t_ = before_ = Transaction{};
    agents_.assign(agents_.size(), Agent{});
    parity_due_ = wrong_.data = backoff_ = false;
    idle_since_ = granted_since_ = asked_since_ = s.cycle;
    reset_end_ = s.cycle;
    reset_seen_ = true;
}

void PciChecker::electrical(const PciSample& s) {
    constexpr unsigned kRequests = kReq | kGnt;
    // Nothing qualifies AD on an idle bus and in a wait clock, or PAR the clock after those.
    const unsigned unqualified = (s.idle()   ? kAd | kCbe | kAdHigh
                                  : waits(s) ? kAd | kAdHigh
                                             : 0u) |
                                 (parity_due_ ? 0u : kPar | kParHigh);
    if (const unsigned shared = s.unknown & ~(kRequests | unqualified))
        fail(PciRule::Known, s, -1, fmt::format("a wire of {} is neither high nor low", group_names(shared)));
    if (const unsigned own = s.unknown & kRequests)
        fail(PciRule::RequestsKnown, s, -1, fmt::format("a wire of {} is neither high nor low", group_names(own)));
    if (config_.has_enables) drivers(s);
    if (config_.has_requests) grants(s);
    if (config_.has_enables && s.serr && p_.serr) system_error(s);
}

/// In a data phase with data that is not valid yet: its sender is not ready.
bool PciChecker::waits(const PciSample& s) const {
    const bool address = (s.frame && !p_.frame) || (t_.extra != 0 && s.cycle == t_.start + 1);
    return t_.running && !address && (t_.overrun || !(t_.write ? s.irdy : s.trdy));
}

void PciChecker::system_error(const PciSample& s) {
    if (t_.running && t_.extra != 0 && s.cycle == t_.start + 3) return;  // of the second address phase
    for (std::size_t a = 0; a < config_.agents.size(); ++a)
        if (s.enables[a] & p_.enables[a] & kSerr)
            fail(PciRule::Serr, s, static_cast<int>(a), "SERR# driven for a second clock");
}

void PciChecker::drivers(const PciSample& s) {
    if (s.enables == p_.enables) return;              // No driver changed.
    unsigned taken = 0, taken_before = 0, moved = 0;  // Moved: their first driver is not the previous one.
    for (std::size_t a = 0; a < config_.agents.size(); ++a) {
        const unsigned now = s.enables[a], before = p_.enables[a];
        if (now & taken & ~unsigned{kSerr})
            fail(PciRule::OneDriver, s, static_cast<int>(a), "drives a wire that another agent drives");
        moved |= (now & ~taken) ^ (before & ~taken_before);
        taken |= now, taken_before |= before;
    }
    // Groups that had no driver before, or that are undriven now and were deasserted, are not
    // checked.
    constexpr unsigned kSustained = kFrame | kIrdy | kTarget | kPerr;
    const unsigned reported = ((kSustained | kAd | kCbe) & taken) | (kSustained & ~unsigned{deasserted(p_)});
    if ((moved & taken_before & reported) == 0) return;
    release(s, kFrame, p_.frame);
    release(s, kIrdy, p_.irdy);
    release(s, kTarget, p_.devsel || p_.trdy || p_.stop);
    release(s, kPerr, p_.perr);
    release(s, kAd, false);
    release(s, kCbe, false);
}

void PciChecker::release(const PciSample& s, PciGroup group, bool was_asserted) {
    if (((s.driven ^ p_.driven) & group) == 0 && (s.driven & group) == 0) return;
    const int before = driver(p_, group), now = driver(s, group);
    if (before == now || before < 0) return;
    if (now < 0 && was_asserted)
        fail(PciRule::TriState, s, before, "releases a sustained tri-state wire while asserted");
    if (now >= 0) fail(PciRule::TriState, s, now, "drives a wire without a turnaround clock");
}

void PciChecker::grants(const PciSample& s) {
    if ((s.gnt & (s.gnt - 1)) != 0) fail(PciRule::OneGrant, s, -1, "two GNT# at once");
    if (s.gnt != p_.gnt) {
        if (s.gnt != 0 && p_.gnt != 0 && p_.idle())
            fail(PciRule::OneGrant, s, -1, "GNT# moves to another agent without a clock between on an idle bus");
        granted_since_ = s.cycle;
        grant_judged_ = park_judged_ = false;
    }
    if ((s.req & s.gnt) != (p_.req & p_.gnt)) asked_since_ = s.cycle;
}

void PciChecker::idle_bus(const PciSample& s) {
    if (!p_.idle() || !s.idle()) idle_since_ = s.cycle;
    strays(s, "without a transaction");
    if (!s.idle()) return;
    const auto since = [&s](std::uint64_t a, std::uint64_t b) { return s.cycle - (a > b ? a : b); };
    if (config_.has_enables && p_.idle() && (s.driven & p_.driven & (kFrame | kIrdy)) != 0)
        fail(PciRule::Parking, s, driver(s, s.driven & kFrame ? kFrame : kIrdy),
             "drives FRAME# or IRDY# on an idle bus");
    if (!config_.has_requests || s.gnt == 0) return;
    if ((s.req & s.gnt) != 0 && !grant_judged_) {
        if (since(idle_since_, granted_since_ > asked_since_ ? granted_since_ : asked_since_) >=
            config_.limits.grant_clocks) {
            grant_judged_ = true;
            fail(PciRule::GrantUse, s, -1,
                 fmt::format("REQ# and GNT# for {} clocks on an idle bus and no FRAME#", config_.limits.grant_clocks));
        }
    }
    if (config_.has_enables && !park_judged_ && since(idle_since_, granted_since_) >= config_.limits.park_clocks &&
        (s.driven & (kAd | kCbe)) != (kAd | kCbe)) {
        park_judged_ = true;
        fail(PciRule::Parking, s, -1,
             fmt::format("AD and C/BE# are not driven after {} clocks of GNT# on an idle bus",
                         config_.limits.park_clocks));
    }
}

/// Wires that are used only in a data phase. `where`: the other phase.
void PciChecker::strays(const PciSample& s, const char* where) {
    const auto stray = [&](bool asserted, PciRule r, PciGroup group, const char* pin) {
        if (asserted) fail(r, s, driver(s, group), fmt::format("{} asserted {}", pin, where));
    };
    stray(s.irdy, PciRule::IrdyInTransaction, kIrdy, "IRDY#");
    stray(s.devsel, PciRule::DevselFirst, kTarget, "DEVSEL#");
    stray(s.trdy, PciRule::AnswerInTransaction, kTarget, "TRDY#");
    stray(s.stop, PciRule::AnswerInTransaction, kTarget, "STOP#");
}

void PciChecker::parity(const PciSample& s) {
    if (!parity_due_ && !s.perr) {
        wrong_.data = false;
        return;
    }
    // What is unknown has no parity; P1 has been reported.
    const bool known = ((p_.unknown & (kAd | kCbe)) | (s.unknown & kPar)) == 0;
    const bool known_high = ((p_.unknown & kAdHigh) | (s.unknown & kParHigh)) == 0;
    bool holds = !parity_due_ || known;
    if (parity_due_ && known)
        holds = parity_holds(s, s.par, kPar, kAd, static_cast<std::uint32_t>(p_.ad), p_.cbe & 0xFu);
    if (parity_due_ && parity_wide_ && known_high && (p_.driven & kAdHigh))
        holds &= parity_holds(s, s.par64, kParHigh, kAdHigh, static_cast<std::uint32_t>(p_.ad >> 32), p_.cbe >> 4u);
    errors(s);
    const Transaction& t = t_.running ? t_ : before_;
    wrong_ = {!holds && parity_is_data_, t.write, t.initiator};
    parity_due_ = false;
}

bool PciChecker::parity_holds(const PciSample& s, bool level, PciGroup group, PciGroup data, std::uint32_t ad,
                              unsigned cbe) {
    std::uint32_t x = ad ^ cbe;
    x ^= x >> 16, x ^= x >> 8, x ^= x >> 4, x ^= x >> 2, x ^= x >> 1;
    if ((s.driven & group) == 0) {
        fail(PciRule::Parity, s, driver(p_, data), "PAR is not driven the clock after AD");
    } else if (config_.has_enables && driver(s, group) != driver(p_, data)) {
        fail(PciRule::Parity, s, driver(s, group), "PAR is driven by another agent than AD was");
    } else if (level != ((x & 1u) != 0)) {
        fail(PciRule::Parity, s, driver(s, group),
             fmt::format("PAR {} over AD {:08X} and C/BE# {:X}", int(level), ad, cbe));
        return false;
    }
    return true;
}

void PciChecker::errors(const PciSample& s) {
    if (!s.perr || answers_before_start(s)) return;
    const int who = driver(s, kPerr);
    if (!wrong_.data)
        fail(PciRule::Perr, s, who, "PERR# without data of wrong parity two clocks before");
    else if (config_.has_enables && (who == wrong_.initiator) == wrong_.write)
        fail(PciRule::Perr, s, who, "PERR# from the agent that sent the data");
}

}  // namespace niclab::check
