/// @file A search for signals in a waveform by name, which also assembles vectors that the file has
/// in parts.
///
/// Behaviour: a name is a dotted scope and the signal's own name. It finds a variable of any range.
///
/// It finds a vector that the file has as bits or as parts, AD [31:16] and AD [15:0].
///
/// An index or a range after it selects a part of a vector.
///
/// A name in other case is found if only one name of the file matches.
///
/// On request it finds numbered wires, AD0 to AD31 or CBE0_n to CBE3_n.
///
/// The backslash of an escaped name may be omitted. In an ascending range the first bit is the most
/// significant one, as in the values of the file; bits without any range are descending.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "check/wave_reader.h"

namespace niclab::check {

/// A name in a scope, which may be empty.
std::string full_name(const std::string& scope, const std::string& name);

class WaveNames {
public:
    /// Of what `wave` declares.
    explicit WaveNames(WaveReader& wave);

    struct Found {
        int variable = -1;       ///< -1: none.
        std::string from;        ///< The file's name for it, or those of which it consists; empty: the name asked for.
        std::string problem;     ///< Why there is no variable; empty: no such name is in the file.
        bool assembled = false;  ///< It is not one variable that the file declares by a name.
    };
    /// `numbered`: numbered wires are allowed.
    Found find(const std::string& name, bool numbered = false);
    /// A vector of single signals, bit 0 first.
    Found find_wires(const std::vector<std::string>& names);
    /// Scopes with a signal of that name, in any case, or with numbered wires of it; in the order
    /// of the file.
    std::vector<std::string> scopes_with(const std::string& name, bool numbered = false) const;
    /// The reason why `found` is not a variable: "...; expected ...".
    std::string problem(const Found& found, const std::string& name) const;

private:
    struct Part {
        std::size_t declared;
        bool ranged;
        int left, right;
    };
    /// The parts declared under one name, most significant first, and the indices they cover.
    struct Vector {
        std::vector<Part> parts;
        bool ascending = false;
        int low = 0, high = 0;
    };
    /// The signal of exactly this name.
    Found exact(const std::string& name);
    Found numbered_wires(const std::string& name);
    /// The name of the file that differs in case only; empty: none. Two of them are a problem.
    std::string in_other_case(const std::string& name, std::string& problem) const;
    /// All bits, or those of a range.
    Found whole(const std::string& name, const std::vector<Part>& parts);
    Found slice(const std::string& name, const std::vector<Part>& parts, int left, int right);
    std::string arrange(const std::string& name, const std::vector<Part>& parts, Vector& vector) const;
    Found join(const std::vector<WaveReader::Piece>& pieces, const std::string& from);
    std::string written(const Part& part) const;

    WaveReader& wave_;
    std::unordered_map<std::string, std::vector<Part>> parts_;           ///< Of each name.
    std::unordered_map<std::string, std::vector<std::string>> in_case_;  ///< Names for each name in lower case.
    std::vector<std::string> bases_;                                     ///< Own name of each declaration.
};

}  // namespace niclab::check
