/// @file  What one flow still has to send in a run. It knows what its two programs know, and nothing else.
#pragma once

#include "core/clock.h"
#include "lab/bench/bench.h"

namespace niclab::lab {

class Talk {
public:
    /// `run_us`: begin of the run.
    Talk(const Conversation& conversation, double run_us)
        : conversation_(&conversation), begin_us_(run_us + conversation.flow.start_us) {}

    /// Sends what may be sent now: all at once, or a packet when the one before is settled.
    void go_on();
    /// Its time has not come.
    bool waiting() const { return double(core::now_fs()) * 1e-9 < begin_us_; }
    /// go_on() may do something, now or later.
    bool may_act() const { return !over() || timed(); }
    /// Whether it does depends on the time.
    bool timed() const { return waiting() || (!over_ && conversation_->flow.duration_us > 0); }
    /// All is sent, or its time is over.
    bool over() const { return over_ || sent_ == items(); }
    /// Packets whose fate the programs do not know.
    std::size_t outstanding() const;
    bool settled() const { return outstanding() == 0; }
    /// What is out now is given up.
    void forget();
    /// Packets that have come to their end, in the mean of the ways they go.
    double ended() const;
    const Node& sender() const { return conversation_->there.hop.sender.node; }
    std::size_t items() const { return conversation_->flow.workload.size(); }

private:
    void send();
    const Conversation* conversation_;
    double begin_us_;
    std::size_t sent_ = 0;
    bool over_ = false;
};

}  // namespace niclab::lab
