"""Transactions of a parallel PCI bus: the master and its command, each dword that moves, how it ends.

CLK, FRAME#, IRDY#, TRDY#, DEVSEL#, STOP#, AD and C/BE# are sampled at each rising edge of CLK, as
PCI's agents do. On a bus of 64 bits ACK64# indicates that two dwords move at once. Source: PCI 2.1,
chapter 3 (from memory).
"""
from .pd import Decoder as Decoder
