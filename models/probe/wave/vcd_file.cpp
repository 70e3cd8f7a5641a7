#include "probe/wave/vcd_file.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>

namespace niclab::probe {

namespace {

/// Identifier codes: printable characters, short ones first.
std::string code_of(std::size_t index) {
    std::string code;
    do {
        code += static_cast<char>('!' + index % 94);
        index /= 94;
    } while (index > 0);
    return code;
}

/// The binary digits of each octet.
constexpr auto kBinary = [] {
    std::array<std::array<char, 8>, 256> digits{};
    for (unsigned octet = 0; octet < digits.size(); ++octet)
        for (unsigned k = 0; k < 8; ++k) digits[octet][k] = static_cast<char>('0' + (octet >> (7 - k) & 1));
    return digits;
}();

/// The decimal digits of each number below 100.
constexpr auto kDecimal = [] {
    std::array<std::array<char, 2>, 100> digits{};
    for (unsigned n = 0; n < digits.size(); ++n)
        digits[n] = {static_cast<char>('0' + n / 10), static_cast<char>('0' + n % 10)};
    return digits;
}();

char* put_two(char* to, std::uint32_t v) {
    std::memcpy(to, kDecimal[v].data(), 2);
    return to + 2;
}

/// Eight decimal digits of a number below 10^8.
char* put_eight(char* to, std::uint32_t v) {
    const std::uint32_t high = v / 10'000, low = v % 10'000;
    to = put_two(put_two(to, high / 100), high % 100);
    return put_two(put_two(to, low / 100), low % 100);
}

/// Binary digits without leading zeros; up to seven octets after them are overwritten.
char* put_binary(char* to, std::uint64_t bits) {
    const unsigned significant = bits ? 64 - static_cast<unsigned>(__builtin_clzll(bits)) : 1;
    std::uint64_t left = bits << (64 - significant);
    for (unsigned k = 0; k < significant; k += 8, left <<= 8) std::memcpy(to + k, kBinary[left >> 56].data(), 8);
    return to + significant;
}

}  // namespace

void VcdFile::declare(const std::vector<Variable>& variables) {
    add("$timescale " + unit_ + " $end\n");
    const auto open = [this](const std::string& scope) { add("$scope module " + scope + " $end\n"); };
    const auto close = [this] { add("$upscope $end\n"); };
    for (std::size_t i = 0; i < variables.size(); ++i) {
        const std::string end = code_of(i) + '\n';
        Suffix suffix;
        std::memcpy(&suffix.octets, end.data(), end.size());
        suffix.length = static_cast<std::uint8_t>(end.size());
        forms_.push_back({suffix, variables[i].bits, variables[i].describe});
    }
    walk_scopes(variables, open, close, [&](std::size_t i) {
        const Variable& v = variables[i];
        add(v.bits == kWords ? "$var string 1 " : "$var wire " + std::to_string(v.bits) + " ");
        add(code_of(i) + " " + v.name + (v.bits <= 1 ? "" : " " + v.range()) + " $end\n");
    });
    add("$enddefinitions $end\n");
}

void VcdFile::add(std::string_view text) {
    while (!text.empty()) {
        const std::string_view part = text.substr(0, kLongestChange);
        end_ = std::copy(part.begin(), part.end(), room());
        text.remove_prefix(part.size());
    }
}

char* VcdFile::put_time(char* to, std::uint64_t ps) {
    last_ps_ = ps;
    *to++ = '#';
    if (const std::uint64_t high = ps / kLowPart; high == 0) {
        to = std::to_chars(to, to + kHighDigits, ps).ptr;
    } else {
        if (high != high_)
            high_length_ = static_cast<std::size_t>(std::to_chars(high_digits_, high_digits_ + kHighDigits, high).ptr -
                                                    high_digits_);
        high_ = high;
        std::memcpy(to, high_digits_, kHighDigits);
        to = put_eight(to + high_length_, static_cast<std::uint32_t>(ps - high * kLowPart));
    }
    *to++ = '\n';
    return to;
}

char* VcdFile::put_suffix(char* to, const Suffix& suffix) {
    std::memcpy(to, &suffix.octets, sizeof suffix.octets);
    return to + suffix.length;
}

void VcdFile::time(std::uint64_t ps) {
    if (ps == last_ps_) return;
    end_ = put_time(room(), ps);
    if (!started_) add("$dumpvars\n");
    started_ = true;
}

void VcdFile::put(const Change* changes, std::size_t n) {
    if (!started_ && n > 0) time(changes->ps);
    for (const Change* c = changes; c != changes + n; ++c) {
        const Form& form = forms_[c->variable];
        char* to = room();
        if (c->ps != last_ps_) to = put_time(to, c->ps);
        if (form.bits == 1) {
            *to++ = c->floating ? 'z' : static_cast<char>('0' + (c->bits & 1));
        } else if (form.bits == kWords) {
            end_ = to;
            words(c->variable, form.describe(c->bits));
            continue;
        } else {
            *to++ = 'b';
            if (c->floating)
                *to++ = 'z';
            else
                to = put_binary(to, c->bits);
            *to++ = ' ';
        }
        end_ = put_suffix(to, form.suffix);
    }
}

void VcdFile::value(std::size_t variable, const Value& v) {
    const Form& form = forms_[variable];
    char* to = room();
    if (form.bits == 1) {
        *to++ = v.digit(0);
    } else {
        *to++ = 'b';
        const std::uint64_t all = kAll >> (64 - form.bits);
        if ((v.floating & all) == all) {
            *to++ = 'z';
        } else {
            const std::uint64_t shown = v.unknown & all ? all : v.bits;
            const unsigned significant = shown ? 64 - static_cast<unsigned>(__builtin_clzll(shown)) : 1;
            for (unsigned bit = significant; bit-- > 0;) *to++ = v.digit(bit);
        }
        *to++ = ' ';
    }
    end_ = put_suffix(to, form.suffix);
}

void VcdFile::words(std::size_t variable, const std::string& text) {
    add("s");
    add(text);
    add(" ");
    end_ = put_suffix(room(), forms_[variable].suffix);
}

void VcdFile::drain() {
    file_.out().write(text_.get(), end_ - text_.get());
    end_ = text_.get();
}

void VcdFile::finish() {
    drain();
    file_.finish();
}

}  // namespace niclab::probe
