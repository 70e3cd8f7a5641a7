/// @file A JSON value for structures with few users: the classes of nlohmann cost seconds of
/// compile time.
#pragma once

#include <memory>
#include <nlohmann/json_fwd.hpp>

namespace niclab::core {

/// A value that is null at first; copies share the value, which is never modified.
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
