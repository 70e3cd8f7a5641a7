# shellcheck shell=bash
# Helper for the scripts about smoltcp 0.14.0. It sources `common.sh`.
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

# smoltcp_program: builds the program `probe` of `$WORK/main.rs`, which may `use cable::Cable`: a
# device of Ethernet with the frames that were sent, and those that are to arrive.
smoltcp_program() {
    cat >>main.rs <<'CODE'

mod cable {
    use smoltcp::phy::{Device, DeviceCapabilities, Medium, RxToken, TxToken};
    use smoltcp::time::Instant;
    use std::collections::VecDeque;

    pub struct Cable {
        pub sent: Vec<Vec<u8>>,
        pub arriving: VecDeque<Vec<u8>>,
        largest: usize,
    }
    pub struct Arrival(Vec<u8>);
    pub struct Departure<'a>(&'a mut Vec<Vec<u8>>);

    impl Cable {
        /// `largest`: octets of a frame, without its FCS.
        pub fn new(largest: usize) -> Cable {
            Cable { sent: vec![], arriving: VecDeque::new(), largest }
        }
    }

    impl RxToken for Arrival {
        fn consume<R, F: FnOnce(&[u8]) -> R>(self, read: F) -> R {
            read(&self.0)
        }
    }

    impl<'a> TxToken for Departure<'a> {
        fn consume<R, F: FnOnce(&mut [u8]) -> R>(self, octets: usize, fill: F) -> R {
            let mut frame = vec![0; octets];
            let result = fill(&mut frame);
            self.0.push(frame);
            result
        }
    }

    impl Device for Cable {
        type RxToken<'a> = Arrival;
        type TxToken<'a> = Departure<'a>;
        fn receive(&mut self, _: Instant) -> Option<(Arrival, Departure<'_>)> {
            self.arriving.pop_front().map(|frame| (Arrival(frame), Departure(&mut self.sent)))
        }
        fn transmit(&mut self, _: Instant) -> Option<Departure<'_>> {
            Some(Departure(&mut self.sent))
        }
        fn capabilities(&self) -> DeviceCapabilities {
            let mut capabilities = DeviceCapabilities::default();
            capabilities.max_transmission_unit = self.largest;
            capabilities.medium = Medium::Ethernet;
            capabilities
        }
    }
}
CODE
    rust_program smoltcp=0.14.0
}
