#include "check/isa_checker.h"

#include <fmt/format.h>

namespace niclab::check {

namespace {

constexpr unsigned kIor = 1, kIow = 2, kMemr = 4, kMemw = 8, kPorts = kIor | kIow, kWrites = kIow | kMemw;

unsigned commands_of(const IsaSample& s) {
    return (s.ior ? kIor : 0) | (s.iow ? kIow : 0) | (s.memr ? kMemr : 0) | (s.memw ? kMemw : 0);
}

bool several(unsigned bits) { return (bits & (bits - 1)) != 0; }

bool cpu_has_it(const IsaSample& s) { return !s.aen && !s.master && !s.refresh && s.dack == 0; }

}  // namespace

void IsaChecker::fail(IsaRule r, const std::string& seen) { report_.add(rule(r), at_, config_.bus, seen); }

void IsaChecker::sample(const IsaSample& s, std::uint64_t half, core::Femtoseconds at) {
    at_ = at, now_ = half;
    if (first_) {
        p_ = s;
        address_since_ = master_since_ = refreshed_ = ended_ = now_;
        first_ = false;
    }
    if (s.sa != p_.sa || s.sbhe != p_.sbhe) address_since_ = now_;
    if (s.bale) bale_ = true;
    channels(s);
    refresh(s);
    const unsigned was = commands_of(p_), is = commands_of(s);
    if (was != 0 && is == 0) end();
    if (was == 0 && is != 0) begin(s);
    ready(s);
    if (is != 0) during(s);
    if (s.sd_drivers > 1 && !drivers_reported_)
        fail(IsaRule::OneDriver, fmt::format("{} agents drive SD", s.sd_drivers));
    drivers_reported_ = s.sd_drivers > 1;
    p_ = s;
}

void IsaChecker::begin(const IsaSample& s) {
    const IsaLimits& l = config_.limits;
    const unsigned is = commands_of(s);
    const bool memory16 = (is & kPorts) == 0 && s.memcs16;
    if (now_ - address_since_ < (memory16 ? l.set_up_memory16 : l.set_up))
        fail(IsaRule::SetUp,
             fmt::format("a command to {:X}H, {} half clocks after its address", s.sa, now_ - address_since_));
    if (commands_ > 0 && now_ - ended_ < l.apart)
        fail(IsaRule::Apart, fmt::format("{} half clocks apart", now_ - ended_));
    begun_ = now_;
    word_slave_ = zero_ws_ = waited_ = long_wait_ = two_reported_ = false;
    of_cpu_ = cpu_has_it(s);
    if (s.master && !master_began_ && now_ - master_since_ < l.master_begins)
        fail(IsaRule::MasterBegins, fmt::format("{} half clocks after MASTER#", now_ - master_since_));
    master_began_ = s.master;
    if (!of_cpu_) return;
    if (!bale_) fail(IsaRule::Bale, "a command without BALE");
    if ((s.sa & 1u) && !s.sbhe) fail(IsaRule::OddOctet, fmt::format("{:X}H without SBHE#", s.sa));
    if (expected_ != 0 && (expected_ != is || expected_sa_ != s.sa))
        fail(IsaRule::Conversion, fmt::format("a command to {:X}H, {:X}H expected", s.sa, expected_sa_));
    expected_ = 0;
}

void IsaChecker::during(const IsaSample& s) {
    const unsigned is = commands_of(s);
    const bool goes_on = now_ != begun_;
    if (goes_on && (s.sa != p_.sa || s.sbhe != p_.sbhe))
        fail(IsaRule::Hold, fmt::format("{:X}H follows {:X}H", s.sa, p_.sa));
    if ((several(is) || (goes_on && is != commands_of(p_))) && !two_reported_) {
        two_reported_ = true;
        fail(IsaRule::OneCommand, "a second command");
    }
    if (goes_on && (is & kWrites) != 0 && s.sd != p_.sd)
        fail(IsaRule::WriteData, fmt::format("{:04X}H follows {:04X}H", s.sd, p_.sd));
    if (of_cpu_ && s.bale && (!goes_on || !p_.bale)) fail(IsaRule::Bale, "BALE while a command is on");
    word_slave_ |= (is & kPorts) != 0 ? s.iocs16 : s.memcs16;
    zero_ws_ |= s.zero_ws;
}

void IsaChecker::end() {
    ++commands_;
    ended_ = now_;
    const auto halves = unsigned(now_ - begun_);
    if (waited_ && (!p_.iochrdy || now_ - high_since_ < config_.limits.ready))
        fail(IsaRule::Ready,
             p_.iochrdy ? fmt::format("{} half clocks after IOCHRDY", now_ - high_since_) : "IOCHRDY is low");
    if (of_cpu_) end_of_cpu(halves);
}

void IsaChecker::end_of_cpu(unsigned halves) {
    const IsaLimits& l = config_.limits;
    const unsigned was = commands_of(p_);
    const bool port = (was & kPorts) != 0;
    const auto judge = [&](IsaRule r, unsigned least) {
        if (halves < least) fail(r, fmt::format("a command of {} half clocks", halves));
    };
    bale_ = false;
    if (word_slave_ && port)
        judge(IsaRule::Io16, l.io16);
    else if (zero_ws_)
        judge(IsaRule::ZeroWaits, word_slave_ ? l.no_waits_memory16 : l.no_waits8);
    else
        judge(word_slave_ ? IsaRule::Memory16 : IsaRule::Command8, word_slave_ ? l.memory16 : l.command8);
    if (word_slave_ || !p_.sbhe || (p_.sa & 1u)) return;
    expected_ = was, expected_sa_ = p_.sa + 1;
}

void IsaChecker::ready(const IsaSample& s) {
    if (s.iochrdy) {
        if (!p_.iochrdy) high_since_ = now_;
        return;
    }
    if (p_.iochrdy) low_since_ = now_;
    if (commands_of(s) == 0 && p_.iochrdy) fail(IsaRule::WaitOfNobody, "IOCHRDY falls without a command");
    waited_ = true;
    if (now_ - low_since_ < config_.limits.longest_wait || long_wait_) return;
    long_wait_ = true;
    fail(IsaRule::LongWait, fmt::format("IOCHRDY is low for {} half clocks", now_ - low_since_));
}

void IsaChecker::channels(const IsaSample& s) {
    const unsigned risen = s.dack & ~unsigned{p_.dack};
    if ((risen & ~unsigned{p_.drq}) != 0) fail(IsaRule::Acknowledge, "DACK# without DRQ");
    if (risen != 0 && several(s.dack)) fail(IsaRule::Acknowledge, "two DACK#");
    if (!s.master) {
        master_began_ = long_master_ = false;
        return;
    }
    if (!p_.master) master_since_ = now_;
    if (s.dack == 0 && (p_.dack != 0 || !p_.master)) fail(IsaRule::Master, "MASTER# without DACK#");
    if (now_ - master_since_ < config_.limits.longest_master || long_master_) return;
    long_master_ = true;
    fail(IsaRule::LongMaster, fmt::format("MASTER# for {} half clocks", now_ - master_since_));
}

void IsaChecker::refresh(const IsaSample& s) {
    if (now_ - refreshed_ > config_.limits.refresh && !refresh_late_) {
        refresh_late_ = true;
        fail(IsaRule::RefreshDue, fmt::format("{} half clocks without a refresh", now_ - refreshed_));
    }
    if (!s.refresh) return;
    if (!p_.refresh) refreshed_ = now_, refresh_late_ = false;
    const unsigned is = commands_of(s);
    if ((is & ~kMemr) != 0 && is != commands_of(p_)) fail(IsaRule::RefreshAlone, "another command with REFRESH#");
}

}  // namespace niclab::check
