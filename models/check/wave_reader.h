/// @file  A waveform file read one point of time after the other, whatever its format.
///
/// Not modelled:   real variables and strings are skipped; variables of more than 64 bits are refused where they are
///                 used.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/clock.h"
#include "core/config.h"

namespace niclab::check {

/// Four-valued: a bit of `unknown` is x or z, of `floating` z.
struct WaveValue {
    std::uint64_t bits = 0, unknown = ~std::uint64_t{0}, floating = 0;
    bool high() const { return (bits & ~unknown & 1u) != 0; }
    bool low() const { return ((bits | unknown) & 1u) == 0; }
};

class WaveReader {
public:
    struct Change {
        unsigned variable;
        WaveValue value;
    };

    /// An FST or a VCD, told by its content. Throws core::ConfigError with file and, in text, line.
    static std::unique_ptr<WaveReader> open(const std::string& path);
    virtual ~WaveReader() = default;

    /// Index of the variable of that full name, without its range, or -1. Aliases share an index.
    int find(const std::string& name) const;
    unsigned bits(unsigned variable) const { return widths_[variable]; }
    /// Full names, in the order of the file.
    const std::vector<std::string>& names() const { return names_; }

    /// Reads the changes of the next point of time; false at the end of the file. Throws core::ConfigError.
    virtual bool next() = 0;
    /// Part of the file that was read, 0 to 1.
    virtual double progress() const = 0;
    core::Femtoseconds now() const { return now_; }
    /// Of this point of time, in the order of the file; not yet applied.
    const std::vector<Change>& changes() const { return changes_; }
    /// Values as they were before this point of time.
    const WaveValue& value(unsigned variable) const { return values_[variable]; }
    /// The file has said what the variable is, be it x, before this point of time.
    bool given(unsigned variable) const { return given_[variable]; }
    /// When the value was set last, before this point of time.
    core::Femtoseconds since(unsigned variable) const { return since_[variable]; }
    /// Applies changes(); to be called once everybody has looked.
    void apply();

protected:
    /// A further variable of `bits` bits; its index.
    unsigned add_variable(unsigned bits);
    /// Calls a variable `full`, which may end in a range.
    void add_name(const std::string& full, unsigned variable);
    /// The value that `digits` of 0, 1, x and z say for a variable of `bits` bits, short ones extended by what stands at
    /// their left, 1 counting as 0. False where one is no digit; `wrong` is it then.
    static bool read_value(const char* digits, std::size_t count, unsigned bits, WaveValue& value, char& wrong);

    core::Femtoseconds now_ = 0;
    std::vector<Change> changes_;

private:
    std::unordered_map<std::string, unsigned> by_name_;
    std::vector<std::string> names_;
    std::vector<unsigned> widths_;
    std::vector<WaveValue> values_;
    std::vector<bool> given_;
    std::vector<core::Femtoseconds> since_;
};

}  // namespace niclab::check
