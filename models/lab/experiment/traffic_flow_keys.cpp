// [[flow]] at the coarse level: programs that communicate, and their modes.
#include <map>

#include "lab/experiment/traffic_ethernet.h"
#include "lab/experiment/traffic_keys.h"

namespace niclab::lab {

namespace {

using FlowKind = TrafficFlow::Kind;

const std::vector<std::string> kKinds{"tcp_stream", "tcp_rr", "udp_stream", "ttcp", "ftp", "ping", "video"};
constexpr std::int64_t kMost = 1'000'000'000'000;

std::uint32_t octets(core::ConfigTable& t, const char* key, std::int64_t standard, std::int64_t most,
                     const char* what) {
    return std::uint32_t(t.integer(key, standard, 1, most, what));
}

apps::Buffers read_buffers(core::ConfigTable& t, std::int64_t standard) {
    apps::Buffers b;
    const std::int64_t both = t.integer("socket_buffer", standard, 1, 1 << 28, "Octets of each socket's buffers.");
    b.send =
        octets(t, "send_buffer", both, 1 << 28, "Octets of the sending socket's buffer, in place of socket_buffer.");
    b.receive = octets(t, "receive_buffer", both, 1 << 28, "Octets of the receiving socket's buffer.");
    b.no_delay = t.boolean("no_delay", false, "TCP_NODELAY.");
    return b;
}

void read_stream(core::ConfigTable& t, TrafficFlow& f, Femtoseconds duration) {
    f.stream.duration = duration;
    f.stream.buffers = read_buffers(t, f.kind == FlowKind::TcpStream ? 65536 : 32768);
    f.stream.message = octets(t, "message", 8192, 1 << 24, "Octets a call writes.");
    f.stream.read =
        octets(t, "read", f.kind == FlowKind::TcpStream ? 65536 : 8192, 1 << 24, "Octets a call reads at most.");
    const std::int64_t standard = f.kind == FlowKind::Ttcp ? 2000 * 8192 : f.kind == FlowKind::Ftp ? 11'000'000 : 0;
    f.stream.octets =
        std::uint64_t(t.integer("octets", standard, 0, kMost, "Octets to send; 0: until the time is over."));
    f.stream.file = f.kind == FlowKind::Ftp;
}

void read_request_response(core::ConfigTable& t, TrafficFlow& f, Femtoseconds duration) {
    f.request_response.duration = duration;
    f.request_response.buffers = read_buffers(t, 65536);
    f.request_response.request = octets(t, "request", 1, 1 << 24, "Octets of a request.");
    f.request_response.response = octets(t, "response", 1, 1 << 24, "Octets of a response.");
    f.request_response.transactions =
        std::uint64_t(t.integer("transactions", 0, 0, kMost, "0: until the time is over."));
}

void read_udp(core::ConfigTable& t, TrafficFlow& f, Femtoseconds duration) {
    f.udp.duration = duration;
    f.udp.buffers = read_buffers(t, 65536);
    f.udp.message = octets(t, "message", 1024, 65507, "Octets a datagram.");
    f.udp.interval = base::from_us(t.time_ns("interval", 0, 0, 1e12, "From datagram to datagram at least.") * 1e-3);
}

void read_video(core::ConfigTable& t, TrafficFlow& f, Femtoseconds duration) {
    constexpr std::int64_t kMostUs = 10'000'000;
    f.video.duration = duration;
    f.video.buffers = read_buffers(t, 65536);
    f.video.message = octets(t, "message", 1024, 65507, "Octets a datagram at most.");
    f.video.frame = octets(t, "frame", 4000, 1 << 24, "Octets of a frame.");
    f.video.frames_per_second = t.number("frames_per_second", 25, 0.1, 1000, "Frames a second that are wanted.");
    f.video.encode_us = std::uint32_t(t.integer("encode_us", 0, 0, kMostUs, "CPU to encode a frame, microseconds."));
    f.video.decode_us = std::uint32_t(t.integer("decode_us", 0, 0, kMostUs, "CPU to decode a frame, microseconds."));
}

void read_ping(core::ConfigTable& t, TrafficFlow& f) {
    f.ping_octets = octets(t, "message", 56, 65507, "Octets of an echo.");
    f.ping_count = std::uint64_t(t.integer("transactions", 10, 1, kMost, "Echoes."));
    f.ping_interval = base::from_us(t.time_ns("interval", 1e9, 0, 1e12, "From echo to echo at least.") * 1e-3);
}

}  // namespace

TrafficFlow read_traffic_flow(core::ConfigTable t, const std::string& name, const Traffic& traffic) {
    TrafficFlow f;
    f.name = name;
    f.kind_name = t.choice("kind", "tcp_stream", kKinds, "What the programs do.");
    f.kind = FlowKind(std::find(kKinds.begin(), kKinds.end(), f.kind_name) - kKinds.begin());
    std::vector<std::string> hosts;
    for (const TrafficHost& h : traffic.hosts) hosts.push_back(h.name);
    f.from = index_of_name(t, "from", t.text("from", "", "Host that begins."), "host", hosts);
    f.to = index_of_name(t, "to", t.text("to", "", "Host it talks to; the same: the loop-back."), "host", hosts);
    if (f.from != f.to && find_path(traffic, f.from, f.to).empty())
        throw t.error("to", "no path from " + hosts[f.from] + " to " + hosts[f.to],
                      "[[link]] tables that connect them");
    if (f.from != f.to) check_way(t, traffic, f.from, f.to);
    f.start = base::from_us(t.time_ns("start", 0, 0, 1e12, "After the begin of the run.") * 1e-3);
    const auto duration = base::from_us(
        t.time_ns("duration", base::to_us(traffic.duration) * 1e3, 1, 1e13, "Time of the measurement.") * 1e-3);
    if (f.kind == FlowKind::TcpRr)
        read_request_response(t, f, duration);
    else if (f.kind == FlowKind::UdpStream)
        read_udp(t, f, duration);
    else if (f.kind == FlowKind::Video)
        read_video(t, f, duration);
    else if (f.kind == FlowKind::Ping)
        read_ping(t, f);
    else
        read_stream(t, f, duration);
    t.done();
    return f;
}

}  // namespace niclab::lab
