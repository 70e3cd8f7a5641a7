#include "core/fst_blocks.h"

#include <cstdint>
#include <fstream>

namespace niclab::core {

namespace {

constexpr int kHeader = 0, kPacked = 254, kUnfinished = 255;
constexpr std::uint64_t kHeaderOctets = 329;

struct Block {
    int type = -1;  ///< -1: the file ended.
    std::uint64_t octets = 0;
};

Block block_at(std::istream& in, std::uint64_t at) {
    Block block;
    in.seekg(static_cast<std::streamoff>(at));
    block.type = in.get();
    for (unsigned i = 0; i < 8; ++i) block.octets = block.octets << 8 | (static_cast<unsigned>(in.get()) & 0xFFu);
    if (!in) block.type = -1;
    return block;
}

}  // namespace

bool begins_as_fst(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    const Block first = block_at(in, 0);
    return (first.type == kHeader && first.octets == kHeaderOctets) || first.type == kPacked;
}

std::string fst_damage(const std::string& path) {
    std::ifstream in(path, std::ios::binary | std::ios::ate);
    if (!in) return "it cannot be read";
    const auto size = static_cast<std::uint64_t>(in.tellg());
    for (std::uint64_t at = 0; at < size;) {
        const Block block = block_at(in, at);
        if (block.type == kPacked && at == 0) return block.octets == 0 ? "its last block is unfinished" : "";
        if (block.type == kUnfinished || block.octets == 0) return "its last block is unfinished";
        if (block.type < 0 || block.octets < 8 || block.octets > size - at - 1)
            return "it is cut off inside a block that begins at octet " + std::to_string(at);
        at += 1 + block.octets;
    }
    return size == 0 ? "it is empty" : "";
}

}  // namespace niclab::core
