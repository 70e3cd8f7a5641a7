#include "apps/udp_stream.h"

#include "apps/datagrams.h"

namespace niclab::apps {

using base::call;

UdpStream::UdpStream(const Ends& ends, const UdpStreamConfig& config)
    : ends_(ends),
      config_(config),
      out_(ends.from.udp(ends.from.executor().add_program(ends.name + "_writer"), 0, config.buffers.receive)),
      in_(ends.to.udp(ends.to.executor().add_program(ends.name + "_reader"), ends.port, config.buffers.receive)) {}

void UdpStream::start() {
    out_.connect(ends_.to.config().address, ends_.port);
    begin_ = ends_.from.now();
    measured();
    in_.receive(call<&UdpStream::receive>(this));
    send(0);
}

void UdpStream::send(std::uint64_t) {
    last_ = ends_.from.now();
    over_ = last_ >= begin_ + config_.duration;
    if (over_) {
        in_time_ = in_.stats().received_octets;
        return measured();
    }
    out_.send(config_.message, call<&UdpStream::sent>(this));
}

void UdpStream::sent(std::uint64_t) {
    const Femtoseconds now = ends_.from.now(), next = last_ + config_.interval;
    if (next > now)
        ends_.from.event_queue().at(next, call<&UdpStream::send>(this));
    else
        send(0);
}

void UdpStream::receive(std::uint64_t) { in_.receive(call<&UdpStream::receive>(this)); }

Outcome UdpStream::outcome() const { return datagrams(begin_, last_, over_, out_, in_, in_time_); }

}  // namespace niclab::apps
