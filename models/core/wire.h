/// @file  A signal that counts what it costs.
///
/// Every signal of a model is a Wire, so that the benchmark can build a floor with the same number of writes
/// and changes. Debug builds check that one module writes each wire.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <systemc>

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

// The build of the library decides for all who use it.
#if NICLAB_CHECK_WRITERS
inline constexpr bool kCheckWriters = true;
#else
inline constexpr bool kCheckWriters = false;
#endif

/// Whoever calls modules in the kernel's place, a clock, says which.
class Caller {
public:
    virtual ~Caller() = default;
    virtual const sc_core::sc_object* calling() const = 0;
};

/// The module that runs now; nullptr outside of the simulation.
inline const sc_core::sc_object* running_module() {
    const sc_core::sc_process_handle process = sc_core::sc_get_current_process_handle();
    if (!process.valid()) return nullptr;
    const sc_core::sc_object* parent = process.get_parent_object();
    const auto* caller = dynamic_cast<const Caller*>(parent);
    return caller ? caller->calling() : parent;
}

/// A signal of type T, one writer. T needs operator==, operator<< and, to be traced by the kernel, sc_trace().
template <class T>
class Wire : public sc_core::sc_signal<T, sc_core::SC_UNCHECKED_WRITERS>, public ActivitySource {
    using Base = sc_core::sc_signal<T, sc_core::SC_UNCHECKED_WRITERS>;

public:
    explicit Wire(const char* name, const T& initial = T{}) : Base(name, initial) {}

    void write(const T& value) override {
        if constexpr (kCheckWriters) check_writer();
        ++activity_.writes;
        Base::write(value);
    }
    Activity activity() const override { return activity_; }

protected:
    void update() override {
        ++activity_.changes;
        Base::update();
    }

private:
    void check_writer() {
        const sc_core::sc_object* writer = running_module();
        if (!writer || writer == writer_) return;
        if (writer_)
            throw std::logic_error(std::string(this->name()) + ": written by " + writer_->name() + " and " +
                                   writer->name() + ", one writer wanted");
        writer_ = writer;
    }

    Activity activity_;
    const sc_core::sc_object* writer_ = nullptr;  ///< Where that is checked.
};

}  // namespace niclab::core
