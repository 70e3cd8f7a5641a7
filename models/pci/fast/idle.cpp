#include "pci/fast/idle.h"

#include <algorithm>
#include <tuple>

namespace niclab::pci {

namespace {

constexpr std::size_t kLongestIdle = 16;  ///< Clocks; a grant that moves takes two.
constexpr unsigned kBitsOfDriver = 16, kMostDrivers = 4;

/// The outputs of a half without an address or data on AD, as a number; no other case occurs.
std::optional<std::uint64_t> driver(std::size_t half, const Levels& drive) {
    Levels rest;
    rest.enabled = drive.enabled, rest.par = drive.par;
    if (!(rest == drive)) return std::nullopt;
    return half << 9 | std::uint64_t{drive.par} << 8 | drive.enabled;
}

/// Copies of the state machines, without requests.
class IdleMachines {
public:
    explicit IdleMachines(const IdleAgents& p)
        : agents_(p), arbiter_(p.arbiter), now_{p.bus.now, p.bus.drive, p.bus.gnt, 0, p.awake, p.arbiter.state()} {
        for (const IdleAgents::Member& m : p.initiators) initiators_.push_back(*m.machine);
        now_.written = written();
    }
    const IdleClock& now() const { return now_; }
    bool anybody_starts() const {
        for (std::size_t k = 0; k < initiators_.size(); ++k)
            if ((now_.gnt >> k & 1u) != 0 && initiators_[k].waits_to_start()) return true;
        return false;
    }
    /// The initiators that have GNT# or drive, or check PERR#.
    std::uint32_t touched() const {
        std::uint32_t pairs = now_.gnt | now_.written;
        for (std::size_t k = 0; k < initiators_.size(); ++k)
            if (initiators_[k].drive().enabled != 0) pairs |= 1u << k;
        return pairs;
    }
    /// Returns false if the clock changed nothing.
    bool clock() {
        const IdleClock before = now_;
        const bool moved = arbiter_.clock({false, true, agents_.bus.req});
        now_.gnt = arbiter_.granted() < 0 ? 0 : 1u << arbiter_.granted();
        now_.arbiter = arbiter_.state();
        now_.awake = before.gnt ^ now_.gnt;  // A moved grant wakes its agent.
        for (std::size_t k = 0; k < initiators_.size(); ++k) {
            const InitiatorSample in{before.bus, (before.gnt >> k & 1u) != 0, agents_.wide, 0, 0};
            const bool drives_anew = initiators_[k].clock(in);
            const bool stays_awake = drives_anew || !initiators_[k].sleeps_off_wires(in);
            if (stays_awake) now_.awake |= before.awake & 1u << k;
            now_.drive[agents_.initiators[k].half] = initiators_[k].drive();
        }
        now_.written = written();
        DrivenLevels driven;
        for (const Levels& d : now_.drive) driven.add(d);
        now_.bus = driven.all();
        return moved || !(now_ == before);
    }

private:
    std::uint32_t written() const {
        std::uint32_t pairs = 0;
        for (std::size_t k = 0; k < initiators_.size(); ++k)
            pairs |= std::uint32_t{initiators_[k].looks_for_perr()} << k;
        return pairs;
    }
    const IdleAgents& agents_;
    ArbiterMachine arbiter_;
    std::vector<InitiatorMachine> initiators_;
    IdleClock now_;
};

}  // namespace

std::optional<IdleKey> key_of(const IdleAgents& p) {
    std::uint32_t written = 0;
    for (std::size_t k = 0; k < p.initiators.size(); ++k) {
        const InitiatorMachine& m = *p.initiators[k].machine;
        written |= std::uint32_t{m.looks_for_perr()} << k;
        if (!m.is_idle() || m.waits_to_start() != ((p.bus.req >> k & 1u) != 0)) return std::nullopt;
    }
    IdleKey key;
    key.add(p.arbiter.state().number(), 63), key.add(p.bus.req, 32), key.add(p.bus.gnt, 32);
    key.add(p.awake, 32), key.add(written, 32);
    unsigned drivers = 0;
    for (std::size_t h = 0; h < p.bus.drive.size(); ++h) {
        const Levels& drive = p.bus.drive[h];
        if ((drive.enabled | drive.enabled64) == 0) continue;
        const std::optional<std::uint64_t> number = driver(h, drive);
        if (!number || ++drivers > kMostDrivers) return std::nullopt;
        key.add(*number, kBitsOfDriver);
    }
    return key;
}

IdleTiming run_through(const IdleAgents& p) {
    IdleMachines alone(p);
    IdleTiming timing{0, p.bus.req, alone.now(), {}, false, alone.touched()};
    while (timing.clocks.size() < kLongestIdle && !alone.anybody_starts()) {
        if (!alone.clock()) {
            timing.stays = alone.now().awake == 0;
            break;
        }
        timing.clocks.push_back(alone.now());
        timing.touched |= alone.touched();
    }
    return timing;
}

bool IdleClock::operator==(const IdleClock& o) const {
    return bus == o.bus && drive == o.drive && gnt == o.gnt && written == o.written && awake == o.awake &&
           arbiter.number() == o.arbiter.number();
}

bool IdleTiming::operator==(const IdleTiming& o) const {
    return std::tie(req, from, clocks, stays, touched) == std::tie(o.req, o.from, o.clocks, o.stays, o.touched);
}

}  // namespace niclab::pci
