"""Ctrl-C, and other threads, during long calls."""

from __future__ import annotations

import os
import signal
import threading
import time

import ddblas
import numpy as np
import pytest


@pytest.fixture(scope="module")
def matrix():
    """A matrix whose square takes some tenths of a second."""
    n = 100
    while True:
        a = ddblas.array(np.random.default_rng(1).standard_normal((n, n)))
        start = time.perf_counter()
        a @ a
        if time.perf_counter() - start > 0.15:
            return a
        n = n * 3 // 2


@pytest.fixture
def interrupts():
    """Python's own handler, because a program that starts this one in the background may have had SIGINT ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def test_ctrl_c_is_seen_after_the_call(matrix, interrupts):
    timer = threading.Timer(0.03, os.kill, (os.getpid(), signal.SIGINT))
    with pytest.raises(KeyboardInterrupt):
        timer.start()
        matrix @ matrix
        time.sleep(10)
    timer.join()
    assert np.isfinite((matrix @ matrix)[0, 0])


def test_other_threads_run_during_a_call(matrix):
    counts, done = [0], threading.Event()

    def count():
        while not done.is_set():
            counts[0] += 1
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    try:
        before = counts[0]
        matrix @ matrix
        during = counts[0] - before
    finally:
        done.set()
        thread.join()
    assert during >= 5
