// netperf's UDP_STREAM.
#include "apps/udp_stream.h"

#include "apps/keys.h"
#include "apps/kind.h"

namespace niclab::apps::udp_stream {

namespace {

std::unique_ptr<Plan> read(core::ConfigTable& flow, Femtoseconds duration) {
    UdpStreamConfig c;
    c.duration = duration;
    c.buffers = read_buffers(flow);
    c.message = octets(flow, "message", 1024, kMostDatagram, "Octets a datagram.");
    c.interval = read_interval(flow, 0, "Minimum interval between datagrams.");
    return plan<UdpStream>(c, c.buffers, false);
}

}  // namespace

const Kind& kind() {
    static const Kind kind{"udp_stream", true, false, false, read};
    return kind;
}

}  // namespace niclab::apps::udp_stream
