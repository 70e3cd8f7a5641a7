// ttcp: 2000 buffers of 8192 octets.
#include "apps/stream_keys.h"

namespace niclab::apps::ttcp {

const Kind& kind() {
    static const Kind kind{"ttcp", false, false, false, [](core::ConfigTable& flow, Femtoseconds duration) {
                               return read_stream(flow, duration, {32768, 8192, 2000 * 8192}, false);
                           }};
    return kind;
}

}  // namespace niclab::apps::ttcp
