/// @file A video source like vic: a frame is encoded, divided into datagrams and sent; the viewer
/// decodes it.
///
/// Behaviour: a frame is a number of octets and a CPU time on either side. If a frame takes longer
///   than its interval, the frame rate falls, as with vic (*assumed*).
/// Source: the parameters (frames per second, octets per frame, CPU) follow Eberhardt et al., their
///   section on vic; their values are the user's.
/// Not modelled: pictures, codecs and RTP.
#pragma once

#include "apps/app.h"

namespace niclab::apps {

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

}  // namespace niclab::apps
