#include "floor.h"

#include <algorithm>
#include <string>

namespace niclab::benchmark {

namespace {

/// Rates are fractions of 65536; an action is due when the whole part of a running sum changes.
constexpr unsigned kRateBits = 16;
constexpr std::uint32_t kOne = 1u << kRateBits;
constexpr std::size_t kPhases = 8;  ///< Of parallel clocks.

std::uint32_t rate(double value) { return static_cast<std::uint32_t>(value * kOne + 0.5); }

/// A signal with value changes in the right share of its writes.
struct Slot {
    explicit Slot(const std::string& name) : wire(name.c_str()) {}
    core::Wire<std::uint32_t> wire;
    std::uint32_t sum = 0;
};

}  // namespace

class Floor::Method : public sc_core::sc_module, public core::ActivitySource {
public:
    Method(sc_core::sc_module_name name, std::uint64_t wires, std::uint32_t write_rate, std::uint32_t change_rate)
        : sc_module(name), write_rate_(write_rate), change_rate_(change_rate) {
        for (std::uint64_t i = 0; i < wires; ++i) slots_.push_back(std::make_unique<Slot>("w" + std::to_string(i)));
    }
    /// Called by a clock, as the models' methods are.
    void follow(core::Clock& clock) { clock.attach(core::edge_call<&Method::on_edge>(*this)); }
    /// Called by the kernel.
    void follow(const sc_core::sc_event& event) {
        SC_HAS_PROCESS(Method);
        SC_METHOD(on_edge);
        sensitive << event;
        dont_initialize();
    }
    /// Fires `event` in this share of the calls.
    void pace(sc_core::sc_event& event, std::uint32_t pace_rate) { paced_ = &event, pace_rate_ = pace_rate; }
    core::Activity activity() const override { return {calls_, 0, 0}; }

private:
    void on_edge() {
        ++calls_;
        for (write_sum_ += write_rate_; write_sum_ >= kOne; write_sum_ -= kOne) write_next();
        if (!paced_) return;
        pace_sum_ += pace_rate_;
        if (pace_sum_ >= kOne) pace_sum_ -= kOne, paced_->notify();
    }
    void write_next() {
        Slot& slot = *slots_[next_];
        next_ = next_ + 1 == slots_.size() ? 0 : next_ + 1;
        slot.sum += change_rate_;
        slot.wire.write(slot.sum >> kRateBits);
    }

    std::vector<std::unique_ptr<Slot>> slots_;
    std::size_t next_ = 0;
    std::uint32_t write_rate_, change_rate_, write_sum_ = 0, pace_rate_ = 0, pace_sum_ = 0;
    sc_core::sc_event* paced_ = nullptr;
    std::uint64_t calls_ = 0;
};

Floor::Floor(const Census& census, double simulated_us) : wires_left_(census.wires) {
    std::vector<Census::ClockCount> clocks(census.clocks.begin(), census.clocks.begin() + census.clock_count);
    std::uint64_t edges = 0, known_calls = 0;
    for (const Census::ClockCount& c : clocks) edges += c.edges, known_calls += c.calls;
    // A model with its own clock has a method on it.
    if (const std::uint64_t others = std::max(census.instants, edges) - edges)
        clocks.push_back({others, others}), edges += others, known_calls += others;
    // A clock's own method is a call as well, that of the recovered clocks included.
    const std::uint64_t method_calls = census.calls - edges;
    const double others_per_edge = std::max(0.0, double(method_calls) - double(known_calls)) / double(edges);
    write_rate_ = rate(double(census.writes) / double(method_calls));
    change_rate_ = rate(double(census.changes) / double(std::max<std::uint64_t>(1, census.writes)));
    std::sort(clocks.begin(), clocks.end(), [](const auto& a, const auto& b) { return a.edges < b.edges; });
    const std::uint64_t fastest = clocks.back().edges;
    methods_left_ = 1;
    for (const Census::ClockCount& c : clocks)
        if (c.edges > 0) methods_left_ += c.calls / c.edges + static_cast<std::uint64_t>(others_per_edge);
    for (const Census::ClockCount& c : clocks)
        if (c.edges > 0) add_clock(c, double(c.calls) + others_per_edge * double(c.edges), simulated_us);
    // The remainder is less than one method on the last and fastest clock.
    methods_.back()->pace(sometimes_, rate(carried_calls_ / double(fastest)));
    add_method().follow(sometimes_);
}

Floor::~Floor() = default;

void Floor::add_clock(const Census::ClockCount& count, double calls, double simulated_us) {
    const auto period = static_cast<core::Femtoseconds>(simulated_us * 1e9 / double(count.edges) + 0.5);
    // A separate phase keeps the edges of two clocks apart; a case with a reference has few clocks.
    const core::Femtoseconds phase = period * (clocks_.size() % kPhases + 1) / (kPhases + 2) + 1;
    const std::string name = "clock" + std::to_string(clocks_.size());
    clocks_.push_back(std::make_unique<core::Clock>(name.c_str(), core::Clock::Config{period, phase, true}));
    const double edges = double(count.edges);
    for (carried_calls_ += calls; carried_calls_ >= edges; carried_calls_ -= edges)
        add_method().follow(*clocks_.back());
}

Floor::Method& Floor::add_method() {
    // No signal is written twice in one call: the second write would cost no update.
    const std::uint64_t wires = std::max<std::uint64_t>((write_rate_ >> kRateBits) + 1, wires_left_ / methods_left_);
    wires_left_ -= std::min(wires, wires_left_);
    methods_left_ -= methods_left_ > 1;
    const std::string name = "method" + std::to_string(methods_.size());
    methods_.push_back(std::make_unique<Method>(name.c_str(), wires, write_rate_, change_rate_));
    return *methods_.back();
}

}  // namespace niclab::benchmark
