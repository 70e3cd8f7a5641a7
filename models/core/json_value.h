/// @file  A JSON value, for structures whose users seldom look at it: nlohmann's classes cost a compiler seconds.
#pragma once

#include <memory>
#include <nlohmann/json_fwd.hpp>

namespace niclab::core {

/// null at first; a copy shares the value, which nobody changes.
class JsonValue {
public:
    JsonValue() = default;
    JsonValue(nlohmann::ordered_json value);

    const nlohmann::ordered_json& operator*() const;
    const nlohmann::ordered_json* operator->() const { return &**this; }

private:
    std::shared_ptr<const nlohmann::ordered_json> value_;
};

}  // namespace niclab::core
