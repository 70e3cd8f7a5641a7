#include "cards.h"

#include "core/config.h"

namespace niclab::vm {

const std::vector<const linux_kernel::EthernetKind*>& cards() {
    static const std::vector<const linux_kernel::EthernetKind*> all{
        &linux_kernel::rtl8029(), &linux_kernel::am79c970a(), &linux_kernel::card_3c595()};
    return all;
}

const linux_kernel::EthernetKind& find_card(const std::string& name) {
    std::vector<std::string> known;
    for (const linux_kernel::EthernetKind* kind : cards()) {
        if (kind->card == name) return *kind;
        known.emplace_back(kind->card);
    }
    throw core::ConfigError("--card " + name + ": " + core::unknown_name("card", name, known));
}

}  // namespace niclab::vm
