/// @file The receiver of every change of the named signals: a waveform file, a logic analyzer.
#pragma once

#include <cstdint>
#include <string>

#include "core/clock.h"
#include "core/decoupled.h"

namespace niclab::probe {

class WaveSink {
public:
    using Id = std::uint32_t;
    static constexpr Id kUnwanted = ~Id{0};

    virtual ~WaveSink() = default;
    /// Adds a signal of 1 to 64 bits; `name` without range, in the dotted `scope`. kUnwanted:
    /// changes need not be reported.
    virtual Id add(const std::string& scope, const std::string& name, unsigned bits, std::uint64_t initial,
                   bool z = false) = 0;
    virtual void add_clock(const std::string& scope, const std::string& name, const core::Clock& clock) = 0;
    /// Number of signals used up to now, without clocks.
    virtual std::size_t wanted() const = 0;
    /// A change of data, launched now. `z`: it is no longer driven.
    void change(Id id, std::uint64_t value, bool z = false) {
        if (id != kUnwanted) take(id, value, z);
    }

    /// Adds a module that reports changes late and in the order of time; its synchronize() reports
    /// all up to now. kUnwanted: the sink requires each change at its time.
    virtual Id add_late(core::Decoupled&) { return kUnwanted; }
    /// A change of data, launched at `at`, by the late module `source`.
    void change_late(Id source, Id id, std::uint64_t value, core::Femtoseconds at, bool z = false) {
        if (id != kUnwanted) take_late(source, id, value, at, z);
    }

protected:
    virtual void take_late(Id, Id, std::uint64_t, core::Femtoseconds, bool) {}
    virtual void take(Id id, std::uint64_t value, bool z) = 0;
};

}  // namespace niclab::probe
