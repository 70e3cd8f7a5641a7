/// @file  What words of AN-880's cards take by the keys of `reproduce an880`, in isa/copy.h.
#pragma once

#include <toml++/toml.h>

#include <map>
#include <string>

#include "isa/copy.h"

namespace niclab::test {

inline double number_of(const toml::node& node) {
    if (const auto text = node.value_exact<std::string>()) return std::stod(*text);
    return node.value<double>().value();
}

/// `card.DIRECTION.*` of the keys of a server ("keeper") or of a reader, in the units that the file has.
inline isa::CopyConfig copy_of(const char* card, const std::string& direction, const char* host = "keeper") {
    static const std::map<std::string, isa::CardMemory> kMemories{{"shared", isa::CardMemory::Shared},
                                                                  {"remote", isa::CardMemory::Remote}};
    const toml::table all = toml::parse_file(NICLAB_AN880_CARDS);
    isa::CopyConfig c;
    c.between = 100 * base::kNanosecond;  // as experiments have it where no key says otherwise
    for (const auto& [key, value] : *all[card][host].as_table()) {
        const std::string name(key.str());
        if (name == "card." + direction + ".between") c.between = base::from_us(number_of(value) * 1e-3);
        if (name == "card." + direction + ".wait_clocks") c.wait_clocks = unsigned(number_of(value));
        if (name == "card." + direction + ".cycle_clocks") c.cycle_clocks = number_of(value);
        if (name == "card." + direction + ".word_octets") c.word_octets = unsigned(number_of(value));
        if (name == "card." + direction + ".remote_clocks") c.remote_clocks = unsigned(number_of(value));
        if (name == "card." + direction + ".memory") c.memory = kMemories.at(value.value<std::string>().value());
    }
    return c;
}

/// From the end of the first word to that of the last.
inline base::Femtoseconds computed_words(const isa::CopyConfig& c, unsigned words, bool transmitting = false) {
    isa::Copy copy(c, 0, transmitting);
    const base::Femtoseconds first = copy.move(c.word_octets);
    return copy.move((words - 1) * c.word_octets) - first;
}

}  // namespace niclab::test
