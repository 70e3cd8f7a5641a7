/// @file  A signal that counts what it costs.
///
/// Every signal of a model is a Wire, so that the benchmark can build a floor with the same number of writes
/// and changes. Debug builds check that one module writes each wire. Who writes ahead of the kernel writes when the kernel is there.
#pragma once

#include <cstdint>
#include <systemc>

#include "core/event.h"
#include "core/one_writer.h"

namespace niclab::core {

/// What the kernel was asked to do for one signal or one clocked method.
struct Activity {
    std::uint64_t calls = 0;    ///< Activations of a method.
    std::uint64_t writes = 0;   ///< Calls of write() on a signal.
    std::uint64_t changes = 0;  ///< Writes that changed the value.
};

/// Anything that knows its own Activity; found through the SystemC object hierarchy.
class ActivitySource {
public:
    virtual ~ActivitySource() = default;
    virtual Activity activity() const = 0;
};

/// A signal of type T, one writer. T needs operator==, operator<< and, to be traced by the kernel, sc_trace().
template <class T>
class Wire : public sc_core::sc_signal<T, sc_core::SC_UNCHECKED_WRITERS>, public ActivitySource {
    using Base = sc_core::sc_signal<T, sc_core::SC_UNCHECKED_WRITERS>;

public:
    explicit Wire(const char* name, const T& initial = T{}) : Base(name, initial) {}

    void write(const T& value) override {
        if constexpr (kCheckWriters) writer_.check(this->name());
        ++activity_.writes;
        if (!ahead()) return Base::write(value);
        if (!waits_ && value == this->read()) return;
        next_ = value;
        if (!waits_) when_there([](void* self, Femtoseconds) { static_cast<Wire*>(self)->write_now(); }, this);
        waits_ = true;
    }
    Activity activity() const override { return activity_; }
    /// Somebody wants to know when it changes.
    bool heard() const { return heard_; }
    const sc_core::sc_event& default_event() const override { return heard_ = true, Base::default_event(); }
    const sc_core::sc_event& value_changed_event() const override { return heard_ = true, Base::value_changed_event(); }

protected:
    void update() override {
        ++activity_.changes;
        Base::update();
    }

private:
    void write_now() {
        waits_ = false;
        Base::write(next_);
    }

    Activity activity_;
    bool waits_ = false;
    mutable bool heard_ = false;
    T next_{};
    OneWriter writer_;  ///< Where that is checked.
};

}  // namespace niclab::core
