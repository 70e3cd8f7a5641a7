#include "lab/flows/kind.h"

#include <algorithm>

namespace niclab::lab::flows {

const Kind& read_kind(core::ConfigTable& table, const std::string& key, const std::string& what) {
    std::vector<std::string> names;
    for (const Kind* kind : kinds()) names.push_back(kind->name);
    const std::string name = table.choice(key, "echo", names, what);
    return **std::find_if(kinds().begin(), kinds().end(), [&](const Kind* kind) { return kind->name == name; });
}

std::shared_ptr<const Plan> read_plan(const Kind& chosen, core::ConfigTable& flow) {
    std::shared_ptr<const Plan> plan;
    for (const Kind* kind : kinds())
        if (std::shared_ptr<const Plan> read = kind->read(flow); kind == &chosen) plan = std::move(read);
    return plan;
}

}  // namespace niclab::lab::flows
