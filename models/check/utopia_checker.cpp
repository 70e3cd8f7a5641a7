#include "check/utopia_checker.h"

namespace niclab::check {

void UtopiaChecker::fail(UtopiaRule r, core::Femtoseconds at, const char* seen) {
    report_.add(rule(r), at, config_.bus, std::string(seen) + ", word " + std::to_string(index_));
}

void UtopiaTxChecker::wrong_soc(const UtopiaSample& s, core::Femtoseconds at) {
    fail(UtopiaRule::TxSoc, at, s.soc ? "TxSOC inside a cell" : "no TxSOC where a cell begins");
    index_ = 0;
}

void UtopiaTxChecker::octet_level(const UtopiaSample& s, core::Femtoseconds at) {
    if (!p_.clav) {
        if (s.enb && ++after_full_ == 5) fail(UtopiaRule::Full, at, "a fifth octet after TxFull*");
        if (s.enb && !p_.enb) fail(UtopiaRule::FullRestart, at, "TxEnb* comes back under TxFull*");
    } else {
        after_full_ = 0;
    }
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
