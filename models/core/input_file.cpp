#include "core/input_file.h"

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <vector>

#include "base/count_of.h"
#include "base/sha256.h"
#include "core/config.h"

namespace niclab::core {

namespace fs = std::filesystem;

namespace {

const char* name_of(fs::file_type type) {
    switch (type) {
        case fs::file_type::directory:
            return "a folder";
        case fs::file_type::fifo:
            return "a pipe";
        case fs::file_type::character:
        case fs::file_type::block:
            return "a device";
        case fs::file_type::socket:
            return "a socket";
        default:
            return "no such file";
    }
}

std::ifstream opened(const std::string& path, std::uint64_t most) {
    if (const auto why = unreadable(path, most)) throw ConfigError("cannot open " + path + ": " + *why);
    return std::ifstream(path, std::ios::binary);
}

}  // namespace

std::optional<std::string> unreadable(const std::string& path, std::uint64_t most) {
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (status.type() != fs::file_type::regular)
        return std::string(name_of(status.type())) + "; expected a regular file";
    const std::uint64_t octets = fs::file_size(path, error);
    if (octets > most)
        return base::count_of(octets, "octet") + "; expected a file of at most " + std::to_string(most) + " octets";
    if (access(path.c_str(), R_OK) != 0) return "permission denied; expected a readable file";
    return std::nullopt;
}

std::string read_text(const std::string& path) {
    std::ifstream in = opened(path, kMostTextOctets);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

std::string digest_of_file(const std::string& path) {
    std::ifstream in = opened(path, UINT64_MAX);
    base::Sha256 digest;
    std::vector<char> piece(1 << 16);
    do {
        in.read(piece.data(), static_cast<std::streamsize>(piece.size()));
        digest.add({piece.data(), static_cast<std::size_t>(in.gcount())});
    } while (in);
    return digest.hex();
}

}  // namespace niclab::core
