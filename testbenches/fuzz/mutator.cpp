#include "mutator.h"

#include <algorithm>

namespace niclab::fuzz {

namespace {

/// Texts that may cause an error in a reader.
const char* const kWords[] = {"$end",
                              "$comment ",
                              "$var wire 1 ! x $end\n",
                              "$scope module a $end\n",
                              "$upscope $end\n",
                              "#0\n",
                              "$dumpvars",
                              "[31:0]",
                              "[2147483647:-2147483648]",
                              "#18446744073709551616\n",
                              "b",
                              "$var wire 4294967295 ~ v $end\n",
                              "\\",
                              "$timescale 1 fs $end\n",
                              "$enddefinitions $end\n",
                              "0000000000000000000000000000000000000000000000000000000000000000000000",
                              "r1 !\n",
                              "[5]",
                              " ",
                              "\n",
                              "$timescale 100 s $end\n",
                              "#-1\n",
                              "x",
                              "Z"};

void once(std::string& text, std::mt19937_64& random) {
    const auto below = [&random](std::size_t n) {
        return static_cast<std::size_t>(random() % std::max<std::size_t>(n, 1));
    };
    const std::size_t at = below(text.size() + 1), octets = std::min(text.size() - at, std::size_t{1} << below(10));
    switch (below(9)) {
        case 0:
            if (at < text.size()) text[at] = static_cast<char>(random());
            break;
        case 1:
            if (at < text.size()) text[at] = static_cast<char>(text[at] ^ 1 << below(8));
            break;
        case 2:
            text.erase(at, octets);
            break;
        case 3:
            text.insert(below(text.size() + 1), text.substr(at, octets));
            break;
        case 4:
            text.insert(at, kWords[below(std::size(kWords))]);
            break;
        case 5:
            text.insert(at, std::string(std::size_t{1} << below(12), "#0b1x! $[\n"[below(10)]));
            break;
        case 6:
            if (below(4) == 0) text.resize(at);
            break;
        case 7:
            std::reverse(text.begin() + static_cast<std::ptrdiff_t>(at),
                         text.begin() + static_cast<std::ptrdiff_t>(at + std::min<std::size_t>(octets, 8)));
            break;
        default: {  // Two pieces are exchanged.
            const std::size_t other = below(text.size() + 1),
                              count = std::min({octets, text.size() - other, std::size_t{32}});
            if (at + count <= other || other + count <= at)
                std::swap_ranges(text.begin() + static_cast<std::ptrdiff_t>(at),
                                 text.begin() + static_cast<std::ptrdiff_t>(at + count),
                                 text.begin() + static_cast<std::ptrdiff_t>(other));
        }
    }
}

}  // namespace

std::string mutate(std::string text, std::mt19937_64& random) {
    for (std::uint64_t changes = random() % 2 == 0 ? 1 : 1 + random() % 8; changes > 0; --changes) once(text, random);
    return text;
}

}  // namespace niclab::fuzz
