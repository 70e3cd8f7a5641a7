#include "apps/stream.h"

#include <algorithm>

namespace niclab::apps {

using base::call;
using stack::Activity;

Stream::Stream(const Ends& ends, const StreamConfig& config)
    : ends_(ends),
      config_(config),
      writer_(ends.from.executor().add_program(ends.name + "_writer")),
      reader_(ends.to.executor().add_program(ends.name + "_reader")),
      out_(ends.from.tcp(writer_, {config.buffers.send, config.buffers.receive, config.buffers.no_delay, 0},
                         &ends.from == &ends.to)),
      in_(ends.to.tcp(reader_, {config.buffers.send, config.buffers.receive, config.buffers.no_delay, ends.port},
                      &ends.from == &ends.to)) {}

void Stream::start() {
    in_.accept(call<&Stream::read>(this));
    out_.connect(ends_.to.config().address, ends_.port, call<&Stream::write>(this));
}

void Stream::write(std::uint64_t) {
    const Femtoseconds now = ends_.from.now();
    if (outcome_.begin == 0) outcome_.begin = now, measured();
    const std::uint64_t left = config_.octets == 0 ? config_.message : config_.octets - outcome_.written;
    const bool over = config_.octets == 0 ? now >= outcome_.begin + config_.duration : left == 0;
    if (over) return out_.close();
    const auto octets = static_cast<std::uint32_t>(std::min<std::uint64_t>(left, config_.message));
    if (config_.file)
        ends_.from.executor().spend(writer_, Activity::File, octets, call<&Stream::write_message>(this, octets));
    else
        write_message(octets);
}

void Stream::write_message(std::uint64_t octets) {
    out_.write(static_cast<std::uint32_t>(octets), call<&Stream::written>(this, octets));
}

void Stream::written(std::uint64_t octets) {
    outcome_.written += octets;
    write(0);
}

void Stream::read(std::uint64_t) { in_.read(config_.read, call<&Stream::came>(this)); }

void Stream::came(std::uint64_t) {
    const std::uint32_t octets = in_.last_read();
    outcome_.octets += octets;
    outcome_.end = ends_.to.now();
    if (octets == 0) {
        outcome_.over = true;
        measured();
        return in_.close();
    }
    if (config_.file)
        ends_.to.executor().spend(reader_, Activity::File, octets, call<&Stream::stored>(this));
    else
        read(0);
}

void Stream::stored(std::uint64_t) { read(0); }

Outcome Stream::outcome() const { return outcome_; }

}  // namespace niclab::apps
