/// @file Files that open a waveform at an event: a save file for GTKWave and a command file for
/// Surfer.
///
/// Source: GTKWave 3.3, savefile.c: `*zoom primary A B ... Z` are times of markers, -1 for none;
///   `[markername] Aname`. Surfer's book, chapter Commands. Its state files (.surf.ron) have no
///   documented format; command files have.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "probe/wave/wave_file.h"

namespace niclab::probe {

class SaveFile {
public:
    static constexpr std::size_t kMarkers = 26;  ///< GTKWave names them A to Z.

    /// Adds a marker at `ps`; only the first kMarkers are used.
    void mark(std::uint64_t ps, const std::string& name) {
        if (marks_.size() < kMarkers) marks_.emplace_back(ps, name);
    }
    /// Writes WAVEFORM.gtkw and WAVEFORM.sucl for the waveform at `path`. They show all of its
    /// signals, rows of text first in their scope, without output enables. They open at `opens_ps`
    /// or, with markers, just before the first. Throws core::ConfigError.
    void write(const std::string& path, const std::vector<WaveFile::Variable>& variables, std::uint64_t opens_ps) const;

private:
    std::string gtkwave(const std::string& file, const std::vector<WaveFile::Variable>& shown,
                        std::uint64_t opens_ps) const;
    std::string surfer(const std::vector<WaveFile::Variable>& shown, std::uint64_t opens_ps) const;

    std::vector<std::pair<std::uint64_t, std::string>> marks_;
};

}  // namespace niclab::probe
