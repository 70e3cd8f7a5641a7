#include "lab/bench/packet_flow.h"

namespace niclab::lab {

using base::call;

PacketFlow::PacketFlow(const apps::Ends& ends, const Config& config)
    : ends_(ends),
      config_(config),
      out_(ends.from.udp(ends.from.executor().add_program(ends.name + "_sender"), 0, config.buffers.receive)),
      in_(ends.to.udp(ends.to.executor().add_program(ends.name + "_receiver"), ends.port, config.buffers.receive)),
      source_(ends.from.event_queue(), config.packets, config.seed) {
    source_.offer = [this](unsigned octets) { offer(octets); };
    if (config.packets.plan->measures_throughput()) return;
    out_.never_wait();
    in_.never_wait();
}

void PacketFlow::start() {
    out_.connect(ends_.to.config().address, ends_.port);
    in_.connect(ends_.from.config().address, out_.port());
    outcome_.begin = outcome_.end = now();
    measured();
    if (config_.packets.count == 0)
        ends_.from.event_queue().after(config_.duration, call<&PacketFlow::time_over>(this));
    in_.receive(call<&PacketFlow::arrived>(this));
    if (config_.packets.plan->echoes()) out_.receive(call<&PacketFlow::came_back>(this));
    source_.due(0);
}

void PacketFlow::offer(unsigned octets) {
    due_.push_back({octets, now()});
    if (!sending_) send_next();
}

void PacketFlow::send_next() {
    const Due next = due_.front();
    due_.pop_front();
    sending_ = true;
    ways_[0].packets.push_back({ways_[0].offset, next.at, next.at});
    ways_[0].offset += next.octets;
    ++outcome_.datagrams_sent, outcome_.written += next.octets;
    last_sent_ = now();
    out_.send(next.octets, call<&PacketFlow::sent>(this));
}

void PacketFlow::sent(std::uint64_t) {
    sending_ = false;
    if (!due_.empty()) return send_next();
    go_on();
    await();
}

/// Sends the next packet if its kind does not await one of those under way.
void PacketFlow::go_on() {
    if (!source_.is_timed() && !source_.over() && idle() && config_.packets.plan->may_send(*this)) source_.left();
    if (outcome_.over || config_.packets.count == 0) return;
    if (source_.over() && idle() && outstanding() == 0) end();
}

void PacketFlow::await() {
    if (waits_ || outcome_.over || outstanding() == 0) return;
    waits_ = true;
    ends_.from.event_queue().at(last_sent_ + apps::kReplyWait, call<&PacketFlow::give_up>(this));
}

/// The packets under way count as lost, unless another one was sent meanwhile.
void PacketFlow::give_up(std::uint64_t) {
    waits_ = false;
    if (outcome_.over) return;
    if (now() < last_sent_ + apps::kReplyWait) return await();
    for (Way& way : ways_) way.given_up = way.packets.size();
    go_on();
}

void PacketFlow::arrived(std::uint64_t) {
    const tcp::Datagram came = in_.last_read();
    const base::Femtoseconds asked = take(0, came);
    outcome_.octets += came.length;
    if (outcome_.over) outcome_.late += came.length;
    if (config_.packets.plan->echoes()) {
        ways_[1].packets.push_back({ways_[1].offset, now(), asked});
        ways_[1].offset += came.length;
        return in_.send(came.length, call<&PacketFlow::returned>(this));
    }
    ++outcome_.datagrams_received;
    in_.receive(call<&PacketFlow::arrived>(this));
    has_result();
}

void PacketFlow::returned(std::uint64_t) { in_.receive(call<&PacketFlow::arrived>(this)); }

void PacketFlow::came_back(std::uint64_t) {
    const base::Femtoseconds asked = take(1, out_.last_read());
    ++outcome_.datagrams_received, ++outcome_.transactions;
    if (outcome_.round_trips.size() < apps::kMostTimes) outcome_.round_trips.push_back(now() - asked);
    out_.receive(call<&PacketFlow::came_back>(this));
    has_result();
}

/// Notes the time of the packet that has arrived, and returns when the packet was due to which it
/// belongs. Those before it will not arrive.
base::Femtoseconds PacketFlow::take(unsigned way, const tcp::Datagram& datagram) {
    std::deque<UnderWay>& packets = ways_[way].packets;
    while (packets.front().offset < datagram.offset) drop_first(ways_[way]);
    const UnderWay packet = packets.front();
    drop_first(ways_[way]);
    std::vector<apps::PacketTime>& times = outcome_.packet_times[way];
    if (times.size() < apps::kMostTimes) times.push_back({packet.begun, now()});
    return packet.asked;
}

void PacketFlow::drop_first(Way& way) {
    way.packets.pop_front();
    if (way.given_up > 0) --way.given_up;
}

void PacketFlow::has_result() {
    if (outcome_.over) return;
    outcome_.end = now();
    go_on();
}

void PacketFlow::time_over(std::uint64_t) {
    source_.stop();
    due_.clear();
    outcome_.end = now();
    end();
}

void PacketFlow::end() {
    outcome_.over = true;
    measured();
}

}  // namespace niclab::lab
