/// @file netperf's UDP_STREAM: one program sends datagrams as fast as it can, the other receives
/// them.
#pragma once

#include "apps/app.h"

namespace niclab::apps {

struct UdpStreamConfig {
    std::uint32_t message = 1024;  ///< Octets per datagram.
    Femtoseconds duration = 10 * base::kSecond;
    Femtoseconds interval = 0;  ///< Minimum interval of datagrams; 0: none.
    Buffers buffers;
};

class UdpStream : public App {
public:
    UdpStream(const Ends& ends, const UdpStreamConfig& config);
    void start() override;
    Outcome outcome() const override;

private:
    void send(std::uint64_t);
    void sent(std::uint64_t);
    void receive(std::uint64_t);

    Ends ends_;
    UdpStreamConfig config_;
    stack::UdpSocket &out_, &in_;
    Femtoseconds begin_ = 0, last_ = 0;
    std::uint64_t in_time_ = 0;  ///< Octets that arrived during the measurement.
    bool over_ = false;
};

}  // namespace niclab::apps
