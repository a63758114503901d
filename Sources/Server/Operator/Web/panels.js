// What the page draws, by section. A test compares the names of metrics with those that /metrics has.
"use strict";

Operator.sections = (() => {
  const { gauge, gaugesBy, rate, ratesBy, mean, shares, quantiles, together } = Operator.metrics;

  return [
    {
      id: "requests", title: "Requests", panels: [
        { id: "rate", title: "Requests by type", unit: "/s", series: ratesBy("hatched_requests_total", "type") },
        { id: "latency", title: "Latency", unit: "s", help: "Of half a minute: half of the answers, 95 %, and 99 % come within this time.",
          series: quantiles("hatched_operation_duration_seconds", [0.5, 0.95, 0.99]) },
        { id: "errors", title: "Errors by code", unit: "/s", series: ratesBy("hatched_errors_total", "code") },
        { id: "statuses", title: "Answers by HTTP status", unit: "/s", series: ratesBy("hatched_requests_total", "status") },
        { id: "flight", title: "In flight", unit: "",
          series: together(gauge("requests", "hatched_requests_in_flight"), gauge("HTTP connections", "hatched_connections")) },
        { id: "bytes", title: "Bytes of answers", unit: "B/s", series: rate("sent", "hatched_response_bytes_total") },
      ],
    },
    {
      id: "database", title: "Database", panels: [
        { id: "pool", title: "Connections of the server", unit: "", limit: gauge("size", "hatched_pool_size", { pool: "app" }),
          series: together(gaugesBy("hatched_pool_connections", "state", { pool: "app" }), gauge("requests waiting", "hatched_pool_waiting", { pool: "app" })) },
        { id: "worker", title: "Connections of background work", unit: "", limit: gauge("size", "hatched_pool_size", { pool: "worker" }),
          series: together(gaugesBy("hatched_pool_connections", "state", { pool: "worker" }), gauge("waiting", "hatched_pool_waiting", { pool: "worker" })) },
        { id: "wait", title: "Wait for a connection", unit: "s", help: "The mean of half a minute.",
          series: together(mean("server", "hatched_pool_wait_seconds_total", "hatched_pool_leases_total", { pool: "app" }),
            mean("background work", "hatched_pool_wait_seconds_total", "hatched_pool_leases_total", { pool: "worker" })) },
        { id: "leases", title: "Connections in use, by who pays", unit: "", series: ratesBy("hatched_pool_lease_seconds_total", "key", { pool: "app" }) },
        { id: "trips", title: "Round trips and statements", unit: "/s",
          series: together(rate("round trips", "hatched_database_round_trips_total"), rate("statements", "hatched_database_statements_total"),
            rate("rows", "hatched_database_rows_total")) },
        { id: "refused", title: "Refused or failed", unit: "/min",
          series: together(rate("wait too long", "hatched_pool_shed_total"), rate("no time left", "hatched_pool_throttled_total"),
            rate("timeouts", "hatched_pool_timeouts_total"), rate("failed connects", "hatched_pool_failed_connects_total")) },
      ],
    },
    {
      id: "memory", title: "Memory and process", panels: [
        { id: "held", title: "Memory that requests hold", unit: "B", limit: gauge("budget", "hatched_memory_budget_bytes"),
          series: gauge("held", "hatched_memory_held_bytes") },
        { id: "process", title: "Memory of the process", unit: "B",
          series: together(gauge("resident", "process_resident_memory_bytes"), gauge("allocated", "hatched_allocated_bytes")) },
        { id: "cpu", title: "Processors in use", unit: "", series: rate("processors", "process_cpu_seconds_total") },
        { id: "files", title: "Open files", unit: "", limit: gauge("most", "process_max_fds"), series: gauge("open", "process_open_fds") },
        { id: "ended", title: "Ended or refused for want of room", unit: "/min",
          series: together(rate("clients for memory", "hatched_memory_clients_ended_total"), rate("answers for memory", "hatched_memory_refusals_total"),
            rate("idle connections", "hatched_connections_evicted_total")) },
        { id: "passwords", title: "Passwords", unit: "/s",
          series: together(rate("hashed", "hatched_password_hashes_total"), rate("refused", "hatched_password_hashes_refused_total"),
            gauge("waiting", "hatched_password_hashes_waiting")) },
      ],
    },
    {
      id: "streams", title: "Streams", panels: [
        { id: "open", title: "Open streams", unit: "", series: gaugesBy("hatched_streams", "transport") },
        { id: "events", title: "Events", unit: "/s",
          series: together(rate("events", "hatched_stream_events_total"), rate("queries run again", "hatched_live_runs_total"),
            rate("of them the same", "hatched_live_unchanged_total"), rate("hints of other servers", "hatched_live_hints_total")) },
        { id: "delay", title: "From a change to its event", unit: "s", help: "The mean of half a minute.",
          series: mean("delay", "hatched_live_seconds_total", "hatched_live_runs_total") },
        { id: "closed", title: "Ended streams", unit: "/min", series: ratesBy("hatched_streams_ended_total", "reason") },
      ],
    },
    {
      id: "caches", title: "Caches", panels: [
        { id: "hits", title: "Hits", unit: "%", help: "Of half a minute.", series: shares("hatched_cache_hits_total", "hatched_cache_misses_total", "cache") },
        { id: "entries", title: "Entries", unit: "", series: gaugesBy("hatched_cache_entries", "cache") },
        { id: "evictions", title: "Evictions", unit: "/min", series: ratesBy("hatched_cache_evictions_total", "cache") },
      ],
    },
    {
      id: "files", title: "Files", panels: [
        { id: "pictures", title: "Pictures", unit: "/min",
          series: together(ratesBy("hatched_pictures_total", "result"), rate("refused", "hatched_pictures_refused_total"),
            rate("processes started", "hatched_picture_processes_total")) },
        { id: "decoders", title: "Pictures at work", unit: "", series: together(gauge("decoded", "hatched_pictures_running"), gauge("waiting", "hatched_pictures_waiting")) },
        { id: "decoding", title: "Time of a picture", unit: "s", help: "The mean of half a minute.", series: mean("mean", "hatched_picture_seconds_total", "hatched_pictures_total") },
      ],
    },
    {
      id: "outboxes", title: "Outboxes", panels: [
        { id: "waiting", title: "Waiting", unit: "",
          series: together(gauge("messages", "hatched_messages_waiting"), gauge("pushes", "hatched_pushes_waiting"),
            gauge("pushes for later", "hatched_pushes_waiting_later")) },
        { id: "oldest", title: "Age of the oldest", unit: "s",
          series: together(gauge("message", "hatched_messages_oldest_seconds"), gauge("push", "hatched_pushes_oldest_seconds")) },
        { id: "messages", title: "Messages", unit: "/min",
          series: together(ratesBy("hatched_messages_total", "outcome"), rate("tried again", "hatched_message_retries_total"),
            rate("server not reached", "hatched_message_troubles_total")) },
        { id: "pushes", title: "Pushes", unit: "/min",
          series: together(ratesBy("hatched_pushes_total", "outcome"), rate("lost", "hatched_pushes_lost_total"), rate("expired", "hatched_pushes_expired_total")) },
      ],
    },
  ];
})();

