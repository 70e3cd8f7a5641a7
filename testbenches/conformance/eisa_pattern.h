/// @file Pins of an EISA bus, written as text.
#pragma once

#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

#include "check/eisa_checker.h"

namespace niclab::conformance {

/// A sequence of words. `@N` sets LA (hexadecimal), `=N` D, `aN` AEN, from the next sample on. `m`
/// and `i` select memory and ports, `w` and `r` writes and reads. All other words are letters and
/// the number of samples with these signals asserted.
///
/// S is START#, C CMD#, L EXRDY low, N NOWS#, B MSBURST#, b SLBURST#, F REFRESH#, E BE0#. Q and K
/// are MREQ1# and MAK1#, q and k MREQ2# and MAK2#. D and A are two drivers of D and of the address,
/// and . is none.
///
/// BCLK is low in the first sample and high in the next, and so on. `_` keeps it low, and `^` keeps
/// it high.
class EisaPattern {
public:
    explicit EisaPattern(const std::string& words) {
        std::istringstream text(words);
        for (std::string word; text >> word;) read(word);
    }
    std::vector<check::EisaSample> samples() const { return samples_; }

private:
    void read(const std::string& word) {
        const auto number = [&word] { return std::uint32_t(std::stoul(word.substr(1), nullptr, 16)); };
        if (word[0] == '@')
            s_.la = number();
        else if (word[0] == '=')
            s_.data = number();
        else if (word[0] == 'a')
            s_.aen = std::uint16_t(number());
        else if (word == "m" || word == "i")
            s_.memory = word == "m";
        else if (word == "w" || word == "r")
            s_.write = word == "w";
        else
            put(word);
    }
    void put(const std::string& word) {
        const std::size_t digits = word.find_first_of("0123456789");
        check::EisaSample s = s_;
        bool low = false, high = false;
        for (const char c : word.substr(0, digits)) {
            set(s, c);
            low |= c == '_', high |= c == '^';
        }
        for (unsigned long n = std::stoul(word.substr(digits)); n > 0; --n) {
            bclk_ = high || (!low && !bclk_);
            s.bclk = bclk_;
            samples_.push_back(s);
        }
    }
    static void set(check::EisaSample& s, char c) {
        const auto is = [c](char letter) { return c == letter; };
        s.start |= is('S'), s.cmd |= is('C'), s.nows |= is('N'), s.msburst |= is('B'), s.slburst |= is('b');
        s.refresh |= is('F');
        s.exrdy &= !is('L');
        s.be = std::uint8_t(s.be | (is('E') ? 1 : 0));
        s.mreq = std::uint16_t(s.mreq | (is('Q') ? 2 : 0) | (is('q') ? 4 : 0));
        s.mak = std::uint16_t(s.mak | (is('K') ? 2 : 0) | (is('k') ? 4 : 0));
        s.data_drivers += is('D') ? 2 : 0, s.address_drivers += is('A') ? 2 : 0;
    }
    check::EisaSample s_;
    bool bclk_ = true;  ///< Of the previous sample.
    std::vector<check::EisaSample> samples_;
};

}  // namespace niclab::conformance
