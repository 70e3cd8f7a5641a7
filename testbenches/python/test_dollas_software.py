"""What a call costs is shared by its steps, and nothing is lost by it."""
import pytest

from niclab.tools.reproduce import dollas_software
from niclab.tools.reproduce.dollas_software import ACKS, RECEIVING, SENDING

HOST = {"tcp": {"send": {"fixed_us": 120.0, "per_octet_ns": 60.0}, "receive": {"fixed_us": 240.0, "per_octet_ns": 90.0}}}


def test_steps_sum_to_the_call() -> None:
    found = dollas_software.costs(HOST, "tcp")
    assert sum(found[key] for key in SENDING) == pytest.approx(120)
    assert sum(found[key] for key in RECEIVING) == pytest.approx(240)
    assert [found[key] for key in ACKS] == [60, 60]
    assert (found["send_octet_ns"], found["receive_octet_ns"]) == (60, 90)


@pytest.mark.parametrize(("lost", "received", "percent"), [({}, 10, 0), ({"socket_buffer": 3}, 1, 75), ({"line_error": 1, "epd": 1}, 0, 100), ({}, 0, 0)])
def test_a_share_of_those_whose_end_is_known(lost: dict[str, int], received: int, percent: float) -> None:
    assert dollas_software.lost({"lost": lost, "datagrams_received": received}) == pytest.approx(percent)


def test_a_claim_tells_both_ways_and_its_verdict() -> None:
    assert dollas_software.line("lost", "35 %", [1.0, 2.0], " %", False).split() == ["lost", "35", "%", "1.00", "%", "and", "2.00", "%", "FALSE", "shown"]
