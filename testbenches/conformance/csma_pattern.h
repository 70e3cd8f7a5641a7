/// @file Pins of one MAC, written as text.
#pragma once

#include <cstdint>
#include <functional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace niclab::conformance {

/// A sequence of words for bits with TXEN (or RXDV) and carrier:
/// - `P` is a header. `PN` is a header without carrier in its first N bits. `pN` is its first N
///   bits. `sN` is its last N. `zN` is a header with bit N inverted.
/// - `fN` is N octets with their FCS at the end. `wN` has a wrong FCS.
/// - `bN` is N bits. `mN` is N bits without carrier. `JN` and `XN` are N bits with COL.
/// - `KN` is a header with COL from its thirteenth bit on, followed by N bits with COL.
///
/// Words without TXEN: `.N` is N bit times of silence, `cN` with carrier, `CN` with carrier and
/// COL, `qN` with only COL. `( ... )*N` repeats.
class CsmaPattern {
public:
    struct Bit {
        bool on, data, crs, col;
    };
    /// A symbol on this number of data wires, with the first bit on wire 0.
    struct Symbol {
        bool on;
        std::uint8_t data;
        bool crs, col;
    };
    explicit CsmaPattern(const std::string& words) { read(words); }
    std::vector<Bit> bits() const { return bits_; }
    /// Throws std::invalid_argument if a wire would change within a clock.
    std::vector<Symbol> symbols(unsigned width) const {
        std::vector<Symbol> all;
        for (std::size_t k = 0; k < bits_.size(); ++k) {
            const Bit& b = bits_[k];
            if (k % width == 0) all.push_back({b.on, 0, b.crs, b.col});
            Symbol& s = all.back();
            if (b.on != s.on || b.crs != s.crs || b.col != s.col)
                throw std::invalid_argument("bit " + std::to_string(k) + " is in no whole symbol");
            s.data = std::uint8_t(s.data | unsigned(b.data) << k % width);
        }
        return all;
    }

private:
    void read(const std::string& words) {
        std::istringstream text(words);
        for (std::string word; text >> word;) {
            if (word != "(") {
                const unsigned n = word.size() > 1 ? unsigned(std::stoul(word.substr(1))) : 0;
                put(word[0], n);
                continue;
            }
            std::string group;
            while (text >> word && word[0] != ')') group += word + " ";
            for (unsigned n = unsigned(std::stoul(word.substr(2))); n > 0; --n) read(group);
        }
    }
    void put(char what, unsigned n) {
        switch (what) {
            case 'P':
                return header(64, [n](unsigned k) { return Bit{true, preamble(k), k >= n, false}; });
            case 'p':
                return header(n, [](unsigned k) { return Bit{true, preamble(k), true, false}; });
            case 's':
                return header(n, [n](unsigned k) { return Bit{true, preamble(64 - n + k), true, false}; });
            case 'z':
                return header(64, [n](unsigned k) { return Bit{true, preamble(k) != (k == n), true, false}; });
            case 'K':
                header(64, [](unsigned k) { return Bit{true, preamble(k), true, k >= 12}; });
                return repeat(n, {true, false, true, true});
            case 'f':
                return frame(n, 0);
            case 'w':
                return frame(n, 1);
            case 'b':
                return repeat(n, {true, true, true, false});
            case 'm':
                return repeat(n, {true, true, false, false});
            case 'J':
            case 'X':
                return repeat(n, {true, false, true, true});
            case 'c':
                return repeat(n, {false, false, true, false});
            case 'C':
                return repeat(n, {false, false, true, true});
            case 'q':
                return repeat(n, {false, false, false, true});
            default:
                return repeat(n, {false, false, false, false});
        }
    }
    static bool preamble(unsigned k) { return k == 63 || k % 2 == 0; }
    void header(unsigned n, const std::function<Bit(unsigned)>& bit) {
        for (unsigned k = 0; k < n; ++k) bits_.push_back(bit(k));
    }
    void repeat(unsigned n, Bit bit) { bits_.insert(bits_.end(), n, bit); }
    /// Computes the FCS bit by bit, independent of the tables of the models.
    void frame(unsigned octets, std::uint32_t wrong) {
        std::uint32_t crc = ~0u;
        const auto send = [this](bool b) { bits_.push_back({true, b, true, false}); };
        for (unsigned k = 0; k < (octets - 4) * 8; ++k) {
            const bool b = k * 5 / 3 % 2 != 0;
            crc = crc >> 1 ^ ((crc & 1u) != unsigned(b) ? 0xEDB88320u : 0u);
            send(b);
        }
        crc = ~crc ^ wrong;
        for (unsigned k = 0; k < 32; ++k) send(crc >> k & 1u);
    }
    std::vector<Bit> bits_;
};

}  // namespace niclab::conformance
