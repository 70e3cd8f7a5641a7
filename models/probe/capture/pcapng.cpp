#include "probe/capture/pcapng.h"

namespace niclab::probe {

namespace {

void put(std::string& s, std::uint64_t value, unsigned octets) {
    for (unsigned i = 0; i < octets; ++i) s += static_cast<char>(value >> 8 * i);
}
void pad(std::string& s) { s.resize((s.size() + 3) / 4 * 4, '\0'); }
/// An option, unless its text is empty. Its length has 16 bits.
void option(std::string& s, std::uint16_t code, const std::string& text) {
    if (text.empty()) return;
    const std::string value = text.substr(0, 0xFFFF);
    put(s, code, 2);
    put(s, value.size(), 2);
    s += value;
    pad(s);
}
void end_of_options(std::string& s) { put(s, 0, 4); }

constexpr std::uint16_t kComment = 1, kApplication = 4;  // of every block; of a section
constexpr std::uint16_t kName = 2, kDescription = 3, kResolution = 9,
                        kFcsLength = 13;  // of an interface

}  // namespace

Pcapng::Pcapng(std::string path, const Section& section)
    : file_("--pcap", std::move(path)), picoseconds_(section.picoseconds) {
    std::string body;
    put(body, 0x1A2B3C4D, 4);
    put(body, 1, 2);
    put(body, 0, 2);
    put(body, ~std::uint64_t{0}, 8);
    option(body, kComment, section.comment);
    option(body, kApplication, section.application);
    end_of_options(body);
    block(0x0A0D0D0A, body);
}

void Pcapng::block(std::uint32_t type, const std::string& body) {
    const std::size_t length = 12 + body.size();
    std::string text;
    put(text, type, 4);
    put(text, length, 4);
    text += body;
    put(text, length, 4);
    file_.out().write(text.data(), static_cast<std::streamsize>(text.size()));
}

std::uint32_t Pcapng::add_interface(const std::string& name, std::uint16_t link_type, const std::string& description,
                                    unsigned fcs_octets) {
    std::string body;
    put(body, link_type, 2);
    put(body, 0, 2);
    put(body, 0, 4);
    option(body, kName, name);
    option(body, kDescription, description);
    option(body, kResolution, picoseconds_ ? "\x0c" : "\x09");
    if (fcs_octets > 0) option(body, kFcsLength, std::string(1, static_cast<char>(fcs_octets)));
    end_of_options(body);
    block(1, body);
    return interfaces_++;
}

void Pcapng::packet(std::uint32_t interface, core::Femtoseconds at, const std::vector<std::uint8_t>& octets,
                    const std::string& comment) {
    const std::uint64_t ticks = at / (picoseconds_ ? 1'000 : 1'000'000);
    std::string body;
    put(body, interface, 4);
    put(body, ticks >> 32, 4);
    put(body, ticks & 0xFFFFFFFFu, 4);
    put(body, octets.size(), 4);
    put(body, octets.size(), 4);
    body.append(octets.begin(), octets.end());
    pad(body);
    if (!comment.empty()) {
        option(body, kComment, comment);
        end_of_options(body);
    }
    block(6, body);
}

}  // namespace niclab::probe
