#include "system/signals.h"
namespace niclab::system {
std::vector<std::string> signal_names() { return {}; }
}  // namespace niclab::system
