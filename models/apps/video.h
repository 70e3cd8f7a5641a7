/// @file  A video source like vic: a frame is encoded, cut into datagrams, sent; the viewer decodes what comes.
///
/// Pictures, codecs and RTP are not there: a frame is so many octets and so much time of the CPU on either side. A frame that takes
/// longer than its place lets the rate fall, as vic does (*assumed*).
///
/// Source:  what is varied (frames a second, octets a frame, CPU) follows Eberhardt et al., their section on vic; numbers are the user's.
#pragma once

#include "apps/app.h"

namespace niclab::apps {

struct VideoConfig {
    double frames_per_second = 25;               ///< 0.1 to 1000
    std::uint32_t frame = 4000;                  ///< Octets.
    std::uint32_t message = 1024;                ///< Octets a datagram at most.
    std::uint32_t encode_us = 0, decode_us = 0;  ///< Of the CPU, a frame.
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
    std::uint32_t left_ = 0;       ///< Octets of the frame that is sent.
    std::uint64_t undecoded_ = 0;  ///< Octets that came, less than a frame.
    Femtoseconds begin_ = 0, frame_at_ = 0, last_ = 0;
    std::uint64_t in_time_ = 0;  ///< Octets that came before it was over.
    bool over_ = false;
};

}  // namespace niclab::apps
