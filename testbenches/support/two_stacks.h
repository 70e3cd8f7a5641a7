/// @file Two hosts' protocols over a line with rate and delay, with selectable costs.
#pragma once

#include "apps/app.h"
#include "coarse/card.h"
#include "kernel/software.h"

namespace niclab::test {

struct TwoStacks {
    struct Host {
        Host(TwoStacks& bench, unsigned number, const kernel::Costs& costs, const tcp::Policy& policy,
             const coarse::CardConfig& config)
            : software(bench.event_queue, costs, 1),
              stack(bench.event_queue, software, stack_config(number, policy)),
              card(bench.event_queue, config, *bench.lines[number], 1, "card") {
            stack.attach(card);
        }
        static stack::StackConfig stack_config(unsigned number, const tcp::Policy& policy) {
            stack::StackConfig c;
            c.address = 0x0A000001 + number;
            c.policy = policy;
            return c;
        }
        kernel::Software software;
        stack::Stack stack;
        coarse::Card card;
    };

    explicit TwoStacks(const tcp::Policy& policy, const coarse::CardConfig& card = ideal_card(),
                       const kernel::Costs& from = {}, const kernel::Costs& to = {}, const net::LineConfig& line = {}) {
        for (auto& l : lines) l = std::make_unique<net::Line>(event_queue, line, 1);
        hosts[0] = std::make_unique<Host>(*this, 0, from, policy, card);
        hosts[1] = std::make_unique<Host>(*this, 1, to, policy, card);
        for (unsigned k : {0u, 1u}) {
            lines[k]->connect(hosts[1 - k]->card, 0);
            hosts[k]->card.open(0x0A000001 + (1 - k), {100, spacing});
        }
    }
    static coarse::CardConfig ideal_card() {
        coarse::CardConfig c;
        c.first_cell = c.deliver = {0, 0};
        return c;
    }
    apps::Ends ends() { return {hosts[0]->stack, hosts[1]->stack, "flow", 5001}; }
    /// Runs until the program ends, or 600 s.
    apps::Outcome run(apps::App& app) {
        app.start();
        while (!app.outcome().over && event_queue.now() < 600 * base::kSecond)
            event_queue.run(event_queue.now() + 10 * base::kMillisecond);
        return app.outcome();
    }

    base::EventQueue event_queue;
    base::Femtoseconds spacing = 0;
    std::array<std::unique_ptr<net::Line>, 2> lines;
    std::array<std::unique_ptr<Host>, 2> hosts;
};

}  // namespace niclab::test
