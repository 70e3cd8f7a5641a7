/// @file Packets for every rule of PCI Express: a legal sequence that passes and an illegal one
/// that violates this rule first. The syntax is explained at PciePattern.
#pragma once

#include <vector>

namespace niclab::conformance {

struct PcieCase {
    const char* rule;
    const char *legal, *illegal;
};

inline const std::vector<PcieCase> kPcieCases{
    {"T1", ">mw <ack", ">mw <ack:bad"},
    {"T2", ">mw >mw", ">mw >mw:bad"},
    {"T3", ">mw >mw", ">mw >mw:s=2"},
    {"T4", ">mw <ack", ">mw <ack:s=1"},
    {"T4", ">mw >mw <ack:s=0 <ack:s=0", ">mw >mw <ack:s=1 <ack:s=0"},
    {"T5", ">mw >mw <nak:s=4095 >mw:s=0 >mw:s=1 >mw", ">mw >mw <nak:s=4095 >mw:s=1"},
    {"T5", ">mw >mw <nak:s=0 >mw:s=1 >mw", ">mw >mw <nak:s=4095 >mw:s=0 >mw:s=2"},
    {"T5", ">mw >mw <nak:s=1 >mw", ">mw >mw <nak:s=0 >mw"},
    {"T6", "noack >mw +1000 >mw:s=0", "noack >mw +999 >mw:s=0"},
    {"T6", "noack >mw >mw +500 <ack:s=0 +1000 >mw:s=1", "noack >mw >mw +500 <ack:s=0 +999 >mw:s=1"},
    {"T7", ">mw <nak:s=4095 >mw:s=0", ">mw <nak:s=4095 >mw:s=0:a=2000"},
    {"T8", ">mw +500 <ack", ">mw +501 <ack"},
    {"T8", ">mw +480 <ack:damaged +40 >mw", ">mw +501 <ack:damaged"},
    {"T8", ">mw:damaged <nak:s=4095 +600 >mw:s=0", ">mw <nak:s=4095 >mw:s=0 +501 >mw"},
    {"T9", "init <i1p:h=4:d=40 <i1n:h=4 <i1c <i2p:h=4:d=40 <i2n:h=4 <i2c >mw", "init <i1p:h=4:d=40 <i1n:h=4 >mw"},
    {"T10", ">mw >mw >mw >mw", ">mw >mw >mw >mw >mw"},
    {"T10", ">mw:n=64 >mw:n=64 >mw:n=32", ">mw:n=64 >mw:n=64 >mw:n=33"},
    {"T10", ">mr:t=1 >mr:t=2 >mr:t=3 >mr:t=4 >mw", ">mr:t=1 >mr:t=2 >mr:t=3 >mr:t=4 >mr:t=5"},
    {"T10", ">mw >mw >mw >mw <up:h=5:d=40 >mw", ">mw >mw >mw >mw <un:h=4:d=0 >mw"},
    {"T11", ">mw >mw <up:h=5:d=41 <up:h=6:d=42", ">mw >mw <up:h=6:d=42 <up:h=5:d=42"},
    {"T11", ">mw >mw <up:h=5:d=41 <up:h=5:d=41", ">mw >mw <up:h=5:d=41 <up:h=5:d=40"},
    {"T11", "<uc:h=0:d=0", "<uc:h=1:d=0"},
    {"T12", ">mw <up:h=5:d=41", ">mw <up:h=6:d=41"},
    {"T12", ">mw:n=5 <up:h=5:d=42", ">mw:n=5 <up:h=5:d=43"},
    {"T13", "updates +44000 <up:h=4:d=40 <un:h=4 >up:h=4:d=40 >un:h=4", "updates +45001 <up:h=4:d=40"},
    {"T13", "updates +44000 <up:h=4:d=40 <un:h=4 >up:h=4:d=40 >un:h=4 +44000 <ack:s=4095",
     "updates +44000 <up:h=4:d=40 >up:h=4:d=40 >un:h=4 +44000 <ack:s=4095"},
    {"T13", "updates +44000 <up:h=4:d=40:damaged <un:h=4:damaged >up:h=4:d=40 >un:h=4 +44000 <ack:s=4095",
     "updates +44000 <up:h=4:d=40:damaged >up:h=4:d=40 >un:h=4 +44000 <ack:s=4095"},
    {"T14", ">mw", ">mw:h0=1F000000"},
    {"T14", "<cw:t=1", "<cw:t=1:h0=20000000:n=2"},
    {"T15", ">mw", ">mw:h0=00010000"},
    {"T15", ">mr:t=1", ">mr:t=1:h2=2"},
    {"T15", ">mr:t=1 <cd:t=1:c=4", ">mr:t=1 <cd:t=1:c=4:h2=80"},
    {"T15", "<cr:t=1", "<cr:t=1:h2=1000"},
    {"T15", ">int:k=20", ">int:k=20:h3=1"},
    {"T15", "<cw:t=1 >cp:t=1:c=4", "<cw:t=1 >cp:t=1:c=4:h0=1"},
    {"T16", ">mw:n=2", ">mw:n=2:cut=1"},
    {"T16", ">mr:t=1:n=2", ">mr:t=1:n=2:h0=8000"},
    {"T17", ">mw:n=64", ">mw:n=65"},
    {"T18", ">mr:t=1:n=128", ">mr:t=1:n=129"},
    {"T19", ">mr:t=1:a=1F80:n=32", ">mr:t=1:a=1F80:n=33"},
    {"T19", ">mw:a=1FFC:n=1", ">mw:a=1FFC:n=2"},
    {"T20", ">mw:n=1:b=05", ">mw:n=1:b=FF"},
    {"T20", ">mw:n=2:b=5A", ">mw:n=2:b=F0"},
    {"T20", ">mw:n=2:b=5A", ">mw:n=2:b=0F"},
    {"T20", ">mw:n=3:b=3C", ">mw:n=3:b=5F"},
    {"T20", ">mw:n=3:b=3C", ">mw:n=3:b=F5"},
    {"T21", ">mw:a=100000000", ">mw:a=1000:wide"},
    {"T22", ">mr:t=1 >mr:t=2", ">mr:t=1 >mr:t=1"},
    {"T22", ">mr:t=1 <cd:t=1:c=4 >mr:t=1", ">mr:t=1:n=32 <cd:t=1:n=16:c=128 >mr:t=1"},
    {"T23", ">mr:t=1 <cd:t=1:c=4", ">mr:t=1 <cd:t=2:c=4"},
    {"T23", ">mr:t=1 >mr:t=2 <cd:t=1:c=4 <cd:t=2:c=4", ">mr:t=1 >mr:t=2 <cd:t=1:c=4 <cd:t=1:c=4"},
    {"T24", ">mr:t=1:a=1004:n=2 <cd:t=1:n=2:c=8:l=4", ">mr:t=1:a=1004:n=2 <cd:t=1:n=2:c=4:l=4"},
    {"T24", ">mr:t=1:a=1004:n=2:b=1C <cd:t=1:n=2:c=3:l=6", ">mr:t=1:a=1004:n=2:b=1C <cd:t=1:n=2:c=3:l=4"},
    {"T24", ">mr:t=1:n=32 <cd:t=1:n=16:c=128 <cd:t=1:n=16:c=64:l=40",
     ">mr:t=1:n=32 <cd:t=1:n=16:c=128 <cd:t=1:n=16:c=64:l=0"},
    {"T24", ">mr:t=1:n=4 <cd:t=1:n=4:c=16", ">mr:t=1:n=4 <cd:t=1:n=5:c=16"},
    {"T25", ">mr:t=1:n=32 <cd:t=1:n=16:c=128", ">mr:t=1:n=32 <cd:t=1:n=8:c=128"},
    {"T25", ">mr:t=1:a=1020:n=32 <cd:t=1:n=8:c=128:l=20", ">mr:t=1:a=1020:n=32 <cd:t=1:n=16:c=128:l=20"},
    {"T26", ">mr:t=1 <cp:t=1:e=1", ">mr:t=1 <cd:t=1:c=4:e=1"},
    {"T26", "<cw:t=1 >cp:t=1:c=4", "<cw:t=1 >cd:t=1:c=4"},
    {"T26", ">mr:t=1 <cd:t=1:c=4", ">mr:t=1 <cp:t=1:c=4"},
    {"T27", "<cr:t=1 >cd:t=1:c=4", ">cr:t=1"},
    {"T27", "<ir:t=1:a=300 >cd:t=1:c=4", "<ir:t=1:a=300:n=2"},
    {"T28", "noack >mr:t=1 +50000000 <cd:t=1:c=4", "noack >mr:t=1 +50000001 <cd:t=1:c=4"},
    {"T29", ">int:k=20 >int:k=24 >int:k=20", ">int:k=20 >int:k=20"},
    {"T29", ">int:k=20 >int:k=21", ">int:k=24"},
    {"T29", ">int:k=23 >int:k=27", "<int:k=23"},
    {"T30", ">mw:digest", ">mw:digest=1"},
};

}  // namespace niclab::conformance
