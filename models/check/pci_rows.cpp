#include "check/pci_rows.h"

#include "core/row_text.h"

namespace niclab::check {

namespace {

constexpr std::uint64_t kThere = std::uint64_t{1} << 63;
constexpr unsigned kCommandAt = 32, kAgentAt = 36;
constexpr unsigned kIndexAt = 32, kKindAt = 56;
constexpr unsigned kDecodeClocks = 5;  ///< Without DEVSEL# by then no target answers: fast, medium, slow, subtractive.
constexpr unsigned kMostDwords = 0xFFFF;

enum Kind : unsigned { kDword = 1, kWait, kRetry, kDisconnect, kTargetAbort, kMasterAbort };

std::uint64_t of(Kind kind) { return kThere | std::uint64_t{kind} << kKindAt; }

}  // namespace

PciRows::Codes PciRows::sample(const PciSample& s) {
    const bool begins = s.frame && !p_.frame, second_address = dual_;
    if (begins) {
        transaction_ = begin(s);
        dwords_ = clocks_ = 0;
        devsel_ = false;
    } else if (s.idle() || s.rst) {
        transaction_ = 0;
    } else if (second_address) {  // Its second address phase has the command that counts.
        transaction_ = begin(s);
    }
    dual_ = begins && (s.cbe & 0xF) == kDualAddress;
    Codes codes{transaction_, 0};
    if (transaction_ != 0 && !begins && !second_address) codes.data = data(s);
    p_ = s;
    return codes;
}

std::uint64_t PciRows::begin(const PciSample& s) const {
    std::uint64_t agent = 0;
    for (unsigned a = 0; a < kMaxPciAgents; ++a)
        if (s.enables[a] & kFrame) agent = a + 1;
    return kThere | agent << kAgentAt | std::uint64_t{s.cbe & 0xFu} << kCommandAt | (s.ad & 0xFFFFFFFFu);
}

std::uint64_t PciRows::data(const PciSample& s) {
    devsel_ |= s.devsel;
    ++clocks_;
    if (s.stop && !s.devsel) return of(kTargetAbort);
    if (s.irdy && s.trdy) {
        const std::uint64_t index = dwords_ < kMostDwords ? dwords_++ : dwords_;
        return of(kDword) | index << kIndexAt | (s.ad & 0xFFFFFFFFu);
    }
    if (s.stop) return of(dwords_ > 0 ? kDisconnect : kRetry);
    if (!devsel_ && clocks_ > kDecodeClocks) return of(kMasterAbort);
    return of(kWait);
}

std::string transaction_words(std::uint64_t code, const std::vector<std::string>& agents) {
    static const char* const names[] = {"IACK", "SPEC", "IOR", "IOW", "R4",  "R5",  "MR",  "MW",
                                        "R8",   "R9",   "CR",  "CW",  "MRM", "DAC", "MRL", "MWI"};
    if ((code & kThere) == 0) return "-";
    char address[core::kMostDigits];
    std::string words = names[code >> kCommandAt & 0xF];
    words.append("@").append(address, core::put_hex8(address, code & 0xFFFFFFFFu));
    const std::uint64_t agent = code >> kAgentAt & 0x1F;
    if (agent > 0 && agent <= agents.size()) words += ":" + agents[agent - 1];
    return words;
}

std::string data_words(std::uint64_t code) {
    static const char* const names[] = {"-", "", "wait", "retry", "disconnect", "target_abort", "master_abort"};
    if ((code & kThere) == 0) return "-";
    const auto kind = static_cast<unsigned>(code >> kKindAt & 0x7F);
    if (kind != kDword) return names[kind];
    char words[2 * core::kMostDigits];
    char* const index_end = core::put_number(words, code >> kIndexAt & 0xFFFF);
    return {words, core::put_hex8(core::put(index_end, "="), code & 0xFFFFFFFFu)};
}

}  // namespace niclab::check
