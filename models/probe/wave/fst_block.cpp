#include "probe/wave/fst_block.h"

#include <algorithm>
#include <unordered_map>

namespace niclab::probe::fst {

namespace {

constexpr char kType = 8;
constexpr char kPackedByLz4 = '4';
/// Shorter streams are stored.
constexpr std::size_t kWorthPacking = 32;

/// The table of the streams' places in the section: counts of variables without changes, distances
/// from stream to stream, and references to equal streams.
std::string table_of(const std::vector<std::int64_t>& places) {
    std::string table;
    std::uint64_t unchanged = 0;
    std::int64_t last = 0, last_equal = 0;
    const auto end_unchanged = [&] {
        if (unchanged > 0) add_varint(table, unchanged << 1);
        unchanged = 0;
    };
    for (const std::int64_t place : places) {
        if (place == 0) {
            ++unchanged;
            continue;
        }
        end_unchanged();
        if (place > 0) {
            add_signed_varint(table, (place - last) * 2 | 1);
            last = place;
        } else {
            add_signed_varint(table, place == last_equal ? 1 : place * 2 | 1);
            last_equal = place;
        }
    }
    end_unchanged();
    return table;
}

}  // namespace

void Block::Stream::grow(std::size_t n) {
    const std::size_t used = size(), larger = static_cast<std::size_t>(limit - octets.get()) * 3 / 2 + n + 256;
    std::unique_ptr<std::uint8_t[]> moved(new std::uint8_t[larger]);
    if (used > 0) std::memcpy(moved.get(), octets.get(), used);
    octets = std::move(moved);
    end = octets.get() + used;
    limit = octets.get() + larger;
}

void Block::add(std::size_t variable, unsigned bits) {
    if (streams_.size() <= variable) streams_.resize(variable + 1);
    streams_[variable].width = bits;
    order_.push_back(variable);
}

void Block::begin(std::uint64_t ps) {
    first_ps_ = last_ps_ = ps;
    index_ = 0;
    frame_.clear();
    for (const std::size_t variable : order_) {
        Stream& s = streams_[variable];
        add_digits(frame_, s);
        s.last = 0;
        s.clear();
    }
    times_.clear();
    times_.end = put_varint(times_.room(kVarintOctets), ps);
}

void Block::add_digits(std::string& to, const Stream& stream) const {
    for (unsigned bit = stream.width; bit-- > 0;) to += stream.now.digit(bit);
}

void Block::value(std::size_t variable, const WaveFile::Value& v) {
    Stream& s = streams_[variable];
    const std::uint64_t all = ~std::uint64_t{0} >> (64 - s.width);
    if ((v.unknown & all) == 0) return bits(variable, v.bits, false);
    if ((v.floating & all) == all) return bits(variable, 0, true);
    s.now = v;
    std::uint8_t* to = s.room(kLongestBits);
    const std::uint64_t later = index_ - s.last;
    s.last = index_;
    if (s.width == 1) {
        to = put_varint(to, later << 4 | kOneBitX);
    } else {
        to = put_varint(to, later << 1 | 1);
        for (unsigned bit = s.width; bit-- > 0;) *to++ = static_cast<std::uint8_t>(v.digit(bit));
    }
    s.end = to;
}

void Block::words(std::size_t variable, std::string_view text) {
    Stream& s = streams_[variable];
    std::uint8_t* to = s.room(2 * kVarintOctets + text.size());
    to = put_varint(to, std::uint64_t{index_ - s.last} << 1);
    to = put_varint(to, text.size());
    s.last = index_;
    s.end = std::copy(text.begin(), text.end(), to);
}

std::size_t Block::octets() const {
    std::size_t n = times_.size();
    for (const Stream& s : streams_) n += s.size();
    return n;
}

/// Returns a place per variable: positive: octets from the begin of the streams; negative: number
/// of an equal stream, from 1; 0: no change.
std::vector<std::int64_t> Block::add_streams(std::string& to) const {
    const std::size_t begin = to.size() - 1;  // of the octet before, the method of compression
    std::vector<std::int64_t> places;
    std::unordered_map<std::string_view, std::int64_t> numbers;
    for (const std::size_t variable : order_) {
        const Stream& s = streams_[variable];
        places.push_back(0);
        if (s.size() == 0) continue;
        const auto [equal, is_new] = numbers.emplace(s.text(), static_cast<std::int64_t>(places.size()));
        if (!is_new) {
            places.back() = -equal->second;
            continue;
        }
        places.back() = static_cast<std::int64_t>(to.size() - begin);
        const std::size_t at = to.size();
        add_varint(to, s.size());
        if (s.size() > kWorthPacking && add_lz4(to, s.text()) < s.size()) continue;
        to.resize(at);
        add_varint(to, 0);
        to.append(s.text());
    }
    return places;
}

void Block::encode(std::string& to) const {
    const std::size_t begin = to.size(), length_at = begin + 1;
    to += kType;
    add_word(to, 0);
    add_word(to, first_ps_);
    add_word(to, last_ps_);
    std::uint64_t memory = 0;
    for (const Stream& s : streams_) memory += s.size();
    add_word(to, memory);
    std::string frame;
    if (add_deflated(frame, frame_, Effort::High) == 0) frame = frame_;
    add_varint(to, frame_.size());
    add_varint(to, frame.size());
    add_varint(to, streams_.size());
    to += frame;
    add_varint(to, streams_.size());
    to += kPackedByLz4;
    const std::string table = table_of(add_streams(to));
    to += table;
    add_word(to, table.size());
    const std::size_t packed = add_deflated(to, times_.text(), Effort::Low);
    if (packed == 0) to += times_.text();
    add_word(to, times_.size());
    add_word(to, packed == 0 ? times_.size() : packed);
    add_word(to, std::uint64_t{index_} + 1);
    replace_word(to, length_at, to.size() - length_at);
}

}  // namespace niclab::probe::fst
