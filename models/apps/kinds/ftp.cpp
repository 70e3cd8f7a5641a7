// ftp: one file of 11 000 000 octets.
#include "apps/stream_keys.h"

namespace niclab::apps::ftp {

const Kind& kind() {
    static const Kind kind{"ftp", false, false, false, [](core::ConfigTable& flow, Femtoseconds duration) {
                               return read_stream(flow, duration, {32768, 8192, 11'000'000}, true);
                           }};
    return kind;
}

}  // namespace niclab::apps::ftp
