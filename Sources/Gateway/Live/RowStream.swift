import GraphQL
import Planning
import SQL
import Domain

/// Each row that a viewer is given, or sees change, from now on.
actor RowStream: LiveStream {
  private let gateway: Gateway
  private let plan: QueryPlan<Viewer>
  private let rows: StreamedRows
  private let running: StreamedRequest
  private let account: AccountViewer
  /// The parts of the state, besides versions, that the row depends on.
  private let scope: VersionScope
  private var wait: StreamWait
  /// Those of the last minute, and those that are open, which were told, or were there before.
  private var seen: Set<StreamedRows.Key> = []
  /// Those to be told: the oldest first.
  private var added: ArraySlice<Event> = []
  private var hasEnded = false

  private enum Event {
    case changed(UUIDValue)
    /// It was open, and is found no more.
    case lost(UUIDValue)
  }

  /// - Throws: the failure to read which rows there are.
  init(
    _ plan: QueryPlan<Viewer>, of rows: StreamedRows, _ scope: VersionScope, _ running: StreamedRequest, _ wait: StreamWait, for account: AccountViewer,
    gateway: Gateway
  ) async throws(RequestFailure) {
    self.gateway = gateway
    self.plan = plan
    self.rows = rows
    self.scope = scope
    self.running = running
    self.wait = wait
    self.account = account
    // Also refuses what costs too much before the stream begins.
    _ = try gateway.render(plan, running.request)
    try await find()
    added = []
  }

  func next() async -> GraphQLResponse? {
    if hasEnded { return nil }
    running.release()
    while true {
      do throws(RequestFailure) {
        while let event = added.first {
          let response = try await inTurn(event)
          added.removeFirst()
          if let response { return response }
        }
        await wait.untilChange(gateway)
        if Task.isCancelled { return nil }
        if wait.hasExpired {
          hasEnded = true
          return .expired
        }
        try await gateway.streamTurns.run(account.accountID) { () async throws(RequestFailure) in try await find() }
      } catch {
        wait.stamps = nil
        if let last = running.last(error, running.request.again) {
          hasEnded = true
          return last
        }
        await wait.untilChange(gateway)
        if Task.isCancelled { return nil }
      }
    }
  }

  private func find() async throws(RequestFailure) {
    wait.begin(gateway)
    let read = try await gateway.read(rows.recent(of: account).map { [$0] } ?? [], scope, for: running.request.again)
    let keys = read.rows.first.map(StreamedRows.keys(in:)) ?? []
    added += keys.filter { !seen.contains($0) }.map { .changed($0.id) }
    let found = Set(keys.map(\.id))
    added += seen.filter { $0.isOpen && !found.contains($0.id) }.map { .lost($0.id) }
    seen = Set(keys)
    wait.stamps = read.stamps
  }

  private func inTurn(_ event: Event) async throws(RequestFailure) -> GraphQLResponse? {
    try await gateway.streamTurns.run(account.accountID) { () async throws(RequestFailure) in try await response(to: event) }
  }

  /// - Returns: nil for a row that changed, and that the viewer sees no more. A row that was lost may be there nevertheless: its day has
  ///   ended, or it ended more than a minute ago.
  private func response(to event: Event) async throws(RequestFailure) -> GraphQLResponse? {
    switch event {
    case .changed(let id): return try await response(of: id)
    case .lost(let id):
      if let response = try await response(of: id) { return response }
      return GraphQLResponse(outOfSight: id, path: plan.rootKeys.prefix(1).map { PathSegment.key($0) })
    }
  }

  /// - Returns: nil for a row that the viewer sees no more.
  private func response(of id: UUIDValue) async throws(RequestFailure) -> GraphQLResponse? {
    let request = running.request.again
    let changed: ChangedKeys = [rows.rawValue: id]
    let read = try await gateway.read(try gateway.render(plan, request, changed: changed), scope, for: request)
    let completed = try gateway.complete(plan, read.rows, request.answered(as: read.viewer), changed: changed)
    let response = GraphQLResponse(completed)
    let isGone = !completed.errors.isEmpty && (try? JSONValue(parsing: response.body))?["data"] == .null
    return isGone ? nil : response
  }
}
