/// @file The shared wires of an ISA bus with the resolution of their drivers, and the lines of each
/// single card.
///
/// Behaviour: every agent writes a record (Levels); Bus resolves the records in the next delta
///   cycle. IOCS16#, MEMCS16#, 0WS# and IOCHRDY are open collector wires: any number of agents may
///   pull them. SD and the commands have one driver. Two drivers are counted for the checker, and
///   the wires then show both.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <ostream>
#include <systemc>

#include "bus/kind.h"
#include "bus/shared_wires.h"

namespace niclab::isa {

/// The wires with a single driver that an agent drives.
enum Enable : std::uint8_t {
    kLow = 0x01,      ///< SD[7:0]
    kHigh = 0x02,     ///< SD[15:8]
    kCommand = 0x04,  ///< LA, SA, SBHE#, BALE and the commands.
};

/// The shared wires of an ISA bus, as resolved levels or as driven by one agent.
///
/// Behaviour: true means asserted, except for `ready` (IOCHRDY), which is true at its high level,
///   when no agent pulls it low.
/// Source: IEEE P996, from memory of it: *assumed*.
struct Levels {
    std::uint32_t sa = 0;      ///< SA[19:0]
    std::uint8_t la = 0;       ///< LA[23:17]
    std::uint8_t dack = 0;     ///< DACKn# in bit n.
    std::uint16_t sd = 0;      ///< Undriven wires are pulled up.
    std::uint8_t enabled = 0;  ///< Enable bits.
    bool sbhe = false, bale = false, aen = false, refresh = false, master = false;
    bool ior = false, iow = false, memr = false, memw = false;
    bool iocs16 = false, memcs16 = false, zero_ws = false, ready = true;

    bool port_command() const { return ior || iow; }
    bool memory_command() const { return memr || memw; }
    bool command() const { return port_command() || memory_command(); }
    /// Memory address: LA and SA combined.
    std::uint32_t address() const { return std::uint32_t{la} << 17 | (sa & 0x1FFFFu); }

    bool operator==(const Levels& o) const;
    /// Merges two records wire by wire.
    Levels& operator|=(const Levels& o);
    /// Pulls up the undriven octets of SD.
    void settle();
};

inline bool Levels::operator==(const Levels& o) const {
    return sa == o.sa && la == o.la && dack == o.dack && sd == o.sd && enabled == o.enabled && sbhe == o.sbhe &&
           bale == o.bale && aen == o.aen && refresh == o.refresh && master == o.master && ior == o.ior &&
           iow == o.iow && memr == o.memr && memw == o.memw && iocs16 == o.iocs16 && memcs16 == o.memcs16 &&
           zero_ws == o.zero_ws && ready == o.ready;
}

inline Levels& Levels::operator|=(const Levels& o) {
    sa |= o.sa, la |= o.la, dack |= o.dack, sd |= o.sd, enabled |= o.enabled;
    sbhe |= o.sbhe, bale |= o.bale, aen |= o.aen, refresh |= o.refresh, master |= o.master;
    ior |= o.ior, iow |= o.iow, memr |= o.memr, memw |= o.memw;
    iocs16 |= o.iocs16, memcs16 |= o.memcs16, zero_ws |= o.zero_ws;
    ready = ready && o.ready;
    return *this;
}

std::ostream& operator<<(std::ostream& os, const Levels& l);
inline void sc_trace(sc_core::sc_trace_file*, const Levels&, const std::string&) {}

using Pins = bus::SharedPins<Levels>;

class Bus : public bus::SharedWires<Levels> {
public:
    static constexpr bus::Kind kKind{"isa", "ISA bus", 1984};
    static constexpr unsigned kIrqs = 16, kChannels = 8;

    explicit Bus(sc_core::sc_module_name name) : SharedWires(name) {}

    /// IRQn and DRQn, each of one card; created on the first call. `n` below kIrqs, kChannels.
    core::Wire<bool>& irq(unsigned n) { return line(irq_, n, "irq_"); }
    core::Wire<bool>& drq(unsigned n) { return line(drq_, n, "drq_"); }
    /// The lines that are in use; the others are nullptr.
    const std::array<std::unique_ptr<core::Wire<bool>>, kIrqs>& irqs() const { return irq_; }
    const std::array<std::unique_ptr<core::Wire<bool>>, kChannels>& drqs() const { return drq_; }
    /// Number of agents that drive an octet of SD that another agent drives, too.
    unsigned sd_drivers() const;

private:
    template <std::size_t kN>
    static core::Wire<bool>& line(std::array<std::unique_ptr<core::Wire<bool>>, kN>& lines, unsigned n,
                                  const char* name) {
        if (!lines.at(n)) lines[n] = std::make_unique<core::Wire<bool>>((name + std::to_string(n)).c_str());
        return *lines[n];
    }

    std::array<std::unique_ptr<core::Wire<bool>>, kIrqs> irq_;
    std::array<std::unique_ptr<core::Wire<bool>>, kChannels> drq_;
};

}  // namespace niclab::isa
