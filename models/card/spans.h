/// @file  Where the time of a packet went: its life as a chain of spans that follow each other without a gap.
///
/// Each span has a cause: a place, and whether the packet waited for it or it worked for the packet. Spans telescope:
/// their durations sum to the whole exactly, in femtoseconds, whatever was seen and what was not; a place that was not
/// seen belongs to the span behind it. A kind of card says which spans follow from the places a packet passed; what
/// programs and drivers do is the same for all.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "card/chain.h"
#include "card/life.h"

namespace niclab::card {

/// What a span can be: an id for programs to go by, and words for people. Two spans are of one kind if their ids are the
/// same; no program looks at the words.
struct Cause {
    const char* id;
    const char* place;  ///< What works for the packet, or what it waits for.
    bool waiting;       ///< The packet waits there; else the place works for it.
    const char* words;
};

struct Span {
    const Cause* cause;
    core::Femtoseconds begin, end;
    unsigned amount = 0;  ///< Of what the cause counts, such as cells; 0: nothing.
    std::string holder;   ///< Who had what the packet waited for, where that was seen.
    std::string words() const { return holder.empty() ? cause->words : cause->words + (": " + holder); }
    core::Femtoseconds duration() const { return end - begin; }
};

/// What is known of a packet that went the whole way.
struct Passed {
    const Chain& chain;
    const std::vector<core::Femtoseconds>& at;  ///< Of each moment of the chain; 0: not seen.
    const PacketLife& life;
    std::size_t units = 1;                                  ///< It went in so many.
    core::Femtoseconds sending_clock, receiving_clock = 0;  ///< Periods of the two buses.

    core::Femtoseconds moment(Seen seen) const {
        const std::size_t place = chain.place(seen);
        return place < at.size() ? at[place] : 0;
    }
    core::Femtoseconds point(Point p) const { return life.point(p); }
};

/// Puts spans one behind the other; an end that was not seen, or lies before the last, is passed over. From a moment on
/// that a card told of, the stage that begins there is the cause up to the next place that was seen.
class Spans {
public:
    explicit Spans(const Passed& packet);

    void to(core::Femtoseconds end, const Cause& cause, unsigned amount = 0, const std::string& holder = "");
    /// Whoever calls says more of the time behind the last span than the moment told of there.
    void explain() {
        while (next_ < told_.size() && told_[next_].at <= last_) ++next_;
    }
    core::Femtoseconds last() const { return last_; }
    std::vector<Span> take() { return std::move(spans_); }

private:
    /// A moment the card told of, and what is the cause from then on.
    struct Told {
        core::Femtoseconds at;
        const Cause* cause;
    };
    void add(const Span& span) { spans_.push_back(span), last_ = span.end; }

    core::Femtoseconds last_, end_;
    std::vector<Told> told_;
    std::size_t next_ = 0;
    std::vector<Span> spans_;
};

/// From the doorbell to the bus and from the bus to the handler, as any card's packet passes them: for kinds that say no
/// more of themselves than their chain.
void add_any_sending(Spans& spans, const Passed& packet);
void add_any_receiving(Spans& spans, const Passed& packet);

/// Two cards, from the packet's point of view.
struct Way {
    std::function<void(Spans&, const Passed&)> sending = add_any_sending, receiving = add_any_receiving;
    std::function<void(Spans&, const Passed&)> between;  ///< The two; empty: nothing is to be said of it.
    core::Femtoseconds serial = 0;  ///< Access to the serial port at the start of the call; 0: not marked.
};

/// The whole life, from the call to the program.
std::vector<Span> spans_of(const Passed& packet, const Way& way);

}  // namespace niclab::card
