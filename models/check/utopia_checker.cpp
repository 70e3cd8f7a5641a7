#include "check/utopia_checker.h"

namespace niclab::check {

void UtopiaChecker::fail(UtopiaRule r, core::Femtoseconds at, const char* seen) {
    report_.add(rule(r), at, config_.bus, std::string(seen) + ", word " + std::to_string(index_));
}

/// At a cell's first word, which is then checked like any other.
bool UtopiaTxChecker::synchronise(const UtopiaSample& s) {
    judging_ = seen_ && s.enb && s.soc;
    seen_ = true;
    if (!judging_) p_ = s;
    return judging_;
}

void UtopiaTxChecker::wrong_soc(const UtopiaSample& s, core::Femtoseconds at) {
    fail(UtopiaRule::TxSoc, at, s.soc ? "TxSOC inside a cell" : "no TxSOC where a cell begins");
    index_ = 0;
}

void UtopiaTxChecker::octet_level(const UtopiaSample& s, core::Femtoseconds at) {
    if (!p_.clav) {
        if (s.enb && ++after_full_ == config_.limits.octets_after_full + 1)
            fail(UtopiaRule::Full, at, "one octet too many after TxFull*");
        if (s.enb && !p_.enb) fail(UtopiaRule::FullRestart, at, "TxEnb* comes back under TxFull*");
    } else {
        after_full_ = 0;
    }
}

/// At a cell's first word, or if RxClav shows at cell level that none is under way after this
/// clock.
bool UtopiaRxChecker::synchronise(const UtopiaSample& s) {
    const bool begins = seen_ && p_.enb && s.soc;
    judging_ = begins || (!config_.octet_level && !s.clav);
    seen_ = true;
    if (!begins) p_ = s, p_soc_ = s.soc;
    return begins;
}

void UtopiaRxChecker::octet_level(const UtopiaSample& s, core::Femtoseconds at) {
    if (!s.clav) {
        if (s.soc && !p_soc_) fail(UtopiaRule::RxEmpty, at, "RxSOC with RxEmpty*");
        return;
    }
    if (s.soc != (index_ == 0))
        fail(UtopiaRule::RxSoc, at, s.soc ? "RxSOC inside a cell" : "no RxSOC where a cell begins"), index_ = 0;
    word_taken(s, at);
}

}  // namespace niclab::check
