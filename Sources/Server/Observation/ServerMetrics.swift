import Gateway
import GraphQL
import Memory
import Passwords
import Postgres
import Push

/// All that the server tells of itself in numbers.
struct ServerMetrics: Sendable {
  let requests: RequestMetrics
  let gateway: Gateway
  /// By the role that they are for.
  let pools: [(name: String, pool: ConnectionPool)]
  let admission: Admission
  let jobs: JobHistory
  let clients: ClientNetworks
  let memory: MemoryBudget
  /// Nil where the server accepts no passwords.
  let passwords: PasswordHasher?
  let connections: ConnectionRegistry
  let streams: StreamRegistry
  let files: FileServices

  var text: String {
    var exposition = Exposition()
    let counts = requests.counts
    writeBuild(to: &exposition)
    writeRequests(counts, to: &exposition)
    writeOperations(counts, to: &exposition)
    writeDatabase(counts, to: &exposition)
    writePools(to: &exposition)
    writeCaches(to: &exposition)
    writeClients(to: &exposition)
    writeStreams(to: &exposition)
    writePasswords(to: &exposition)
    writeFiles(to: &exposition)
    writeState(to: &exposition)
    writeJobs(to: &exposition)
    writeMessages(to: &exposition)
    writePushes(to: &exposition)
    writeWebhooks(to: &exposition)
    writeProcess(to: &exposition)
    return exposition.text
  }

  private func writeBuild(to out: inout Exposition) {
    out.family("hatched_build_info", .gauge, "The version of the program and the hash of its build; always 1.")
    out.sample("hatched_build_info", [("version", Release.version), ("build", Release.build)], UInt64(1))
  }

