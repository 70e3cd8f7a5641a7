/// @file The share of each flow of a run in the rates of all flows that use the same resource.
#pragma once

#include <map>
#include <set>

#include "lab/results/traffic_results.h"

namespace niclab::lab {

/// Sets Use::own and Use::flows of the flows of one run.
inline void note_parts(std::vector<FlowResult>::iterator first, std::vector<FlowResult>::iterator end) {
    using Thing = std::pair<Use::Of, std::string>;
    struct All {
        double rate = 0;
        unsigned flows = 0;
    };
    std::map<Thing, All> all;
    for (auto f = first; f != end; ++f) {
        std::set<Thing> own;  // A CPU is listed once per context.
        for (const Use& u : f->shares)
            if (!u.acks && own.emplace(u.of, u.who).second) {
                All& use = all[{u.of, u.who}];
                use.rate += f->outcome.mbit_s(), ++use.flows;
            }
    }
    for (auto f = first; f != end; ++f)
        for (Use& u : f->shares)
            if (const auto use = all.find({u.of, u.who}); use != all.end() && use->second.rate > 0)
                u.own = u.acks ? 0 : f->outcome.mbit_s() / use->second.rate, u.flows = use->second.flows;
}

}  // namespace niclab::lab
