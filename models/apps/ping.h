/// @file  ping: an echo request, its reply, a pause.
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
        : ends_(ends), config_(config), program_(ends.from.executor().add_program(ends.name + "_ping")) {}
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
        ends_.from.ping(program_, ends_.to.config().address, config_.octets, base::call<&Ping::came>(this));
    }
    void came(std::uint64_t) {
        outcome_.end = ends_.from.now();
        ++outcome_.transactions, ++outcome_.datagrams_received;
        outcome_.octets += config_.octets;
        outcome_.round_trips.push_back(outcome_.end - asked_);
        outcome_.over = outcome_.transactions == config_.count;
        if (outcome_.over)
            measured();
        else
            ends_.from.agenda().at(std::max(outcome_.end, asked_ + config_.interval), base::call<&Ping::ask>(this));
    }

    Ends ends_;
    PingConfig config_;
    stack::Strand program_;
    Femtoseconds asked_ = 0;
    Outcome outcome_;
};

}  // namespace niclab::apps
