#include "lab/experiment/card_keys.h"

namespace niclab::lab {

namespace {
/// Of a card file that names none, as the default card's.
constexpr const char* kDefaultKind = "nicstar";
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
    core::ConfigTable root({});
    core::ConfigTable side = root.table(host);
    for (const card::Kind* kind : kinds.kinds()) {
        core::ConfigTable nic = side.table("nic"), driver = side.table("driver");
        kind->read(nic, 1)->read_driver(driver);
    }
    return root.parameters();
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
