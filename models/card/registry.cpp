#include "card/registry.h"

namespace niclab::card {

const Kind& Registry::find(core::ConfigTable& card, const std::string& standard) const {
    std::vector<std::string> names;
    for (const Kind* kind : kinds_) names.push_back(kind->name());
    const std::string name = card.choice("engine", standard, names, "Kind of the card: its controller chip.");
    for (const Kind* kind : kinds_)
        if (kind->name() == name) return *kind;
    throw card.error("engine", "not a kind of card", "the name of a kind of card");
}

/// A key of another kind would have no effect: surely an error.
void Registry::refuse_other_kinds(core::ConfigTable& card, const Kind& kind) const {
    for (const Kind* other : kinds_) {
        if (other == &kind || other->section() == kind.section() || !card.has(other->section())) continue;
        const core::ConfigTable table = card.table(other->section());
        const std::vector<std::string> names = table.value_names();
        if (names.empty()) continue;
        throw table.error(names.front(), "not a key of engine \"" + kind.name() + "\"", "a key of that engine");
    }
}

std::unique_ptr<Plan> Registry::read(core::ConfigTable card, const std::string& standard_name,
                                     const std::string& standard_kind, std::uint8_t station) const {
    const std::string name = card.text("name", standard_name, "Name of the card.");
    const Kind& kind = find(card, standard_kind);
    refuse_other_kinds(card, kind);
    std::unique_ptr<Plan> plan = kind.read(card, station);
    plan->name_ = name;
    card.done();
    return plan;
}

}  // namespace niclab::card
