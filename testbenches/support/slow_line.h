/// @file A line with one cell per microsecond.
#pragma once

#include "net/line.h"

namespace niclab::test {

constexpr net::Femtoseconds kCell = 1'000'000'000;

inline net::LineConfig line_config() {
    net::LineConfig c;
    c.cell_rate = 1e6;
    return c;
}

}  // namespace niclab::test
