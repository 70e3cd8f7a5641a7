/// @file  The CPU of a host, or two: what runs in which context, what preempts what, and where each femtosecond went.
///
/// Work is done in strands. A strand is what an interrupt handler, the protocols below programs, or a program does: one piece after the
/// other, on one processor at a time. An interrupt preempts protocols, these preempt programs; what is preempted goes on where it
/// was. Of equals the one that waits longest is next, and it keeps the processor until its piece is done.
///
/// Not modelled:  time slices (no piece is longer than a system call), caches, switching costs of their own (a wake-up has its cost).
#pragma once

#include <array>
#include <string>
#include <vector>

#include "base/agenda.h"
#include "base/ring.h"

namespace niclab::host {

enum class Context { Interrupt, Protocol, Process };
inline constexpr std::size_t kContexts = 3;
const char* to_string(Context context);

class Cpu {
public:
    using Time = base::Femtoseconds;

    /// `processors` 1 or 2.
    Cpu(base::Agenda& agenda, unsigned processors);

    /// A new strand; its number. The agenda's time is the same for all.
    unsigned add(Context context, std::string name);
    /// A piece of work of `cost`, behind what the strand has to do already; `then` is called when it is done.
    void post(unsigned strand, Time cost, base::Call then);
    /// What takes as long as others need for it, a register access or a handler with many of them: `granted` when the strand has
    /// a processor, which nobody takes from it before release(). One at a time of a strand.
    /// Behind what the strand has to do already:
    void hold(unsigned strand, base::Call granted);
    /// As the rest of the piece that is just done, or that is at work; behind what was made so before:
    void hold_next(unsigned strand, base::Call granted);
    void release(unsigned strand);
    /// The strand whose piece is just done, while what follows it is called; -1: none.
    int serving() const { return serving_; }

    struct Account {
        std::string name;
        Context context = Context::Process;
        Time busy = 0;
    };
    /// Of each strand, up to now: their sum and idle() are elapsed() times processors(), exactly.
    std::vector<Account> accounts() const;
    Time busy(Context context) const;
    Time idle() const;
    Time elapsed() const { return agenda_.now(); }
    unsigned processors() const { return static_cast<unsigned>(processors_.size()); }
    /// Pieces that had to stop for others.
    std::uint64_t preemptions() const { return preemptions_; }
    /// Pieces waiting or at work.
    std::size_t pending() const;

private:
    static constexpr Time kHeld = base::kNever;  ///< Left of a piece that release() ends.
    struct Work {
        Time left;
        base::Call then;
        bool rest = false;  ///< Of the piece before it.
    };
    struct Strand {
        std::string name;
        Context context;
        base::Ring<Work> work;
        int processor = -1;
        std::uint64_t order = 0;  ///< Since when its first piece waits.
        Time busy = 0;
    };
    struct Processor {
        int strand = -1;
        Time since = 0;
        std::uint64_t start = 0;  ///< Counts what was begun: an end that was overtaken is none.
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

    base::Agenda& agenda_;
    std::vector<Strand> strands_;
    std::vector<Processor> processors_;
    std::uint64_t orders_ = 0, preemptions_ = 0;
    bool dispatching_ = false;
    int serving_ = -1;
};

}  // namespace niclab::host
