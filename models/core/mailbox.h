/// @file A two-phase buffer for one item between two clocked methods.
///
/// Behaviour: an item that one side posts is visible to the other side from the next delta cycle
///   on. So the order in which the two methods are called at an edge makes no difference. A post
///   wakes a sleeping consumer.
#pragma once

#include <cassert>
#include <string>

#include "core/clocked.h"
#include "core/event.h"
#include "core/one_writer.h"

namespace niclab::core {

template <class T>
class Mailbox {
public:
    /// `name` must be unique among the children of the object under construction.
    explicit Mailbox(const char* name)
        : posted_((std::string(name) + "_posted").c_str()), taken_((std::string(name) + "_taken").c_str()) {}

    /// The module to wake after a post; optional.
    void set_consumer(Clocked& consumer) { consumer_ = &consumer; }
    /// The module to wake after its item is taken; optional.
    void set_producer(Clocked& producer) { producer_ = &producer; }
    /// Links that are called one delta cycle after a post or a take; nullptr: none.
    void call_at_post(Timer* due) { at_post_ = due; }
    void call_at_take(Timer* due) { at_take_ = due; }

    /// Producer: true until the last item is taken.
    bool full() const { return posts_ != seen(takes_, last_take_); }
    /// Producer: posts `item`; the mailbox must not be full.
    void post(const T& item) {
        assert(!full());
        if constexpr (kCheckWriters) poster_.check(posted_.name());
        item_ = item;
        ++posts_, last_post_ = delta_cycle();
        if (posted_heard_) fire(posted_);
        if (consumer_) consumer_->wake();
        if (at_post_) at_post_->in(0);
    }
    /// Consumer: true if an item is available.
    bool has_item() const { return seen(posts_, last_post_) != takes_; }
    /// Consumer: true if no item is available and none was posted in this delta cycle.
    bool vacant() const { return posts_ == takes_; }
    /// Consumer: the available item, if any; valid until it is taken.
    const T& item() const {
        assert(has_item());
        return item_;
    }
    /// Consumer: removes the available item.
    void take() {
        assert(has_item());
        if constexpr (kCheckWriters) taker_.check(taken_.name());
        ++takes_, last_take_ = delta_cycle();
        if (taken_heard_) fire(taken_);
        if (producer_) producer_->wake();
        if (at_take_) at_take_->in(0);
    }
    /// Event that is notified one delta cycle after a post; for threads.
    const sc_core::sc_event& posted_event() const { return posted_heard_ = true, posted_; }
    const sc_core::sc_event& taken_event() const { return taken_heard_ = true, taken_; }

private:
    /// The part of `count` events that is from before the present delta cycle, where the last event
    /// was in delta cycle `last`.
    static std::uint32_t seen(std::uint32_t count, std::uint64_t last) {
        return last == delta_cycle() ? count - 1 : count;
    }

    sc_core::sc_event posted_, taken_;
    mutable bool posted_heard_ = false, taken_heard_ = false;
    std::uint32_t posts_ = 0, takes_ = 0;
    std::uint64_t last_post_ = ~std::uint64_t{0}, last_take_ = ~std::uint64_t{0};  ///< Delta cycles.
    T item_{};
    Clocked *consumer_ = nullptr, *producer_ = nullptr;
    Timer *at_post_ = nullptr, *at_take_ = nullptr;
    OneWriter poster_, taker_;
};

}  // namespace niclab::core
