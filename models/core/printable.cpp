#include "core/printable.h"

#include <fmt/format.h>

namespace niclab::core {

std::string printable(const std::string& text) {
    std::string shown;
    for (const char c : text) {
        const auto octet = static_cast<unsigned char>(c);
        if (c == '\n')
            shown += "\\n";
        else if (octet < 0x20 || octet == 0x7F)
            shown += fmt::format("\\x{:02X}", octet);
        else
            shown += c;
    }
    return shown;
}

}  // namespace niclab::core
