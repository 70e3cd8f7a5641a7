/// @file The time per word for AN-880's cards with the keys of `reproduce an880`, in isa/copy.h.
#pragma once

#include <toml++/toml.h>

#include <map>
#include <string>
#include <string_view>

#include "isa/copy.h"

namespace niclab::test {

inline double number_of(const toml::node& node) {
    if (const auto text = node.value_exact<std::string>()) return std::stod(*text);
    return node.value<double>().value();
}

inline void set_key(isa::CopyConfig& c, std::string_view key, const toml::node& value) {
    static const std::map<std::string, isa::CardMemory> kMemories{{"shared", isa::CardMemory::Shared},
                                                                  {"remote", isa::CardMemory::Remote}};
    if (key == "word_gap") c.between = base::from_us(number_of(value) * 1e-3);
    if (key == "wait_clocks") c.wait_clocks = unsigned(number_of(value));
    if (key == "cycle_clocks") c.cycle_clocks = number_of(value);
    if (key == "word_octets") c.word_octets = unsigned(number_of(value));
    if (key == "remote_clocks") c.remote_clocks = unsigned(number_of(value));
    if (key == "memory") c.memory = kMemories.at(value.value<std::string>().value());
}

inline void set_class(isa::CopyConfig& c, const std::string& name, const std::string& direction) {
    const toml::table file = toml::parse_file(NICLAB_CARD_CLASSES + name + ".toml");
    if (const auto base = file["base"].value<std::string>()) set_class(c, *base, direction);
    if (const toml::table* keys = file[direction].as_table())
        for (const auto& [key, value] : *keys) set_key(c, key.str(), value);
}

/// The keys of a server ("keeper") or a reader for a card, over the file of its class, in their
/// units.
inline isa::CopyConfig copy_of(const char* card, const std::string& direction, const char* host = "keeper") {
    const toml::table all = toml::parse_file(NICLAB_AN880_CARDS);
    const toml::table& keys = *all[card][host].as_table();
    isa::CopyConfig c;
    c.between = 100 * base::kNanosecond;  // The default of the experiments.
    set_class(c, keys["card.class"].value<std::string>().value(), direction);
    const std::string prefix = "card." + direction + ".";
    for (const auto& [key, value] : keys)
        if (key.str().substr(0, prefix.size()) == prefix) set_key(c, key.str().substr(prefix.size()), value);
    return c;
}

/// From the end of the first word to that of the last.
inline base::Femtoseconds computed_words(const isa::CopyConfig& c, unsigned words, bool transmitting = false) {
    isa::Copy copy(c, 0, transmitting);
    const base::Femtoseconds first = copy.move(c.word_octets);
    return copy.move((words - 1) * c.word_octets) - first;
}

}  // namespace niclab::test
