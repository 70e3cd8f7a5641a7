/// @file The remaining work of one flow in a run. It uses only information that its two programs
/// have.
#pragma once

#include <cmath>

#include "base/random.h"
#include "core/clock.h"
#include "lab/bench/bench.h"

namespace niclab::lab {

class FlowSender : private flows::Progress {
public:
    /// `run_us`: begin of the run. `random`: for the times of a timed flow.
    FlowSender(const Conversation& conversation, double run_us, base::RandomStream random)
        : conversation_(&conversation),
          begin_us_(run_us + conversation.flow.start_us),
          due_(core::Femtoseconds(std::llround(begin_us_ * 1e9))),
          random_(random) {}

    /// Sends what may be sent now: everything, or one packet when the result of the one before is
    /// known. Returns whether it has sent or cancelled anything.
    bool resume();
    /// The time of its next packet has not come.
    bool waiting() const { return !over() && core::now_fs() < due_; }
    /// That time, if the flow is timed and has packets left.
    core::Femtoseconds due() const { return conversation_->flow.plan->is_timed() && !over() ? due_ : base::kNever; }
    /// A call of resume() may have an effect, now or later.
    bool may_act() const { return !over() || timed(); }
    /// The effect depends on the time.
    bool timed() const { return waiting() || (!over_ && conversation_->flow.duration_us > 0); }
    /// Everything is sent, or its time is over.
    bool over() const { return over_ || sent_ == items(); }
    /// Packets without a result that the programs know.
    std::size_t outstanding() const override;
    /// Outstanding packets are regarded as lost.
    void forget();
    /// Packets with a result, as the mean over the directions.
    double ended() const;
    const Node& sender() const { return conversation_->there.hop.sender.node; }
    std::size_t items() const { return conversation_->flow.workload.size(); }

private:
    bool idle() const override { return conversation_->there.sender.idle() && conversation_->there.receiver.idle(); }
    void send();
    const Conversation* conversation_;
    double begin_us_;
    core::Femtoseconds due_;  ///< Of the next packet, at the earliest.
    base::RandomStream random_;
    std::size_t sent_ = 0;
    bool over_ = false;
};

}  // namespace niclab::lab
