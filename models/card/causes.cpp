#include "card/causes.h"

namespace niclab::card {

std::vector<const Cause*> any_causes() {
    using namespace causes;
    return {&kMark,          &kProgramSends,   &kPrepare,       &kDoorbell,    &kTxGrant,
            &kTxAcquisition, &kTxMemory,       &kDescriptor,    &kTxPayload,   &kSendingCard,
            &kLine,          &kReceivedBehind, &kReceivingCard, &kOtherUnits,  &kRxGrant,
            &kRxAcquisition, &kRxMemory,       &kRxPayload,     &kStatus,      &kInterrupt,
            &kHostWrites,    &kHostBeginsRead, &kHostReads,     &kDriverTakes, &kProgramReceives};
}

}  // namespace niclab::card
