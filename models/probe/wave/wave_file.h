/// @file A waveform file: its signals are declared once, then times with values follow.
///
/// Source: IEEE 1364 VCD (from memory); FST of GTKWave (fst_encoding.h). Both in picoseconds.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace niclab::probe {

class WaveFile {
public:
    /// A function from a code to text without blanks.
    using Describe = std::function<std::string(std::uint64_t code)>;
    struct Variable {
        std::string scope, name;      ///< Dotted scope; name without range.
        unsigned bits;                ///< 1 to 64, or kWords.
        Describe describe = nullptr;  ///< For put() of kWords: the text of a code.
        /// With its range, as viewers show it.
        std::string full_name() const { return scope + "." + name + range(); }
        std::string range() const { return bits <= 1 ? "" : "[" + std::to_string(bits - 1) + ":0]"; }
    };
    static constexpr unsigned kWords = 0;  ///< A variable with text as values.
    /// Four-valued: a bit of `unknown` is x or z, of `floating` z.
    struct Value {
        std::uint64_t bits = 0, unknown = 0, floating = 0;
        static Value unknown_bits() { return {0, kAll, 0}; }
        static Value of(std::uint64_t bits, bool z) { return z ? Value{0, kAll, kAll} : Value{bits, 0, 0}; }
        /// '0', '1', 'x' or 'z'.
        char digit(unsigned bit) const {
            if (floating >> bit & 1) return 'z';
            if (unknown >> bit & 1) return 'x';
            return static_cast<char>('0' + (bits >> bit & 1));
        }
    };
    /// A change at its time. All bits are known, or all are floating; of kWords, `bits` is a code.
    struct Change {
        std::uint64_t ps, bits;
        std::uint32_t variable;
        bool floating;
    };

    virtual ~WaveFile() = default;
    /// To be called once, before everything else.
    virtual void declare(const std::vector<Variable>& variables) = 0;
    /// Values and text that follow are those of time `ps`; times never decrease. The first ones are
    /// the initial values, up to initial_values_end().
    virtual void time(std::uint64_t ps) = 0;
    virtual void initial_values_end() = 0;
    virtual void value(std::size_t variable, const Value& value) = 0;
    /// `text` without blanks: some readers of VCD do not accept them.
    virtual void words(std::size_t variable, const std::string& text) = 0;
    /// `n` changes: the same as time() and value() or words() for each, but faster.
    virtual void put(const Change* changes, std::size_t n) = 0;
    /// Throws core::ConfigError if a write has failed.
    virtual void check() const = 0;
    /// Completes the file. Throws core::ConfigError.
    virtual void finish() = 0;
    /// The target is written directly, because it is not a regular file.
    virtual bool in_place() const = 0;

protected:
    static constexpr std::uint64_t kAll = ~std::uint64_t{0};
};

/// FST if `path` ends in .fst, VCD if it ends in .vcd or has no ending, such as a device. `option` is
/// the command-line option for error messages. Throws core::ConfigError for another ending, and if
/// the file cannot be created.
std::unique_ptr<WaveFile> make_wave_file(const std::string& option, const std::string& path);

/// Indices of `variables`, grouped by scope, scopes in the order of their first variable.
std::vector<std::size_t> grouped_by_scope(const std::vector<WaveFile::Variable>& variables);

/// Calls `open(name)` and `close()` for the scopes, and `variable(index)` for each variable within
/// its scope.
template <class Open, class Close, class Each>
void walk_scopes(const std::vector<WaveFile::Variable>& variables, Open open, Close close, Each each) {
    std::vector<std::string> now;
    const auto descend = [&](const std::vector<std::string>& to) {
        std::size_t common = 0;
        while (common < now.size() && common < to.size() && now[common] == to[common]) ++common;
        for (; now.size() > common; now.pop_back()) close();
        for (; now.size() < to.size(); now.push_back(to[now.size()])) open(to[now.size()]);
    };
    for (const std::size_t i : grouped_by_scope(variables)) {
        std::vector<std::string> parts(1);
        for (const char c : variables[i].scope) c == '.' ? parts.emplace_back().clear() : parts.back().push_back(c);
        descend(parts);
        each(i);
    }
    descend({});
}

}  // namespace niclab::probe
