// All packets back to back, in both directions at once unless a key excludes it.
#include "lab/flows/kind.h"

namespace niclab::lab::flows::stream {

namespace {

class Stream : public Plan {
public:
    explicit Stream(bool both_ways) : both_ways_(both_ways) {}
    bool sends_both_ways() const override { return both_ways_; }
    bool measures_throughput() const override { return true; }

private:
    bool both_ways_;
};

std::shared_ptr<const Plan> read(core::ConfigTable& flow) {
    return std::make_shared<Stream>(
        flow.boolean("both_directions", true, "Mode stream: also send from the receiving host to the sending host."));
}

}  // namespace

const Kind& kind() {
    static const Kind kind{"stream", Between::Cards, read};
    return kind;
}

}  // namespace niclab::lab::flows::stream
