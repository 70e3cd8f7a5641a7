/// @file The activity of a PCI bus as text for a waveform: the transaction under way, and the data
/// of each clock.
///
/// Behaviour: codes are numbers, so that nothing is allocated before the text is needed. Both begin
///   and end with the clock edge that sampled them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "check/pci_sample.h"

namespace niclab::check {

/// Two rows computed from the samples of one bus.
class PciRows {
public:
    struct Codes {
        std::uint64_t transaction = 0, data = 0;  ///< 0: nothing.
    };
    /// A sample of the next clock edge with a change against the sample before.
    Codes sample(const PciSample& sample);

private:
    std::uint64_t begin(const PciSample& s) const;
    std::uint64_t data(const PciSample& s);

    PciSample p_;
    std::uint64_t transaction_ = 0;
    unsigned dwords_ = 0, clocks_ = 0;
    bool devsel_ = false, dual_ = false;
};

/// "MRL@001F4000", followed by the agent, "MRL@001F4000:nic", if output enables identify it among
/// `agents`. Names of commands: IACK SPEC IOR IOW MR MW CR CW MRM DAC MRL MWI, and R with a digit
/// for reserved ones.
std::string transaction_words(std::uint64_t code, const std::vector<std::string>& agents);

/// "3=1234ABCD": dword 3 of the transaction; "wait"; "retry", "disconnect", "target_abort",
/// "master_abort".
std::string data_words(std::uint64_t code);

}  // namespace niclab::check
