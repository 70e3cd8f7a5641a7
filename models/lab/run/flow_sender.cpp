#include "lab/run/flow_sender.h"

#include <algorithm>

namespace niclab::lab {

bool FlowSender::resume() {
    const FlowConfig& flow = conversation_->flow;
    const double now_us = double(core::now_fs()) * 1e-9;
    const std::size_t before = sent_;
    if (!over_ && flow.duration_us > 0 && now_us >= begin_us_ + flow.duration_us) {
        over_ = true;
        for (const Stream* s : conversation_->streams()) s->sender.cancel();
        return true;
    }
    if (over() || waiting()) return false;
    while (sent_ < items() && !waiting() && flow.plan->may_send(*this)) send();
    return sent_ != before;
}

std::size_t FlowSender::outstanding() const {
    std::size_t sum = 0;
    for (const Stream* s : conversation_->streams()) sum += s->sender.outstanding().count();
    return sum;
}

double FlowSender::ended() const {
    if (over_) return double(items());
    const double ways = conversation_->flow.plan->sends_both_ways() ? 2 : 1;
    std::size_t out = outstanding();
    for (const Stream* s : conversation_->streams()) out += s->sender.queued();
    return std::max(0.0, double(sent_) - double(out) / ways);
}

void FlowSender::forget() {
    for (const Stream* s : conversation_->streams()) s->sender.outstanding().forget();
}

void FlowSender::send() {
    const FlowConfig& flow = conversation_->flow;
    const auto packet = [&workload = flow.workload, number = sent_++] { return workload.sdu(number); };
    conversation_->there.sender.send(packet);
    if (flow.plan->sends_both_ways()) conversation_->back.sender.send(packet);
    if (flow.plan->is_timed()) due_ += flow.plan->interval(random_);
}

}  // namespace niclab::lab
