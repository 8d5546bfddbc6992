"""How much one client may ask for."""

from __future__ import annotations

import time


class Bucket:
    """Lets `rate` things a second through, and `burst` at once."""

    __slots__ = ("burst", "left", "rate", "then")

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self.left = burst
        self.then = time.monotonic()

    def take(self, cost: float = 1.0) -> bool:
        now = time.monotonic()
        self.left = min(self.burst, self.left + (now - self.then) * self.rate)
        self.then = now
        if self.left < cost:
            return False
        self.left -= cost
        return True


class Limiter:
    """A bucket for each client. The oldest are forgotten when there are too many."""

    def __init__(self, rate: float, burst: float, most: int = 10_000) -> None:
        self.rate = rate
        self.burst = burst
        self.most = most
        self.buckets: dict[str, Bucket] = {}

    def take(self, client: str) -> bool:
        bucket = self.buckets.get(client)
        if bucket is None:
            if len(self.buckets) >= self.most:
                for old in list(self.buckets)[: self.most // 2]:
                    del self.buckets[old]
            bucket = self.buckets[client] = Bucket(self.rate, self.burst)
        return bucket.take()
