/// @file A checker of each clock of a PCI bus against the rules of pci_rules.h.
///
/// Behaviour: it is passive and uses only samples of pins, independent of the models.
/// Limitations: it does not check setup and hold times, whether a parity error is reported at all
///   (this is each agent's choice), or whether software retries after a target abort. P37 needs the
///   latency timers, P38 the cache line sizes: both are taken from the configuration cycles on the
///   bus, and not checked before those were observed.
/// Assumed: P21 lets a device with several requests do others first. Here an agent's next
///   transaction after a retry must be the retried one unless `Config::ordered_retry` is off.
#pragma once

#include <string>
#include <vector>

#include "check/pci_rules.h"
#include "check/pci_sample.h"

namespace niclab::check {

class PciChecker {
public:
    struct Config {
        std::string bus = "pci";            ///< Name in violations.
        std::vector<std::string> agents;    ///< Names, in the order of PciSample::enables.
        std::vector<int> master_agent;      ///< For each REQ#/GNT# bit the index of its agent; -1: not known.
        int host_agent = -1;                ///< Index of the host bridge; -1: not known.
        bool has_enables = true;            ///< PciSample::enables are known.
        bool has_requests = true;           ///< PciSample::req and gnt are known.
        bool has_all_grants = true;         ///< PciSample::gnt has the line of each initiator; P4 needs it.
        bool stepped_configuration = true;  ///< Type 0 configuration addresses are driven one clock before FRAME#.
        bool ordered_retry = true;
        /// The samples may begin during a transaction: nothing is checked before the first idle
        /// clock or RST#.
        bool synchronise = false;
        PciLimits limits;
        core::Femtoseconds period_fs = 30'303'030;  ///< Of the clock.
    };

    PciChecker(const Config& config, Report& report);

    /// A sample of the next clock edge with a change against the sample before, or of the next
    /// edge; `cycle` must increase.
    void sample(const PciSample& sample);
    std::uint64_t transactions() const { return transactions_; }
    /// A copy with another report.
    PciChecker(const PciChecker& other, Report& report);
    /// Whether the samples are in the data of a transaction that began after an idle bus, without
    /// pending checks. The result up to the last data is then the same for all similar
    /// transactions, provided that GNT# stays with the initiator.
    bool in_plain_transaction() const {
        return judging_ && t_.running && !t_.backed_to_back && !backoff_ && !wrong_.data;
    }
    /// Takes over the state that `like` had after such a transaction; `cycle` and `at` are those of
    /// its last sample.
    void repeat(const PciChecker& like, std::uint64_t cycle, core::Femtoseconds at);
    /// Whether the last sample was of an idle bus, without pending checks. The result is then the
    /// same for all similar idle intervals, unless an agent with GNT# exceeds a time limit.
    bool in_plain_idleness() const {
        return judging_ && !t_.running && p_.idle() && !p_.rst && !backoff_ && !wrong_.data && !parity_due_;
    }
    /// Takes over the state that `like` had after such an interval since clock `begun`; `cycle` and
    /// `at` are those of its last sample.
    void repeat_idle(const PciChecker& like, std::uint64_t begun, std::uint64_t cycle, core::Femtoseconds at);
    /// The samples of `clocks` further clocks, each like the last one, of a wait clock.
    void repeat_wait(unsigned clocks);
    /// Whether rules are checked now.
    bool judging() const { return judging_; }

private:
    struct Transaction {
        bool running = false, write = false, wide = false, accepted_wide = false, expired = false;
        bool devsel_seen = false, stopped = false, aborted = false, backed_to_back = false, overrun = false;
        std::uint8_t command = 0;
        unsigned extra = 0;  ///< Clocks of a second address phase.
        std::uint64_t address = 0, start = 0, phase_start = 0;
        std::uint64_t stop_start = 0;  ///< First clock with STOP#; 0: none.
        unsigned phases = 0, after_expiry = 0;
        int initiator = -1, target = -1;
    };
    /// The state of one agent.
    struct Agent {
        int latency_timer = -1, line_dwords = -1;
        bool retried = false;
        std::uint8_t retried_command = 0;
        std::uint64_t retried_address = 0;
    };

