/// @file  Input files are read whole, and only where they can end: regular files of a size that fits memory.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace niclab::core {

/// Largest file that is read as text: experiments, cards, hosts, lists.
inline constexpr std::uint64_t kMostTextOctets = 16u << 20;

/// Why a file cannot be read: "a pipe found" or the like, "a regular file wanted".
struct Unreadable {
    std::string found, wanted;
};

/// What keeps `path` from being read as a file of at most `most` octets; nothing when it can be. A pipe or a device is
/// refused without being opened: it may block or never end.
std::optional<Unreadable> unreadable(const std::string& path, std::uint64_t most);

/// Contents of a regular file. Throws ConfigError, "path:1:1: what was found, what is wanted".
std::string read_text(const std::string& path);

/// sha256 of a regular file of any size. Throws ConfigError like read_text().
std::string digest_of_file(const std::string& path);

}  // namespace niclab::core
