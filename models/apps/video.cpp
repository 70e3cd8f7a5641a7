#include "apps/video.h"

#include <algorithm>

#include "apps/datagrams.h"

namespace niclab::apps {

using base::call;
using stack::Activity;

Video::Video(const Ends& ends, const VideoConfig& config)
    : ends_(ends),
      config_(config),
      period_(static_cast<Femtoseconds>(1e15 / config.frames_per_second + 0.5)),
      source_(ends.from.executor().add_program(ends.name + "_source")),
      viewer_(ends.to.executor().add_program(ends.name + "_viewer")),
      out_(ends.from.udp(source_, 0, config.buffers.receive)),
      in_(ends.to.udp(viewer_, ends.port, config.buffers.receive)) {}

void Video::start() {
    out_.connect(ends_.to.config().address, ends_.port);
    begin_ = ends_.from.now();
    measured();
    in_.receive(call<&Video::receive>(this));
    encode(0);
}

void Video::encode(std::uint64_t) {
    frame_at_ = last_ = ends_.from.now();
    over_ = last_ >= begin_ + config_.duration;
    if (over_) {
        in_time_ = in_.stats().received_octets;
        return measured();
    }
    left_ = config_.frame;
    ends_.from.executor().spend(source_, Activity::Compute, config_.encode_us, call<&Video::send>(this));
}

void Video::send(std::uint64_t) {
    const std::uint32_t octets = std::min(left_, config_.message);
    out_.send(octets, call<&Video::sent>(this, octets));
}

void Video::sent(std::uint64_t octets) {
    left_ -= static_cast<std::uint32_t>(octets);
    if (left_ > 0) return send(0);
    ends_.from.event_queue().at(std::max(ends_.from.now(), frame_at_ + period_), call<&Video::encode>(this));
}

void Video::receive(std::uint64_t) {
    undecoded_ += in_.last_read();
    if (undecoded_ < config_.frame) return in_.receive(call<&Video::receive>(this));
    undecoded_ -= config_.frame;
    ends_.to.executor().spend(viewer_, Activity::Compute, config_.decode_us, call<&Video::decode>(this));
}

void Video::decode(std::uint64_t) { in_.receive(call<&Video::receive>(this)); }

Outcome Video::outcome() const { return datagrams(begin_, last_, over_, out_, in_, in_time_); }

}  // namespace niclab::apps