// The numbers above the charts: of the reading, the one before and the one of half a minute before.
Operator.tiles = (() => {
  const { format, duration } = Operator;
  const { difference, quantile } = Operator.metrics;
  const perSecond = (now, before, metric) => (before ? difference(now, before, metric) / (now.at - before.at) : null);

  return [
    ["requests", (now, before) => format(perSecond(now, before, "hatched_requests_total"), "/s")],
    ["95 % within", (now, _, earlier) => format(quantile(0.95, now, earlier, "hatched_operation_duration_seconds"), "s")],
    ["errors", (now, before) => format(perSecond(now, before, "hatched_errors_total") ?? 0, "/s")],
    ["connections lent", (now) => `${format(now.sum("hatched_pool_connections", { pool: "app", state: "leased" }), "")} of ${format(now.sum("hatched_pool_size", { pool: "app" }), "")}`],
    ["memory held", (now) => `${format(now.sum("hatched_memory_held_bytes"), "B")} of ${format(now.sum("hatched_memory_budget_bytes"), "B")}`],
    ["streams", (now) => format(now.sum("hatched_streams"), "")],
    ["slow operations", (now) => format(now.sum("hatched_slow_operations_total"), "")],
    ["networks", (now) => format(now.sum("hatched_client_networks"), "")],
    ["throttled", (now) => `${format(now.sum("hatched_pool_throttled_keys"), "")} of ${format(now.sum("hatched_pool_keys"), "")}`],
    ["runs since", (now) => duration(now.moment / 1000 - now.start)],
  ];
})();
