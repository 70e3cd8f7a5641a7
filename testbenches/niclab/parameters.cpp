#include "parameters.h"

#include <nlohmann/json.hpp>

#include "lab/experiment/first_keys.h"

namespace niclab::cli {

using nlohmann::ordered_json;

ordered_json parameters_json(const std::vector<core::Parameter>& parameters) {
    ordered_json list = ordered_json::array();
    const lab::FirstKeysOf first_of(parameters);
    for (const core::Parameter& p : parameters) {
        ordered_json one = {{"key", p.key},
                            {"what", p.what},
                            {"type", p.allowed.type},
                            {"default", p.standard},
                            {"value", ordered_json::parse(p.value)},
                            {"allowed", p.allowed.words}};
        if (!p.allowed.least.empty()) one["least"] = p.allowed.least, one["most"] = p.allowed.most;
        if (p.allowed.type == "choice") one["choices"] = p.allowed.names;
        if (p.allowed.type == "quantity") one["units"] = p.allowed.names;
        if (p.overridden()) one["written"] = p.written;
        one["anywhere"] = lab::key_anywhere(p.key);
        if (const std::string shared = lab::shared_key(p.key); !shared.empty()) one["shared"] = shared;
        if (const auto first = first_of(p)) one["first"] = first->order, one["title"] = first->title;
        list.push_back(std::move(one));
    }
    return list;
}

}  // namespace niclab::cli
