/// @file  Number of repetitions of a randomized test.
#pragma once

#include <algorithm>

namespace niclab::test {

#ifdef NDEBUG
inline constexpr bool kAllRepetitions = true;
#else
inline constexpr bool kAllRepetitions = false;
#endif

/// All repetitions in a release build, which judges what the model does. A debug build finds what only
/// it can see, memory errors and failed assertions, in a `share`-th of them, at least one.
constexpr unsigned repetitions(unsigned usual, unsigned share = 5) {
    return kAllRepetitions ? usual : std::max(usual / share, 1u);
}

}  // namespace niclab::test
