/// @file The parameters of a module, as a user of insmod gives them: NAME=VALUE[,VALUE...].
///
/// Behaviour: a module registers them while it is loaded (kernel/parameters.h). Two of its sources
///   may have one of the same name, which is then set in both.
/// Format: charp; y, n, 0 and 1 for bool; whole numbers in decimal, octal (0...) or hexadecimal
///   (0x...), up to the number of the parameter's elements.
#pragma once

#include <deque>
#include <set>
#include <string>
#include <vector>

#include "kernel/parameters.h"

namespace niclab::linux_kernel {

class Parameters {
public:
    void add(const niclab_parameter& parameter) { known_.push_back(parameter); }
    /// Throws core::ConfigError: no parameter of that name, too many values, or values of a wrong
    /// type.
    void set(const std::vector<std::string>& assignments);

    /// Throws core::ConfigError for an assignment that is none.
    static void check_form(const std::vector<std::string>& assignments);
    /// Throws core::ConfigError for a name that is none of `names`, which are those of `owner`.
    static void check_names(const std::vector<std::string>& assignments, const std::set<std::string>& names,
                            const std::string& owner);
    /// Throws as set() does, without a machine. A module that cannot be loaded is not checked.
    static void check(const std::string& module, const std::vector<std::string>& assignments);
    /// The object to which a module registers its parameters if it is loaded only for this;
    /// otherwise nullptr.
    static Parameters* asking();

private:
    void set(const std::string& name, const std::vector<std::string>& values);
    void set_one(const niclab_parameter& parameter, unsigned long index, const std::string& value);

    std::vector<niclab_parameter> known_;
    std::deque<std::string> texts_;  ///< Targets of parameters of type charp.
};

}  // namespace niclab::linux_kernel
