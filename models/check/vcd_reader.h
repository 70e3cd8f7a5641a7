/// @file  Reads a value change dump, one point of time after the other.
///
/// Source:         IEEE 1364 section 18 (from memory of the standard).
/// Not modelled:   real variables and strings are skipped; variables of more than 64 bits are refused where they are
/// used.
#pragma once

#include <cstdint>
#include <fstream>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/clock.h"
#include "core/config.h"

namespace niclab::check {

/// Four-valued: a bit of `unknown` is x or z, of `floating` z.
struct VcdValue {
    std::uint64_t bits = 0, unknown = ~std::uint64_t{0}, floating = 0;
    bool high() const { return (bits & ~unknown & 1u) != 0; }
    bool low() const { return ((bits | unknown) & 1u) == 0; }
};

class VcdReader {
public:
    struct Change {
        unsigned variable;
        VcdValue value;
    };

    /// Reads the declarations. Throws core::ConfigError with file and line where it is no VCD.
    explicit VcdReader(const std::string& path);

    /// Index of the variable of that full name, without its range, or -1. Aliases share an index.
    int find(const std::string& name) const;
    unsigned bits(unsigned variable) const { return widths_[variable]; }
    /// Full names, in the order of the file.
    const std::vector<std::string>& names() const { return names_; }

    /// Reads the changes of the next point of time; false at the end of the file. Throws core::ConfigError.
    bool next();
    core::Femtoseconds now() const { return now_; }
    /// Of this point of time, in the order of the file; not yet applied.
    const std::vector<Change>& changes() const { return changes_; }
    /// Values as they were before this point of time.
    const VcdValue& value(unsigned variable) const { return values_[variable]; }
    /// The file has said what the variable is, be it x, before this point of time.
    bool given(unsigned variable) const { return given_[variable]; }
    /// When the value was set last, before this point of time.
    core::Femtoseconds since(unsigned variable) const { return since_[variable]; }
    /// Applies changes(); to be called once everybody has looked.
    void apply();
    /// Part of the file that was read, 0 to 1.
    double progress() const { return size_ > 0 ? double(read_) / double(size_) : 1; }

private:
    bool line();
    void declaration();
    void variable(const std::string& scope);
    void change();
    void set(const std::string& id, const std::string& digits);
    [[noreturn]] void fail(const std::string& found, const std::string& wanted) const;

    std::string path_, line_;
    std::ifstream in_;
    std::size_t number_ = 0;
    std::uint64_t read_ = 0, size_ = 0;
    std::uint64_t unit_fs_ = 0;
    bool time_pending_ = false, started_ = false;
    core::Femtoseconds now_ = 0, next_time_ = 0;
    std::unordered_map<std::string, unsigned> ids_, by_name_;
    std::vector<std::string> names_, scopes_;
    std::vector<unsigned> widths_;
    std::vector<VcdValue> values_;
    std::vector<bool> given_;
    std::vector<core::Femtoseconds> since_;
    std::vector<Change> changes_;
};

}  // namespace niclab::check
