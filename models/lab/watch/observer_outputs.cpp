// The windows of observers, and their files: written during a run, completed at its end.
#include "lab/watch/observers.h"

namespace niclab::lab {

void Observers::settle() { checkers_->settle(); }

void Observers::check_outputs() const {
    checkers_->check_output();
    if (waves_) waves_->check_output();
    if (first_packet_) first_packet_->check_output();
    if (capture_) capture_->check_output();
}

void Observers::expect_packets(core::Femtoseconds at) {
    if (analyzer_) analyzer_->expect(at);
    if (first_packet_) first_packet_->expect(at);
}

/// A trigger may open its waveform's window at any time.
std::vector<ObservationWindow> Observers::windows() const {
    std::vector<ObservationWindow> windows;
    if (analyzer_) windows.push_back(analyzer_->observation_window());
    if (first_packet_) windows.push_back(first_packet_->observation_window());
    if (!waves_) return windows;
    const probe::WaveWriter& window = waves_->writer();
    windows.push_back(
        {waves_->signal_groups(), trigger_ ? 0 : window.window_begin(), window.window_end(), waves_.get()});
    if (trigger_) windows.push_back({trigger_->observation_window().signal_groups, 0, window.window_end()});
    return windows;
}

void Observers::finish() {
    checkers_->finish();
    if (waves_) mark_packet(waves_->writer(), waves_open_);
    if (waves_) waves_->finish();
    if (first_packet_) mark_packet(first_packet_->writer(), 0);
    if (first_packet_) first_packet_->finish();
    if (occupancy_) occupancy_->finish();
    if (capture_) capture_->finish();
}

}  // namespace niclab::lab
