/// @file Numbers of an experiment in the types of the models.
#pragma once

#include "base/time.h"
#include "core/config.h"

namespace niclab::lab {

/// An integer that is not negative. Throws core::ConfigError.
inline unsigned read_unsigned(core::ConfigTable& t, const char* key, unsigned standard, unsigned least, unsigned most,
                              const char* what) {
    return unsigned(t.integer(key, standard, least, most, what));
}
/// A time. Its default and its limits are in nanoseconds. Throws core::ConfigError.
inline base::Femtoseconds read_span(core::ConfigTable& t, const std::string& key, double standard, double least,
                                    double most, const std::string& what) {
    return base::from_us(t.time_ns(key, standard, least, most, what) * 1e-3);
}

}  // namespace niclab::lab
