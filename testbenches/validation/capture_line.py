"""Bits spoiled at a place: each is the one the experiment named, and what the PHY and the SAR make
of it is in the capture.
"""
import collections
import json
import pathlib
import tempfile

from capture_blocks import read
from capture_file import HEC, dissect, pdu_is_right
from common import check_all, run, settings

TAPS = "cells,pdus,sent_pdus,packets,line_cells"
LINE, CELLS, PDUS = "client_to_server line_cells", "client_to_server cells", "client_to_server pdus"


def capture(folder, errors):
    path = folder / f"{len(errors)}.pcapng"
    results, rows = run("transmit", "--runs", "2", "--pcap", path, "--pcap-taps", TAPS,
                        *settings(workload__protocol="udp", line__to_server__errors=json.dumps(errors)))
    packets = read(path)[2]
    words = dissect(path)
    of = collections.defaultdict(list)
    for packet, said in zip(packets, words):
        of[packet.interface].append((packet, said))
    return results, rows, of


def difference(a, b):
    """The bits in which two texts differ, counted from the first on the line."""
    return [8 * i + bit for i, (x, y) in enumerate(zip(a, b)) for bit in range(8) if (x ^ y) << bit & 0x80]


def user_cells(of):
    """Cells of the line that are the user's: what is left are null cells, none of which has a wrong
    bit here.
    """
    return [pair for pair in of[LINE] if pair[0].octets[1] | pair[0].octets[2] | pair[0].octets[3] >> 4]


def without_errors(_, clean):
    assert len(user_cells(clean)) == len(clean[CELLS]) > 140
    assert [p.octets for p, _ in user_cells(clean)] == [p.octets for p, _ in clean[CELLS]]


def headers(folder, clean):
    """A bit in each place of the header: tshark names it in that cell and in no other; the PHY
    corrects it.
    """
    step, errors = 3, []
    for bit in range(40):
        errors.append(f"cell {step * bit} octet {bit // 8} bit {7 - bit % 8}")
    results, rows, of = capture(folder, errors)
    found = {n: said[HEC] for n, (_, said) in enumerate(user_cells(of)) if not said[HEC].endswith("(correct)")}
    assert found.keys() == {step * bit for bit in range(40)}, found
    for bit in range(40):
        assert found[step * bit].endswith(f"(error in bit {bit})"), (bit, found[step * bit])
    assert [p.octets for p, _ in of[CELLS]] == [p.octets for p, _ in clean[CELLS]], "behind the PHY nothing is wrong"
    assert all(row["status"] == "ok" for row in rows)
    assert results["counters"]["server.nic.phy.hcs_corrected"] == 40
    assert [p.ns for p, _ in user_cells(of)] == [p.ns for p, _ in user_cells(clean)]
    print("40 header bits named by tshark as the experiment named them")


def dropped(folder, clean):
    """Two bits of one header: tshark cannot correct it, the PHY drops the cell, the PDU misses 48 octets."""
    errors = ["cell 3 octet 0 bit 7", "cell 3 octet 3 bit 0"]
    _, rows, of = capture(folder, errors)
    found = [n for n, (_, said) in enumerate(user_cells(of)) if not said[HEC].endswith("(correct)")]
    assert found == [3] and "(uncorrectable error)" in user_cells(of)[3][1][HEC]
    kept = [p.octets for p, _ in clean[CELLS]]
    assert [p.octets for p, _ in of[CELLS]] == kept[:3] + kept[4:]
    wrong = [p for p, said in of[PDUS] if not pdu_is_right(said)]
    assert [row["status"] for row in rows if row["status"] != "ok"] == ["crc_error"] and len(wrong) == 1
    assert wrong[0].comment.startswith("run 0 pdu 2 client_to_server crc_error;")  # of 1, 2 and 3 cells


def payloads(folder, clean):
    """A bit of the payload arrives wrong twice, 43 bits apart, because of the scrambler. The PDU's
    CRC shows the error.
    """
    places = [(0, 5, 7), (1, 30, 0), (3, 52, 2), (6, 20, 4), (100, 52, 0), (140, 5, 0)]
    _, rows, of = capture(folder, [f"cell {cell} octet {octet} bit {bit}" for cell, octet, bit in places])
    before, after = user_cells(clean), user_cells(of)
    assert len(before) == len(after)
    expected = collections.defaultdict(set)
    for cell, octet, bit in places:
        for at in (0, 43):
            place = 8 * octet + 7 - bit + at
            # In the next cell its five octets of header are passed over; a null cell there shows nothing.
            expected[cell + place // 424].add(place if place < 424 else place - 424 + 40)
    for n, ((was, _), (now, said)) in enumerate(zip(before, after)):
        assert said[HEC].endswith("(correct)")
        wrong = set(difference(was.octets, now.octets))
        assert wrong == expected[n] or (wrong < expected[n] and n - 1 in [p[0] for p in places]), (n, wrong, expected[n])
        assert n not in [p[0] for p in places] or wrong, n
    assert [p.octets for p, _ in of[CELLS]] == [p.octets for p, _ in after], "the PHY passes payloads as they are"
    wrong = [p.comment.split(";")[0] for p, said in of[PDUS] if not pdu_is_right(said)]
    errored = [f"run {r['run']} pdu {r['pdu']} client_to_server {r['status']}" for r in rows if r["status"] != "ok"]
    assert wrong == errored and len(wrong) >= 4 and all(e.endswith("crc_error") for e in errored)
    print(f"{len(wrong)} PDUs with wrong payload bits")


with tempfile.TemporaryDirectory() as temporary:
    place = pathlib.Path(temporary)
    check_all((without_errors, headers, dropped, payloads), place, capture(place, [])[2])
