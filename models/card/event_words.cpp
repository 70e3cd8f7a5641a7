#include "card/event_words.h"

namespace niclab::card {

const char* words(EventKind kind) {
    switch (kind) {
        case EventKind::SendCall:
            return "The program calls.";
        case EventKind::TxReq:
            return "REQ# of the first access on the sender's bus that is made for the packet.";
        case EventKind::TxTrdy:
            return "First data of the sender's access.";
        case EventKind::TxSoc:
            return "Its first cell starts on its way to the PHY.";
        case EventKind::RxSoc:
            return "Its first cell starts on its way from the PHY.";
        case EventKind::RxReq:
            return "REQ# of the first access that carries its payload to the receiving host.";
        case EventKind::RxTrdy:
            return "First data of the receiver's access.";
        case EventKind::Delivered:
            return "The receiving program has it.";
        case EventKind::Reported:
            break;
    }
    return "The card reports it.";
}

}  // namespace niclab::card
