import sigrokdecode as srd

CLK, ENB, SOC, DATA, CLAV, PRTY, UPPER = 0, 1, 2, 3, 11, 12, 13
HEADER, OCTETS = 4, 53
ANN_CELL, ANN_OCTET, ANN_NULL, ANN_ERROR = range(4)


def channel(name, words):
    return {'id': name, 'name': name.upper(), 'desc': words}


def hec(header):
    rest = 0
    for octet in header:
        rest ^= octet
        for _ in range(8):
            rest = (rest << 1 ^ 0x107) if rest & 0x80 else rest << 1
    return rest ^ 0x55


class Decoder(srd.Decoder):
    api_version = 3
    id = 'utopia'
    name = 'UTOPIA'
    longname = 'UTOPIA level 1'
    desc = 'ATM cells between an ATM layer and a PHY.'
    license = 'apache-2.0'
    inputs = ['logic']
    outputs = ['atm']
    tags = ['Networking']
    channels = (channel('clk', 'TxClk or RxClk'), channel('enb_n', 'TxEnb* or RxEnb*'), channel('soc', 'Start of cell'),
                *(channel(f'data{i}', f'Data {i}') for i in range(8)))
    optional_channels = (channel('clav', 'TxClav or RxClav, not RxEmpty*'), channel('prty', 'Odd parity'),
                         *(channel(f'data{i}', f'Data {i}') for i in range(8, 16)))
    options = ({'id': 'direction', 'desc': 'Direction', 'default': 'tx', 'values': ('tx', 'rx')},
               {'id': 'width', 'desc': 'Bits of data', 'default': 8, 'values': (8, 16)},
               {'id': 'handshake', 'desc': 'Handshake', 'default': 'cell', 'values': ('cell', 'octet')})
    annotations = (('cell', 'Cell'), ('octet', 'Octets'), ('null', 'Null cell'), ('error', 'Error'))
    annotation_rows = (('cells', 'Cells', (ANN_CELL, ANN_NULL)), ('octets', 'Octets', (ANN_OCTET,)), ('errors', 'Errors', (ANN_ERROR,)))

    def __init__(self):
        self.reset()

    def reset(self):
        self.octets = []
        self.taken = None
        self.words = 0
        self.enabled_before = False

    def start(self):
        self.out_ann = self.register(srd.OUTPUT_ANN)
        self.out_python = self.register(srd.OUTPUT_PYTHON)

    def take(self, pins):
        """Octets of a word; of 16 bits the third carries the HEC and UDF2, which is no part of the cell."""
        low = sum(pins[DATA + i] << i for i in range(8))
        if not self.wide:
            return [low]
        high = sum(pins[UPPER + i] << i for i in range(8))
        return [high] if self.words == 2 else [high, low]

    def parity_is_odd(self, pins):
        data = pins[DATA:CLAV] + (pins[UPPER:] if self.wide else ())
        return (sum(data) + pins[PRTY]) % 2 == 1

    def word(self, at, pins):
        if pins[SOC] == 1 and self.octets:
            self.put(self.at, at, self.out_ann, [ANN_ERROR, [f'cell of {len(self.octets)} octets', 'short']])
            self.octets = []
        if not self.octets:
            if pins[SOC] != 1:
                return  # in the middle of something
            self.at, self.words = at, 0
        octets = self.take(pins)
        self.octets += octets
        self.words += 1
        self.taken = (at, octets)
        if self.has_parity and not self.parity_is_odd(pins):
            self.put(at, at + 1, self.out_ann, [ANN_ERROR, ['even parity', 'P']])
        if len(self.octets) == OCTETS:
            self.cell(at)

    def cell(self, at):
        header, check, payload = self.octets[:HEADER], self.octets[HEADER], self.octets[HEADER + 1:]
        word = int.from_bytes(bytes(header), 'big')
        vpi, vci, pti, clp = word >> 20 & 0xFF, word >> 4 & 0xFFFF, word >> 1 & 7, word & 1
        null = vpi == 0 and vci == 0
        words = f'VPI {vpi} VCI {vci} PTI {pti} CLP {clp}'
        self.put(self.at, at, self.out_ann, [ANN_NULL if null else ANN_CELL, [
            'null cell' if null else words + ' ' + bytes(payload).hex(), 'null' if null else f'{vpi}/{vci}:{pti}', '-' if null else 'C']])
        if self.options['direction'] == 'rx' and hec(header) != check:
            self.put(self.at, at, self.out_ann, [ANN_ERROR, [f'HEC 0x{check:02X} found, 0x{hec(header):02X} wanted', 'HEC']])
        self.put(self.at, at, self.out_python, ['CELL', {'vpi': vpi, 'vci': vci, 'pti': pti, 'clp': clp, 'payload': bytes(payload)}])
        self.octets = []

    def receives(self, pins):
        """A word comes with this edge."""
        enabled = pins[ENB] == 0
        if self.options['direction'] == 'tx':
            return enabled
        before, self.enabled_before = self.enabled_before, enabled
        empty = self.has_empty and pins[CLAV] == 0
        return before and not empty

    def decode(self):
        # Asked once: each call of has_channel() costs libsigrokdecode 0.5.3 a reference.
        # Without a list of channels it takes even those for there that are not: the width is an option.
        self.wide, self.has_parity = self.options['width'] == 16, self.has_channel(PRTY)
        self.has_empty = self.options['handshake'] == 'octet' and self.has_channel(CLAV)
        while True:
            pins = self.wait({CLK: 'r'})
            if self.taken:
                self.put(self.taken[0], self.samplenum, self.out_ann, [ANN_OCTET, [' '.join(f'{o:02X}' for o in self.taken[1])]])
                self.taken = None
            if self.receives(pins):
                self.word(self.samplenum, pins)
