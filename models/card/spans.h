/// @file The latency of a packet as a chain of spans that follow each other without a gap.
///
/// Behaviour: each span has a cause: a place, and whether the packet waited for it or was processed
///   by it. The durations of all spans sum exactly to the whole, in femtoseconds, even if some
///   points were not observed. The time of a point that was not observed belongs to the next span.
///   A kind of card derives the spans from the points that a packet passed; the spans of programs
///   and drivers are the same for all.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "card/chain.h"
#include "card/packet_trace.h"

namespace niclab::card {

/// A cause of a span: an id for programs, and words for people. Two spans are of one kind if their
/// ids are equal; no program evaluates the words.
struct Cause {
    const char* id;
    const char* place;  ///< The place that processes the packet, or for which it waits.
    bool waiting;       ///< The packet waits there; false: it is processed.
    const char* words;
};

struct Span {
    const Cause* cause;
    core::Femtoseconds begin, end;
    unsigned amount = 0;  ///< Number of the cause's items, such as cells; 0: not counted.
    std::string holder;   ///< The owner of the awaited resource, if it was observed.
    std::string words() const { return holder.empty() ? cause->words : cause->words + (": " + holder); }
    core::Femtoseconds duration() const { return end - begin; }
};

/// The recorded data of a packet that passed the whole path.
struct TracedPacket {
    const Chain& chain;
    const std::vector<core::Femtoseconds>& at;  ///< Of each event of the chain; 0: not observed.
    const PacketTrace& trace;
    std::size_t units = 1;                                  ///< Number of its units.
    core::Femtoseconds sending_clock, receiving_clock = 0;  ///< Periods of the two buses.

    core::Femtoseconds time_of(EventKind kind) const {
        const std::size_t place = chain.index(kind);
        return place < at.size() ? at[place] : 0;
    }
    core::Femtoseconds point(Point p) const { return trace.point(p); }
};

/// A builder that appends spans. An end that was not observed, or is before the last one, is
/// skipped. After an event that a card reported, the stage that begins there is the cause up to the
/// next observed point.
class Spans {
public:
    explicit Spans(const TracedPacket& packet);

    void to(core::Femtoseconds end, const Cause& cause, unsigned amount = 0, const std::string& holder = "");
    /// The caller has a more detailed cause for the time after the last span than the event
    /// reported there.
    void explain() {
        while (next_ < reported_.size() && reported_[next_].at <= last_) ++next_;
    }
    core::Femtoseconds last() const { return last_; }
    std::vector<Span> take() { return std::move(spans_); }

private:
    /// A reported event, and the cause from then on.
    struct Reported {
        core::Femtoseconds at;
        const Cause* cause;
    };
    void add(const Span& span) { spans_.push_back(span), last_ = span.end; }

    core::Femtoseconds last_, end_;
    std::vector<Reported> reported_;
    std::size_t next_ = 0;
    std::vector<Span> spans_;
};

/// Add the spans from the doorbell to the bus and from the bus to the handler, which any card's
/// packet has; for kinds that declare only a chain.
void add_any_sending(Spans& spans, const TracedPacket& packet);
void add_any_receiving(Spans& spans, const TracedPacket& packet);

/// The two cards of a packet's path.
struct PathSpans {
    std::function<void(Spans&, const TracedPacket&)> sending = add_any_sending, receiving = add_any_receiving;
    std::function<void(Spans&, const TracedPacket&)>
        between;                    ///< Adds the spans between the two cards; empty: none are
                                    ///< known.
    core::Femtoseconds serial = 0;  ///< Time of the access to the serial port at the start of the call; 0: not marked.
};

/// Creates the causes for the stages of a chain. Without it they are created when a packet has them,
/// and a process that was forked before has them at another address.
void create_causes(const Chain& chain);

/// All spans, from the call to the program.
std::vector<Span> spans_of(const TracedPacket& packet, const PathSpans& way);

}  // namespace niclab::card
