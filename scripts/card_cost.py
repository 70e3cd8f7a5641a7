"""What a card's memories cost, in bits, from its resolved configuration (the `nic` table of `niclab explain`)."""
CELL_BITS = 53 * 8

# Where a configuration says how large a memory is, and the bits of one unit of it. The SAR's receive FIFO lies in the SRAM.
FIFOS = {("sar", "tx_fifo_cells"): CELL_BITS, ("sar", "assembly_stage"): CELL_BITS,
         ("phy", "tx_fifo_cells"): CELL_BITS, ("phy", "rx_fifo_cells"): CELL_BITS}
SRAMS = {("sar", "sram_words"): 32}


def bits(nic: dict, memories: dict) -> int:
    """Bits of those of `memories` that this card has."""
    return sum(int(nic.get(part, {}).get(key, 0)) * unit for (part, key), unit in memories.items())


def card_cost(nic: dict) -> dict:
    """FIFO bits, SRAM bits and their sum, of one card."""
    fifo, sram = bits(nic, FIFOS), bits(nic, SRAMS)
    return {"fifo_bits": fifo, "sram_bits": sram, "cost_bits": fifo + sram}


def bench_cost(config: dict) -> dict:
    """The same of both cards of an experiment."""
    sides = [card_cost(config[side]["nic"]) for side in ("client", "server")]
    return {name: sum(side[name] for side in sides) for name in sides[0]}
