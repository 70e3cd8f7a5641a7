/// @file ping: an echo request, its reply, a pause. A request without a reply within a time limit
/// counts as lost.
#pragma once

#include "apps/app.h"

namespace niclab::apps {

struct PingConfig {
    std::uint32_t octets = 56;
    std::uint64_t count = 10;
    Femtoseconds interval = base::kSecond;
};

class Ping : public App {
public:
    Ping(const Ends& ends, const PingConfig& config)
        : ends_(ends),
          config_(config),
          pinger_(ends.from.add_pinger(ends.from.executor().add_program(ends.name + "_ping"))) {}
    void start() override {
        outcome_.begin = ends_.from.now();
        measured();
        ask(0);
    }
    Outcome outcome() const override { return outcome_; }

private:
    void ask(std::uint64_t) {
        asked_ = ends_.from.now();
        ++outcome_.datagrams_sent;
        ends_.from.ping(pinger_, ends_.to.config().address, config_.octets, base::call<&Ping::came>(this));
        ends_.from.event_queue().at(asked_ + kReplyWait, base::call<&Ping::give_up>(this, outcome_.datagrams_sent));
    }
    void came(std::uint64_t) {
        ++outcome_.transactions, ++outcome_.datagrams_received;
        outcome_.octets += config_.octets;
        outcome_.round_trips.push_back(ends_.from.now() - asked_);
        go_on();
    }
    void give_up(std::uint64_t request) {
        if (request <= done_) return;
        ends_.from.no_ping(pinger_);
        go_on();
    }
    void go_on() {
        ++done_;
        outcome_.end = ends_.from.now();
        outcome_.over = done_ == config_.count;
        if (outcome_.over)
            measured();
        else
            ends_.from.event_queue().at(std::max(outcome_.end, asked_ + config_.interval),
                                        base::call<&Ping::ask>(this));
    }

    Ends ends_;
    PingConfig config_;
    std::size_t pinger_;
    Femtoseconds asked_ = 0;
    std::uint64_t done_ = 0;  ///< Requests that were answered or lost.
    Outcome outcome_;
};

}  // namespace niclab::apps
