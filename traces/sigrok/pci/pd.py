import sigrokdecode as srd

COMMANDS = ('interrupt acknowledge', 'special cycle', 'I/O read', 'I/O write', 'reserved 4', 'reserved 5', 'memory read', 'memory write',
            'reserved 8', 'reserved 9', 'config read', 'config write', 'memory read multiple', 'dual address cycle', 'memory read line',
            'memory write and invalidate')
SHORT = ('IACK', 'SPEC', 'IOR', 'IOW', 'R4', 'R5', 'MR', 'MW', 'R8', 'R9', 'CR', 'CW', 'MRM', 'DAC', 'MRL', 'MWI')
CONTROL = ('clk', 'frame_n', 'irdy_n', 'trdy_n', 'devsel_n', 'stop_n')
CLK, FRAME, IRDY, TRDY, DEVSEL, STOP = range(6)
AD, CBE, ACK64 = 6, 38, 42
ANN_TRANSACTION, ANN_DWORD, ANN_WAIT, ANN_END = range(4)
OPTIONAL = ('ack64_n', 'cbe_high0_n', 'cbe_high1_n', 'cbe_high2_n', 'cbe_high3_n')


def channel(name):
    return {'id': name, 'name': name.upper(), 'desc': name.upper().replace('_N', '#')}


class Decoder(srd.Decoder):
    api_version = 3
    id = 'pci'
    name = 'PCI'
    longname = 'Peripheral Component Interconnect'
    desc = 'Parallel PCI bus: transactions and data.'
    license = 'apache-2.0'
    inputs = ['logic']
    outputs = ['pci']
    tags = ['PC']
    channels = tuple(channel(name) for name in (*CONTROL, *(f'ad{i}' for i in range(32)), *(f'cbe{i}_n' for i in range(4))))
    optional_channels = tuple(channel(name) for name in OPTIONAL)
    annotations = (('transaction', 'Transaction'), ('dword', 'Dword'), ('wait', 'Wait clock'), ('end', 'End without data'))
    annotation_rows = (('transactions', 'Transactions', (ANN_TRANSACTION,)), ('data', 'Data', (ANN_DWORD, ANN_WAIT, ANN_END)))

    def __init__(self):
        self.reset()

    def reset(self):
        self.running = self.frame_before = self.dual = False
        self.edge = None

    def start(self):
        self.out_ann = self.register(srd.OUTPUT_ANN)
        self.out_python = self.register(srd.OUTPUT_PYTHON)

    @staticmethod
    def number(pins, first, count):
        return sum(pins[first + i] << i for i in range(count))

    def begin(self, at, pins):
        self.running, self.at, self.last = True, at, at
        self.command, self.address = self.number(pins, CBE, 4), self.number(pins, AD, 32)
        self.dual = self.command == 13
        self.dwords, self.clocks = 0, 1
        self.devsel = self.stopped = self.stop_with_data = self.target_abort = self.wide = False

    def how_it_ended(self):
        if self.target_abort:
            return 'target_abort'
        if not self.devsel:
            return 'master_abort'
        if not self.stopped:
            return 'complete'
        if self.stop_with_data:
            return 'disconnect_with_data'
        return 'disconnect_without_data' if self.dwords else 'retry'

    def end(self, at):
        """`at`: the edge behind its last clock."""
        self.running = False
        how = self.how_it_ended()
        words = f'{COMMANDS[self.command]} 0x{self.address:08X}, {self.dwords} dwords, {self.clocks} clocks, {how}'
        self.put(self.at, at, self.out_ann, [ANN_TRANSACTION, [
            words, f'{SHORT[self.command]} {self.address:08X} x{self.dwords}', SHORT[self.command]]])
        self.put(self.at, at, self.out_python, ['TRANSACTION', {'command': COMMANDS[self.command], 'address': self.address,
                                                               'dwords': self.dwords, 'clocks': self.clocks, 'end': how}])

    def dwords_of(self, pins):
        """Two of a wide bus, where some byte of the upper one is enabled."""
        upper = [pins[i] for i in range(ACK64 + 1, ACK64 + 5)]
        return 2 if self.wide and 0 in upper else 1

    def clock(self, at, pins, asserted):
        """A clock of a running transaction behind its address; it lasts until the next edge."""
        self.clocks += 1
        self.devsel |= asserted[DEVSEL]
        self.wide |= self.may_be_wide and pins[ACK64] == 0
        moved = asserted[IRDY] and asserted[TRDY]
        if asserted[STOP] and not asserted[DEVSEL]:
            self.target_abort = True
        if asserted[STOP] and asserted[IRDY] and not self.stopped:
            self.stopped, self.stop_with_data = True, asserted[TRDY]
        if moved:
            self.dwords += self.dwords_of(pins)
            data = self.number(pins, AD, 32)
            self.pending = [ANN_DWORD, [f'{data:08X}']]
        elif asserted[STOP]:
            self.pending = [ANN_END, ['STOP#', 'S']]
        else:
            self.pending = [ANN_WAIT, ['wait', 'w']]

    def sample(self, at, pins):
        """A rising edge of CLK. What it sampled is drawn until the next one."""
        if self.edge is not None and self.pending:
            self.put(self.edge, at, self.out_ann, self.pending)
        self.edge, self.pending = at, None
        asserted = [pin == 0 for pin in pins[:AD]]
        idle = not asserted[FRAME] and not asserted[IRDY]
        begins = asserted[FRAME] and not self.frame_before
        if self.running and (idle or begins):
            self.end(at)
        if begins:
            self.begin(at, pins)
        elif self.running and self.dual:
            self.command, self.dual, self.clocks = self.number(pins, CBE, 4), False, self.clocks + 1
        elif self.running:
            self.clock(at, pins, asserted)
        self.frame_before = asserted[FRAME]

    def decode(self):
        self.pending = None
        self.may_be_wide = self.has_channel(ACK64)  # asked once: each call of it costs libsigrokdecode 0.5.3 a reference
        while True:
            pins = self.wait({CLK: 'r'})
            self.sample(self.samplenum, pins)
