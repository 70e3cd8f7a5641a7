#include "probe/pcie/pcie_csv.h"

#include <algorithm>

#include "bus/dma_if.h"
#include "core/row_text.h"

namespace niclab::probe {

namespace {

/// Largest size of a row without the name of the link.
constexpr std::size_t kMostOctets = 14 * core::kMostDigits + 160;

const char* name_of(const pcie::Tlp& tlp) {
    switch (tlp.type) {
        case pcie::TlpType::MemoryRead:
            return "memory_read";
        case pcie::TlpType::MemoryWrite:
            return "memory_write";
        case pcie::TlpType::IoRead:
            return "io_read";
        case pcie::TlpType::IoWrite:
            return "io_write";
        case pcie::TlpType::ConfigRead:
            return "config_read";
        case pcie::TlpType::ConfigWrite:
            return "config_write";
        case pcie::TlpType::Message:
            return "message";
        default:
            return "completion";
    }
}

char* put_hex(char* to, std::uint64_t n) {
    constexpr char kDigits[] = "0123456789ABCDEF";
    unsigned digits = 8;
    while (digits < 16 && n >> 4 * digits != 0) ++digits;
    while (digits-- > 0) *to++ = kDigits[n >> 4 * digits & 0xF];
    return to;
}

}  // namespace

core::Columns pcie_columns() {
    return {
        {"time_ns", "ns", "First symbol on the link, since the simulation began."},
        {"bus", "", "Host whose link it is."},
        {"direction", "", "up: to the root; down: to the card."},
        {"type", "", "Type of the TLP, in words."},
        {"address", "", "First octet; of a configuration request also bus, device and function."},
        {"octets", "octets", "Read, written or returned; 0: none."},
        {"tag", "", "Of the request."},
        {"sequence", "", "Number on the link, modulo 4096."},
        {"status", "", "Of a completion: 0 is success."},
        {"line_octets", "octets", "On the link, with header and framing."},
        {"tag_wait_ns", "ns", "From the request of the engine, or of the CPU, to a tag at the port."},
        {"link_wait_ns", "ns", "Other packets on the link."},
        {"credit_wait_ns", "ns", "No space in the receiver."},
        {"serialise_ns", "ns", "First to last symbol."},
        {"end", "", "accepted, damaged, or repeated if it was sent before."},
    };
}

PcieCsv::PcieCsv(std::string path) : file_("--out", std::move(path)) { file_.out() << core::header(pcie_columns()); }

void PcieCsv::row(const std::string& link, const pcie::LinkPacket& p) {
    using core::put;
    using pcie::Stamp;
    const pcie::Tlp& tlp = *p.tlp;
    const std::size_t most = used_ + kMostOctets + link.size();
    if (most > text_.size()) text_.resize(2 * most);
    // A completion has no tag of its own; it begins to wait when it is formed.
    const bool completion = tlp.type == pcie::TlpType::Completion;
    const core::Femtoseconds tagged = completion ? tlp.at(Stamp::Picked) : tlp.at(Stamp::Tagged);
    const core::Femtoseconds asked = completion ? tagged : tlp.at(Stamp::Asked);
    const core::Femtoseconds blocked = completion ? tagged : tlp.at(Stamp::Blocked);
    const core::Femtoseconds allowed = completion ? tagged : tlp.at(Stamp::Allowed);
    char* at = core::put_nanoseconds(text_.data() + used_, p.begin);
    at = put(put(put(at, ","), link), p.way == pcie::Way::Up ? ",up," : ",down,");
    at = put_hex(put(put(at, name_of(tlp)), ",0x"), tlp.address);
    const std::uint64_t status = tlp.status;
    for (const std::uint64_t n : {std::uint64_t{tlp.octets}, std::uint64_t{tlp.tag}, std::uint64_t{p.sequence}, status,
                                  std::uint64_t{p.line_octets}})
        at = core::put_number(put(at, ","), n);
    for (const core::Femtoseconds t :
         {tagged - asked, p.repeated ? 0 : blocked - tagged + (p.begin - allowed), allowed - blocked, p.end - p.begin})
        at = core::put_nanoseconds(put(at, ","), t);
    at = put(at, p.bad ? ",damaged\n" : p.repeated ? ",repeated\n" : ",accepted\n");
    const std::size_t begin = used_;
    used_ = static_cast<std::size_t>(at - text_.data());
    rows_.push_back({p.end, begin, used_});
}

/// With more than some octets the file's own buffer keeps none back.
void PcieCsv::settle() {
    if (used_ >= core::StreamedFile::kWorthWriting) write();
}

void PcieCsv::write() {
    const auto earlier = [](const Row& a, const Row& b) { return a.over < b.over; };
    if (std::is_sorted(rows_.begin(), rows_.end(), earlier)) {
        file_.out().write(text_.data(), static_cast<std::streamsize>(used_));
    } else {  // Links that were simulated one after the other.
        std::stable_sort(rows_.begin(), rows_.end(), earlier);
        for (const Row& r : rows_)
            file_.out().write(text_.data() + r.begin, static_cast<std::streamsize>(r.end - r.begin));
    }
    used_ = 0, rows_.clear();
}

}  // namespace niclab::probe
