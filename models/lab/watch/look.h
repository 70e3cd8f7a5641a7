/// @file  Somebody looks at some wires for a while.
#pragma once

#include "core/time.h"
#include "lab/bench/bundle.h"

namespace niclab::lab {

struct Look {
    BundleSet bundles;
    core::Femtoseconds from = 0, to = ~core::Femtoseconds{0};  ///< Both included.
    /// The wires are there a SONET frame before: until then whatever is kept of them has come anew.
    core::Femtoseconds begins() const {
        constexpr core::Femtoseconds kBefore = 125'000'000'000;
        return from > kBefore ? from - kBefore : 0;
    }
    bool at(core::Femtoseconds t) const { return t >= begins() && t <= to; }
};

}  // namespace niclab::lab
