/// @file The comparison of two recordings of a trial: two versions of a driver.
#pragma once

#include <string>

namespace niclab::linux_kernel {

struct Comparison {
    bool equal = false;  ///< In every row, with its time.
    std::string text;    ///< Which version fails, the first difference, then tables.
};

/// The recordings (recording.h) in two folders. `good` and `bad` name the versions in the text.
/// Memory does not grow with the recordings. Throws core::ConfigError: a table is missing.
Comparison compare_recordings(const std::string& good_folder, const std::string& bad_folder, const std::string& good,
                              const std::string& bad);

}  // namespace niclab::linux_kernel
