#include <fmt/format.h>

#include "check/pci_checker.h"

namespace niclab::check {

namespace {

constexpr std::uint8_t kSpecial = 0x1, kInvalidate = 0xF;

bool is_config(std::uint8_t command) { return (command & 0xE) == 0xA; }
bool is_io(std::uint8_t command) { return (command & 0xE) == 0x2; }
bool is_memory(std::uint8_t command) { return (command & 0xE) == 0x6 || command == 0xC || command >= 0xE; }
bool is_reserved(std::uint8_t command) { return (command & 0xE) == 0x4 || (command & 0xE) == 0x8; }

}  // namespace

void PciChecker::begin(const PciSample& s) {
    const bool backed = t_.backed_to_back;
    t_ = Transaction{};
    t_.running = true;
    t_.backed_to_back = backed;
    t_.start = t_.phase_start = s.cycle;
    t_.address = s.ad;
    t_.wide = s.req64;
    t_.initiator = driver(s, kFrame);
    ++transactions_;
    if (!backed && p_.irdy) fail(PciRule::FrameFromIdle, s, t_.initiator, "FRAME# asserted while IRDY# was");
    const int master = master_of(t_.initiator);
    if (config_.has_requests && config_.has_all_grants && (p_.gnt & (master < 0 ? ~0u : 1u << master)) == 0)
        fail(PciRule::FrameNeedsGrant, s, t_.initiator, "FRAME# without GNT# on the clock before");
    strays(s, "in the address phase");
    if ((s.driven & (kAd | kCbe)) != (kAd | kCbe))
        fail(PciRule::Known, s, t_.initiator, "AD or C/BE# float in the address phase");
    if (reset_seen_ && s.cycle - reset_end_ < config_.limits.reset_clocks)
        fail(PciRule::Reset, s, t_.initiator,
             fmt::format("FRAME# within {} clocks of RST#", config_.limits.reset_clocks));
    begin_command(s);
    parity_next(true, t_.wide, false);
}

void PciChecker::begin_command(const PciSample& s) {
    t_.command = s.cbe & 0xF;
    t_.write = (t_.command & 1) != 0 && t_.command != kDualAddress;
    t_.extra = t_.command == kDualAddress ? 1 : 0;
    if (is_reserved(t_.command))
        fail(PciRule::Commands, s, t_.initiator, command_name(t_.command));
    else if (t_.command <= kSpecial && config_.host_agent >= 0 && t_.initiator != config_.host_agent &&
             t_.initiator >= 0)
        fail(PciRule::Commands, s, t_.initiator, std::string(command_name(t_.command)) + " from another than the host");
    if (is_config(t_.command)) {
        if ((s.ad & 2) != 0) fail(PciRule::Configuration, s, t_.initiator, fmt::format("AD[1:0] = {}", s.ad & 3));
        const bool stood = (p_.driven & kAd) && p_.ad == s.ad && p_.cbe == s.cbe;
        if (config_.stepped_configuration && (s.ad & 3) == 0 && !stood)
            fail(PciRule::Configuration, s, t_.initiator, "the address was not valid on the clock before FRAME#");
    }
    Agent* agent = state_of(t_.initiator);
    if (!agent) return;
    if (t_.command == kInvalidate && agent->line_dwords > 0 &&
        s.ad % (4u * static_cast<unsigned>(agent->line_dwords)) != 0)
        fail(PciRule::Invalidate, s, t_.initiator, fmt::format("starts at {:08X}, inside a cache line", s.ad));
    if (!agent->retried) return;
    agent->retried = false;
    if (config_.ordered_retry && (agent->retried_command != t_.command || agent->retried_address != t_.address))
        fail(PciRule::Retry, s, t_.initiator,
             fmt::format("{} at {:08X} after a retry of {} at {:08X}", command_name(t_.command), t_.address,
                         command_name(agent->retried_command), agent->retried_address));
}

void PciChecker::begin_after_data(const PciSample& s) {
    end(s);
    t_.backed_to_back = true;
    begin(s);
    if (!before_.write)
        fail(PciRule::BackToBack, s, t_.initiator, "no idle clock after a read");
    else if (before_.initiator != t_.initiator)
        fail(PciRule::BackToBack, s, t_.initiator, "no idle clock after another initiator's transaction");
}

/// FRAME# in the last data phase, which goes on.
void PciChecker::begin_amid(const PciSample& s) {
    const int who = driver(s, kFrame);
    if (config_.has_enables && who != t_.initiator)
        fail(PciRule::FrameFromIdle, s, who, "FRAME# asserted in another initiator's last data phase");
    else
        fail(PciRule::FrameOnce, s, t_.initiator, "FRAME# asserted again before the last data phase is over");
    end(s);
    t_.backed_to_back = true;
    begin(s);
}

void PciChecker::second_address(const PciSample& s) {
    t_.command = s.cbe & 0xF;
    t_.write = (t_.command & 1) != 0;
    t_.phase_start = s.cycle;
    parity_next(true, t_.wide, false);
}

/// IRDY# is still asserted after the last data phase, as P10 has reported: no data phase is left.
void PciChecker::overrun(const PciSample& s) {
    if (s.idle() || (s.frame && !p_.frame)) end(s);
    if (s.frame && !p_.frame) begin(s);
}

void PciChecker::running(const PciSample& s) {
    if (t_.overrun) return overrun(s);
    if (s.frame && !p_.frame) {
        const bool over =
            p_.irdy && (completes(p_) || (!t_.devsel_seen && since_start(s) > config_.limits.decode_clocks + 1));
        return over ? begin_after_data(s) : begin_amid(s);
    }
    if (t_.extra && s.cycle == t_.start + 1) return second_address(s);
    initiator_wires(s);
    if (t_.overrun) return;
    target_wires(s);
    stop_answer(s);
    decode(s);
    wide_wires(s);
    if (s.idle()) return end(s);
    data_wires(s);
    latencies(s);
    timer(s);
    parity_next(t_.write ? s.irdy : s.trdy, t_.write ? t_.wide : t_.accepted_wide, true);
    if (completes(s)) phase_done(s);
}

void PciChecker::initiator_wires(const PciSample& s) {
    if (p_.frame && !s.frame && !s.irdy)
        fail(PciRule::FrameEndsWithIrdy, s, t_.initiator, "FRAME# deasserted without IRDY#");
    const bool gives_up = !t_.devsel_seen && since_start(s) > config_.limits.decode_clocks;
    if (p_.irdy && !completes(p_)) {
        if (!s.irdy && !(gives_up && !p_.frame))
            fail(PciRule::InitiatorHolds, s, t_.initiator, "IRDY# deasserted in a data phase");
        else if (s.frame != p_.frame && !gives_up)
            fail(PciRule::InitiatorHolds, s, t_.initiator, "FRAME# changed in a data phase with IRDY# asserted");
    }
    t_.overrun = completes(p_) && !p_.frame && s.irdy;
    if (t_.overrun) fail(PciRule::IrdyEnds, s, t_.initiator, "IRDY# after the last data phase");
}

void PciChecker::target_wires(const PciSample& s) {
    const int who = t_.target;
    if ((p_.trdy || p_.stop) && !p_.irdy) {
        if (s.devsel != p_.devsel || s.trdy != p_.trdy || s.stop != p_.stop)
            fail(PciRule::TargetHolds, s, who, "DEVSEL#, TRDY# or STOP# changed before IRDY#");
        return;
    }
    const bool over = completes(p_) && !p_.frame;
    if (p_.devsel && !s.devsel && !over) {
        if (!s.stop)
            fail(PciRule::DevselStays, s, who, "DEVSEL# deasserted in a transaction");
        else if (s.trdy)
            fail(PciRule::TargetAbort, s, who, "TRDY# asserted in a target abort");
        t_.aborted |= s.stop;
    } else if ((s.trdy || s.stop) && !s.devsel && !t_.aborted) {
        fail(PciRule::DevselFirst, s, driver(s, kTarget), std::string(s.trdy ? "TRDY#" : "STOP#") + " without DEVSEL#");
    }
    if (s.trdy && t_.stopped && !over) fail(PciRule::Disconnect, s, who, "TRDY# after a phase that ended with STOP#");
}

void PciChecker::stop_answer(const PciSample& s) {
    if (s.stop && t_.stop_start == 0) t_.stop_start = s.cycle;
    if (!p_.stop || !p_.frame) return;
    if (p_.irdy && !s.stop) fail(PciRule::StopAnswer, s, t_.target, "STOP# deasserted before FRAME#");
    const std::uint64_t waited = s.cycle - t_.stop_start;
    if (s.frame && (s.irdy || p_.irdy) && waited >= config_.limits.stop_clocks)
        fail(PciRule::StopAnswer, s, t_.initiator, fmt::format("FRAME# and IRDY# {} clocks after STOP#", waited));
}

void PciChecker::decode(const PciSample& s) {
    if (t_.devsel_seen) return;
    if (s.devsel) {
        t_.devsel_seen = true;
        t_.target = driver(s, kTarget);
        t_.accepted_wide = s.ack64;
        if (since_start(s) > config_.limits.decode_clocks)
            fail(PciRule::MasterAbort, s, t_.target, "DEVSEL# after the fifth clock");
        if (t_.backed_to_back && before_.target != t_.target)
            fail(PciRule::BackToBack, s, t_.initiator, "no idle clock before a transaction to another target");
    } else if (since_start(s) >= config_.limits.abort_clocks && p_.irdy && (p_.frame ? s.frame : s.irdy)) {
        fail(PciRule::MasterAbort, s, t_.initiator,
             fmt::format("continues without DEVSEL# for {} clocks", since_start(s)));
    }
}

void PciChecker::wide_wires(const PciSample& s) {
    if (s.req64 != (t_.wide && s.frame)) fail(PciRule::Wide, s, t_.initiator, "REQ64# differs from FRAME#");
    if (s.ack64 != (t_.accepted_wide && s.devsel)) fail(PciRule::Wide, s, t_.target, "ACK64# differs from DEVSEL#");
    if (s.ack64 && !t_.wide) fail(PciRule::Wide, s, t_.target, "ACK64# without REQ64#");
}

void PciChecker::data_wires(const PciSample& s) {
    if ((s.driven & kCbe) == 0) fail(PciRule::Known, s, t_.initiator, "C/BE# float in a data phase");
    const unsigned lanes = t_.wide ? 0xFF : 0xF;
    if (since_start(p_) >= 1 && !completes(p_) && ((s.cbe ^ p_.cbe) & lanes) != 0)
        fail(PciRule::EnablesStable, s, t_.initiator, "C/BE# changed in a data phase");
    if (t_.write)
        write_data(s);
    else
        read_data(s);
}

void PciChecker::write_data(const PciSample& s) {
    if ((s.driven & kAd) == 0)
        fail(s.irdy ? PciRule::Known : PciRule::WriteData, s, t_.initiator, "AD floats in the data phase of a write");
    else if (config_.has_enables && driver(s, kAd) != t_.initiator)
        fail(PciRule::WriteData, s, driver(s, kAd), "AD of a write is driven by another than the initiator");
    if (p_.irdy && !completes(p_) && s.irdy && s.ad != p_.ad)
        fail(PciRule::DataStable, s, t_.initiator, "write data changed under IRDY#");
}

void PciChecker::read_data(const PciSample& s) {
    if (s.trdy && since_start(s) == 1)
        fail(PciRule::ReadTurnaround, s, t_.target, "TRDY# in the turnaround clock of a read");
    if (s.trdy && (s.driven & kAd) == 0) fail(PciRule::Known, s, t_.target, "AD floats under TRDY#");
    if (config_.has_enables && (s.driven & kAd) != 0 && (driver(s, kAd) == t_.initiator || !(s.devsel || t_.aborted)))
        fail(PciRule::ReadTurnaround, s, driver(s, kAd), "AD of a read is driven by another than the selected target");
    if (p_.trdy && !p_.irdy && s.trdy && s.ad != p_.ad)
        fail(PciRule::DataStable, s, t_.target, "read data changed under TRDY#");
}

void PciChecker::latencies(const PciSample& s) {
    const std::uint64_t waited = s.cycle - t_.phase_start;
    const PciLimits& l = config_.limits;
    if (!s.irdy && waited == l.irdy_clocks)
        fail(PciRule::IrdyLatency, s, t_.initiator, fmt::format("no IRDY# for {} clocks", waited));
    if (s.trdy || s.stop || !t_.devsel_seen) return;
    const bool bridge = t_.target >= 0 && t_.target == config_.host_agent;
    const unsigned limit = t_.phases > 0 ? l.next_data_clocks : bridge ? l.bridge_data_clocks : l.first_data_clocks;
    if (waited == limit)
        fail(PciRule::TargetLatency, s, t_.target, fmt::format("no TRDY# or STOP# for {} clocks", limit));
}

void PciChecker::timer(const PciSample& s) {
    const Agent* agent = state_of(t_.initiator);
    const int master = master_of(t_.initiator);
    if (t_.expired || !config_.has_requests || !agent || agent->latency_timer < 0 || master < 0) return;
    t_.expired = since_start(s) >= static_cast<unsigned>(agent->latency_timer) && (s.gnt >> master & 1u) == 0;
}

void PciChecker::phase_done(const PciSample& s) {
    t_.phase_start = s.cycle;
    t_.stopped |= s.stop;
    if (!s.trdy) return;
    if (++t_.phases == 1) first_phase_done(s);
    if (t_.expired && s.frame && t_.command != kInvalidate &&
        ++t_.after_expiry == config_.limits.phases_after_expiry + 1)
        fail(PciRule::LatencyTimer, s, t_.initiator, "continues with its latency timer expired and GNT# deasserted");
    if (t_.command == kInvalidate && enabled_bytes(s) != 0xF)
        fail(PciRule::Invalidate, s, t_.initiator, "a byte enable is off");
    if (is_config(t_.command)) snoop_configuration(s);
}

void PciChecker::first_phase_done(const PciSample& s) {
    const unsigned low = t_.address & 3u;
    const bool wraps = low == 2 && t_.command != kInvalidate;
    if (is_memory(t_.command) && low != 0 && !wraps && s.frame && !s.stop)
        fail(PciRule::AddressBits, s, t_.target, fmt::format("a burst with AD[1:0] = {}", low));
    const unsigned bytes = enabled_bytes(s);
    if (is_io(t_.command) && bytes != 0 && static_cast<unsigned>(__builtin_ctz(bytes)) != low)
        fail(PciRule::AddressBits, s, t_.target,
             fmt::format("I/O with AD[1:0] = {} and C/BE# {:X} is taken", low, s.cbe & 0xF));
}

void PciChecker::snoop_configuration(const PciSample& s) {
    Agent* agent = state_of(t_.target);
    if (!agent || (t_.address & 0xFC) != 0x0C) return;
    if (enabled_bytes(s) & 1u) agent->line_dwords = static_cast<int>(s.ad & 0xFF);
    if (enabled_bytes(s) & 2u) agent->latency_timer = static_cast<int>(s.ad >> 8 & 0xFF);
}

void PciChecker::end(const PciSample& s) {
    t_.running = false;
    before_ = t_;
    t_.backed_to_back = false;
    Agent* agent = state_of(before_.initiator);
    const bool whole = before_.devsel_seen && !before_.stopped && !before_.aborted;
    if (agent && whole && before_.command == kInvalidate && agent->line_dwords > 0 &&
        before_.phases % static_cast<unsigned>(agent->line_dwords) != 0)
        fail(PciRule::Invalidate, s, before_.initiator,
             fmt::format("{} dwords are no whole cache line", before_.phases));
    if (!before_.stopped) return;
    if (agent && before_.phases == 0 && !before_.aborted) {
        agent->retried = true;
        agent->retried_command = before_.command;
        agent->retried_address = before_.address;
    }
    backoff_master_ = master_of(before_.initiator);
    backoff_ = config_.has_requests && backoff_master_ >= 0;
    if (!backoff_) return;
    backoff_req_before_ = (p_.req >> backoff_master_ & 1u) != 0;
    if (s.req >> backoff_master_ & 1u)
        fail(PciRule::RequestAfterStop, s, before_.initiator, "REQ# on the idle clock after STOP#");
    backoff_ended_ = s.cycle;
}

void PciChecker::backoff(const PciSample& s) {
    if (!backoff_ || s.cycle == backoff_ended_) return;
    backoff_ = false;
    if (s.cycle == backoff_ended_ + 1 && backoff_req_before_ && (s.req >> backoff_master_ & 1u))
        fail(PciRule::RequestAfterStop, s, before_.initiator, "REQ# deasserted for one clock only after STOP#");
}

}  // namespace niclab::check
