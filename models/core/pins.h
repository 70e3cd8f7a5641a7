/// @file The two roles of a bundle of wires.
///
/// Behaviour: a bundle is declared once, as a template of its role. `Down` wires run from the
///   Source to the Sink, `Up` wires from the Sink to the Source. `Wires` is the role of the net
///   between them.
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
