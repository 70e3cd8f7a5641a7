// One packet per interval, without waiting for its result.
#include "lab/flows/kind.h"

namespace niclab::lab::flows::periodic {

namespace {

class Periodic : public Plan {
public:
    explicit Periodic(base::Femtoseconds interval) : interval_(interval) {}
    bool is_timed() const override { return true; }
    base::Femtoseconds interval(base::RandomStream&) const override { return interval_; }

private:
    base::Femtoseconds interval_;
};

std::shared_ptr<const Plan> read(core::ConfigTable& flow) { return std::make_shared<Periodic>(read_interval(flow)); }

}  // namespace

const Kind& kind() {
    static const Kind kind{"periodic", Between::Both, read, {"interval"}};
    return kind;
}

}  // namespace niclab::lab::flows::periodic
