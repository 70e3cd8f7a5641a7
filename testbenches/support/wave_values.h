/// @file All changes of a waveform file, as the project's reader of VCD and FST reports them.
#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "check/wave_range.h"
#include "check/wave_reader.h"

namespace niclab::test {

/// Time, full name without range, bits, unknown bits and floating bits.
using WaveValues =
    std::vector<std::tuple<core::Femtoseconds, std::string, std::uint64_t, std::uint64_t, std::uint64_t>>;

/// Sorted; without rows of text, which the reader does not report.
inline WaveValues wave_values(const std::string& path) {
    WaveValues all;
    const auto wave = check::WaveReader::open(path);
    std::map<unsigned, std::string> names;
    for (const auto& [scope, name, variable] : wave->declared())
        names[variable] = scope + "." + check::declared_range(name, wave->bits(variable)).base;
    while (wave->next()) {
        for (const auto& c : wave->changes())
            all.emplace_back(wave->now(), names[c.variable], c.value.bits & ~c.value.unknown, c.value.unknown,
                             c.value.floating);
        wave->apply();
    }
    std::sort(all.begin(), all.end());
    return all;
}

}  // namespace niclab::test
