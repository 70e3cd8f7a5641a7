/// @file The remaining work of one flow in a run. It uses only information that its two programs
/// have.
#pragma once

#include "core/clock.h"
#include "lab/bench/bench.h"

namespace niclab::lab {

class FlowSender : private flows::Progress {
public:
    /// `run_us`: begin of the run.
    FlowSender(const Conversation& conversation, double run_us)
        : conversation_(&conversation), begin_us_(run_us + conversation.flow.start_us) {}

    /// Sends what may be sent now: everything, or one packet when the result of the one before is
    /// known. Returns whether it has sent or cancelled anything.
    bool resume();
    /// Its start time has not come.
    bool waiting() const { return double(core::now_fs()) * 1e-9 < begin_us_; }
    /// A call of resume() may have an effect, now or later.
    bool may_act() const { return !over() || timed(); }
    /// The effect depends on the time.
    bool timed() const {
        const FlowConfig& flow = conversation_->flow;
        return waiting() || (!over_ && (flow.duration_us > 0 || flow.plan->depends_on_time()));
    }
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
    std::size_t sent() const override { return sent_; }
    bool idle() const override { return conversation_->there.sender.idle() && conversation_->there.receiver.idle(); }
    double elapsed_us() const override { return double(core::now_fs()) * 1e-9 - begin_us_; }
    void send();
    const Conversation* conversation_;
    double begin_us_;
    std::size_t sent_ = 0;
    bool over_ = false;
};

}  // namespace niclab::lab
