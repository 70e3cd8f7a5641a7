/// @file What reading a capture as a workload says.
#pragma once

#include <sstream>
#include <stdexcept>
#include <string>

#include "lab/captures/captured_workload.h"

namespace niclab::test {

/// The message of the exception; empty if the capture is read.
inline std::string capture_refusal(const std::string& file, const lab::CaptureChoice& choice = {}) {
    std::istringstream in(file);
    try {
        lab::read_captured_workload(in, choice);
    } catch (const std::runtime_error& e) {
        return e.what();
    }
    return "";
}

}  // namespace niclab::test
