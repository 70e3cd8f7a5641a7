/// @file A reader of value change dumps.
///
/// Behaviour: values before the first time are of time 0. A time that is repeated is one time. The
///   changes of $dumpoff and $dumpon are changes like others. $timezero is not added to the times.
/// Source: IEEE 1364 section 18 (from memory of the standard).
/// Limits: the four-state format; the extended one of $dumpports is rejected.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "check/vcd_text.h"
#include "check/wave_reader.h"

namespace niclab::check {

/// The identifiers of a VCD and their variables: a hash table with open addressing for identifiers of
/// up to eight characters, as one number. Simulators write no longer ones; others have an ordinary
/// table.
class VcdIds {
public:
    static constexpr unsigned kNone = ~0u;

    VcdIds() { grow(); }
    /// Variable of an identifier; kNone: there is none. Eight octets from its start on can be read.
    unsigned find(std::string_view id) const {
        if (id.size() > sizeof(std::uint64_t)) {
            const auto at = long_.find(std::string(id));
            return at == long_.end() ? kNone : at->second;
        }
        const std::uint64_t key = key_of(id);
        for (std::size_t i = place(key);; i = (i + 1) & mask_)
            if (entries_[i].key == key || entries_[i].variable == kNone) return entries_[i].variable;
    }
    /// `id` is not empty and not there yet.
    void add(std::string_view id, unsigned variable) {
        if (id.size() > sizeof(std::uint64_t)) {
            long_.emplace(id, variable);
            return;
        }
        if (2 * ++count_ > entries_.size()) grow();
        put({key_of(id), variable});
    }

private:
    struct Entry {
        std::uint64_t key = 0;
        unsigned variable = kNone;
    };
    /// The characters of an identifier; none of them is 0, so lengths differ in it, too.
    static std::uint64_t key_of(std::string_view id) {
        std::uint64_t word;
        std::memcpy(&word, id.data(), sizeof word);
        if constexpr (__BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__) word = __builtin_bswap64(word);
        return word & (~std::uint64_t{0} >> (8 * (sizeof word - id.size())));
    }
    std::size_t place(std::uint64_t key) const { return (key * 0x9E37'79B9'7F4A'7C15 >> 20) & mask_; }
    void put(const Entry& entry) {
        std::size_t i = place(entry.key);
        while (entries_[i].variable != kNone) i = (i + 1) & mask_;
        entries_[i] = entry;
    }
    void grow() {
        const std::vector<Entry> before = std::move(entries_);
        entries_.assign(before.empty() ? 64 : 2 * before.size(), {});
        mask_ = entries_.size() - 1;
        for (const Entry& entry : before)
            if (entry.variable != kNone) put(entry);
    }

    std::vector<Entry> entries_;
    std::size_t mask_ = 0, count_ = 0;
    std::unordered_map<std::string, unsigned> long_;
};

class VcdReader : public WaveReader {
public:
    /// Reads the declarations. `timescale` in femtoseconds is used where the file has none; 0: it
    /// has to have one. Throws core::ConfigError with file, line and column.
    explicit VcdReader(const std::string& path, std::uint64_t timescale = 0);

    const char* format() const override { return "VCD"; }
    double progress() const override { return text_.size() > 0 ? double(text_.position()) / double(text_.size()) : 1; }
    /// Femtoseconds of a timescale such as "10 ns"; 0: it is none.
    static std::uint64_t timescale_of(const std::string& text);

protected:
    bool read_point() override;

private:
    void header(std::uint64_t timescale);
    void refuse_prefix(std::string_view word);
    void declaration(std::string_view keyword);
    /// The words up to $end, with one blank between them.
    std::string rest(const std::string& keyword);
    void skip(const std::string& keyword);
    void timescale();
    void open_scope();
    void close_scope();
    void variable();
    /// True: the time is a later one, and what was read up to it is a point of time.
    bool time(std::string_view word);
    void scalar(std::string_view word);
    void vector(std::string_view word);
    void other(std::string_view word);
    void keyword(std::string_view word);
    unsigned identifier(std::string_view id);
    void set(unsigned variable, const WaveDigits& digits);

    std::string path_;
    VcdText text_;
    std::uint64_t unit_fs_ = 0;
    core::Femtoseconds next_time_ = 0;
    VcdIds ids_;
    std::string scope_;                       ///< Dotted.
    std::vector<std::size_t> scope_lengths_;  ///< Of scope_, before each open scope.
};

}  // namespace niclab::check
