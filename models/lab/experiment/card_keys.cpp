#include "lab/experiment/card_keys.h"

#include <algorithm>

namespace niclab::lab {

namespace {

/// For a card file that names none, the kind of the default card.
constexpr const char* kDefaultKind = "nicstar";

using Assignments = std::vector<std::string>;

/// "host.NAME" is a table in a table.
core::ConfigTable table_of(core::ConfigTable& root, const std::string& path) {
    const std::size_t dot = path.find('.');
    core::ConfigTable table = root.table(path.substr(0, dot));
    return dot == std::string::npos ? table : table_of(table, path.substr(dot + 1));
}

/// The parameters that a kind reads with these settings; none if the settings are not consistent.
std::vector<core::Parameter> read_with(const card::Kind& kind, const std::string& host,
                                       const Assignments& assignments) {
    std::vector<core::ConfigLayer> layers;
    for (const std::string& a : assignments) layers.push_back(core::parse_assignment(a));
    try {
        core::ConfigTable root(layers);
        core::ConfigTable side = table_of(root, host);
        core::ConfigTable nic = side.table("nic"), driver = side.table("driver");
        kind.read(nic, 1)->read_driver(driver);
        return root.parameters();
    } catch (const core::ConfigError&) {
        return {};
    }
}

/// Adds parameters that were not read before. Then it sets each of them to its other values, which
/// may lead to more: a board of the kind, its mode.
void explore(const card::Kind& kind, const std::string& host, const Assignments& assignments,
             std::vector<core::Parameter>& all) {
    std::vector<core::Parameter> found;
    for (const core::Parameter& p : read_with(kind, host, assignments))
        if (std::none_of(all.begin(), all.end(), [&p](const auto& q) { return q.key == p.key; })) found.push_back(p);
    all.insert(all.end(), found.begin(), found.end());
    for (const core::Parameter& p : found) {
        const core::Documentation documentation = p.documentation();
        for (const std::string& value : documentation.allowed.names) {
            Assignments with = assignments;
            with.push_back(p.key + "=" + value);
            explore(kind, host, with, all);
        }
    }
}

}  // namespace

std::unique_ptr<card::Plan> read_card(const core::ConfigTable& card, std::uint8_t station) {
    return card::Registry::all().read(card, kDefaultCard, kDefaultKind, station);
}

std::uint32_t read_driver(core::ConfigTable driver, card::Plan& card) {
    const std::uint32_t octets = card.read_driver(driver);
    driver.done();
    return octets;
}

std::vector<core::Parameter> card_parameters(const card::Registry& kinds, const std::string& host) {
    std::vector<core::Parameter> all;
    for (const card::Kind* kind : kinds.kinds()) explore(*kind, host, {}, all);
    return all;
}

std::vector<core::Parameter> link_parameters(const card::Registry& kinds, const std::string& link) {
    core::ConfigTable root({}), cards({});
    for (const card::Kind* kind : kinds.kinds()) {
        core::ConfigTable line = root.table(link);
        kind->read(cards, 1)->read_link(line);
    }
    return root.parameters();
}

}  // namespace niclab::lab
