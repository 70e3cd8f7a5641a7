#include "pci/fast/transaction_timing.h"

#include <algorithm>
#include <stdexcept>
#include <tuple>

namespace niclab::pci {

namespace {

constexpr unsigned kLongest = 4000;  ///< Clocks, far more than a burst takes within the limits of a target.

/// A port that records the calls, instead of the real one.
class NotedCalls : public bus::TargetPort {
public:
    NotedCalls(const TargetMachine& target, std::vector<TransactionCall>& calls)
        : port_(*target.port()), first_(target.access().offset), calls_(calls) {}
    Answer begin(const Access&) override { throw std::logic_error("a second address phase in a span"); }
    unsigned later_wait_clocks(const Access& access) override { return port_.later_wait_clocks(access); }
    bool bursts() const override { return port_.bursts(); }
    std::uint32_t read(const Access& access) override { return note(false, access), 0; }
    void write(const Access& access, std::uint32_t) override { note(true, access); }

private:
    void note(bool write, const Access& access) {
        calls_.push_back({write, access.byte_enables, access.offset - first_, 1});
    }
    bus::TargetPort& port_;
    std::uint32_t first_;
    std::vector<TransactionCall>& calls_;
};

/// A port that repeats the recorded results, instead of the real one.
class RepeatedCalls : public bus::TargetPort {
public:
    RepeatedCalls(bus::TargetPort& port, const std::vector<std::uint32_t>& read) : port_(port), read_(read) {}
    Answer begin(const Access&) override { throw std::logic_error("a second address phase in a span"); }
    unsigned later_wait_clocks(const Access& access) override { return port_.later_wait_clocks(access); }
    bool bursts() const override { return port_.bursts(); }
    std::uint32_t read(const Access&) override { return read_.at(next_++); }
    void write(const Access&, std::uint32_t) override { ++next_; }

private:
    bus::TargetPort& port_;
    const std::vector<std::uint32_t>& read_;
    std::size_t next_ = 0;
};

/// Copies of the state machines, which react only to each other.
class Alone {
public:
    Alone(const TransactionAgents& p, bus::TargetPort& port) : bus(p.now), initiator(*p.initiator), agents_(p) {
        for (const TargetMachine* t : p.targets) targets.push_back(*t);
        targets[p.target].divert(port);
    }
    /// Simulates one clock: the levels that all sample at `at`, and their actions.
    TransactionClock clock(core::Femtoseconds at, core::Femtoseconds next) {
        TransactionClock c{bus, initiator.drive(), targets[agents_.target].drive(), {}, 0};
        initiator.clock({bus, true, agents_.wide, at, next});
        for (TargetMachine& t : targets) t.clock({bus, agents_.wide});
        count(c.counts);
        resolve();
        return c;
    }

