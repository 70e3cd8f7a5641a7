/// @file A signal that counts its activity.
///
/// Behaviour: every signal of a model is a Wire, so that the benchmark can build a reference with
///   the same number of writes and changes. Debug builds check that only one module writes each
///   wire. A write by a module that runs ahead takes effect when the kernel has reached its time.
#pragma once

#include <cstdint>
#include <systemc>

#include "core/event.h"
#include "core/one_writer.h"

namespace niclab::core {

/// What the kernel executed for one signal or one clocked method.
struct Activity {
    std::uint64_t calls = 0;    ///< Activations of a method.
    std::uint64_t writes = 0;   ///< Calls of write() on a signal.
    std::uint64_t changes = 0;  ///< Writes that changed the value.
};

/// An object that counts its Activity; found through the SystemC object hierarchy.
class ActivitySource {
public:
    virtual ~ActivitySource() = default;
    virtual Activity activity() const = 0;
};

/// A signal of type T with one writer. T requires operator==, operator<< and, for traces of the
/// kernel, sc_trace().
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
        if (!waits_) defer_to_kernel([](void* self, Femtoseconds) { static_cast<Wire*>(self)->write_now(); }, this);
        waits_ = true;
    }
    Activity activity() const override { return activity_; }
    /// Whether a process waits for its changes.
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
    OneWriter writer_;  ///< Used where writers are checked.
};

}  // namespace niclab::core
