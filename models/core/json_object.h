/// @file JSON objects made from a list of their members, without copies. An object of nlohmann's that
/// grows, or is made from its lists, copies all members several times.
#pragma once

#include <initializer_list>
#include <nlohmann/json.hpp>
#include <utility>

namespace niclab::core {

struct JsonMember {
    const char* key;
    mutable nlohmann::ordered_json value;  ///< Moved out of the list.
};

/// Of members with different keys. A few more can be added without copies.
inline nlohmann::ordered_json json_object(std::initializer_list<JsonMember> members) {
    constexpr std::size_t kFewMore = 2;
    nlohmann::ordered_json::object_t object;
    object.reserve(members.size() + kFewMore);
    for (const JsonMember& m : members) object.emplace_back(m.key, std::move(m.value));
    return object;
}

}  // namespace niclab::core
