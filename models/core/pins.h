/// @file  The two roles of a wire bundle.
///
/// A bundle is declared once, templated on its role: `Down` wires run from the Source to the Sink, `Up` wires
/// back. `Wires` is the role of the net in between.
#pragma once

#include <systemc>

#include "core/wire.h"

namespace niclab::core {

struct Source {
    template <class T>
    using Down = sc_core::sc_out<T>;
    template <class T>
    using Up = sc_core::sc_in<T>;
};

struct Sink {
    template <class T>
    using Down = sc_core::sc_in<T>;
    template <class T>
    using Up = sc_core::sc_out<T>;
};

struct Net {
    template <class T>
    using Down = Wire<T>;
    template <class T>
    using Up = Wire<T>;
};

}  // namespace niclab::core
