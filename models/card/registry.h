/// @file  All kinds of card, by name.
#pragma once

#include <vector>

#include "card/kind.h"

namespace niclab::card {

class Registry {
public:
    explicit Registry(std::vector<const Kind*> kinds) : kinds_(std::move(kinds)) {}
    /// The kinds of all folders in models/cards. CMake generates this list from their names, so
    /// that neither a list nor the order of libraries is maintained by hand.
    static const Registry& all();

    const std::vector<const Kind*>& kinds() const { return kinds_; }
    /// Reads the description of one card of any kind. `standard` is the kind of a file without one.
    /// Throws core::ConfigError.
    std::unique_ptr<Plan> read(core::ConfigTable card, const std::string& standard_name,
                               const std::string& standard_kind, std::uint8_t station) const;

private:
    const Kind& find(core::ConfigTable& card, const std::string& standard) const;
    void refuse_other_kinds(core::ConfigTable& card, const Kind& kind) const;

    std::vector<const Kind*> kinds_;
};

}  // namespace niclab::card
