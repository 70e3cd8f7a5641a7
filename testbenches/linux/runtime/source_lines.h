/// @file Lines of a driver's source for addresses of its code.
///
/// Behaviour: one process of binutils' addr2line per module reads its debug information, once per
///   address. Without it a place is the name of the module with an offset.
#pragma once

#include <map>
#include <memory>
#include <string>

/// The address of the code that has called the present function.
#define NICLAB_CALLER __builtin_return_address(0)

namespace niclab::linux_kernel {

/// An address in a driver's code: where a call returns to.
using CodeAddress = const void*;

class SourceLines {
public:
    struct Place {
        std::string line;      ///< Such as "pcnet32.c:2370".
        std::string function;  ///< Such as "pcnet32_open"; empty if it is unknown.
    };
    SourceLines();
    ~SourceLines();
    /// `module`: path of the shared object, which is loaded at `base`.
    void set_module(const std::string& module, const void* base);
    /// Its name, such as "pcnet32". A source with another name may have been compiled to it.
    std::string module() const;
    /// Whether an address is in the module.
    bool has(CodeAddress address) const;
    /// Of code that is not the driver's: the place "kernel". `in_call`: the address is the one that
    /// a call returns to; false: that of an instruction.
    const Place& at(CodeAddress address, bool in_call = true);

private:
    class Reader;

    Place looked_up(std::size_t offset);

    std::string module_;
    const void* base_ = nullptr;
    std::map<std::size_t, Place> known_;  ///< By offset in the module.
    std::unique_ptr<Reader> reader_;      ///< From the first address on.
};

}  // namespace niclab::linux_kernel
