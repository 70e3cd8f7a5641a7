// The old functions for single digests. The newer ones, which find digests by name, would link all
// of libcrypto.
#define OPENSSL_SUPPRESS_DEPRECATED

#include "base/sha256.h"

#include <openssl/sha.h>

#include <array>

namespace niclab::base {

void Sha256::Free::operator()(SHA256state_st* context) const { delete context; }

Sha256::Sha256() : context_(new SHA256_CTX) { SHA256_Init(context_.get()); }

void Sha256::add(std::string_view octets) { SHA256_Update(context_.get(), octets.data(), octets.size()); }

std::string Sha256::hex() {
    std::array<unsigned char, SHA256_DIGEST_LENGTH> digest{};
    SHA256_Final(digest.data(), context_.get());
    constexpr char kDigits[] = "0123456789abcdef";
    std::string text;
    for (const unsigned char octet : digest) text += kDigits[octet >> 4], text += kDigits[octet & 15u];
    return text;
}

std::string sha256(std::string_view octets) {
    Sha256 digest;
    digest.add(octets);
    return digest.hex();
}

}  // namespace niclab::base
