/// @file The CPU of a host, with one or two processors: contexts, preemption, and an account of
/// each femtosecond.
///
/// Behaviour: work is done in strands. A strand belongs to an interrupt handler, a protocol or a
///   program: it executes one piece of work after the other, on one processor at a time. An
///   interrupt preempts protocols, protocols preempt programs; preempted work continues at the same
///   point. Among strands of equal priority the one that has waited longest is next, and it keeps
///   the processor until its piece is done.
/// Not modelled: time slices (no piece is longer than a system call), caches, switching costs of
///   their own (a wake-up has its cost).
#pragma once

#include <array>
#include <string>
#include <vector>

#include "base/event_queue.h"
#include "base/ring.h"

namespace niclab::host {

enum class Context { Interrupt, Protocol, Process };
inline constexpr std::size_t kContexts = 3;
const char* to_string(Context context);

class Cpu {
public:
    using Time = base::Femtoseconds;

    /// `processors` 1 or 2.
    Cpu(base::EventQueue& event_queue, unsigned processors);

    /// Adds a strand and returns its number. The event queue's time is the same for all.
    unsigned add(Context context, std::string name);
    /// Adds a piece of work of `cost` after the pending work of the strand; `then` is called when
    /// it is done.
    void post(unsigned strand, Time cost, base::Call then);
    /// Adds work of unknown duration, such as a register access or a handler with many of them.
    /// `granted` is called when the strand has a processor, which is not preempted before
    /// release(). One such piece per strand at a time. It comes after the pending work of the
    /// strand.
    void hold(unsigned strand, base::Call granted);
    /// The same as the continuation of the piece that is just done, or is being executed; after
    /// earlier continuations.
    void hold_next(unsigned strand, base::Call granted);
    void release(unsigned strand);
    /// The strand that has just completed a piece, during the call that follows; -1: none.
    int serving() const { return serving_; }

    struct Account {
        std::string name;
        Context context = Context::Process;
        Time busy = 0;
    };
    /// The accounts of all strands up to now: their sum and idle() are elapsed() times
    /// processors(), exactly.
    std::vector<Account> accounts() const;
    Time busy(Context context) const;
    Time idle() const;
    Time elapsed() const { return event_queue_.now(); }
    unsigned processors() const { return static_cast<unsigned>(processors_.size()); }
    /// Number of preempted pieces.
    std::uint64_t preemptions() const { return preemptions_; }
    /// Number of pieces that wait or are executed.
    std::size_t pending() const;

private:
    static constexpr Time kHeld = base::kNever;  ///< Remaining time of a piece that release() ends.
    struct Work {
        Time left;
        base::Call then;
        bool rest = false;  ///< Continuation of the piece before it.
    };
    struct Strand {
        std::string name;
        Context context;
        base::Ring<Work> work;
        int processor = -1;
        std::uint64_t order = 0;  ///< Order in which its first piece began to wait.
        Time busy = 0;
    };
    struct Processor {
        int strand = -1;
        Time since = 0;
        std::uint64_t start = 0;  ///< Counts starts, so that an outdated end event is ignored.
    };

    void dispatch();
    int waiting() const;
    int place(Context context) const;
    void begin(std::size_t processor, std::size_t strand);
    void stop(std::size_t processor);
    void settle(Processor& processor);
    void next_piece(Strand& strand);
    bool held(const Processor& processor) const {
        return strands_[std::size_t(processor.strand)].work.front().left == kHeld;
    }
    void end(std::uint64_t processor_and_start);

    base::EventQueue& event_queue_;
    std::vector<Strand> strands_;
    std::vector<Processor> processors_;
    std::uint64_t orders_ = 0, preemptions_ = 0;
    bool dispatching_ = false;
    int serving_ = -1;
};

}  // namespace niclab::host
