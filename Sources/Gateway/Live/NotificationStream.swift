import GraphQL
import Planning
import SQL
import School

/// Each notification that a viewer is given from now on.
actor NotificationStream: LiveStream {
  private let gateway: Gateway
  private let plan: QueryPlan<Viewer>
  /// How the plan calls the notification.
  private let name: String
  private let running: StreamedRequest
  private let membership: Membership?
  private var wait: StreamWait
  /// Those of the last minute that were told, or were there before.
  private var seen: Set<UUIDValue> = []
  /// Those to be told: the oldest first.
  private var added: ArraySlice<UUIDValue> = []
  private var hasEnded = false

  /// - Throws: the failure to read which notifications there are.
  init(
    _ plan: QueryPlan<Viewer>, of name: String, _ running: StreamedRequest, _ wait: StreamWait, for account: AccountViewer,
    gateway: Gateway
  ) async throws(RequestFailure) {
    self.gateway = gateway
    self.plan = plan
    self.name = name
    self.running = running
    self.wait = wait
    membership = account.membership
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
        while let id = added.first {
          let response = try await response(of: id)
          added.removeFirst()
          if let response { return response }
        }
        await wait.untilChange(gateway)
        if Task.isCancelled { return nil }
        if wait.hasExpired {
          hasEnded = true
          return .expired
        }
        try await find()
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
    let statements = membership.map { [AddedNotifications.recent(of: $0)] } ?? []
    let (rows, stamps) = try await gateway.read(statements, for: running.request.again)
    let ids = rows.first.map { rows in (0..<rows.count).compactMap { rows.uuid(row: $0, column: 0) } } ?? []
    added += ids.filter { !seen.contains($0) }
    seen = Set(ids)
    wait.stamps = stamps
  }

  /// - Returns: nil for a notification that the viewer has removed meanwhile.
  private func response(of id: UUIDValue) async throws(RequestFailure) -> GraphQLResponse? {
    let request = running.request.again
    let changed: ChangedKeys = [name: id]
    let rows = try await gateway.run(try gateway.render(plan, request, changed: changed), for: request)
    let completed = try gateway.complete(plan, rows, request, changed: changed)
    let response = GraphQLResponse(completed)
    let isGone = !completed.errors.isEmpty && (try? JSONValue(parsing: response.body))?["data"] == .null
    return isGone ? nil : response
  }
}