  private func writeRequests(_ counts: RequestCounts, to out: inout Exposition) {
    out.family(
      "hatched_requests_total", .counter,
      "Requests answered, by type of operation (none where it cannot be told) and HTTP status.")
    for (kind, count) in counts.kinds {
      out.sample(
        "hatched_requests_total", [("type", kind.type?.rawValue ?? "none"), ("status", String(kind.status))], count)
    }
    out.single(
      "hatched_requests_in_flight", .gauge, "Requests that are being answered.",
      // Read while they change: an end may be seen before its beginning.
      counts.begun > counts.ended ? counts.begun - counts.ended : 0)
    out.family("hatched_errors_total", .counter, "Errors of answers, by code.")
    for (code, count) in counts.errors.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      out.sample("hatched_errors_total", [("code", code.rawValue)], count)
    }
    out.single("hatched_response_bytes_total", .counter, "Bytes of answers' bodies, as sent.", counts.responseBytes)
    out.single("hatched_slow_operations_total", .counter, "Operations that the log warns of.", counts.slow)
  }

  private func writeOperations(_ counts: RequestCounts, to out: inout Exposition) {
    let labels = gateway.operationNames.labels.map { [("operation", $0.name), ("type", $0.type.rawValue)] }
    let series = zip(labels, counts.series).filter { $0.1.buckets.contains { $0 > 0 } }
    out.family(
      "hatched_operation_duration_seconds", .histogram,
      "From a request's last byte to its answer, by name of the operation.")
    for (labels, series) in series {
      out.histogram(
        "hatched_operation_duration_seconds", labels, bounds: RequestCounts.bounds.map { Double($0) / 1e9 },
        buckets: series.buckets, sum: Double(series.nanoseconds) / 1e9)
    }
    out.family(
      "hatched_operation_database_seconds_total", .counter,
      "Time that operations waited for the database, by name of the operation.")
    for (labels, series) in series {
      out.sample("hatched_operation_database_seconds_total", labels, Double(series.databaseNanoseconds) / 1e9)
    }
  }

  private func writeDatabase(_ counts: RequestCounts, to out: inout Exposition) {
    out.single(
      "hatched_database_seconds_total", .counter,
      "Time that requests waited for the database, and for a connection to it.",
      Double(counts.databaseNanoseconds) / 1e9)
    out.single("hatched_database_statements_total", .counter, "Statements of requests.", counts.statements)
    out.single("hatched_database_rows_total", .counter, "Rows that came back for requests.", counts.rows)
  }

  private func writePasswords(to out: inout Exposition) {
    guard let now = passwords?.statistics else { return }
    out.single("hatched_password_hashes_total", .counter, "Passwords that were hashed or compared.", UInt64(now.hashes))
    out.single("hatched_password_hash_seconds_total", .counter, "Time that this took, on threads of low priority.", now.seconds)
    out.single("hatched_password_hashes_waiting", .gauge, "Passwords that wait for a thread.", UInt64(now.waiting))
    out.single(
      "hatched_password_hashes_refused_total", .counter, "Requests that were refused since too many waited.", UInt64(now.refused))
  }

  private func writePools(to out: inout Exposition) {
    let all = pools.map { (labels: [("pool", $0.name)], size: $0.pool.configuration.size, now: $0.pool.statistics) }
    out.family("hatched_pool_connections", .gauge, "Connections to the database, by what they do.")
    for pool in all {
      let states = [("idle", pool.now.idle), ("leased", pool.now.leased), ("connecting", pool.now.connecting)]
      for (state, count) in states {
        out.sample("hatched_pool_connections", pool.labels + [("state", state)], UInt64(max(0, count)))
      }
    }
    func family(
      _ name: String, _ kind: Exposition.Kind, _ help: String, _ value: (PoolStatistics) -> Int
    ) {
      out.family(name, kind, help)
      for pool in all { out.sample(name, pool.labels, UInt64(max(0, value(pool.now)))) }
    }
    family("hatched_pool_waiting", .gauge, "Requests that wait for a connection.") { $0.waiting }
    family("hatched_pool_leases_total", .counter, "Connections lent.") { $0.leases }
    family("hatched_pool_timeouts_total", .counter, "Requests that got no connection in time.") { $0.poolTimeouts }
    family("hatched_pool_failed_connects_total", .counter, "Connections that could not be made.") { $0.failedConnects }
    family("hatched_database_round_trips_total", .counter, "Round trips to the database.") { $0.roundTrips }
    out.family("hatched_pool_wait_seconds_total", .counter, "Time that requests waited before they got a connection.")
    for pool in all {
      out.sample("hatched_pool_wait_seconds_total", pool.labels, Double(pool.now.waited.nanoseconds) / 1e9)
    }
    writeShares(to: &out)
    out.family("hatched_pool_size", .gauge, "Connections at most.")
    for pool in all { out.sample("hatched_pool_size", pool.labels, UInt64(pool.size)) }
  }

  /// How the connections are shared. No sample tells which family, account or network it is about.
  private func writeShares(to out: inout Exposition) {
    let all = pools.map { (labels: [("pool", $0.name)], pool: $0.pool, now: $0.pool.statistics) }
    func family(
      _ name: String, _ kind: Exposition.Kind, _ help: String,
      _ samples: (ConnectionPool, PoolStatistics) -> [(labels: [(String, String)], value: Double)]
    ) {
      out.family(name, kind, help)
      for pool in all {
        for sample in samples(pool.pool, pool.now) { out.sample(name, pool.labels + sample.labels, sample.value) }
      }
    }
    func byClass(_ value: @escaping (PoolStatistics, Int) -> Double) -> (ConnectionPool, PoolStatistics) -> [(
      labels: [(String, String)], value: Double
    )] {
      { _, now in LoadClass.allCases.map { ([("class", $0.name)], value(now, $0.rawValue)) } }
    }
    family(
      "hatched_pool_lease_seconds_total", .counter, "Time for which connections were lent, by what it is charged to."
    ) { _, now in
      LoadKey.Kind.names.map { ([("key", $0.name)], Double(now.databaseTime[Int($0.kind.rawValue)].nanoseconds) / 1e9) }
    }
    family(
      "hatched_pool_leased", .gauge, "Connections lent, by class of request: quick, long, or unknown yet.",
      byClass { Double($0.leasedByClass[$1]) })
    family(
      "hatched_pool_waits_total", .counter, "Requests that got a connection after a wait, by class.",
      byClass { Double($0.waits[$1].count) })
    family(
      "hatched_pool_class_wait_seconds_total", .counter, "Time that these waited, by class.",
      byClass { Double($0.waits[$1].time.nanoseconds) / 1e9 })
    family("hatched_pool_keys", .gauge, "Families, accounts and networks that are remembered.") { _, now in
      [([], Double(now.keys))]
    }
    family("hatched_pool_throttled_keys", .gauge, "Those of them that have no database time left.") { pool, _ in
      [([], Double(pool.throttledKeys))]
    }
    family("hatched_pool_shed_total", .counter, "Requests refused at once, as their wait would be too long.") { _, now in
      [([], Double(now.shed))]
    }
    family(
      "hatched_pool_throttled_total", .counter,
      "Requests refused at once or after a wait, whose family, account or network had no database time left."
    ) { _, now in [([], Double(now.throttled))] }
  }

  private func writeCaches(to out: inout Exposition) {
    let caches = gateway.caches
    func family(_ name: String, _ kind: Exposition.Kind, _ help: String, _ value: (CacheStatistics) -> Int) {
      out.family(name, kind, help)
      for cache in caches { out.sample(name, [("cache", cache.name)], UInt64(max(0, value(cache.statistics)))) }
    }
    family("hatched_cache_entries", .gauge, "Entries of caches.") { $0.count }
    family("hatched_cache_hits_total", .counter, "Hits of caches.") { $0.hits }
    family("hatched_cache_misses_total", .counter, "Misses of caches.") { $0.misses }
    family("hatched_cache_evictions_total", .counter, "Entries evicted from caches.") { $0.evictions }
  }

  private func writeClients(to out: inout Exposition) {
    let memory = memory.statistics
    out.single(
      "hatched_memory_budget_bytes", .gauge, "Memory that requests may hold together.", UInt64(memory.capacity))
    out.single(
      "hatched_memory_held_bytes", .gauge,
      "Memory that requests hold: rows, answers, and what clients have not taken or not sent to the end.",
      UInt64(max(0, memory.held)))
    out.single(
      "hatched_memory_clients_ended_total", .counter, "Clients that were disconnected for the memory that they held.",
      UInt64(memory.ended))
    out.single(
      "hatched_memory_refusals_total", .counter, "Times that there was no memory for an answer.",
      UInt64(memory.refusals))
    out.single("hatched_connections", .gauge, "HTTP connections that are open.", UInt64(max(0, connections.count)))
    out.single(
      "hatched_connections_evicted_total", .counter, "Idle HTTP connections that had to leave for others.",
      UInt64(connections.evictions))
  }

  private func writeStreams(to out: inout Exposition) {
    let statistics = streams.statistics
    out.family("hatched_streams", .gauge, "Streams that are open, by transport.")
    for transport in StreamTransport.allCases {
      out.sample(
        "hatched_streams", [("transport", transport.rawValue)], UInt64(max(0, statistics.open[transport] ?? 0)))
    }
    out.single("hatched_stream_events_total", .counter, "Events with data of streams.", UInt64(statistics.events))
    out.family("hatched_streams_ended_total", .counter, "Streams that have ended, by reason.")
    for end in StreamEnd.allCases {
      out.sample("hatched_streams_ended_total", [("reason", end.rawValue)], UInt64(statistics.ended[end] ?? 0))
    }
    writeLiveQueries(to: &out)
  }

  private func writeLiveQueries(to out: inout Exposition) {
    let values = gateway.wakeUp.watch.counts.values
    out.single("hatched_live_runs_total", .counter, "Queries of streams that were run again.", UInt64(values.runs))
    out.single(
      "hatched_live_unchanged_total", .counter, "Those of them whose answer was the same as before.", UInt64(values.unchanged))
    out.single(
      "hatched_live_seconds_total", .counter, "From the moment that a stream was woken to its new answer.", values.secondsToAnswer)
    out.single(
      "hatched_live_hints_total", .counter, "Families and accounts that other servers told of.", UInt64(values.heardHints))
  }

  private func writeState(to out: inout Exposition) {
    out.single(
      "hatched_client_networks", .gauge,
      "Networks that requests for /graphql came from since the start, up to \(ClientNetworks.maximumCount).",
      UInt64(clients.count))
    out.single(
      "hatched_admission", .gauge, "Whether requests are answered: the database has shown to keep its locks.",
      admission.isOpen ? 1 as UInt64 : 0)
    out.single(
      "hatched_draining", .gauge, "Whether the server is about to end.", admission.isDraining ? 1 as UInt64 : 0)
    let overdue = jobs.overdue.summary
    if let time = overdue.lastPass {
      out.single(
        "hatched_overdue_last_pass_timestamp_seconds", .gauge, "When this process last looked for overdue assignments.",
        time)
    }
    out.single(
      "hatched_overdue_families_total", .counter, "Families that this process has checked for overdue assignments.",
      UInt64(overdue.checked))
    out.single(
      "hatched_overdue_notifications_total", .counter, "Notifications of overdue assignments that this process made.",
      UInt64(overdue.notifications))
    out.single(
      "hatched_overdue_failures_total", .counter, "Families that could not be checked, and passes that did not begin.",
      UInt64(overdue.failures))
  }

  private func writeJobs(to out: inout Exposition) {
    let all = jobs.passes.all
    out.family("hatched_job_passes_total", .counter, "Passes of jobs in the background that have ended, by outcome.")
    for job in all {
      for (outcome, count) in [("done", job.state.done), ("failed", job.state.failed)] {
        out.sample("hatched_job_passes_total", [("name", job.name), ("outcome", outcome)], UInt64(count))
      }
    }
    out.family("hatched_job_seconds_total", .counter, "Time that passes of jobs took.")
    for job in all { out.sample("hatched_job_seconds_total", [("name", job.name)], job.state.seconds) }
    out.family("hatched_job_last_pass_timestamp_seconds", .gauge, "The end of a job's last pass, since 1970.")
    for job in all {
      guard let end = job.state.lastEnd else { continue }
      out.sample("hatched_job_last_pass_timestamp_seconds", [("name", job.name)], end)
    }
  }

  private func writeMessages(to out: inout Exposition) {
    let messages = jobs.messages.summary
    out.family("hatched_messages_total", .counter, "Messages that this process has ended, by outcome.")
    let ends = [
      ("sent", messages.count(.sent)), ("failed", messages.count(.failed) + messages.expired),
      ("unknown", messages.count(.unknown) + messages.lost),
    ]
    for (outcome, count) in ends {
      out.sample("hatched_messages_total", [("outcome", outcome)], UInt64(count))
    }
    out.single(
      "hatched_message_retries_total", .counter, "Tries of this process that are repeated after a pause.",
      UInt64(messages.count(.waiting)))
    out.single(
      "hatched_message_troubles_total", .counter, "Times that the mail server could not be reached.", UInt64(messages.troubles))
    guard let state = messages.state else { return }
    out.single(
      "hatched_messages_waiting", .gauge, "Messages of all processes that are not sent yet, as of the last look.",
      UInt64(max(0, state.waiting)))
    out.single(
      "hatched_messages_oldest_seconds", .gauge, "The age of the oldest of them; 0 where there is none.",
      UInt64(max(0, state.oldestSeconds)))
  }

  private func writePushes(to out: inout Exposition) {
    let pushes = jobs.pushes.summary
    out.family("hatched_pushes_total", .counter, "Tries of pushes that have ended in this process, by service and outcome.")
    for service in PushService.allCases {
      for (outcome, result) in Self.pushOutcomes {
        out.sample(
          "hatched_pushes_total", [("service", service.rawValue), ("outcome", outcome)],
          UInt64(pushes.count(PushResult(service: service, result: result))))
      }
    }
    out.single(
      "hatched_pushes_lost_total", .counter, "Pushes of processes that did not come back: whether they were sent is not known.",
      UInt64(pushes.lost))
    out.single("hatched_pushes_expired_total", .counter, "Pushes that were not accepted before they expired.", UInt64(pushes.expired))
    guard let state = pushes.state else { return }
    out.single(
      "hatched_pushes_waiting", .gauge, "Pushes of all processes that are not sent yet, as of the last look.",
      UInt64(max(0, state.waiting)))
    out.single(
      "hatched_pushes_waiting_later", .gauge, "Those of them that wait for another try or for the end of quiet hours.",
      UInt64(max(0, state.later)))
    out.single(
      "hatched_pushes_oldest_seconds", .gauge, "The time for which the oldest of the others has been due; 0 where there is none.",
      UInt64(max(0, state.oldestSeconds)))
  }

  private func writeWebhooks(to out: inout Exposition) {
    let webhooks = jobs.webhooks.summary
    out.family("hatched_webhooks_total", .counter, "Tries of messages to webhooks that have ended in this process, by outcome.")
    for outcome in WebhookOutcome.allCases {
      out.sample("hatched_webhooks_total", [("outcome", outcome.label)], UInt64(webhooks.count(outcome)))
    }
    out.single(
      "hatched_webhook_troubles_total", .counter, "Times that messages to webhooks could not be claimed.", UInt64(webhooks.troubles))
    guard let state = webhooks.state else { return }
    out.single(
      "hatched_webhooks_waiting", .gauge, "Messages to webhooks of all processes that are not sent yet, as of the last look.",
      UInt64(max(0, state.waiting)))
    out.single("hatched_webhooks_waiting_later", .gauge, "Those of them that wait for another try.", UInt64(max(0, state.later)))
    out.single(
      "hatched_webhooks_oldest_seconds", .gauge, "The time for which the oldest of the others has been due; 0 where there is none.",
      UInt64(max(0, state.oldestSeconds)))
  }

  private static let pushOutcomes: [(String, FinishedPush.Result)] = [
    ("sent", .sent), ("gone", .gone), ("refused", .refused), ("delayed", .delayed), ("unknown", .unknown),
  ]

  private func writeProcess(to out: inout Exposition) {
    guard let process = ProcessStatistics.read() else { return }
    out.single("process_cpu_seconds_total", .counter, "CPU time, in the program and in the kernel.", process.cpuSeconds)
    out.single("process_start_time_seconds", .gauge, "Start of the process since 1970.", process.startSeconds)
    out.single("process_resident_memory_bytes", .gauge, "Resident memory.", process.residentBytes)
    out.single("hatched_allocated_bytes", .gauge, "Memory that is allocated and not freed.", process.allocatedBytes)
    out.single("process_virtual_memory_bytes", .gauge, "Virtual memory.", process.virtualBytes)
    out.single("process_open_fds", .gauge, "Open file descriptors.", process.openDescriptors)
    out.single("process_max_fds", .gauge, "File descriptors at most.", process.maximumDescriptors)
  }
}
