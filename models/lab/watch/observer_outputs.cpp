// Files of observers: written while a run lasts, put in place at its end.
#include "lab/watch/observers.h"

namespace niclab::lab {

void Observers::settle() { checkers_->settle(); }

void Observers::check_outputs() const {
    checkers_->check_output();
    if (waves_) waves_->check_output();
    if (first_packet_) first_packet_->check_output();
    if (capture_) capture_->check_output();
}

bool Observers::look_at_wires() const {
    return analyzer_ || trigger_ || (waves_ && !waves_->over()) || (first_packet_ && !first_packet_->over());
}

void Observers::finish() {
    checkers_->finish();
    if (waves_) waves_->finish();
    if (first_packet_) first_packet_->finish();
    if (occupancy_) occupancy_->finish();
    if (capture_) capture_->finish();
}

}  // namespace niclab::lab
