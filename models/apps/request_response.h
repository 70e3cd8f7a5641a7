/// @file  netperf's TCP_RR: a request, its response, and so on, one at a time.
#pragma once

#include "apps/app.h"

namespace niclab::apps {

struct RequestResponseConfig {
    std::uint32_t request = 1, response = 1;  ///< Octets.
    std::uint64_t transactions = 0;           ///< 0: until the time is over.
    Femtoseconds duration = 10 * base::kSecond;
    Buffers buffers;
};

class RequestResponse : public App {
public:
    RequestResponse(const Ends& ends, const RequestResponseConfig& config);
    void start() override;
    Outcome outcome() const override { return outcome_; }
    const stack::TcpSocket* sending_socket() const override { return &asker_.socket; }
    const stack::TcpSocket* receiving_socket() const override { return &answerer_.socket; }

private:
    struct Side {
        stack::TcpSocket& socket;
        std::uint32_t came = 0;  ///< Octets received of the awaited message.
    };
    void ask(std::uint64_t);
    void await_response(std::uint64_t);
    void response_came(std::uint64_t);
    void await_request(std::uint64_t);
    void request_came(std::uint64_t);

    Ends ends_;
    RequestResponseConfig config_;
    Side asker_, answerer_;
    Femtoseconds asked_ = 0;
    Outcome outcome_;
};

}  // namespace niclab::apps
