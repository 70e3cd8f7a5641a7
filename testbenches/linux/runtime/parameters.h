/// @file  The parameters of a module, as a user of insmod gives them: NAME=VALUE[,VALUE...].
///
/// A module tells of them while it is loaded (kernel/parameters.h); two of its sources may have one of the same name, which is then set in both.
/// Types:  charp; y, n, 0 and 1 for bool; whole numbers in decimal, octal (0...) or hexadecimal (0x...), as many as the parameter has room for.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "kernel/parameters.h"

namespace niclab::linux_kernel {

class Parameters {
public:
    void add(const niclab_parameter& parameter) { known_.push_back(parameter); }
    /// Throws core::ConfigError: none of that name, more values than it has room for, none of its type.
    void set(const std::vector<std::string>& assignments);

    /// Throws as set() does, without a machine. What cannot be loaded at all is not judged.
    static void check(const std::string& module, const std::vector<std::string>& assignments);
    /// Where a module that is being loaded only to be asked tells of its parameters; otherwise nullptr.
    static Parameters* asking();

private:
    void set(const std::string& name, const std::vector<std::string>& values);
    void set_one(const niclab_parameter& parameter, unsigned long index, const std::string& value);
    [[noreturn]] void unknown(const std::string& name) const;

    std::vector<niclab_parameter> known_;
    std::deque<std::string> texts_;  ///< That parameters of type charp point to.
};

}  // namespace niclab::linux_kernel
