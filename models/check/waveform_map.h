/// @file The mapping of the buses in a waveform: tables [pci.NAME] and [utopia.NAME].
///
/// Behaviour: a key of a signal is its full name, a part of one ("tb.ad[31:0]"), or a list of
///   single wires, bit 0 first. Names that are not in the waveform are also searched in the table's
///   scope.
#pragma once

#include <string>
#include <vector>

#include "check/wave_names.h"
#include "core/config.h"

namespace niclab::check {

/// Common to both: the variables of the signals, -1: absent.
struct BusMap {
    std::string name;
    std::vector<std::string> assembled;  ///< "AD from tb.AD[31:16], tb.AD[15:0]", for signals that are not one
                                         ///< variable.
    std::vector<unsigned> variables;     ///< All that are read.
};
struct PciMap : BusMap {
    int clk = -1, rst = -1, ad = -1, cbe = -1, par = -1, frame = -1, irdy = -1, trdy = -1, devsel = -1, stop = -1,
        perr = -1, serr = -1, req = -1, gnt = -1, req64 = -1, ack64 = -1, par64 = -1, m66en = -1, ad_high = -1,
        cbe_high = -1;                 // of 64 bits: AD[63:32], C/BE[7:4]#
    std::vector<std::string> agents;   ///< On the bus.
    std::vector<int> enables;          ///< Seven output enables of each agent; empty: none at all.
    std::vector<std::string> masters;  ///< Agents of the bits of REQ_n and GNT_n.
    std::string host;
    bool all_grants = true, stepped_configuration = false, ordered_retry = true;
    unsigned first_data_clocks = 16;
};
struct UtopiaMap : BusMap {
    int clk = -1, data = -1, soc = -1, enb = -1, clav = -1, prty = -1;
    bool receive = false, octet_level = false, timing = false;
    unsigned width = 8;
};

/// The table of a bus. `place`: its name in errors if no mapping was given. Throws
/// core::ConfigError for signals that are not in the waveform, are ambiguous, or have another
/// width.
PciMap pci_map(core::ConfigTable table, WaveReader& wave, WaveNames& names, const std::string& name,
               const std::string& place);
UtopiaMap utopia_map(core::ConfigTable table, WaveReader& wave, WaveNames& names, const std::string& name,
                     const std::string& place);

/// Scopes in which a bus has niclab's names, in the order of the file. `missing`: the missing
/// signals of the most similar scope.
std::vector<std::string> pci_scopes(WaveNames& names, std::string& missing);
std::vector<std::string> utopia_scopes(WaveNames& names, bool receive, std::string& missing);

}  // namespace niclab::check
