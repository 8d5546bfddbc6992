"""Experiments on Ray: the same result as here, whatever happens to a worker."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import Any

import pytest

from parlour.lab import Experiment, run
from parlour.lab import cluster as lab_cluster


def small() -> Experiment:
    return Experiment("gold-n-crash", ["random", "random"], sets=["cards.o-gold-4.gold=9"], games=60)


@pytest.fixture(scope="module", autouse=True)
def cluster() -> Any:
    # Here and not above: each process that reads the tests would take half a second to read Ray too.
    ray: Any = pytest.importorskip("ray", reason="Ray is not installed: pip install 'parlour[ray]'")
    lab_cluster.start_ray(ray, num_cpus=2, include_dashboard=False)
    yield
    ray.shutdown()


def test_a_task_is_about_a_second_of_deals() -> None:
    sizes = lab_cluster.Sizes()
    assert sizes.size == 1  # nothing is known yet
    sizes.note(10, 0.5)
    assert sizes.size == 20
    sizes.note(10, 99.5)
    assert sizes.size == 1
    tasks = iter([[0, 1, 2], [3, 4, 5], [6]])
    assert lab_cluster.gather(tasks, 4) == [0, 1, 2, 3, 4, 5]
    assert lab_cluster.gather(tasks, 4) == [6]
    assert lab_cluster.gather(tasks, 4) == []


def test_on_ray_it_is_the_same() -> None:
    assert run(small(), source=lab_cluster.ray_workers()).to_dict() == run(small()).to_dict()


def test_a_killed_worker_costs_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mark = tmp_path / "killed"

    def deadly(agenda: Any, numbers: list[int]) -> Any:
        from parlour.lab.cluster import play_timed

        if 30 in numbers and not mark.exists():
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return play_timed(agenda, numbers)

    monkeypatch.setattr(lab_cluster, "play_timed", deadly)
    result = run(small(), keep=tmp_path / "deals.jsonl", source=lab_cluster.ray_workers())
    assert mark.exists()
    assert result.to_dict() == run(small()).to_dict()
