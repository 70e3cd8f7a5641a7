/// @file  A signal that counts what it costs.
///
/// Every signal of a model is a Wire, so that the benchmark can build a floor with the same number of writes
/// and changes. In debug builds the kernel checks that each wire has one writer.
#pragma once

#include <cstdint>
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

// Part of every wire's type: the build of the library decides for all who use it.
#if NICLAB_CHECK_WRITERS
inline constexpr sc_core::sc_writer_policy kWriterPolicy = sc_core::SC_ONE_WRITER;
#else
inline constexpr sc_core::sc_writer_policy kWriterPolicy = sc_core::SC_UNCHECKED_WRITERS;
#endif

/// A signal of type T, one writer. T needs operator==, operator<< and, to be traced by the kernel, sc_trace().
template <class T>
class Wire : public sc_core::sc_signal<T, kWriterPolicy>, public ActivitySource {
    using Base = sc_core::sc_signal<T, kWriterPolicy>;

public:
    explicit Wire(const char* name, const T& initial = T{}) : Base(name, initial) {}

    void write(const T& value) override {
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
    Activity activity_;
};

}  // namespace niclab::core
