/// @file A list of descriptors in host memory that a bus master follows: the common part of both
/// directions.
///
/// Behaviour: the head of a descriptor is read, then each fragment's entry before its octets. At the
///   end its status is written, and the address of the next descriptor is read. A failed transfer
///   stops the list until a reset.
#pragma once

#include "cards/ether_board/bus_master.h"
#include "cards/etherlink/list_layout.h"

namespace niclab::etherlink {

class DescriptorList : public ether_board::BusUser {
public:
    bool next(ether_board::Transfer& transfer) override;
    void done(const ether_board::Transfer& transfer) override;
    /// The transfer has failed.
    void fail() { enter(State::Failed); }
    /// A transfer could begin now.
    virtual bool can_begin() const = 0;

    std::uint32_t pointer() const { return pointer_; }
    bool stalled() const { return stalled_; }
    /// A descriptor is in work.
    bool in_progress() const { return state_ != State::Idle; }

protected:
    enum class State { Idle, Entry, Data, Status, Link, Failed };

    /// Leaves the transfer under way without an effect.
    void enter(State state) { moving_ = false, state_ = state; }
    void follow(std::uint32_t pointer) { pointer_ = pointer, enter(State::Idle); }
    void clear() { stalled_ = false, follow(0); }
    /// The next entry; it must not be the last.
    void end_entry() { ++entry_, state_ = State::Entry; }

    /// Before a transfer: a state without one may end.
    virtual void settle() {}
    /// The octets of the next transfer of a fragment.
    virtual void move(ether_board::Transfer& transfer) = 0;
    virtual std::uint32_t final_status() const = 0;
    /// The head of a descriptor was read, with this header or status. Returns false if the
    /// descriptor is not used.
    virtual bool take_head(std::uint32_t status) = 0;
    /// `length_` and `fragment_` are those of another fragment.
    virtual void take_entry() = 0;
    virtual void take_data(const ether_board::Transfer& transfer) = 0;
    virtual void take_status() = 0;
    virtual void take_link(std::uint32_t next) = 0;

    const bus::Purpose status_purpose_;
    State state_ = State::Idle;
    bool moving_ = false;  ///< A transfer is on the bus.
    bool stalled_ = false;
    std::uint32_t pointer_ = 0;
    unsigned entry_ = 0;
    std::uint32_t fragment_ = 0;  ///< Address of its next octet,
    unsigned length_ = 0;         ///< and the number of them.
    bool last_ = false;           ///< It is the last one of the descriptor.

    explicit DescriptorList(bus::Purpose status_purpose) : status_purpose_(status_purpose) {}
};

}  // namespace niclab::etherlink
