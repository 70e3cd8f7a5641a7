/// @file netperf's TCP_STREAM, ttcp and ftp: one program writes, the other reads.
///
/// Source: netperf 2 (manual). It writes `-m` octets per call until the time is over, then it shuts
///   the connection down. The rate counts until the reader has reached the end of the stream.
///   Program ttcp sends `-n` buffers of `-l` octets. Program ftp sends one file, with an extra cost
///   per octet at both ends.
#pragma once

#include "apps/app.h"

namespace niclab::apps {

struct StreamConfig {
    std::uint32_t message = 8192;  ///< Octets per write call.
    std::uint32_t read = 65536;    ///< Maximum octets per read call.
    std::uint64_t octets = 0;      ///< To send; 0: until the time is over.
    Femtoseconds duration = 10 * base::kSecond;
    bool file = false;  ///< Octets are read from and written to a file in memory.
    Buffers buffers;
};

class Stream : public App {
public:
    Stream(const Ends& ends, const StreamConfig& config);
    void start() override;
    Outcome outcome() const override;
    const stack::TcpSocket* sending_socket() const override { return &out_; }
    const stack::TcpSocket* receiving_socket() const override { return &in_; }

private:
    void write(std::uint64_t);
    void write_message(std::uint64_t octets);
    void written(std::uint64_t octets);
    void read(std::uint64_t);
    void came(std::uint64_t);
    void stored(std::uint64_t);

    Ends ends_;
    StreamConfig config_;
    stack::Strand writer_, reader_;
    stack::TcpSocket &out_, &in_;
    Outcome outcome_;
};

}  // namespace niclab::apps
