/// @file  SHA-256: a name for contents, by which results tell which program and which files they were made with.
///
/// Source:  FIPS 180-4, by OpenSSL; tests hold it against the vectors of NIST and against sha256sum.
#pragma once

#include <memory>
#include <string>
#include <string_view>

struct evp_md_ctx_st;

namespace niclab::base {

class Sha256 {
public:
    /// Throws std::runtime_error where the library has no such digest.
    Sha256();
    void add(std::string_view octets);
    /// 64 hexadecimal digits of all that was added; nothing may be added after it.
    std::string hex();

private:
    std::unique_ptr<evp_md_ctx_st, void (*)(evp_md_ctx_st*)> context_;
};

std::string sha256(std::string_view octets);

}  // namespace niclab::base
