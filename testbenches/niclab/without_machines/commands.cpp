/// @file  The commands of a program that was built without the machines for drivers and guests.
#include <string>

#include "core/config.h"
#include "machine_commands.h"

namespace niclab::cli {

namespace {

[[noreturn]] void refuse(const char* command) {
    throw core::ConfigError(std::string(command) +
                            ": this program was built without the machines of drivers and guests; expected one from "
                            "cmake -DNICLAB_BUILD_MACHINES=ON " NICLAB_BINARY_DIR " && cmake --build " NICLAB_BINARY_DIR
                            " --target niclab");
}

}  // namespace

int driver(const DriverArguments&) { refuse("niclab driver"); }
int vm(const VmArguments&) { refuse("niclab vm"); }

}  // namespace niclab::cli
