/// @file Names and headers of the kernel that a driver uses and niclab's kernel headers lack, from
/// the messages of a C compiler.
#pragma once

#include <string>
#include <vector>

namespace niclab::linux_kernel {

struct MissingName {
    std::string place;  ///< FILE:LINE of its first use.
    std::string name;   ///< A function, macro, type or header, or "member of struct NAME".
};

/// Each missing name once, in the order of the messages. `messages`: of gcc or clang in the locale C.
/// Empty if the source has other errors only.
std::vector<MissingName> missing_names(const std::string& messages);

}  // namespace niclab::linux_kernel
