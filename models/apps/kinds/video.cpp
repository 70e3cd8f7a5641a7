// A video source and its viewer.
#include "apps/video.h"

#include "apps/keys.h"
#include "apps/kind.h"

namespace niclab::apps::video {

namespace {

std::unique_ptr<Plan> read(core::ConfigTable& flow, Femtoseconds duration) {
    constexpr std::int64_t kMostUs = 10'000'000;
    VideoConfig c;
    c.duration = duration;
    c.buffers = read_buffers(flow);
    c.message = octets(flow, "message", 1024, kMostDatagram, "Octets a datagram at most.");
    c.frame = octets(flow, "frame", 4000, kMostOctets, "Octets of a frame.");
    c.frames_per_second = flow.number("frames_per_second", 25, 0.1, 1000, "Frames a second that are wanted.");
    c.encode_us = std::uint32_t(flow.integer("encode_us", 0, 0, kMostUs, "CPU to encode a frame, microseconds."));
    c.decode_us = std::uint32_t(flow.integer("decode_us", 0, 0, kMostUs, "CPU to decode a frame, microseconds."));
    return plan<Video>(c, c.buffers, false);
}

}  // namespace

const Kind& kind() {
    static const Kind kind{"video", true, false, false, read};
    return kind;
}

}  // namespace niclab::apps::video
