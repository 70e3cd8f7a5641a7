#include "card/moment_words.h"

namespace niclab::card {

const char* words(Seen seen) {
    switch (seen) {
        case Seen::SendCall:
            return "The program calls.";
        case Seen::TxReq:
            return "REQ# of the first access on the sender's bus that is made for the packet.";
        case Seen::TxTrdy:
            return "First data of the sender's access.";
        case Seen::TxSoc:
            return "Its first cell starts on its way to the PHY.";
        case Seen::RxSoc:
            return "Its first cell starts on its way from the PHY.";
        case Seen::RxReq:
            return "REQ# of the first access that carries its payload to the receiving host.";
        case Seen::RxTrdy:
            return "First data of the receiver's access.";
        case Seen::Delivered:
            return "The receiving program has it.";
        case Seen::Told:
            break;
    }
    return "The card tells of it.";
}

}  // namespace niclab::card
