/// @file The value changes of a range of time, one section of an FST.
///
/// Behaviour: the changes of each variable are appended to a stream of its own, already in the
///   encoding of the file. Equal streams, such as the same clock of two directions, are written
///   once.
/// Source: fstapi of GTKWave, section VCDATA_DYN_ALIAS2.
#pragma once

#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "probe/wave/fst_encoding.h"
#include "probe/wave/wave_file.h"

namespace niclab::probe::fst {

class Block {
public:
    /// Adds the next variable of the file, of 1 to 64 bits or WaveFile::kWords, with the number that
    /// changes have. All are added before begin(), and the numbers are 0 to variables() - 1.
    void add(std::size_t variable, unsigned bits);
    std::size_t variables() const { return order_.size(); }
    bool has_words(std::size_t variable) const { return streams_[variable].width == WaveFile::kWords; }
    /// Begins a new section at `ps`; all variables keep their values.
    void begin(std::uint64_t ps);
    /// Later changes are at `ps`, which is greater than the time before.
    void advance(std::uint64_t ps) {
        times_.end = put_varint(times_.room(kVarintOctets), ps - last_ps_);
        last_ps_ = ps;
        ++index_;
    }
    /// The greatest number before begin().
    std::uint64_t last_ps() const { return last_ps_; }
    /// Number of times after the first one.
    std::uint32_t index() const { return index_; }
    void value(std::size_t variable, const WaveFile::Value& value);
    /// A value with all bits known, or all floating.
    void bits(std::size_t variable, std::uint64_t bits, bool floating) {
        Stream& s = streams_[variable];
        s.now = WaveFile::Value::of(bits, floating);
        std::uint8_t* to = s.room(kLongestBits);
        const std::uint64_t later = index_ - s.last;
        s.last = index_;
        if (s.width == 1) {
            to = put_varint(to, floating ? later << 4 | kOneBitZ : later << 2 | (bits & 1) << 1);
        } else if (floating) {
            to = put_varint(to, later << 1 | 1);
            std::memset(to, 'z', s.width);
            to += s.width;
        } else {
            to = put_varint(to, later << 1);
            for (std::uint64_t left = bits << (64 - s.width), n = s.width; n > 0; n -= n < 8 ? n : 8, left <<= 8)
                *to++ = static_cast<std::uint8_t>(left >> 56);
        }
        s.end = to;
    }
    void words(std::size_t variable, std::string_view text);
    /// Octets in memory, apart from unused room.
    std::size_t octets() const;
    /// Appends the section to the file's octets.
    void encode(std::string& to) const;

private:
    /// Octets that grow.
    struct Stream {
        std::unique_ptr<std::uint8_t[]> octets;
        std::uint8_t *end = nullptr, *limit = nullptr;
        std::uint32_t last = 0;  ///< Index of the time of the last change.
        unsigned width = 0;
        WaveFile::Value now = WaveFile::Value::unknown_bits();

        std::size_t size() const { return static_cast<std::size_t>(end - octets.get()); }
        std::string_view text() const { return {reinterpret_cast<const char*>(octets.get()), size()}; }
        void clear() { end = octets.get(); }
        /// The end, with room for `n` more octets.
        std::uint8_t* room(std::size_t n) {
            if (static_cast<std::size_t>(limit - end) < n) grow(n);
            return end;
        }
        void grow(std::size_t n);
    };
    /// Time and 64 digits.
    static constexpr std::size_t kLongestBits = kVarintOctets + 64;
    /// Codes of one bit that is x or z.
    static constexpr unsigned kOneBitX = 1, kOneBitZ = 3;

    void add_digits(std::string& to, const Stream& stream) const;
    std::vector<std::int64_t> add_streams(std::string& to) const;

    std::vector<Stream> streams_;     ///< By variable.
    std::vector<std::size_t> order_;  ///< The variables in the order of the file.
    Stream times_;
    std::string frame_;  ///< Values at the begin.
    std::uint64_t first_ps_ = 0, last_ps_ = ~std::uint64_t{0};
    std::uint32_t index_ = 0;
};

}  // namespace niclab::probe::fst
