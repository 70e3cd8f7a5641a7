/// @file  The names of all signals a waveform can show.
#pragma once

#include <string>
#include <vector>

namespace niclab::system {

/// Full names, `client.pci.FRAME_n` and so on, in the order of a waveform file.
std::vector<std::string> signal_names();

}  // namespace niclab::system
