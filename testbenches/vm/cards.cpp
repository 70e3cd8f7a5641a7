#include "cards.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/config.h"

namespace niclab::vm {

const std::vector<Card>& cards() {
    static const std::vector<Card> all = [] {
        std::vector<Card> list;
        for (const linux_kernel::EthernetKind* kind :
             {&linux_kernel::rtl8029(), &linux_kernel::am79c970a(), &linux_kernel::card_3c595(),
              &linux_kernel::card_3c905b(), &linux_kernel::card_82540em(), &linux_kernel::card_82574l()})
            list.push_back({kind->card, kind->module, kind});
        list.push_back({"idt77901", "nicstar", nullptr});
        return list;
    }();
    return all;
}

const Card& find_card(const std::string& name) {
    std::vector<std::string> known;
    for (const Card& card : cards()) {
        if (card.name == name) return card;
        known.push_back(card.name);
    }
    throw core::ConfigError("--card " + name + ": " + core::unknown_name("card", name, known));
}

unsigned rate_of(const Card& card, unsigned mbps) {
    std::vector<unsigned> rates{10};
    if (!card.ethernet)
        rates = {0};
    else if (card.ethernet->gigabit)
        rates = {1000};
    else if (card.ethernet->fast)
        rates = {10, 100};
    if (mbps == 0) return rates.front();
    if (std::find(rates.begin(), rates.end(), mbps) != rates.end()) return mbps;
    if (!card.ethernet)
        throw core::ConfigError(fmt::format("--mbps {}: {} is on an ATM line; expected no --mbps", mbps, card.name));
    throw core::ConfigError(fmt::format("--mbps {}: no rate of {}; expected {}", mbps, card.name,
                                        rates.size() == 1 ? std::to_string(rates.front()) : "10 or 100"));
}

}  // namespace niclab::vm
