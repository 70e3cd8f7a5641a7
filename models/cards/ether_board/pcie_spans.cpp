#include "cards/ether_board/pcie_spans.h"

#include <algorithm>
#include <array>

#include "cards/ether_board/frame_places.h"

namespace niclab::ether_board {

using card::Cause;
using card::Place;
using card::PlaceKind;
using pcie::Step;

namespace {

constexpr bool kWaits = true, kWorks = false;
using Causes = std::array<Cause, pcie::kSteps>;

/// In the order of pcie::Step.
constexpr Causes kSending{{
    {"sending_root.cpu", "sending root complex", kWorks, "CPU to the root port"},
    {"sending_pcie.switch", "sending PCI Express", kWorks, "switch, and the link before it"},
    {"sending_pcie.tag", "sending PCI Express", kWaits, "tag: other reads"},
    {"sending_pcie.link", "sending PCI Express", kWaits, "other packets on the link"},
    {"sending_pcie.credit", "sending PCI Express", kWaits, "credits of the receiver"},
    {"sending_pcie.serialise", "sending PCI Express", kWorks, "packet on the link"},
    {"sending_iommu.walk", "sending IOMMU", kWaits, "page walk"},
    {"sending_root.order", "sending root complex", kWaits, "writes before it"},
    {"sending_root.complex", "sending root complex", kWorks, "request to its first line"},
    {"sending_root.memory", "sending root complex", kWaits, "DRAM or another socket, not the cache"},
    {"sending_root.combine", "sending root complex", kWaits, "lines of the completion"},
}};
constexpr Causes kReceiving{{
    {"receiving_root.cpu", "receiving root complex", kWorks, "CPU to the root port"},
    {"receiving_pcie.switch", "receiving PCI Express", kWorks, "switch, and the link before it"},
    {"receiving_pcie.tag", "receiving PCI Express", kWaits, "tag: other reads"},
    {"receiving_pcie.link", "receiving PCI Express", kWaits, "other packets on the link"},
    {"receiving_pcie.credit", "receiving PCI Express", kWaits, "credits of the receiver"},
    {"receiving_pcie.serialise", "receiving PCI Express", kWorks, "packet on the link"},
    {"receiving_iommu.walk", "receiving IOMMU", kWaits, "page walk"},
    {"receiving_root.order", "receiving root complex", kWaits, "writes before it"},
    {"receiving_root.complex", "receiving root complex", kWorks, "request to its first line"},
    {"receiving_root.memory", "receiving root complex", kWaits, "DRAM or another socket, not the cache"},
    {"receiving_root.combine", "receiving root complex", kWaits, "lines of the completion"},
}};

const Causes& causes_of(Half half) { return half == Half::Sending ? kSending : kReceiving; }
const char* id(Half half, Step step) { return causes_of(half)[static_cast<unsigned>(step)].id; }

Place link_place(Half half) {
    return {half == Half::Sending ? "sending_pcie" : "receiving_pcie",
            "PCI Express",
            PlaceKind::Bus,
            {{id(half, Step::Tag), "Each outstanding read needs a tag of the card.", {"pcie.tags"}},
             {id(half, Step::Link),
              "The link sends other packets first, with space for DLLPs after each.",
              {"pcie.lanes", "pcie.generation"}},
             {id(half, Step::Credit),
              "A packet is sent only if the receiver has granted space for it.",
              {"pcie.posted_headers", "pcie.posted_data", "pcie.read_headers"}},
             {id(half, Step::Switch),
              "The switch receives the whole packet before it sends it on the next link (store and forward).",
              {"pcie.switch", "pcie.switch_latency"}},
             {id(half, Step::Serialise),
              "The packet is sent on the link, with header and framing.",
              {"pcie.lanes", "pcie.generation", "pcie.mps"}}},
            "",
            {"pcie.generation", "pcie.lanes"}};
}

Place iommu_place(Half half) {
    return {half == Half::Sending ? "sending_iommu" : "receiving_iommu",
            "IOMMU",
            PlaceKind::Memory,
            {{id(half, Step::Walk),
              "The address is not in the TLB. The IOMMU translates it by a page walk.",
              {"pcie.iommu", "pcie.page_walk", "pcie.page_octets"}}}};
}

Place root_place(Half half) {
    return {half == Half::Sending ? "sending_root" : "receiving_root",
            "root complex",
            PlaceKind::Memory,
            {{id(half, Step::Cpu), "An access of the CPU passes from the core to the root port.", {"pcie.cpu_to_port"}},
             {id(half, Step::Order), "A read waits until earlier writes are in memory."},
             {id(half, Step::Complex),
              "A read passes the layers of the link and the root complex to the cache.",
              {"pcie.root_complex", "pcie_host"}},
             {id(half, Step::Memory),
              "A line that is not in the cache comes from DRAM, or from another socket.",
              {"pcie.llc_miss", "pcie.ddio", "pcie.socket_hop"}},
             {id(half, Step::Combine),
              "The root complex collects cache lines for the completion until the link is free."}}};
}

/// Keys of PCI and of its bridge have no effect.
bool is_of_pci(std::string_view key) {
    return key.substr(0, 4) == "pci." || key.substr(0, 10) == "host.read." || key.substr(0, 11) == "host.write.";
}

void replace_bus(std::vector<Place>& places, Half half) {
    for (Place& place : places)
        for (card::Why& why : place.causes) {
            const auto gone = std::remove_if(why.keys.begin(), why.keys.end(), is_of_pci);
            if (gone == why.keys.end()) continue;
            why.keys.erase(gone, why.keys.end());
            why.keys.push_back("pcie.card_clock");
        }
    const auto bus =
        std::find_if(places.begin(), places.end(), [](const Place& p) { return p.kind == PlaceKind::Bus; });
    Place link = link_place(half);
    if (bus != places.end()) {
        link.parts = bus->parts;
        for (const card::Why& why : bus->causes)
            if (std::find(bus->parts.begin(), bus->parts.end(), why.cause) != bus->parts.end())
                link.causes.push_back(why);
        *bus = link;
    }
    const auto memory =
        std::find_if(places.begin(), places.end(), [](const Place& p) { return p.kind == PlaceKind::Memory; });
    const auto after = memory == places.end() ? places.begin() : half == Half::Sending ? memory + 1 : memory;
    places.insert(after, {root_place(half), iommu_place(half)});
}

}  // namespace

std::vector<const Cause*> pcie_causes() {
    std::vector<const Cause*> all;
    for (const Causes* causes : {&kSending, &kReceiving})
        for (const Cause& cause : *causes) all.push_back(&cause);
    return all;
}

void divide(card::Spans& s, core::Femtoseconds until, const pcie::TransferLog::Transfers& transfers,
            const Cause& filler, Half half) {
    s.explain();
    const auto ends_by = [](const pcie::TransferLog::Transfer& t, core::Femtoseconds at) { return t.end <= at; };
    for (auto t = std::lower_bound(transfers.begin(), transfers.end(), s.last(), ends_by);
         t != transfers.end() && t->begin < until; ++t) {
        s.to(std::min(t->begin, until), filler);
        for (const pcie::TransferLog::Part& part : t->parts)
            s.to(std::min(part.end, until), causes_of(half)[static_cast<unsigned>(part.step)]);
        s.explain();
    }
    s.to(until, filler);
    s.explain();
}

card::CardPath on_pcie(card::CardPath path) {
    replace_bus(path.sending_places, Half::Sending);
    replace_bus(path.receiving_places, Half::Receiving);
    return path;
}

}  // namespace niclab::ether_board
