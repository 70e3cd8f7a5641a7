/// @file Flow control: what a transmitter may send, and what a receiver has granted, for one class
/// of TLPs.
///
/// Behaviour: one header credit per TLP, one data credit per 16 octets of data. Counters count
///   modulo 256 and modulo 4096, as those of UpdateFC do. 0 credits at the begin mean that there is
///   no limit.
#pragma once

#include <cstdint>

#include "pcie/tlp.h"

namespace niclab::pcie {

inline constexpr unsigned kDataCreditOctets = 16, kHeaderModulus = 256, kDataModulus = 4096;

struct Credits {
    unsigned header = 0, data = 0;
};

inline Credits needed_credits(const Tlp& tlp) {
    if (!has_data(tlp)) return {1, 0};
    return {1, (kDwordOctets * touched_dwords(tlp) + kDataCreditOctets - 1) / kDataCreditOctets};
}

/// The transmitter's side.
class CreditGate {
public:
    explicit CreditGate(Credits initial) : limit_(initial), finite_{initial.header != 0, initial.data != 0} {}
    bool allows(Credits needed) const {
        return allows(finite_[0], limit_.header, used_.header + needed.header, kHeaderModulus) &&
               allows(finite_[1], limit_.data, used_.data + needed.data, kDataModulus);
    }
    void use(Credits needed) {
        used_.header = (used_.header + needed.header) % kHeaderModulus;
        used_.data = (used_.data + needed.data) % kDataModulus;
    }
    /// The limit that an UpdateFC carries.
    void set_limit(Credits limit) { limit_ = limit; }

private:
    static bool allows(bool finite, unsigned limit, unsigned used, unsigned modulus) {
        return !finite || (limit + modulus - used % modulus) % modulus <= modulus / 2;
    }
    Credits limit_, used_;
    bool finite_[2];
};

/// The receiver's side.
class CreditGrant {
public:
    explicit CreditGrant(Credits initial) : granted_(initial), finite_{initial.header != 0, initial.data != 0} {}
    bool is_finite() const { return finite_[0] || finite_[1]; }
    /// A limit that is not finite stays 0.
    void free(Credits freed) {
        if (finite_[0]) granted_.header = (granted_.header + freed.header) % kHeaderModulus;
        if (finite_[1]) granted_.data = (granted_.data + freed.data) % kDataModulus;
    }
    Credits granted() const { return granted_; }

private:
    Credits granted_;
    bool finite_[2];
};

}  // namespace niclab::pcie
