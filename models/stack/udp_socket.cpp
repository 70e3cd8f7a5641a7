#include "stack/udp_socket.h"

#include "stack/stack.h"

namespace niclab::stack {

using base::call;

UdpSocket::UdpSocket(Stack& stack, Strand program, std::uint16_t port, std::uint32_t receive_buffer)
    : stack_(stack), program_(program), port_(port), receive_buffer_(receive_buffer) {}

void UdpSocket::send(std::uint32_t octets, base::Call then) {
    octets_ = octets, sent_ = then;
    stack_.executor().spend(program_, Activity::Call, 0, call<&UdpSocket::copy>(this));
}

void UdpSocket::copy(std::uint64_t) {
    writer_waits_ = waits_ && !stack_.queue_empty();
    if (!writer_waits_) stack_.executor().spend(program_, Activity::CopyOut, octets_, call<&UdpSocket::made>(this));
}

void UdpSocket::made(std::uint64_t) {
    stack_.executor().spend(program_, Activity::SegmentOut, octets_, call<&UdpSocket::sent>(this));
}

void UdpSocket::sent(std::uint64_t) {
    tcp::Packet p;
    p.protocol = tcp::Protocol::Udp;
    p.destination = peer_, p.source_port = port_, p.destination_port = peer_port_;
    p.datagram.length = octets_, p.datagram.offset = offset_;
    offset_ += octets_;
    ++stats_.sent, stats_.sent_octets += octets_;
    stack_.send(p);
    sent_();
}

void UdpSocket::room() {
    if (!writer_waits_) return;
    writer_waits_ = false;
    stack_.executor().spend(program_, Activity::Wake, 0, call<&UdpSocket::copy>(this));
}

bool UdpSocket::input(const tcp::Packet& packet) {
    if (held_ + packet.datagram.length > receive_buffer_) return ++stats_.no_room, false;
    held_ += packet.datagram.length;
    waiting_.push_back(packet.datagram);
    if (reader_waits_) {
        reader_waits_ = false;
        stack_.executor().spend(program_, Activity::Wake, 0, call<&UdpSocket::go_on>(this));
    }
    return true;
}

void UdpSocket::receive(base::Call then) {
    received_ = then;
    go_on(0);
}

void UdpSocket::go_on(std::uint64_t) {
    reader_waits_ = waiting_.empty();
    if (!reader_waits_)
        stack_.executor().spend(program_, Activity::Read, waiting_.front().length, call<&UdpSocket::handed>(this));
}

void UdpSocket::handed(std::uint64_t) {
    last_read_ = waiting_.front();
    waiting_.pop_front();
    held_ -= last_read_.length;
    ++stats_.received, stats_.received_octets += last_read_.length;
    received_();
}

}  // namespace niclab::stack
