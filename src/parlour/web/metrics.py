"""Figures for whoever runs the server, in Prometheus' format. They name no table and no person."""

from __future__ import annotations

from typing import Any

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily

from parlour.tables.hall import Hall

DELAYS = (0.001, 0.0025, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1)
BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5)


class Metrics:
    def __init__(self, hall: Hall, log: Any) -> None:
        self.hall = hall
        self.log = log
        self.registry = CollectorRegistry()
        self.requests = Counter("parlour_requests", "HTTP requests", ["status"], registry=self.registry)
        self.seconds = Histogram(
            "parlour_request_seconds", "Time of a request", buckets=BUCKETS, registry=self.registry
        )
        self.came = self.went = 0  # messages on sockets
        self.commands = Histogram(
            "parlour_command_seconds", "Time until a command is on disk", buckets=BUCKETS, registry=self.registry
        )
        self.delays = Histogram(
            "parlour_loop_delay_seconds",
            "How late the event loop comes to what is due",
            buckets=DELAYS,
            registry=self.registry,
        )
        self.slowest = 0.0  # the longest such delay of the last minute
        self.registry.register(self)

    def collect(self) -> Any:
        counts = self.hall.counts()
        yield GaugeMetricFamily("parlour_tables_open", "Tables in memory", value=counts["rooms"])
        yield GaugeMetricFamily("parlour_watchers", "Open sockets and streams", value=counts["watchers"])
        yield GaugeMetricFamily("parlour_bots_thinking", "Bots that think now", value=counts["thinking"])
        yield GaugeMetricFamily("parlour_questions_waiting", "Questions for bots that wait", value=counts["questions"])
        yield CounterMetricFamily(
            "parlour_questions_withdrawn", "Questions that nobody waited for any more", value=counts["withdrawn"]
        )
        yield GaugeMetricFamily(
            "parlour_loop_delay_max_seconds",
            "The longest delay of the loop in the last minute",
            value=self.slowest,
        )
        messages = CounterMetricFamily("parlour_messages", "Messages on sockets", labels=["kind"])
        messages.add_metric(["in"], self.came)
        messages.add_metric(["out"], self.went)
        yield messages
        yield CounterMetricFamily("parlour_commands", "Commands accepted", value=counts["moves"])
        yield CounterMetricFamily("parlour_commits", "Transactions", value=getattr(self.log, "commits", 0))
        yield CounterMetricFamily("parlour_writes", "Writes in transactions", value=getattr(self.log, "written", 0))

    def text(self) -> bytes:
        return generate_latest(self.registry)
