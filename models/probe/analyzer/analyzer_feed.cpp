#include "probe/analyzer/analyzer_feed.h"

#include <algorithm>

namespace niclab::probe {

AnalyzerFeed::AnalyzerFeed(std::vector<AnalyzerChannel> channels) : channels_(std::move(channels)) {
    unsigned position = 0;
    for (AnalyzerChannel& c : channels_) c.position = position, position += c.bits;
}

WaveSink::Id AnalyzerFeed::add(const std::string& scope, const std::string& name, unsigned bits, std::uint64_t initial,
                               bool) {
    const std::string full = scope + "." + name;
    bool wanted = false;
    for (const AnalyzerChannel& c : channels_) {
        if (c.signal != full || c.low + c.bits > bits) continue;
        wires_.push_back({levels_.size(), c.low, c.position, c.mask() >> c.position});
        wanted = true;
    }
    if (!wanted) return kUnwanted;
    levels_.push_back({full, bits, initial, initial, 0});
    return static_cast<Id>(levels_.size() - 1);
}

void AnalyzerFeed::add_clock(const std::string& scope, const std::string& name, const core::Clock& clock) {
    clocks_[scope + "." + name] = &clock;
}

std::vector<std::string> AnalyzerFeed::unconnected() const {
    std::vector<std::string> labels;
    for (const AnalyzerChannel& c : channels_) {
        const bool there = std::any_of(levels_.begin(), levels_.end(),
                                       [&c](const Level& l) { return l.name == c.signal && c.low + c.bits <= l.bits; });
        if (!there) labels.push_back(c.label);
    }
    return labels;
}

const core::Clock* AnalyzerFeed::clock(const std::string& name) const {
    const auto found = clocks_.find(name);
    return found == clocks_.end() ? nullptr : found->second;
}

std::vector<std::string> AnalyzerFeed::clock_names() const {
    std::vector<std::string> names;
    for (const auto& [name, clock] : clocks_) names.push_back(name);
    return names;
}

Sample AnalyzerFeed::sample(core::Femtoseconds now) const {
    Sample sample = 0;
    for (const Wire& w : wires_) sample |= (levels_[w.level].at(now) >> w.low & w.mask) << w.position;
    return sample;
}

}  // namespace niclab::probe
