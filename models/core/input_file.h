/// @file Readers of input files, which must be regular files that fit into memory and are read
/// whole.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace niclab::core {

/// Largest size of a file that is read as text: experiments, cards, hosts, lists.
inline constexpr std::uint64_t kMostTextOctets = 16u << 20;

/// The problem of reading `path` as a file of at most `most` octets, such as "a pipe; expected a
/// regular file"; nothing where it can be read. A pipe or a device is not opened, since it may block or
/// never end.
std::optional<std::string> unreadable(const std::string& path, std::uint64_t most);

/// Contents of a regular file. Throws ConfigError, "cannot open PATH: problem; expected ...".
std::string read_text(const std::string& path);

/// sha256 of a regular file of any size. Throws ConfigError like read_text().
std::string digest_of_file(const std::string& path);

}  // namespace niclab::core
