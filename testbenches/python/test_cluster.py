"""What a sweep on a cluster reports when its scheduler ends between two requests."""
import concurrent.futures
import types

import pytest

from niclab.runs.cluster import ClusterPool


def lost(error):
    def request():
        raise error
    return request


@pytest.fixture
def pool(tmp_path):
    found = object.__new__(ClusterPool)  # without a client, which would need a scheduler
    found.asked, found.store = float("-inf"), types.SimpleNamespace(work_folder=lambda point: tmp_path / "work")
    return found


@pytest.mark.parametrize("error", [ConnectionError("a stream is closed"), concurrent.futures.CancelledError()])
def test_a_lost_scheduler_is_one_sentence(pool, error):
    pool.client = types.SimpleNamespace(nthreads=lost(error))
    with pytest.raises(RuntimeError, match="^the scheduler is gone;"):
        assert pool.size
    with pytest.raises(RuntimeError, match="^the scheduler is gone;"):
        pool.take("a point", types.SimpleNamespace(status="finished", result=lost(error)))