    Levels bus;
    InitiatorMachine initiator;
    std::vector<TargetMachine> targets;

private:
    void count(TransactionCounts& c) const {
        const auto since = [](std::uint64_t now, std::uint64_t before) {
            return static_cast<std::uint16_t>(now - before);
        };
        const InitiatorMachine::Stats& i = agents_.initiator->stats();
        const TargetMachine::Stats& t = agents_.targets[agents_.target]->stats();
        const InitiatorMachine::Stats& s = initiator.stats();
        const TargetMachine::Stats& of = targets[agents_.target].stats();
        c.dwords = since(s.dwords, i.dwords), c.waits = since(s.wait_clocks, i.wait_clocks);
        c.retries = since(s.retries, i.retries), c.disconnects = since(s.disconnects, i.disconnects);
        c.target_dwords = since(of.dwords, t.dwords), c.target_retries = since(of.retries, t.retries);
        c.target_disconnects = since(of.disconnects, t.disconnects);
    }
    void resolve() {
        bus = initiator.drive();
        for (const TargetMachine& t : targets) {
            if ((bus.enabled & t.drive().enabled) != 0 || (bus.enabled64 & t.drive().enabled64) != 0)
                throw std::logic_error("an initiator and a target drive the same wires in a PCI transaction");
            bus |= t.drive();
        }
    }
    const TransactionAgents& agents_;
};

void find_runs(std::vector<TransactionCall>& calls) {
    constexpr std::uint8_t kAll = 0xF;
    for (std::size_t i = calls.size(); i-- > 1;) {
        const TransactionCall& later = calls[i];
        TransactionCall& c = calls[i - 1];
        const bool whole = c.enables == kAll && later.enables == kAll;
        if (whole && c.write == later.write && later.distance == c.distance + 4) c.run = later.run + 1;
    }
}

/// The common levels of two transactions with one key: all wires except those with data.
bool alike(const Levels& a, const Levels& b) { return a.without_data() == b.without_data(); }

}  // namespace

TransactionKey key_of(const TransactionAgents& p, unsigned initiator_half, unsigned target_half) {
    const InitiatorMachine& i = *p.initiator;
    const TargetMachine& t = *p.targets[p.target];
    const bus::TargetPort::Answer& a = t.answer();
    const bus::Burst& b = i.burst();
    TransactionKey key;
    key.add(initiator_half, 6), key.add(target_half, 6);
    key.add(static_cast<unsigned>(i.command()), 4), key.add(i.requests_64(), 1);
    key.add(i.index(), 5), key.add(b.dwords, 5), key.add(b.first_enables, 4), key.add(b.last_enables, 4);
    key.add(t.access().window, 3), key.add(i.latency_clocks(), 8), key.add(a.retry, 1), key.add(a.with_data, 1);
    // Longer waits end with a retry or a disconnect anyway, and no burst has this number of dwords.
    key.add(std::min(a.wait_clocks, 4095u), 12), key.add(std::min(a.after, 255u), 8);
    key.add(std::min(t.port()->later_wait_clocks(t.access()), 255u), 8);
    key.add(i.configurations(), 18), key.add(t.configurations(), 18);
    return key;
}

TransactionTiming run_through(const TransactionAgents& p) {
    TransactionTiming timing;
    NotedCalls port(*p.targets[p.target], timing.calls);
    Alone alone(p, port);
    bus::Burst& burst = alone.initiator.burst();
    const bus::BurstTimes before = burst.times;
    burst.times.first_data = burst.times.last_data = 0;
    while (alone.initiator.in_data() && timing.clocks.size() < kLongest) {
        const auto n = static_cast<unsigned>(timing.clocks.size() + 1);
        timing.clocks.push_back(alone.clock(n, n + 1));
        timing.clocks.back().calls = static_cast<std::uint16_t>(timing.calls.size());
        if (timing.expires == 0 && alone.initiator.timer_expired()) timing.expires = n;
    }
    find_runs(timing.calls);
    timing.whole = !alone.initiator.in_data();
    timing.initiator = alone.initiator.state();
    for (const TargetMachine& t : alone.targets) timing.targets.push_back(t.state());
    timing.status = burst.status;
    timing.retries = burst.times.retries - before.retries;
    timing.disconnects = burst.times.disconnects - before.disconnects;
    timing.first_data = static_cast<unsigned>(burst.times.first_data);
    timing.last_data = static_cast<unsigned>(burst.times.last_data);
    return timing;
}

TransactionState run_to(const TransactionAgents& p, unsigned clocks, const std::vector<std::uint32_t>& read,
                        core::Femtoseconds address_at, core::Femtoseconds period) {
    RepeatedCalls port(*p.targets[p.target]->port(), read);
    Alone alone(p, port);
    std::vector<TransactionClock> passed;
    for (unsigned n = 1; n <= clocks; ++n)
        passed.push_back(alone.clock(address_at + n * period, address_at + (n + 1) * period));
    return {alone.initiator, alone.targets, passed};
}

bool TransactionCounts::operator==(const TransactionCounts& o) const {
    const auto all = [](const TransactionCounts& c) {
        return std::tie(c.dwords, c.waits, c.retries, c.disconnects, c.target_dwords, c.target_retries,
                        c.target_disconnects);
    };
    return all(*this) == all(o);
}

bool TransactionClock::operator==(const TransactionClock& o) const {
    return alike(bus, o.bus) && alike(initiator, o.initiator) && alike(target, o.target) && counts == o.counts &&
           calls == o.calls;
}

bool TransactionCall::operator==(const TransactionCall& o) const {
    return std::tie(write, enables, distance) == std::tie(o.write, o.enables, o.distance);
}

bool TransactionTiming::operator==(const TransactionTiming& o) const {
    return std::tie(whole, expires, calls, initiator, targets, status, retries, disconnects, first_data, last_data) ==
               std::tie(o.whole, o.expires, o.calls, o.initiator, o.targets, o.status, o.retries, o.disconnects,
                        o.first_data, o.last_data) &&
           clocks == o.clocks;
}

}  // namespace niclab::pci
