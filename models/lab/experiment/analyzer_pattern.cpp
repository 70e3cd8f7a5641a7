// One pattern: LABEL=VALUE, several separated by blanks.
#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "lab/experiment/analyzer_keys.h"

namespace niclab::lab {

namespace {

/// Adds a value of binary (..B), hexadecimal (..H) or one decimal digit to a pattern; x is don't
/// care.
bool put_value(std::string digits, const probe::AnalyzerChannel& c, probe::TriggerPattern& pattern) {
    unsigned width = 1;
    if (digits.size() > 1) {
        const char base = digits.back();
        if (base != 'H' && base != 'B') return false;
        width = base == 'H' ? 4 : 1;
        digits.pop_back();
    }
    unsigned bit = 0;
    for (auto d = digits.rbegin(); d != digits.rend(); ++d, bit += width) {
        if (*d == 'x') continue;
        if (!std::isxdigit(static_cast<unsigned char>(*d))) return false;
        const unsigned digit = static_cast<unsigned>(std::stoul(std::string(1, *d), nullptr, 16));
        if (digit >> width != 0) return false;
        for (unsigned i = 0; i < width; ++i) {
            if (bit + i >= c.bits) {
                if (digit >> i & 1u) return false;
                continue;
            }
            const probe::Sample one = probe::Sample{1} << (c.position + bit + i);
            pattern.mask |= one;
            if (digit >> i & 1u) pattern.value |= one;
        }
    }
    return bit >= c.bits || digits == "x";
}

}  // namespace

probe::TriggerPattern parse_pattern(const std::string& text, const std::vector<probe::AnalyzerChannel>& channels,
                                    const core::ConfigTable& table, const std::string& key) {
    probe::TriggerPattern pattern;
    std::istringstream terms(text);
    std::string term;
    while (terms >> term) {
        const std::size_t equals = term.find('=');
        const std::string label = term.substr(0, equals);
        const auto channel = std::find_if(channels.begin(), channels.end(),
                                          [&label](const probe::AnalyzerChannel& c) { return c.label == label; });
        if (equals == std::string::npos || channel == channels.end()) {
            std::vector<std::string> labels;
            for (const auto& c : channels) labels.push_back(c.label);
            throw table.refusal(
                key, core::unknown_name("channel '" + label + "'", label, labels, "LABEL=VALUE with a label among"));
        }
        const std::string value = term.substr(equals + 1);
        if (value == "rise")
            pattern.rising |= channel->mask();
        else if (value == "fall")
            pattern.falling |= channel->mask();
        else if (!put_value(value, *channel, pattern))
            throw table.error(key, "unknown value in '" + term + "'",
                              fmt::format("{} bits as F4H, 0x1B, 0, 1, x, rise or fall", channel->bits));
    }
    return pattern;
}

}  // namespace niclab::lab
