/// @file An account of the clocks of a PCI bus from its pins: states, utilisation, and each
/// transaction's latency.
///
/// Source: the states are Table 4 of Dollas et al. Its patterns overlap and are decoded in the
///   order 6, 2, 5, 4, 3, 1, else idle. GNT# of the table is the card's; no pattern uses REQ#.
///
/// Units: latencies are in clocks between sampling edges. Arbitration is from REQ# asserted to GNT#
///   asserted (0 if the grant was already there). Acquisition is from the later of the two to
///   FRAME#, while another transaction ends or the address is stepped. Target is from FRAME# to the
///   first TRDY#.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "check/pci_sample.h"

namespace niclab::probe {

enum class PciEnd : std::uint8_t {
    Complete,
    Retry,
    DisconnectWithData,
    DisconnectWithoutData,
    TargetAbort,
    MasterAbort
};
const char* to_string(PciEnd end);

struct PciTransaction {
    core::Femtoseconds at = 0;    ///< Edge that first samples FRAME#.
    core::Femtoseconds over = 0;  ///< First edge after it.
    int master = -1;              ///< Index of the REQ#/GNT# pair.
    std::uint8_t command = 0;
    std::uint64_t address = 0;
    std::uint32_t dwords = 0;  ///< Two per data phase of 64 bits, unless no octet of the upper one is enabled.
    std::uint32_t clocks = 0;  ///< With FRAME# or IRDY#.
    std::uint32_t arbitration = 0, acquisition = 0, target = 0;
    std::uint32_t waits = 0;  ///< Clocks after the first data without a transfer.
    PciEnd end = PciEnd::Complete;
};

/// Smallest, mean and largest of a latency.
struct ClockStats {
    std::uint64_t count = 0, sum = 0, min = ~std::uint64_t{0}, max = 0;
    void add(std::uint64_t v) { ++count, sum += v, min = v < min ? v : min, max = v > max ? v : max; }
    double avg() const { return count > 0 ? double(sum) / double(count) : 0; }
};

class PciAccount {
public:
    static constexpr unsigned kStates = 7;  ///< Table 4's 1 to 6, and 0 for idle.

    /// A card, and the index of its REQ#/GNT# pair, or -1 if it has none.
    struct Card {
        std::string name;
        int pair;
    };
    /// `cards`: at least one. `masters`: names of the pairs. `pair_of_agent`: the pair of each of
    /// the sample's agents, or -1.
    PciAccount(const std::vector<Card>& cards, std::vector<std::string> masters, std::vector<int> pair_of_agent);

    /// A sample of the next clock with a change, or of the next clock.
    void sample(const check::PciSample& s);
    /// All clocks up to `cycle` were like the last sample.
    void stay(std::uint64_t cycle) {
        if (!first_ && cycle > p_.cycle) pass(cycle - p_.cycle), p_.cycle = cycle;
    }
    /// Called with each completed transaction.
    std::function<void(const PciTransaction&)> done;

    struct Master {
        std::string name;
        std::uint64_t dwords = 0;
        std::array<std::uint64_t, 6> ends{};  ///< By PciEnd.
        ClockStats arbitration, acquisition, target;
    };
    const std::vector<Master>& masters() const { return masters_; }
    std::uint64_t clocks() const { return clocks_; }
    std::uint64_t busy_clocks() const { return busy_; }
    std::uint64_t data_clocks() const { return data_; }
    /// Clocks by state, as seen by a card with its own GNT#.
    struct States {
        Card card;
        std::array<std::uint64_t, kStates> clocks{};
    };
    const std::vector<States>& states() const { return states_; }

    /// The changes of the account by a run of samples inside one transaction or on an idle bus,
    /// independent of its time: recorded once (`since`), and repeated.
    struct Delta {
        std::uint64_t clocks, busy, data;
        std::vector<std::array<std::uint64_t, kStates>> states;
        bool devsel, stopped, stop_with_data, wide;
        PciTransaction t;
        check::PciSample last;
        /// Assertions of REQ# and GNT# in it: the pair, and the number of clocks before the last
        /// sample.
        std::vector<std::pair<unsigned, std::uint64_t>> asked, granted;
    };
    Delta since(const PciAccount& before) const;
    /// `cycle` and `at` are those of its last sample; REQ# and GNT# have not changed in it.
    void repeat(const Delta& delta, std::uint64_t cycle, core::Femtoseconds at);
    /// The same for a run of samples of an idle bus, with its REQ# and GNT#.
    void repeat_idle(const Delta& delta, std::uint64_t cycle, core::Femtoseconds at);
    bool in_transaction() const { return running_; }
    bool between_transactions() const { return !first_ && !running_; }
    const check::PciSample& last() const { return p_; }

    /// Writes the results to an archive or reads them: lab/parallel/archive.h.
    template <class Archive>
    void transfer(Archive& archive) {
        transfer_all(archive, masters_, clocks_, busy_, data_, states_);
    }

private:
    void pass(std::uint64_t clocks);
    void count(const Delta& delta);
    static unsigned state(const check::PciSample& s, int pair);
    void requests(const check::PciSample& s);
    void begin(const check::PciSample& s);
    void running(const check::PciSample& s);
    void end(core::Femtoseconds at);

    std::vector<Master> masters_;
    std::vector<int> pair_of_agent_;
    bool first_ = true;
    check::PciSample p_;
    bool running_ = false, devsel_ = false, stopped_ = false, stop_with_data_ = false;
    bool wide_ = false;  ///< ACK64# answers REQ64#.
    PciTransaction t_;
    std::uint64_t start_ = 0;
    std::array<std::uint64_t, 32> asked_{}, granted_{};  ///< Cycle since which REQ#, GNT# are asserted.
    std::uint64_t clocks_ = 0, busy_ = 0, data_ = 0;
    std::vector<States> states_;  ///< Of each card.
};

}  // namespace niclab::probe
