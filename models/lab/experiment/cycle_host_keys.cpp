#include "lab/experiment/cycle_host_keys.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "lab/experiment/host_keys.h"
#include "lab/experiment/known_name.h"

namespace niclab::lab {

namespace {

bool is_known(Kind kind, const core::ConfigTable& host, const std::string& name, InputFiles& files) {
    const std::string folder = host.folder_of("card");
    return !files.find(role_of(kind), name, folder, [&] { return find_file(kind, name, folder); }).empty();
}

/// The cycle-level card for a card of the coarse level: one of the same name, or the one that its
/// file names.
std::string self_of(core::ConfigTable& host, InputFiles& files) {
    if (!host.has("card")) return kDefaultCard;
    std::string card = read_name(host, "card", kDefaultCard, "Card.");
    if (is_known(Kind::Card, host, card, files)) return card;
    if (is_known(Kind::CoarseCard, host, card, files)) {
        core::ConfigTable coarse(base_layers(host, "card", card, Kind::CoarseCard, files));
        if (coarse.has("cycle_card")) return coarse.text("cycle_card", "", "Its cycle-level self.");
    }
    throw host.error(
        "card", "no model at the cycle level",
        fmt::format("cycle.card = one of {}, or level = \"coarse\"", fmt::join(known_names(Kind::Card), ", ")));
}

std::vector<core::ConfigLayer> card_layers(core::ConfigTable& host, core::ConfigTable& cycle, InputFiles& files) {
    if (cycle.has("card")) host.ignore("card");
    const std::string self = cycle.has("card") ? "" : self_of(host, files);
    const std::string card = read_name(cycle, "card", self, "Card, in place of the host's `card`.");
    return base_layers(cycle.has("card") ? cycle : host, "card", card, Kind::Card, files);
}

void refuse_other_lines(const core::ConfigTable& cycle, const HostConfig& config) {
    const board::Config* atm = config.atm();
    if (config.ether()) return;
    if (!atm || atm->phy.format.octet_hz() != sonet::kSts3c.octet_hz())
        throw cycle.error("card", "a card for another line", "a card for an ATM line of 155.52 Mb/s, or for Ethernet");
}

}  // namespace

HostConfig read_cycle_host(core::ConfigTable& host, const std::string& name, std::size_t number, unsigned peers,
                           InputFiles& files) {
    constexpr unsigned kMostPeers = 16;
    HostConfig config;
    config.name = name;
    core::ConfigTable cycle = host.table("cycle");
    const std::string bridge = cycle.text(
        "bridge", "ideal", "Host profile whose memory and interrupts the card meets; its software costs nothing.");
    core::ConfigTable profile =
        over_files(cycle.table("host"), base_layers(cycle, "bridge", bridge, Kind::Host, files));
    config.host.profile = host::read_profile(profile);
    core::ConfigTable nic = over_files(cycle.table("nic"), card_layers(host, cycle, files));
    config.cards.push_back(read_card(nic, static_cast<std::uint8_t>(number + 1)));
    config.cards.back()->serve(std::clamp(peers, 1u, kMostPeers));
    refuse_other_lines(cycle, config);
    if (config.cards_on(bus::Kind::Isa) > 0) config.host.isa = read_isa(cycle.table("isa"));
    config.bus = read_bus(cycle.table("pci"), config.cards.back()->bus_width().capable_66mhz, 1);
    config.host.memory_octets =
        (1u << 20) + config.bus.memory_octets() + read_driver(cycle.table("driver"), *config.cards.back());
    cycle.done();
    return config;
}

}  // namespace niclab::lab
