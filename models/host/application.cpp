#include "host/application.h"

namespace niclab::host {

Application::Application(sc_core::sc_module_name name, NetDevice& driver, SerialPort& serial, const Profile& profile,
                         const Config& config, std::uint32_t& identities)
    : sc_module(name),
      driver_(driver),
      inbox_(driver.inbox(config.receive)),
      serial_(serial),
      cost_(profile.cost(config.protocol)),
      config_(config),
      identities_(identities) {
    SC_HAS_PROCESS(Application);
    if (driver.idle()) return;
    SC_THREAD(send_thread);
    SC_THREAD(receive_thread);
}

void Application::send(Packet packet) {
    jobs_.push_back({identities_++, std::move(packet)});
    core::fire(job_event_);
}

void Application::send(std::vector<std::uint8_t> sdu) {
    send([sdu = std::move(sdu)] { return sdu; });
}

void Application::pay(double us) {
    if (us <= 0) return;
    wait(us, sc_core::SC_US);
    software_ += static_cast<core::Femtoseconds>(us * 1e9 + 0.5);
}

void Application::hand_down(const Send& job) {
    handed_down(core::now_fs(), job.pdu);
    driver_.send(job.sdu, config_.send, job.pdu);
}

void Application::send_thread() {
    driver_.bring_up();
    driver_.open(config_.receive);
    ready_ = true;
    for (;;) {
        while (jobs_.empty()) wait(job_event_);
        sending_ = true;
        job_ = {jobs_.front().pdu, jobs_.front().packet()};
        jobs_.pop_front();
        call(job_);
        if (config_.serial_marker) serial_.mark_before('?');
        pay(cost_.send.us(payload(job_.sdu.size())));
        hand_down(job_);
        sending_ = false;
    }
}

void Application::call(const Send& send) {
    ++calls_;
    outstanding_.sent(send.sdu);
    send_called(core::now_fs(), send);
}

void Application::arrived(const NetDevice::Received& pdu) {
    ++calls_;
    if (peer_ && pdu.status == PacketStatus::Ok) peer_->outstanding_.arrived(pdu.sdu);
    if (peer_ && pdu.status != PacketStatus::Ok) peer_->outstanding_.arrived_damaged();
    delivered(core::now_fs(), pdu);
}

void Application::receive_thread() {
    for (;;) {
        while (inbox_.packets.empty()) wait(inbox_.arrived);
        receiving_ = true;
        const NetDevice::Received pdu = std::move(inbox_.packets.front());
        inbox_.packets.pop_front();
        take(pdu);
        receiving_ = false;
    }
}

void Application::take(const NetDevice::Received& pdu) {
    const std::size_t octets = payload(pdu.sdu.size());
    if (!config_.echo || pdu.status != PacketStatus::Ok) {
        pay(cost_.receive.us(octets));
        if (config_.serial_marker) serial_.mark_after('!');
        arrived(pdu);
        return;
    }
    const Send reply{identities_++, pdu.sdu};
    if (config_.serial_marker) {  // A program that receives, marks and sends, instead of the fastest echo.
        pay(cost_.receive.us(octets));
        arrived(pdu);
        call(reply);
        serial_.mark_before('?');
        pay(cost_.send.us(octets));
        return hand_down(reply);
    }
    // An echo's cost was published as a whole; the end of the receive path in it is computed from
    // the shares of the two paths.
    const double receive = cost_.receive.us(octets), send = cost_.send.us(octets), echo = cost_.echo.us(octets);
    const double share = receive + send > 0 ? receive / (receive + send) : 0.5;
    pay(echo * share);
    arrived(pdu);
    call(reply);
    pay(echo * (1 - share));
    hand_down(reply);
}

void Application::describe(core::StatsVisitor& v) const {
    v.counter("software_ns", software_ / 1'000'000, "ns",
              "CPU time of program, protocols and driver, from the costs in the host profile.");
}

}  // namespace niclab::host
