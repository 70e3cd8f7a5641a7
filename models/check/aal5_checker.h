/// @file A checker of the AAL5 CS-PDUs of a stream of cells against rules A1 and A2 of
/// line_rules.h.
///
/// Behaviour: it checks the cells that a SAR sends, so that loss on the way breaks no rule. Every
///   user connection counts as AAL5 unless excluded.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "check/line_rules.h"

namespace niclab::check {

class Aal5Checker {
public:
    Aal5Checker(std::string where, Report& report, const Aal5Limits& limits = {});

    /// Excludes a connection with another payload.
    void exclude(std::uint8_t vpi, std::uint16_t vci) { excluded_.insert(std::uint32_t{vpi} << 16 | vci); }
    /// One cell: 4 octets of header, the HEC, 48 of payload.
    void cell(const std::uint8_t* octets, core::Femtoseconds at);
    std::uint64_t pdus() const { return pdus_; }

private:
    struct Pdu {
        std::uint32_t crc = ~0u;
        std::uint32_t cells = 0;
    };
    void end(const Pdu& pdu, const std::uint8_t* trailer, std::uint32_t connection, core::Femtoseconds at);

    std::string where_;
    Report& report_;
    Aal5Limits limits_;
    std::array<std::array<std::uint32_t, 256>, 4> crc_{};  ///< Of one octet with 0 to 3 others after it.
    std::unordered_map<std::uint32_t, Pdu> open_;
    std::unordered_set<std::uint32_t> excluded_;
    std::uint64_t pdus_ = 0;
};

}  // namespace niclab::check
