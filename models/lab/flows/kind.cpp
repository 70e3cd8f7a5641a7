#include "lab/flows/kind.h"

namespace niclab::lab::flows {

bool is_between(const Kind& kind, Between ends) {
    return kind.between == ends || kind.between == Between::Both ||
           (ends == Between::Segment && kind.between == Between::Macs);
}

std::vector<const Kind*> kinds_between(Between ends) {
    std::vector<const Kind*> found;
    for (const Kind* kind : kinds())
        if (is_between(*kind, ends)) found.push_back(kind);
    return found;
}

std::shared_ptr<const Plan> read_plan(const Kind& chosen, Between ends, core::ConfigTable& flow) {
    std::shared_ptr<const Plan> plan;
    for (const Kind* kind : kinds_between(ends)) {
        if (kind == &chosen)
            plan = kind->read(flow);
        else if (kind->ignored.empty())
            kind->read(flow);
        else
            for (const std::string& key : kind->ignored) flow.ignore(key);
    }
    return plan;
}

base::Femtoseconds read_interval(core::ConfigTable& flow) {
    return base::from_us(
        flow.time_ns("interval", 1e6, 1e3, 1e12, "Interval between packets (periodic), or its mean (poisson).") * 1e-3);
}

}  // namespace niclab::lab::flows
