#include "core/json_value.h"

#include <nlohmann/json.hpp>

namespace niclab::core {

JsonValue::JsonValue(nlohmann::ordered_json value)
    : value_(std::make_shared<const nlohmann::ordered_json>(std::move(value))) {}

const nlohmann::ordered_json& JsonValue::operator*() const {
    static const nlohmann::ordered_json null;
    return value_ ? *value_ : null;
}

}  // namespace niclab::core
