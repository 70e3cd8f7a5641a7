/// @file The exit codes of the program.
#pragma once

#include <vector>

#include "commands.h"

namespace niclab::cli {

struct Exit {
    int code;
    const char* what;
};
inline const std::vector<Exit>& exits() {
    static const std::vector<Exit> all{
        {kDone, "Done, and every check held."},
        {kCheckFailed,
         "Done, but a check failed: a rule of a bus, a wrong payload, a cell that is not accounted for; or the run was "
         "given up."},
        {kWrongInput,
         "The command line, the experiment or a file is wrong; one sentence says where and what is allowed."},
        {kInterrupted, "Interrupted; what was measured until then is written and marked partial."},
    };
    return all;
}

}  // namespace niclab::cli
