#include "apps/request_response.h"

namespace niclab::apps {

using base::call;

namespace {

stack::TcpSocket& socket(stack::Stack& stack, const std::string& name, const Buffers& b, std::uint16_t port,
                         bool local) {
    return stack.tcp(stack.executor().add_program(name), {b.send, b.receive, b.no_delay, port}, local);
}

}  // namespace

RequestResponse::RequestResponse(const Ends& ends, const RequestResponseConfig& config)
    : ends_(ends),
      config_(config),
      asker_{socket(ends.from, ends.name + "_asker", config.buffers, 0, &ends.from == &ends.to)},
      answerer_{socket(ends.to, ends.name + "_answerer", config.buffers, ends.port, &ends.from == &ends.to)} {}

void RequestResponse::start() {
    answerer_.socket.accept(call<&RequestResponse::await_request>(this));
    asker_.socket.connect(ends_.to.config().address, ends_.port, call<&RequestResponse::ask>(this));
}

void RequestResponse::ask(std::uint64_t) {
    asked_ = ends_.from.now();
    if (outcome_.begin == 0) outcome_.begin = asked_, measured();
    const bool over = config_.transactions > 0 ? outcome_.transactions == config_.transactions
                                               : asked_ >= outcome_.begin + config_.duration;
    if (over) {
        outcome_.over = true;
        measured();
        return asker_.socket.close();
    }
    asker_.came = 0;
    outcome_.written += config_.request;
    asker_.socket.write(config_.request, call<&RequestResponse::await_response>(this));
}

void RequestResponse::await_response(std::uint64_t) {
    asker_.socket.read(config_.response - asker_.came, call<&RequestResponse::response_came>(this));
}

void RequestResponse::response_came(std::uint64_t) {
    asker_.came += asker_.socket.last_read();
    if (asker_.socket.last_read() == 0) return;
    if (asker_.came < config_.response) return await_response(0);
    ++outcome_.transactions;
    outcome_.end = ends_.from.now();
    if (outcome_.round_trips.size() < kMostTimes) outcome_.round_trips.push_back(outcome_.end - asked_);
    ask(0);
}

void RequestResponse::await_request(std::uint64_t) {
    answerer_.socket.read(config_.request - answerer_.came, call<&RequestResponse::request_came>(this));
}

void RequestResponse::request_came(std::uint64_t) {
    const std::uint32_t octets = answerer_.socket.last_read();
    if (octets == 0) return answerer_.socket.close();
    outcome_.octets += octets;
    answerer_.came += octets;
    if (answerer_.came < config_.request) return await_request(0);
    answerer_.came = 0;
    answerer_.socket.write(config_.response, call<&RequestResponse::await_request>(this));
}

}  // namespace niclab::apps
