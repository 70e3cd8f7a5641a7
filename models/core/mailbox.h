/// @file  One-place, two-phase hand-over between two clocked methods.
///
/// What one side posts in a delta cycle, the other sees from the next delta cycle on: the order in which the
/// kernel runs the two methods of one clock edge makes no difference. A consumer that sleeps is woken.
#pragma once

#include <cassert>

#include "core/clocked.h"
#include "core/wire.h"

namespace niclab::core {

template <class T>
class Mailbox {
public:
    /// `name` must be unique among the children of the object under construction.
    explicit Mailbox(const char* name)
        : posted_((std::string(name) + "_posted").c_str()), taken_((std::string(name) + "_taken").c_str()) {}

    /// The module to wake when something is posted; may stay unset.
    void set_consumer(Clocked& consumer) { consumer_ = &consumer; }

    /// Producer: true while the last item was not taken.
    bool full() const { return posts_ != taken_.read(); }
    /// Producer: hands `item` over; must not be full.
    void post(const T& item) {
        assert(!full());
        item_ = item;
        posted_.write(++posts_);
        if (consumer_) consumer_->wake();
    }
    /// Consumer: true when an item waits.
    bool has_item() const { return posted_.read() != takes_; }
    /// Consumer: the item that waits, if one does; valid until taken.
    const T& item() const {
        assert(has_item());
        return item_;
    }
    /// Consumer: frees the place of an item that waits.
    void take() {
        assert(has_item());
        taken_.write(++takes_);
    }
    /// Fires a delta cycle after a post; for threads.
    const sc_core::sc_event& posted_event() const { return posted_.value_changed_event(); }
    const sc_core::sc_event& taken_event() const { return taken_.value_changed_event(); }

private:
    Wire<std::uint32_t> posted_, taken_;
    std::uint32_t posts_ = 0, takes_ = 0;
    T item_{};
    Clocked* consumer_ = nullptr;
};

}  // namespace niclab::core
