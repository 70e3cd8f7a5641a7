"""How often the bench of `niclab lab` answers."""
import pytest

from niclab.tools.lab import guard

PORT = 1234


@pytest.fixture
def answer(monkeypatch):
    """The status of a refusal, or 0, of a request of the page, all within one second."""
    monkeypatch.setattr(guard.time, "monotonic", lambda: 10.0)
    door = guard.Guard(None, PORT)
    headers = {"host": f"localhost:{PORT}", "cookie": f"{door.cookie_name}={door.cookie}", "x-niclab-token": door.token}
    return lambda path: door.refused({"path": path, "method": "GET"}, headers)


def test_a_page_may_be_loaded_many_times_a_second(answer):
    assert {answer("/") for _ in range(20)} | {answer("/link.js") for _ in range(1000)} == {0}


def test_calls_of_a_page_are_limited(answer):
    assert [answer("/api/state") for _ in range(guard.MOST_A_SECOND + 1)] == [0] * guard.MOST_A_SECOND + [429]
    assert answer("/link.js") == 0
