/// @file A writer of capture files: pcapng with nanoseconds or picoseconds and one interface per
/// tap.
///
/// Source: pcapng specification, blocks SHB, IDB and EPB (from memory); compared with tshark. Link
///   types: USER0 (147) for cells of 53 octets, USER1 (148) for frames of 2430 or 9720, ERF (197)
///   for CPCS-PDUs. SUNATM (123) is for host packets after a pseudo header of flags, VPI and VCI;
///   ETHERNET (1).
/// Not modelled: other blocks. No date is written, so that the same run gives the same bytes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/clock.h"
#include "core/output_file.h"

namespace niclab::probe {

class Pcapng {
public:
    static constexpr std::uint16_t kRawIp = 101, kEthernet = 1, kLlc = 100, kSunAtm = 123, kCells = 147, kFrames = 148,
                                   kErf = 197;

    /// Description of the file; empty texts are omitted.
    struct Section {
        std::string application, comment;
        bool picoseconds = false;  ///< Times in picoseconds; false: in nanoseconds, rounded down.
    };

    /// Throws core::ConfigError if the file cannot be written.
    Pcapng(std::string path, const Section& section);
    explicit Pcapng(std::string path) : Pcapng(std::move(path), Section()) {}
    /// Adds a tap; returns its number, from 0. `description` is for people, may be empty.
    /// `fcs_octets`: at the end of each packet.
    std::uint32_t add_interface(const std::string& name, std::uint16_t link_type, const std::string& description = "",
                                unsigned fcs_octets = 0);
    /// `at`: since the simulation's start, which is the capture's epoch.
    void packet(std::uint32_t interface, core::Femtoseconds at, const std::vector<std::uint8_t>& octets,
                const std::string& comment = "");
    /// Throws core::ConfigError if a write has failed.
    void check_output() const { file_.check(); }
    /// Completes the file; without this call nothing is left. Throws core::ConfigError if it cannot
    /// be written.
    void finish() { file_.finish(); }

private:
    void block(std::uint32_t type, const std::string& body);
    core::StreamedFile file_;
    bool picoseconds_;
    std::uint32_t interfaces_ = 0;
};

}  // namespace niclab::probe
