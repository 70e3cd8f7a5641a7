/// @file  A waveform file read one point of time after the other, whatever its format.
///
/// Not modelled:   real variables, strings and variables of more than 64 bits are declared, but
///                 have no values.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "check/wave_value.h"
#include "core/clock.h"
#include "core/config.h"

namespace niclab::check {

class WaveReader {
public:
    struct Change {
        unsigned variable;
        WaveValue value;
    };
    /// A name that the file declares. Several names may refer to one variable.
    struct Declared {
        std::string scope;  ///< Dotted; empty: none.
        std::string name;   ///< As the file has it, with its range.
        unsigned variable;
    };
    /// `bits` bits of a variable, from bit `low` on.
    struct Piece {
        unsigned variable, low, bits;
    };

    /// An FST or a VCD, according to its content. `timescale` in femtoseconds is used for a VCD
    /// that has none; 0: such a file is refused. Throws core::ConfigError with file and, in text,
    /// line and column.
    static std::unique_ptr<WaveReader> open(const std::string& path, std::uint64_t timescale = 0);
    virtual ~WaveReader() = default;

    /// In the order of the file.
    const std::vector<Declared>& declared() const { return declared_; }
    unsigned bits(unsigned variable) const { return variables_[variable].bits; }
    /// It has values: it is no real number, no string and has 1 to 64 bits.
    bool has_values(unsigned variable) const { return variables_[variable].has_values; }
    /// The program that wrote the file, as named in the file.
    const std::string& version() const { return version_; }
    /// Its format, for people.
    virtual const char* format() const = 0;

    /// A further variable of at most 64 bits that consists of pieces of others, the most
    /// significant one first.
    unsigned assemble(const std::vector<Piece>& pieces);
    /// From now on changes of other variables are ignored.
    void keep_only(const std::vector<unsigned>& variables);

    /// Reads the changes of the next point of time; false at the end of the file. Throws
    /// core::ConfigError.
    bool next();
    /// Part of the file that was read, 0 to 1.
    virtual double progress() const = 0;
    core::Femtoseconds now() const { return now_; }
    /// Of this point of time, in the order of the file, those of assembled variables last; not yet
    /// applied.
    const std::vector<Change>& changes() const { return changes_; }
    /// Values as they were before this point of time.
    const WaveValue& value(unsigned variable) const { return variables_[variable].value; }
    /// Whether the file has given the variable a value, possibly x, before this time.
    bool given(unsigned variable) const;
    /// When the value was set last, before this point of time.
    core::Femtoseconds since(unsigned variable) const { return variables_[variable].since; }
    /// Applies changes(), after all observers have read them.
    void apply();

protected:
    /// A further variable; `levels`: it is neither a real number nor a string.
    unsigned add_variable(unsigned bits, bool levels);
    void add_name(const std::string& scope, const std::string& name, unsigned variable);
    /// A name of more octets than kMostName is refused by the formats' readers.
    static constexpr std::size_t kMostName = 4096;
    /// The variable has another value at this point of time.
    void change(unsigned variable, const WaveValue& value) {
        if (!variables_[variable].kept) return;
        if (changes_.size() >= most_changes_) drop_changes_between();
        changes_.push_back({variable, value});
    }
    /// Calls change() for all of the next point of time, after setting now_; false at the end of
    /// the file.
    virtual bool read_point() = 0;

    core::Femtoseconds now_ = 0;
    std::vector<Change> changes_;
    std::string version_;

private:
    struct Variable {
        unsigned bits = 0;
        bool has_values = false, kept = true, given = false, used = false;  ///< Used: in assembled ones.
        WaveValue value;
        core::Femtoseconds since = 0;
    };
    /// A variable that consists of others.
    struct Assembled {
        unsigned variable;
        std::vector<Piece> pieces;
        WaveValue latest;
        bool changed = false;
    };
    struct Use {
        std::size_t assembled;
        Piece piece;
        unsigned to;  ///< Lowest bit there.
    };
    void add_pieces(const Piece& piece, std::vector<Piece>& pieces) const;
    void change_assembled();
    void drop_changes_between();

    std::vector<Declared> declared_;
    std::vector<Variable> variables_;
    std::vector<Assembled> assembled_;
    std::vector<std::vector<Use>> uses_;  ///< Of each variable of the file, where there are assembled ones.
    std::size_t most_changes_ = 4096;
};

}  // namespace niclab::check
