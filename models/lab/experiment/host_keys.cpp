#include "lab/experiment/host_keys.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "lab/buses/bus.h"
#include "lab/experiment/card_keys.h"
#include "lab/experiment/catalog.h"
#include "lab/experiment/known_name.h"

namespace niclab::lab {

namespace {

constexpr const char* kDefaultPcieHost = "xeon_e5_2637v3";

/// Path of a host or card that `table` names at `key`.
std::string path_of(const core::ConfigTable& table, const std::string& key, const std::string& name, Kind kind,
                    InputFiles& files) {
    const std::string folder = table.folder_of(key);
    std::string path = files.find(role_of(kind), name, folder, [&] { return find_file(kind, name, folder); });
    if (!path.empty()) return path;
    if (is_file_name(name))
        throw table.refusal(
            key, fmt::format("no such file; expected a path, or one of {}", fmt::join(known_names(kind), ", ")));
    throw table.refusal(key, core::unknown_name(role_of(kind), name, known_names(kind), "a .toml file or one of"));
}

/// A table of a host as the upper layer over the shared one with the same name.
core::ConfigTable over_shared(HostTables& tables, const std::string& key) {
    core::ConfigTable own = tables.own.table(key);
    const bool shared = tables.shared && !tables.shared->has_list(key);  // [[host]] is a separate list.
    return shared ? own.over(tables.shared->table(key)) : own;
}

/// "driver", and "driver1" of the second card.
std::string numbered(const std::string& key, unsigned card) { return key + card_name(card).substr(3); }

/// Names of the host's cards: `cards`, or `card` alone.
std::vector<std::string> read_cards(core::ConfigTable& host) {
    const std::string what = "Card, from niclab list cards.";
    if (!host.has("cards")) return {read_name(host, "card", kDefaultCard, what)};
    if (host.has("card")) throw host.error("card", "card and cards given", "one of the two");
    std::vector<std::string> cards =
        host.texts("cards", {kDefaultCard}, "Cards of the host in the order of their slots.");
    if (cards.empty() || cards.size() > kMostCards)
        throw host.error("cards", fmt::format("{} cards", cards.size()), "1 or 2");
    return cards;
}

/// The table of a host over which a file of a kind is laid.
const char* table_for(Kind kind) {
    switch (kind) {
        case Kind::Card:
        case Kind::CoarseCard:
            return "nic";
        case Kind::CardClass:
            return "card";
        case Kind::Host:
            return "host";
        case Kind::PcieHost:
            return "pcie";
        default:
            return "";
    }
}

/// A card that supports all that a host can have.
constexpr card::PcieWidth kAnyCard{5, 16, 4096, true};

/// [pcie] over the file of a measured host.
void read_pcie_side(HostTables& tables, const card::Plan& card, InputFiles& inputs, HostConfig& config) {
    const std::string name =
        tables.own.text("pcie_host", kDefaultPcieHost,
                        "Host with measured PCI Express latencies that sets the defaults of the pcie keys.");
    const std::vector<core::ConfigLayer> files = base_layers(tables.own, "pcie_host", name, Kind::PcieHost, inputs);
    // Alone, so that a key that the experiment overrides is checked, too.
    core::ConfigTable alone(files);
    alone.ignore("base");
    read_pcie(alone, kAnyCard);
    config.pcie = read_pcie(over_files(over_shared(tables, "pcie"), files), card.pcie_width());
}

}  // namespace

void check_pcie(const core::ConfigTable& root, const std::vector<HostConfig>& hosts) {
    const auto has_pcie = [](const HostConfig& host) { return host.cards_on(pcie::Board::kKind) > 0; };
    if (root.has("pcie") && std::none_of(hosts.begin(), hosts.end(), has_pcie))
        throw root.error("pcie", "no host has a card on PCI Express", "a card such as 82574l");
}

std::vector<core::ConfigLayer> base_layers(const core::ConfigTable& table, const std::string& key,
                                           const std::string& name, Kind kind, InputFiles& files) {
    const auto load = [&](const core::ConfigTable& by, const std::string& named_by, const std::string& file) {
        return files.layer(path_of(by, named_by, file, kind, files), table_for(kind));
    };
    constexpr std::size_t kDeepest = 8;
    std::vector<core::ConfigLayer> layers{load(table, key, name)};
    for (;;) {
        core::ConfigTable file({layers.front()});
        if (!file.has("base")) return layers;
        const std::string base = file.text("base", "", "File this one is based on.");
        if (layers.size() == kDeepest)
            throw file.error("base", "too many files that are based on each other", "at most 7");
        layers.insert(layers.begin(), load(file, "base", base));
    }
}

core::ConfigTable over_files(const core::ConfigTable& table, const std::vector<core::ConfigLayer>& files) {
    core::ConfigTable over = table.over(files);
    over.ignore("base");
    return over;
}

HostConfig read_host(HostTables tables, const std::string& name, const ProgramsOfCards& programs, InputFiles& inputs) {
    HostConfig config;
    config.name = name;
    const std::string profile = tables.own.text("profile", tables.profile, "Host profile, from niclab list hosts.");
    const std::vector<core::ConfigLayer> host = base_layers(tables.own, "profile", profile, Kind::Host, inputs);
    const std::vector<std::string> cards = read_cards(tables.own);
    const std::string card_key = tables.own.has("cards") ? "cards" : "card";
    std::vector<std::vector<core::ConfigLayer>> files;
    files.reserve(cards.size());
    for (const std::string& card : cards) files.push_back(base_layers(tables.own, card_key, card, Kind::Card, inputs));
    config.host.profile = host::read_profile(over_files(over_shared(tables, "host"), host));
    bool all_66mhz = true;
    for (unsigned k = 0; k < cards.size(); ++k) {
        const auto station = static_cast<std::uint8_t>(tables.station + k);
        config.cards.push_back(read_card(over_files(over_shared(tables, card_name(k)), files[k]), station));
        config.cards.back()->serve(programs[k]);
        all_66mhz = all_66mhz && config.cards.back()->bus_width().capable_66mhz;
    }
    for (const buses::Kind* kind : buses::kinds_of(config))
        if (config.cards_on(kind->bus) > 1)
            throw tables.own.error(card_key, "two cards for " + kind->title, "at most one");
    for (const auto& card : config.cards)
        if (card->bus_kind() == pcie::Board::kKind) read_pcie_side(tables, *card, inputs, config);
    if (config.cards_on(isa::Bus::kKind) > 0) config.host.isa = read_isa(over_shared(tables, "isa"));
    config.bus = read_bus(over_shared(tables, "pci"), all_66mhz, static_cast<unsigned>(cards.size()));
    config.host.memory_octets = (1u << 20) + config.bus.memory_octets();
    for (unsigned k = 0; k < cards.size(); ++k)
        config.host.memory_octets += read_driver(over_shared(tables, numbered("driver", k)), *config.cards[k]);
    config.host.serial_marker = tables.own.boolean(
        "serial_marker", false, "Write to the serial port before and after each call, as in the paper's measurements.");
    tables.own.done();
    return config;
}

}  // namespace niclab::lab