    bool synchronises(const PciSample& s) const;
    void start(const PciSample& s);
    bool repeats_wait(const PciSample& s) const;
    void judge_wait(const PciSample& s);
    static std::uint16_t deasserted(const PciSample& s);
    void reset(const PciSample& s);
    std::uint16_t parked(const PciSample& s) const;
    void electrical(const PciSample& s);
    bool waits(const PciSample& s) const;
    void system_error(const PciSample& s);
    void drivers(const PciSample& s);
    void release(const PciSample& s, PciGroup group, bool was_asserted);
    void grants(const PciSample& s);
    void idle_bus(const PciSample& s);
    void strays(const PciSample& s, const char* where);
    void parity(const PciSample& s);
    bool parity_holds(const PciSample& s, bool level, PciGroup group, PciGroup data, std::uint32_t ad, unsigned cbe);
    void parity_next(bool due, bool wide, bool data) { parity_due_ = due, parity_wide_ = wide, parity_is_data_ = data; }
    void errors(const PciSample& s);
    bool answers_before_start(const PciSample& s) const { return config_.synchronise && s.cycle <= started_ + 1; }
    void begin(const PciSample& s);
    void begin_amid(const PciSample& s);
    void begin_after_data(const PciSample& s);
    void begin_command(const PciSample& s);
    void second_address(const PciSample& s);
    void running(const PciSample& s);
    void overrun(const PciSample& s);
    void wide_wires(const PciSample& s);
    void initiator_wires(const PciSample& s);
    void stop_answer(const PciSample& s);
    void write_data(const PciSample& s);
    void read_data(const PciSample& s);
    void decode(const PciSample& s);
    void target_wires(const PciSample& s);
    void data_wires(const PciSample& s);
    void latencies(const PciSample& s);
    void phase_done(const PciSample& s);
    void first_phase_done(const PciSample& s);
    void timer(const PciSample& s);
    void snoop_configuration(const PciSample& s);
    void end(const PciSample& s);
    void backoff(const PciSample& s);

    void fail(PciRule r, const PciSample& s, int agent, const std::string& seen);
    int driver(const PciSample& s, PciGroup group) const;
    int master_of(int agent) const;
    Agent* state_of(int agent) { return agent < 0 ? nullptr : &agents_[static_cast<std::size_t>(agent)]; }
    bool completes(const PciSample& s) const { return s.irdy && (s.trdy || s.stop); }
    std::uint64_t since_start(const PciSample& s) const { return s.cycle - t_.start - t_.extra; }
    unsigned enabled_bytes(const PciSample& s) const { return ~unsigned{s.cbe} & 0xFu; }

    Config config_;
    Report& report_;
    std::uint64_t started_ = 0;  ///< Clock of the first checked sample.
    PciSample p_;                ///< The previous sample.
    Transaction t_, before_;
    std::vector<Agent> agents_;
    std::uint64_t transactions_ = 0;
    bool judging_ = false;
    bool waits_ = false;  ///< The previous sample was like the one before it, in a wait clock without a violation.

    // The part of p_ with parity due now, and the result for the clock before.
    bool parity_due_ = false, parity_wide_ = false, parity_is_data_ = false;
    /// Data with wrong parity: the agents that may report it one clock later.
    struct Wrong {
        bool data = false, write = false;
        int initiator = -1;
    } wrong_;

    bool backoff_ = false;  ///< A transaction that STOP# ended is over; REQ# is monitored.
    bool backoff_req_before_ = false;
    bool grant_judged_ = false, park_judged_ = false;
    bool reset_seen_ = false;
    int backoff_master_ = -1;
    std::uint64_t backoff_ended_ = 0;
    std::uint64_t idle_since_ = 0;     ///< First clock of the present idle time.
    std::uint64_t granted_since_ = 0;  ///< First clock with the present GNT#.
    std::uint64_t asked_since_ = 0;    ///< First clock with REQ# of the granted master.
    std::uint64_t reset_end_ = 0;
};

/// Name of a PCI command for people.
const char* command_name(std::uint8_t command);

}  // namespace niclab::check
