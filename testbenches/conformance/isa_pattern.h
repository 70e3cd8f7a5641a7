/// @file Pins of an ISA bus, written as text.
#pragma once

#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

#include "check/isa_checker.h"

namespace niclab::conformance {

/// A sequence of words. `@N` and `@Nh` set SA (hexadecimal) without and with SBHE#, `=N` sets SD,
/// from the next sample on. All other words are letters and the number of samples with these
/// signals asserted.
///
/// R is IOR#, W IOW#, r MEMR#, w MEMW#, B BALE, I IOCS16#, M MEMCS16#, Z 0WS#, L IOCHRDY low, A
/// AEN. F is REFRESH#, X MASTER#. Q and K are DRQ0 and DACK0#, q and k DRQ1 and DACK1#. D is two
/// drivers of SD, and . is none.
class IsaPattern {
public:
    explicit IsaPattern(const std::string& words) {
        std::istringstream text(words);
        for (std::string word; text >> word;) {
            if (word[0] == '@')
                s_.sa = std::uint32_t(std::stoul(word.substr(1), nullptr, 16)), s_.sbhe = word.back() == 'h';
            else if (word[0] == '=')
                s_.sd = std::uint16_t(std::stoul(word.substr(1), nullptr, 16));
            else
                put(word);
        }
    }
    std::vector<check::IsaSample> samples() const { return samples_; }

private:
    void put(const std::string& word) {
        const std::size_t digits = word.find_first_of("0123456789");
        check::IsaSample s = s_;
        for (const char c : word.substr(0, digits)) set(s, c);
        samples_.insert(samples_.end(), std::stoul(word.substr(digits)), s);
    }
    static void set(check::IsaSample& s, char c) {
        switch (c) {
            case 'R':
                s.ior = true;
                break;
            case 'W':
                s.iow = true;
                break;
            case 'r':
                s.memr = true;
                break;
            case 'w':
                s.memw = true;
                break;
            case 'B':
                s.bale = true;
                break;
            case 'I':
                s.iocs16 = true;
                break;
            case 'M':
                s.memcs16 = true;
                break;
            case 'Z':
                s.zero_ws = true;
                break;
            case 'L':
                s.iochrdy = false;
                break;
            case 'A':
                s.aen = true;
                break;
            case 'F':
                s.refresh = true;
                break;
            case 'X':
                s.master = true;
                break;
            case 'Q':
                s.drq |= 1;
                break;
            case 'K':
                s.dack |= 1;
                break;
            case 'q':
                s.drq |= 2;
                break;
            case 'k':
                s.dack |= 2;
                break;
            case 'D':
                s.sd_drivers = 2;
                break;
            default:
                break;
        }
    }
    check::IsaSample s_;
    std::vector<check::IsaSample> samples_;
};

}  // namespace niclab::conformance
