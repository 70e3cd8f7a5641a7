// netperf's TCP_STREAM.
#include "apps/stream_keys.h"

namespace niclab::apps::tcp_stream {

const Kind& kind() {
    static const Kind kind{"tcp_stream", false, false, false, [](core::ConfigTable& flow, Femtoseconds duration) {
                               return read_stream(flow, duration, {65536, 65536, 0}, false);
                           }};
    return kind;
}

}  // namespace niclab::apps::tcp_stream
