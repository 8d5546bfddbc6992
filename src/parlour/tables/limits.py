"""How much one client may ask for: a person, and the address that they come from."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from ipaddress import IPv6Address, ip_address


@lru_cache(maxsize=4096)
def address_key(client: str) -> str:
    """An address as limits count it. A home has one IPv4 address, but 2**64 of IPv6: these count as one."""
    try:
        address = ip_address(client.partition("%")[0])
    except ValueError:
        return client
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        return f"{IPv6Address(int(address) >> 64 << 64)}/64"
    return str(address)


class Bucket:
    """Lets `rate` things a second through, and `burst` at once."""

    __slots__ = ("burst", "left", "now", "rate", "then")

    def __init__(self, rate: float, burst: float, now: Callable[[], float] = time.monotonic) -> None:
        self.rate = rate
        self.burst = burst
        self.left = burst
        self.now = now
        self.then = now()

    def has(self, cost: float = 1.0) -> bool:
        now = self.now()
        self.left = min(self.burst, self.left + (now - self.then) * self.rate)
        self.then = now
        return self.left >= cost

    def take(self, cost: float = 1.0) -> bool:
        if not self.has(cost):
            return False
        self.left -= cost
        return True


class Limiter:
    """A bucket for each client. The oldest are forgotten when there are too many."""

    def __init__(
        self, rate: float, burst: float, most: int = 10_000, now: Callable[[], float] = time.monotonic
    ) -> None:
        self.rate = rate
        self.burst = burst
        self.most = most
        self.now = now
        self.buckets: dict[str, Bucket] = {}

    def bucket(self, client: str) -> Bucket:
        bucket = self.buckets.get(client)
        if bucket is None:
            if len(self.buckets) >= self.most:
                for old in list(self.buckets)[: self.most // 2]:
                    del self.buckets[old]
            bucket = self.buckets[client] = Bucket(self.rate, self.burst, self.now)
        return bucket

    def take(self, client: str, cost: float = 1.0) -> bool:
        return self.bucket(client).take(cost)


class Allowance:
    """What a person may do, and all people of an address together: several live behind one."""

    def __init__(self, person: tuple[float, float], address: tuple[float, float]) -> None:
        self.people = Limiter(*person)
        self.addresses = Limiter(*address)

    def take(self, person: str, address: str) -> bool:
        """Takes from both or from none; nobody in particular counts by address only."""
        home = self.addresses.bucket(address_key(address))
        if not home.has() or (person and not self.people.take(person)):
            return False
        return home.take()


class Places:
    """How many things each client holds at this moment, and how many they may."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.held: Counter[str] = Counter()

    def take(self, client: str) -> bool:
        if self.held.get(client, 0) >= self.most:
            return False
        self.held[client] += 1
        return True

    def give_back(self, client: str) -> None:
        self.held[client] -= 1
        if self.held[client] <= 0:
            del self.held[client]


class Sockets:
    """Places for sockets and streams, for each person and each address."""

    def __init__(self, person: int, address: int) -> None:
        self.people = Places(person)
        self.addresses = Places(address)

    def free(self, person: str, address: str) -> bool:
        """Whether there is a place now."""
        home = self.addresses.held.get(address_key(address), 0)
        return home < self.addresses.most and self.people.held.get(person, 0) < self.people.most

    @contextmanager
    def place(self, person: str, address: str) -> Iterator[bool]:
        """A place for as long as this lasts, if there is one."""
        home = address_key(address)
        taken = self.addresses.take(home)
        if taken and person and not self.people.take(person):
            self.addresses.give_back(home)
            taken = False
        try:
            yield taken
        finally:
            if taken:
                self.addresses.give_back(home)
                if person:
                    self.people.give_back(person)
