#include "check/eisa_checker.h"

#include <fmt/format.h>

namespace niclab::check {

namespace {

constexpr unsigned kSlotShift = 12, kPageBits = 10;
constexpr std::uint32_t kNoSlot = 0x300;  ///< A[9:8]: not both 0 in ports that are not those of a slot.

bool same_address(const EisaSample& a, const EisaSample& b) { return a.la == b.la && a.memory == b.memory; }

}  // namespace

void EisaChecker::fail(EisaRule r, const std::string& seen) { report_.add(rule(r), at_, config_.bus, seen); }

void EisaChecker::sample(const EisaSample& s, std::uint64_t half, core::Femtoseconds at) {
    at_ = at, now_ = half;
    if (first_) {
        p_ = s;
        address_since_ = refreshed_ = now_;
        first_ = false;
        return;
    }
    if (!same_address(s, p_)) address_since_ = now_;
    clock(s);
    masters(s);
    refresh(s);
    if (falls(s)) ready_ = p_.exrdy;
    start(s);
    command(s);
    burst(s);
    data(s);
    drivers(s);
    p_ = s;
}

void EisaChecker::clock(const EisaSample& s) {
    if (s.bclk && p_.bclk) fail(EisaRule::Clock, "BCLK is high for more than half a clock");
    const bool stretched = p_.start && s.cmd && p_.nows;
    if (!s.bclk && !p_.bclk && (s.cmd || s.start) && !stretched)
        fail(EisaRule::Clock, "BCLK is low for more than half a clock");
}

void EisaChecker::start(const EisaSample& s) {
    if (s.start && s.cmd) fail(EisaRule::StartAlone, "START# with CMD#");
    if (s.start && !p_.start) {
        start_since_ = now_;
        if (!rises(s)) fail(EisaRule::StartLength, "START# begins without a rise of BCLK");
        if (now_ - address_since_ < config_.limits.set_up)
            fail(EisaRule::AddressSetUp, fmt::format("START# {} half clocks after its address", now_ - address_since_));
        if (s.mak != 0 && now_ - mak_since_ < config_.limits.master_begins)
            fail(EisaRule::MasterBegins, fmt::format("START# {} half clocks after MAKn#", now_ - mak_since_));
    } else if (s.start && (!same_address(s, p_) || s.be != p_.be || s.write != p_.write)) {
        fail(EisaRule::AddressHold, fmt::format("{:X}H follows {:X}H", s.la, p_.la));
    }
    if (p_.start && !s.start) start_ends(s);
}

void EisaChecker::start_ends(const EisaSample& s) {
    if (now_ - start_since_ != config_.limits.start)
        fail(EisaRule::StartLength, fmt::format("START# of {} half clocks", now_ - start_since_));
    if (!s.cmd) fail(EisaRule::CommandFollows, "START# without CMD#");
    compressed_ = p_.nows, burst_answered_ = p_.slburst, write_ = p_.write;
    ready_ = true;
    slots(p_);
}

void EisaChecker::command(const EisaSample& s) {
    if (!s.exrdy && p_.exrdy && !s.start && !s.cmd) fail(EisaRule::WaitOfNobody, "EXRDY falls without a cycle");
    if (s.cmd && !p_.cmd) {
        command_since_ = now_;
        long_reported_ = false;
        if (!p_.start) fail(EisaRule::CommandFollows, "CMD# without START#");
    }
    if (s.cmd && now_ - command_since_ >= config_.limits.longest_command && !long_reported_) {
        long_reported_ = true;
        fail(EisaRule::LongCommand, fmt::format("CMD# for more than {} half clocks", config_.limits.longest_command));
    }
    if (!ends(s)) return;
    command_ends();
    if (!rises(s)) fail(EisaRule::CommandEdge, "CMD# ends without a rise of BCLK");
}

void EisaChecker::command_ends() {
    ++commands_;
    ended_ = now_;
    const EisaLimits& l = config_.limits;
    const std::uint64_t halves = now_ - command_since_;
    if (!compressed_ && halves < l.command)
        fail(EisaRule::CommandLength, fmt::format("CMD# of {} half clocks", halves));
    if (!ready_) fail(EisaRule::Ready, "CMD# ends, EXRDY was low");
    if (p_.msburst) fail(EisaRule::BurstGoesOn, "CMD# ends with MSBURST#");
}

void EisaChecker::burst(const EisaSample& s) {
    if (s.msburst && !p_.msburst && (!s.cmd || !burst_answered_))
        fail(EisaRule::BurstAnswered, s.cmd ? "MSBURST# without SLBURST#" : "MSBURST# without CMD#");
    if (!s.msburst || !s.cmd || !p_.cmd) return;
    if (s.memory != p_.memory || s.write != p_.write) fail(EisaRule::BurstKind, "M/IO or W/R change in a burst");
    if (s.la == p_.la) return;
    if (!falls(s) || !p_.exrdy)
        fail(EisaRule::BurstAddress, falls(s) ? "LA changes with EXRDY low" : "LA changes without a fall of BCLK");
    if (s.la >> kPageBits != p_.la >> kPageBits)
        fail(EisaRule::BurstAddress, fmt::format("{:X}H follows {:X}H", s.la, p_.la));
}

void EisaChecker::data(const EisaSample& s) {
    if (!write_) return;
    const bool behind = commands_ > 0 && now_ - ended_ < config_.limits.hold;
    if (s.data == p_.data || !(s.cmd || behind)) return;
    const bool next = p_.cmd && s.cmd && p_.msburst && rises(s);
    if (!next) fail(EisaRule::WriteData, fmt::format("{:08X}H follows {:08X}H", s.data, p_.data));
}

/// `s`: the end of START#.
void EisaChecker::slots(const EisaSample& s) {
    if (s.memory || s.refresh) return;
    const bool slot = (s.la & kNoSlot) == 0;
    const auto wanted = std::uint16_t(slot ? ~(1u << (s.la >> kSlotShift & 0xFu)) : 0u);
    if (s.aen != wanted) fail(EisaRule::Slot, fmt::format("AEN is {:04X}H with port {:X}H", s.aen, s.la));
}

void EisaChecker::masters(const EisaSample& s) {
    const unsigned risen = s.mak & ~unsigned{p_.mak}, fallen = p_.mak & ~unsigned{s.mak};
    if ((risen & ~unsigned{p_.mreq}) != 0) fail(EisaRule::Acknowledge, "MAKn# without MREQn#");
    if (risen != 0 && (s.mak & (s.mak - 1u)) != 0) fail(EisaRule::Acknowledge, "two MAKn#");
    if (risen != 0) mak_since_ = now_;
    if (fallen != 0) {
        leaving_ = std::uint16_t(fallen);
        mak_until_ = now_;
        leave_reported_ = false;
    }
    leaving_ &= s.mreq;
    if (leaving_ == 0 || now_ - mak_until_ < config_.limits.leave || leave_reported_) return;
    leave_reported_ = true;
    fail(EisaRule::Leave, fmt::format("MREQn# {} half clocks after MAKn#", now_ - mak_until_));
}

void EisaChecker::refresh(const EisaSample& s) {
    if (now_ - refreshed_ > config_.limits.refresh && !refresh_late_) {
        refresh_late_ = true;
        fail(EisaRule::RefreshDue, fmt::format("{} half clocks without a refresh", now_ - refreshed_));
    }
    if (s.refresh && !p_.refresh) refreshed_ = now_, refresh_late_ = false;
}

void EisaChecker::drivers(const EisaSample& s) {
    const bool two = s.data_drivers > 1 || s.address_drivers > 1;
    if (two && !drivers_reported_)
        fail(EisaRule::OneDriver, fmt::format("{} drive D, {} the address", s.data_drivers, s.address_drivers));
    drivers_reported_ = two;
}

}  // namespace niclab::check
