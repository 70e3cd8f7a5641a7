/// @file The result of `niclab check` for a waveform, computed within this process.
#pragma once

#include <string>

namespace niclab::fuzz {

/// A waveform held in memory under a path.
class MemoryFile {
public:
    MemoryFile();
    ~MemoryFile();
    MemoryFile(const MemoryFile&) = delete;
    void put(const std::string& text);
    const std::string& path() const { return path_; }

private:
    int file_;
    std::string path_;
};

struct Verdict {
    bool refused = false;
    std::string text;  ///< Sorted lines of the buses, then the violations in order; or the refusal.
    bool operator==(const Verdict& o) const { return refused == o.refused && text == o.text; }
};

/// Throws what the checker throws other than core::ConfigError.
Verdict judge(const std::string& path);

}  // namespace niclab::fuzz
