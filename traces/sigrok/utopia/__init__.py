"""Cells on one direction of UTOPIA level 1, with 8 or 16 bits of data.

Transmit: a word is taken at a rising edge of the clock with TxEnb* asserted. Receive: at one that
follows an edge with RxEnb* asserted. SOC marks a cell's first word. What is received has its HEC
checked (x^8 + x^2 + x + 1 over four octets, plus 0x55); in what is transmitted the PHY puts it in.
Source: ATM Forum af-phy-0017, ITU-T I.432 (both from memory).
"""
from .pd import Decoder as Decoder
