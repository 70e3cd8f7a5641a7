/// @file  netperf's TCP_STREAM, ttcp and ftp: one program writes, the other reads.
///
/// Source:  netperf 2 (manual): writes of `-m` octets until the time is over, then a shutdown; the rate counts until the reader
///          has seen its end. ttcp: `-n` buffers of `-l` octets. ftp: one file, at both ends an extra cost an octet.
#pragma once

#include "apps/app.h"

namespace niclab::apps {

struct StreamConfig {
    std::uint32_t message = 8192;  ///< Octets a call writes.
    std::uint32_t read = 65536;    ///< Octets a call reads at most.
    std::uint64_t octets = 0;      ///< To send; 0: until the time is over.
    Femtoseconds duration = 10 * base::kSecond;
    bool file = false;  ///< Octets come from and go to a file in memory.
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
