// A video source like vic: a frame is encoded, divided into datagrams and sent; the viewer decodes
// it.
//
// Behaviour: a frame is a number of octets and a CPU time on either side. If a frame takes longer
//   than its interval, the frame rate falls, as with vic (*assumed*).
// Source: the parameters (frames per second, octets per frame, CPU) follow Eberhardt et al., their
//   section on vic; their values are the user's.
// Not modelled: pictures, codecs and RTP.
#include <algorithm>

#include "apps/app.h"
#include "apps/datagrams.h"
#include "apps/keys.h"
#include "apps/kind.h"

namespace niclab::apps::video {

namespace {

using base::call;
using stack::Activity;

struct VideoConfig {
    double frames_per_second = 25;               ///< 0.1 to 1000
    std::uint32_t frame = 4000;                  ///< Octets.
    std::uint32_t message = 1024;                ///< Maximum octets per datagram.
    std::uint32_t encode_us = 0, decode_us = 0;  ///< CPU time per frame.
    Femtoseconds duration = 10 * base::kSecond;
    Buffers buffers;
};

class Video : public App {
public:
    Video(const Ends& ends, const VideoConfig& config);
    void start() override;
    Outcome outcome() const override;

private:
    void encode(std::uint64_t);
    void send(std::uint64_t);
    void sent(std::uint64_t octets);
    void receive(std::uint64_t);
    void decode(std::uint64_t);

    Ends ends_;
    VideoConfig config_;
    Femtoseconds period_;
    stack::Strand source_, viewer_;
    stack::UdpSocket &out_, &in_;
    std::uint32_t left_ = 0;       ///< Octets of the present frame that are still to be sent.
    std::uint64_t undecoded_ = 0;  ///< Received octets, less than a frame.
    Femtoseconds begin_ = 0, frame_at_ = 0, last_ = 0;
    std::uint64_t in_time_ = 0;  ///< Octets that arrived during the measurement.
    bool over_ = false;
};

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
    undecoded_ += in_.last_read().length;
    if (undecoded_ < config_.frame) return in_.receive(call<&Video::receive>(this));
    undecoded_ -= config_.frame;
    ends_.to.executor().spend(viewer_, Activity::Compute, config_.decode_us, call<&Video::decode>(this));
}

void Video::decode(std::uint64_t) { in_.receive(call<&Video::receive>(this)); }

Outcome Video::outcome() const { return datagrams(begin_, last_, over_, out_, in_, in_time_); }

std::unique_ptr<Plan> read(core::ConfigTable& flow, Femtoseconds duration) {
    constexpr std::int64_t kMostUs = 10'000'000;
    VideoConfig c;
    c.duration = duration;
    c.buffers = read_buffers(flow);
    c.message = octets(flow, "message", 1024, kMostDatagram, "Octets a datagram at most.");
    c.frame = octets(flow, "frame", 4000, kMostOctets, "Size of a video frame in octets.");
    c.frames_per_second = flow.number("frames_per_second", 25, 0.1, 1000, "Target frame rate, in frames per second.");
    c.encode_us =
        std::uint32_t(flow.integer("encode_us", 0, 0, kMostUs, "CPU time to encode a frame, in microseconds."));
    c.decode_us =
        std::uint32_t(flow.integer("decode_us", 0, 0, kMostUs, "CPU time to decode a frame, in microseconds."));
    return plan<Video>(c, c.buffers, false);
}

}  // namespace

const Kind& kind() {
    static const Kind kind{"video", true, false, false, read};
    return kind;
}

}  // namespace niclab::apps::video
