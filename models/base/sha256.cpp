#include "base/sha256.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>

#include <array>
#include <stdexcept>

namespace niclab::base {

namespace {

void require(int done) {
    if (done != 1) throw std::runtime_error("SHA-256 is not to be had of libcrypto");
}

/// A digest wants no configuration file, and reading it takes longer than digesting ours.
void without_configuration() { OPENSSL_init_crypto(OPENSSL_INIT_NO_LOAD_CONFIG, nullptr); }

}  // namespace

Sha256::Sha256() : context_((without_configuration(), EVP_MD_CTX_new()), EVP_MD_CTX_free) {
    require(EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr));
}

void Sha256::add(std::string_view octets) { require(EVP_DigestUpdate(context_.get(), octets.data(), octets.size())); }

std::string Sha256::hex() {
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned octets = 0;
    require(EVP_DigestFinal_ex(context_.get(), digest.data(), &octets));
    constexpr char kDigits[] = "0123456789abcdef";
    std::string text;
    for (unsigned i = 0; i < octets; ++i) text += kDigits[digest[i] >> 4], text += kDigits[digest[i] & 15u];
    return text;
}

std::string sha256(std::string_view octets) {
    Sha256 digest;
    digest.add(octets);
    return digest.hex();
}

}  // namespace niclab::base
