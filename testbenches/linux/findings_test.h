/// @file A test of what the debug kernel reports.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "runtime/findings.h"

namespace niclab::linux_kernel {

class FindingsTest : public testing::Test {
protected:
    /// Whether a fault of that rule was recorded, with this text.
    bool reported(Rule rule, const std::string& text) const {
        const auto& all = findings.faults();
        return std::any_of(all.begin(), all.end(), [&](const auto& finding) {
            return finding.rule == rule && finding.text.find(text) != std::string::npos;
        });
    }
    Findings findings;
};

}  // namespace niclab::linux_kernel
