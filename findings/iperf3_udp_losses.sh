#!/usr/bin/env bash
# Versions: iperf3 3.12 (Debian iperf3 3.12-1+deb12u2).
# Expected: for UDP, lost packets are those that were sent and not received, and "sum" of the end of a JSON report has one
# throughput: that of the packets that arrived.
# Observed: lost packets are gaps in the numbers of those that arrive. If a path carries the first 100 of 250 packets, 0 of
# 250 are lost. "sum" has the octets and the rate of the sender with the losses of the receiver: with half of the packets
# lost it states the full rate, and 50 %. Only "sum_received" has what arrived.
# Hurts: a card that hangs during a test has a loss of 0 % and the full throughput. Scripts that read "sum", as for older
# releases, plot the offered load as the throughput.
. "$(dirname "$0")/common.sh"

debian_packages iperf3=3.12-1+deb12u2
need python3
cat >path.py <<'CODE'
import json
import select
import socket
import subprocess
import threading
import time


def pump(source, sink):
    """Copies one direction of a TCP connection to its end."""
    while data := source.recv(65536):
        sink.sendall(data)
    sink.shutdown(socket.SHUT_WR)


def carry(front, datagrams, back, rule):
    """Connects a client to the server on port `back`; `rule` decides on each UDP packet by its number, from 1."""
    client = front.accept()[0]
    server = socket.create_connection(("127.0.0.1", back))
    for pair in (client, server), (server, client):
        threading.Thread(target=pump, args=pair, daemon=True).start()
    far = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    far.connect(("127.0.0.1", back))
    number = 0
    while True:
        for ready in select.select([datagrams, far], [], [])[0]:
            if ready is far:
                datagrams.sendto(far.recv(65536), address)
                continue
            data, address = datagrams.recvfrom(65536)
            number += len(data) == 1000  # the first packet opens the stream and is shorter
            if len(data) < 1000 or rule(number):
                far.send(data)


def run(rule):
    """Sends 250 packets of 1000 octets in two seconds; returns the end of the client's report."""
    front, datagrams, probe = socket.socket(), socket.socket(socket.AF_INET, socket.SOCK_DGRAM), socket.socket()
    front.bind(("127.0.0.1", 0))
    front.listen(1)
    datagrams.bind(front.getsockname())
    probe.bind(("127.0.0.1", 0))
    back = probe.getsockname()[1]
    probe.close()
    server = subprocess.Popen(["iperf3", "-s", "-1", "-B", "127.0.0.1", "-p", str(back)], stdout=subprocess.DEVNULL)
    time.sleep(2)
    threading.Thread(target=carry, args=(front, datagrams, back, rule), daemon=True).start()
    client = subprocess.run(["iperf3", "-c", "127.0.0.1", "-p", str(front.getsockname()[1]), "-u", "-b", "1M",
                             "-l", "1000", "-k", "250", "-J"], stdout=subprocess.PIPE, timeout=30)
    server.wait(10)
    return json.loads(client.stdout)["end"]


for rule in (lambda number: number % 2 == 0), (lambda number: number <= 100):
    end = run(rule)
    for name in "sum", "sum_received":
        part = end[name]
        print(part["packets"], part["lost_packets"], part["lost_percent"], part["bytes"],
              round(part["bits_per_second"] / end["sum_sent"]["bits_per_second"], 1))
CODE
bounded 90 python3 path.py >seen
expect "each second packet of 250 is lost: sum has packets, lost, %, octets, part of the rate (250 125 50 125000 0.5)" \
    "250 125 50 250000 1.0" "$(sed -n 1p seen)"
expect "sum_received" "250 125 50 125000 0.5" "$(sed -n 2p seen)"
expect "all from the 101st on are lost: sum (250 150 60 100000 0.4)" "250 0 0 250000 1.0" "$(sed -n 3p seen)"
expect "sum_received (250 150 60 100000 0.4)" "100 0 0 100000 0.4" "$(sed -n 4p seen)"
finish
