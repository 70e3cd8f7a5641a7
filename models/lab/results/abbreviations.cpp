#include "lab/results/abbreviations.h"

#include <cctype>
#include <cstddef>

namespace niclab::lab {

namespace {

struct Abbreviation {
    const char *letters, *meaning;
};

constexpr Abbreviation kAbbreviations[] = {
    {"CSMA/CD", "carrier sense multiple access with collision detection"},
    {"epd", "early packet discard"},
    {"FCS", "frame check sequence"},
    {"LANE", "LAN emulation"},
    {"LOS", "loss of signal"},
    {"LRDI", "line remote defect indication"},
    {"MAC", "media access control"},
    {"OCD", "out of cell delineation"},
    {"OOF", "out of frame"},
    {"PAIS", "path alarm indication signal"},
    {"PDU", "protocol data unit, a packet with its trailer"},
    {"PHY", "physical layer chip"},
    {"PRDI", "path remote defect indication"},
    {"RxUTOPIA", "cell bus from the PHY"},
    {"SAR", "segmentation and reassembly chip"},
    {"SONET", "synchronous optical network"},
    {"TxUTOPIA", "cell bus to the PHY"},
};

bool is_letter(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '/'; }

/// As a word of its own, perhaps in the plural.
bool has_word(const std::string& text, const std::string& word) {
    for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
        std::size_t end = at + word.size();
        if (end < text.size() && text[end] == 's') ++end;
        if ((at == 0 || !is_letter(text[at - 1])) && (end >= text.size() || !is_letter(text[end]))) return true;
    }
    return false;
}

}  // namespace

std::string abbreviations(const std::string& text) {
    std::string all;
    for (const Abbreviation& a : kAbbreviations)
        if (has_word(text, a.letters)) all += (all.empty() ? "" : "; ") + std::string(a.letters) + ": " + a.meaning;
    return all.empty() ? all : all + ".";
}

}  // namespace niclab::lab
