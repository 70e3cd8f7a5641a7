#include "core/dispatcher.h"

#include <algorithm>
#include <cassert>
#include <map>

#include "core/event.h"
#include "core/main_stack.h"
#include "core/one_writer.h"

namespace niclab::core {

namespace {

std::map<sc_core::sc_simcontext*, std::weak_ptr<Dispatcher>>& dispatchers() {
    static std::map<sc_core::sc_simcontext*, std::weak_ptr<Dispatcher>> all;
    return all;
}

Dispatcher* calls = nullptr;  ///< The dispatcher that calls modules now.

/// A scope of calls: their lead ends on every exit from it.
class Turn {
public:
    explicit Turn(Dispatcher& whose) { calls = &whose; }
    ~Turn() { present.lead = 0, calls = nullptr, called.any = false; }
    Turn(const Turn&) = delete;
};

}  // namespace

void simulate(Femtoseconds duration) {
    struct End {
        explicit End(Femtoseconds t) { present.end = t; }
        ~End() { present.end = 0; }
    } const end(now_fs() + duration);
    sc_core::sc_start(from_fs(duration));
    announce_main_stack();
    ++present.delta_cycles;  // Earlier actions are over, whether or not the kernel had anything to do.
}

void defer_to_kernel(void (*effect)(void*, Femtoseconds), void* whom, Femtoseconds delay) {
    assert(calls);
    calls->effects_.push_back({effect, whom, delay});
}

std::shared_ptr<Dispatcher> Dispatcher::here() {
    std::weak_ptr<Dispatcher>& known = dispatchers()[sc_core::sc_get_curr_simcontext()];
    if (auto dispatcher = known.lock()) return dispatcher;
    auto made = std::make_shared<Dispatcher>(sc_core::sc_gen_unique_name("dispatcher"));
    known = made;
    return made;
}

Dispatcher::Dispatcher(sc_core::sc_module_name name) : sc_module(name) {
    SC_HAS_PROCESS(Dispatcher);
    SC_METHOD(run);
    sensitive << due_;
    dont_initialize();
}

Dispatcher::~Dispatcher() {
    auto& all = dispatchers();
    for (auto d = all.begin(); d != all.end();) d = d->second.expired() ? all.erase(d) : std::next(d);
}

std::size_t Dispatcher::add(Call call, void* whom, const sc_core::sc_object* owner) {
    const std::size_t i = entries_.size();
    entries_.push_back({call, whom, owner, kNotDue});
    plans_.resize(entries_.size());
    return i;
}

void Dispatcher::plan(std::size_t i, Femtoseconds t) {
    const Femtoseconds now = now_fs();
    assert(t >= now);
    if (entries_[i].when != kNotDue) remove(i);
    insert(i, t, t == now ? delta_cycle() + 1 : 0);
    if (!running()) reschedule();
}

void Dispatcher::forget(std::size_t i) {
    if (entries_[i].when != kNotDue) remove(i);
    if (!running()) reschedule();
}

Femtoseconds Dispatcher::next_activity() {
    if (!effects_.empty()) return now_fs();
    due_.cancel(), awaited_ = kNotDue;
    sc_core::sc_simcontext* kernel = sc_core::sc_get_curr_simcontext();
    Femtoseconds there = kNotDue;
    if (sc_core::sc_pending_activity(kernel))
        there = now_fs() - present.lead + sc_core::sc_time_to_pending_activity(kernel).value();
    if (!running()) reschedule();
    return std::min(there, first());
}

bool Dispatcher::running() const { return calls == this; }

[[gnu::flatten]] void Dispatcher::run() {  // Inlines its calls: it runs all the time.
    awaited_ = kNotDue;
    const Turn turn(*this);
    const Femtoseconds kernel = now_fs();
    if (apply_effects()) return wait_for(first());
    Femtoseconds now = kernel, end = 0;
    for (;;) {
        call_due(now);
        const Femtoseconds next = first();
        if (!effects_.empty()) return wait_for(now);
        if (next == kNotDue) return;
        if (now == kernel) end = limit();
        if (next >= end) return wait_for(next);
        ++present.delta_cycles;
        now = next;
        present.lead = now - kernel;
    }
}

bool Dispatcher::apply_effects() {
    if (effects_.empty()) return false;
    for (const Effect& e : effects_) e.effect(e.whom, e.delay);
    effects_.clear();
    return true;
}

/// Calls each entry that is due in this delta cycle.
void Dispatcher::call_due(Femtoseconds now) {
    const std::uint64_t this_moment = delta_cycle();
    while (planned_ > 0) {
        const Plan& next = plans_[planned_ - 1];
        if (next.when > now || next.not_before > this_moment) return;
        --planned_;
        Entry& e = entries_[next.number];
        e.when = kNotDue;
        if constexpr (kCheckWriters) called = {true, e.owner};
        e.call(e.whom);
    }
}

/// The time up to which only entries called from here are active; 0 if the kernel has other
/// activity now.
Femtoseconds Dispatcher::limit() const {
    sc_core::sc_simcontext* kernel = sc_core::sc_get_curr_simcontext();
    if (present.end == 0 || sc_core::sc_pending_activity_at_current_time(kernel)) return 0;
    if (!sc_core::sc_pending_activity_at_future_time(kernel)) return present.end;
    return std::min<Femtoseconds>(present.end, now_fs() + sc_core::sc_time_to_pending_activity(kernel).value());
}

void Dispatcher::wait_for(Femtoseconds next) {
    present.lead = 0;
    awaited_ = next;
    if (next != kNotDue) due_.notify(from_fs(next - now_fs()));
}

void Dispatcher::reschedule() {
    const Femtoseconds next = effects_.empty() ? first() : awaited_;
    if (next == awaited_) return;
    due_.cancel();
    wait_for(next);
}

void Dispatcher::insert(std::size_t i, Femtoseconds when, std::uint64_t not_before) {
    entries_[i].when = when;
    const auto sooner = [&](const Plan& other) {
        if (other.when != when) return other.when < when;
        return other.not_before != not_before ? other.not_before < not_before : other.number < i;
    };
    Plan* const begin = plans_.data();
    Plan* place = begin + planned_++;
    for (; place != begin && sooner(place[-1]); --place) *place = place[-1];
    place->when = when, place->not_before = not_before, place->number = i;  // Word by word, as they are read.
}

void Dispatcher::remove(std::size_t i) {
    entries_[i].when = kNotDue;
    Plan* const end = plans_.data() + planned_--;
    Plan* plan = end - 1;
    while (plan->number != i) --plan;
    std::copy(plan + 1, end, plan);
}

}  // namespace niclab::core
