#include "probe/pcie/pcie_csv.h"

#include <cstring>
#include <string_view>

#include "bus/dma_if.h"
#include "core/row_text.h"

namespace niclab::probe {

namespace {

/// Largest size of a row without the name of the link.
constexpr std::size_t kMostRowOctets = 14 * core::kMostDigits + 160;

/// A text that a copy of fixed size, of one instruction, puts into a row.
struct Word {
    char text[16];
    unsigned char length;
    constexpr Word(std::string_view from) : text{}, length(static_cast<unsigned char>(from.size())) {
        for (std::size_t k = 0; k < from.size(); ++k) text[k] = from[k];
    }
    char* put(char* to) const {
        std::memcpy(to, text, sizeof text);
        return to + length;
    }
};
constexpr Word kDirections[] = {{",up,"}, {",down,"}};  // By pcie::Way.
constexpr Word kNames[] = {{"memory_read"}, {"memory_write"}, {"completion"},   {"io_read"},
                           {"io_write"},    {"config_read"},  {"config_write"}, {"message"}};  // By pcie::TlpType.
constexpr Word kEnds[] = {{",accepted\n"}, {",repeated\n"}, {",damaged\n"}};

}  // namespace

core::Columns pcie_columns() {
    return {
        {"time_ns", "ns", "Time of the first symbol on the link, since the start of the simulation."},
        {"bus", "", "Host of the link. With .root: link from the root port to a switch."},
        {"direction", "", "Direction on the link: up (to the root) or down (to the card)."},
        {"type", "", "Type of the TLP, in words."},
        {"address", "", "Address of the first octet. For a configuration request also bus, device and function."},
        {"octets", "octets", "Octets that are read, written or returned. 0: none."},
        {"tag", "", "Tag of the request."},
        {"sequence", "", "Sequence number on the link, modulo 4096."},
        {"status", "", "Status of a completion. 0: success."},
        {"line_octets", "octets", "Octets on the link, with header and framing."},
        {"tag_wait_ns", "ns", "Wait for a tag at the port, since the request of the engine or the CPU."},
        {"link_wait_ns", "ns", "Wait for other packets on the link."},
        {"credit_wait_ns", "ns", "Wait for credits of the receiver."},
        {"serialise_ns", "ns", "Time from the first to the last symbol."},
        {"end", "", "Result: accepted, damaged, or repeated if it is not the first transmission of the TLP."},
    };
}

void PcieCsv::row(const std::string& link, const pcie::LinkPacket& p) {
    using core::put;
    using pcie::Stamp;
    const pcie::Tlp& tlp = *p.tlp;
    const std::size_t most = kMostRowOctets + link.size();
    // A completion has no tag of its own; it begins to wait when it is formed, or in a switch.
    const bool completion = tlp.type == pcie::TlpType::Completion;
    const core::Femtoseconds switched = tlp.at(completion ? Stamp::SwitchedBack : Stamp::Switched);
    const core::Femtoseconds tagged = switched != 0 ? switched : tlp.at(completion ? Stamp::Picked : Stamp::Tagged);
    const core::Femtoseconds asked = completion || switched != 0 ? tagged : tlp.at(Stamp::Asked);
    const core::Femtoseconds blocked = completion ? tagged : tlp.at(Stamp::Blocked);
    const core::Femtoseconds allowed = completion ? tagged : tlp.at(Stamp::Allowed);
    char* at = core::put_nanoseconds(room(most), p.begin);
    at = kDirections[unsigned(p.way)].put(put(put(at, ","), link));
    at = core::put_hex8(put(kNames[unsigned(tlp.type)].put(at), ",0x"), tlp.address);
    for (const unsigned n : {tlp.octets, unsigned{tlp.tag}, unsigned{p.sequence}, unsigned{tlp.status}, p.line_octets})
        at = core::put_number(put(at, ","), n);
    for (const core::Femtoseconds t :
         {tagged - asked, p.repeated ? 0 : blocked - tagged + (p.begin - allowed), allowed - blocked, p.end - p.begin})
        at = core::put_nanoseconds(put(at, ","), t);
    at = kEnds[p.bad ? 2 : p.repeated ? 1 : 0].put(at);
    add(at, p.end);
}

}  // namespace niclab::probe
