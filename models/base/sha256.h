/// @file SHA-256: a name for contents, by which results identify the files with which they were
/// made.
///
/// Source: FIPS 180-4, by OpenSSL; tests compare it with the vectors of NIST and with sha256sum.
#pragma once

#include <memory>
#include <string>
#include <string_view>

struct SHA256state_st;

namespace niclab::base {

class Sha256 {
public:
    Sha256();
    void add(std::string_view octets);
    /// 64 hexadecimal digits of all that was added; no call of add may follow.
    std::string hex();

private:
    struct Free {
        void operator()(SHA256state_st* context) const;
    };
    std::unique_ptr<SHA256state_st, Free> context_;
};

std::string sha256(std::string_view octets);

}  // namespace niclab::base
