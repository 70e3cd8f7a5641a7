#include "parameters.h"

#include <nlohmann/json.hpp>

#include "lab/experiment/first_keys.h"

namespace niclab::cli {

using nlohmann::ordered_json;

ordered_json parameters_json(const std::vector<core::Parameter>& parameters) {
    ordered_json list = ordered_json::array();
    const lab::FirstKeysOf first_of(parameters);
    for (const core::Parameter& p : parameters) {
        const core::Documentation documentation = p.documentation();
        const core::Allowed& allowed = documentation.allowed;
        ordered_json one = {{"key", p.key},
                            {"what", documentation.what},
                            {"type", allowed.type},
                            {"default", documentation.standard},
                            {"value", ordered_json::parse(p.value)},
                            {"allowed", allowed.words}};
        if (!allowed.least.empty()) one["least"] = allowed.least, one["most"] = allowed.most;
        if (allowed.type == "choice") one["choices"] = allowed.names;
        if (allowed.type == "quantity") one["units"] = allowed.names;
        if (p.overridden()) one["written"] = p.written;
        one["anywhere"] = lab::key_anywhere(p.key);
        if (const std::string shared = lab::shared_key(p.key); !shared.empty()) one["shared"] = shared;
        if (const auto first = first_of(p)) one["first"] = first->order, one["title"] = first->title;
        list.push_back(std::move(one));
    }
    return list;
}

}  // namespace niclab::cli
