/// @file  libpcap, loaded when the first capture is read: it brings eight libraries of which a run without one wants none.
///
/// Source:  pcap(3PCAP): what may be asked of a file that is read ("savefile").
#pragma once

#include <pcap/pcap.h>

namespace niclab::lab {

/// The calls of libpcap that read a file, each as its manual page says.
struct PcapLibrary {
    decltype(&pcap_open_offline) open_offline;
    decltype(&pcap_datalink) datalink;
    decltype(&pcap_next_ex) next_ex;
    decltype(&pcap_geterr) geterr;
    decltype(&pcap_close) close;
};

/// Stays loaded to the end of the program. Throws std::runtime_error where it is not to be had.
const PcapLibrary& pcap_library();

}  // namespace niclab::lab
