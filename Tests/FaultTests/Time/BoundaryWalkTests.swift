import Foundation
@testable import Gateway
import GraphQL
import Logging
import Planning
import Postgres
import SQL
@testable import Domain
import TestSupport
import Testing

/// Time is a change: what a clock alone changes has another tag from that moment on, and is told. A walk over all plans of the schema,
/// by a database whose clock is moved over every boundary that they declare.
@Suite(.serialized) struct BoundaryWalkTests {
  /// The plans of a viewer whose answers depend on the same.
  private struct Group {
    let asker: TimeGround.Asker
    let check: MembershipCheck
    let scope: VersionScope
    var places: [String] = []
    var statements: [Statement] = []
    /// The results of each statement, by the versions and the boundary that came with them.
    var seen: [VersionStamps: [Int]] = [:]
  }

  /// In quarters of a day.
  private static let steps = 5
  /// One plan in so many without a boundary is walked where a run takes a sample: what none of its statements reads cannot change it.
  private static let shares = 12
  /// A slot of addresses ends every quarter of an hour, and free times begin at one. So many ends in each quarter of a day are walked over; those between are
  /// passed with the other boundaries.
  private static let slotEnds = 2
  private static let slotNames: Set = ["addresses.slot", "free_times"]

  @Test func `While versions and boundary are the same, each plan of the schema gives the same, at any time`() async throws {
    try await Cluster.run { cluster in
      let ground = try await TimeGround(cluster)
      var groups = groups(of: ground)
      #expect(groups.count > 12)
      // Each statement is planned once, and then read at some hundred moments.
      let connection = try await cluster.connect("hatched_app", preparedStatementLimit: .max)
      try await connection.execute(script: "SET plan_cache_mode = force_generic_plan")
      var offset = 0
      var changed: Set<String> = []
      for step in 0..<Self.steps {
        let next = (step + 1) * 6 * 3600
        for pass in 0... {
          try cluster.clock.set(.seconds(offset))
          let boundary = try await compare(&groups, on: connection, &changed, stopsAtSlots: pass < Self.slotEnds)
          // Just before the boundary, and just after.
          guard let boundary, offset + boundary < next else { break }
          for moved in [offset + boundary - 3, offset + boundary + 1] where moved > offset {
            try cluster.clock.set(.seconds(moved))
            _ = try await compare(&groups, on: connection, &changed)
          }
          offset += boundary + 1
        }
        offset = max(offset, next)
      }
      let declared = Set(groups.flatMap { $0.scope.boundaries.map(\.name) })
      #expect(declared.count >= 7)
      #expect(declared.subtracting(changed) == [], "no answer changed at these boundaries: give TimeGround rows for them")
    }
  }

  private func groups(of ground: TimeGround) -> [Group] {
    let queries = QueryWalk(ground.map.schema, ids: ground.ids).queries
    return ground.askers.flatMap { asker in
      var groups: [VersionScope: Group] = [:]
      var known: Set<[Statement]> = []
      for (number, query) in queries.enumerated() {
        guard let plan = try? Explanation(of: GraphQLRequest(query: query.document), for: .account(asker.viewer), map: ground.map),
          plan.isQuery, !plan.scope.boundaries.isEmpty || WalkSample.current.takes(number, of: Self.shares)
        else { continue }
        // A statement takes the keys of its parents' rows from one before it: a plan is read whole.
        guard known.insert(plan.statements).inserted else { continue }
        let check = MembershipCheck(of: asker.viewer, reading: plan.scope)
        groups[plan.scope, default: Group(asker: asker, check: check, scope: plan.scope)].statements += plan.statements
        groups[plan.scope]?.places += plan.statements.map { _ in query.place }
      }
      return groups.values.map(\.self)
    }
  }

  /// Reads all plans at the moment that it is, and compares with what was read before.
  /// - Parameters:
  ///   - changed: the boundaries at which an answer has changed so far.
  ///   - stopsAtSlots: whether the end of a slot of addresses is a next boundary.
  /// - Returns: in how many seconds the next boundary is; nil for none within a day.
  private func compare(
    _ groups: inout [Group], on connection: Connection, _ changed: inout Set<String>, stopsAtSlots: Bool = true
  ) async throws -> Int? {
    var next: Double?
    for index in groups.indices {
      let group = groups[index]
      let guards = group.check.statements
      let rows = try await connection.snapshot(guards + group.statements)
      let stamps = try #require(group.check.stamps(in: rows), "\(group.asker.name) is refused")
      let answers = rows.dropFirst(guards.count).map(Self.fingerprint)
      if let before = group.seen[stamps] {
        for (place, (old, new)) in zip(group.places, zip(before, answers)) where old != new {
          Issue.record("\(group.asker.name), \(place): another answer with the same versions and boundary")
        }
      }
      if group.seen.values.contains(where: { $0 != answers }) { changed.formUnion(group.scope.boundaries.map(\.name)) }
      groups[index].seen[stamps] = answers
      guard let deadline = stamps.deadline, !group.scope.boundaries.isEmpty,
        stopsAtSlots || !group.scope.boundaries.contains(where: { Self.slotNames.contains($0.name) })
      else { continue }
      let (seconds, attoseconds) = ContinuousClock.now.duration(to: deadline).components
      let left = Double(seconds) + Double(attoseconds) / 1e18
      if left < 86_000 { next = min(next ?? left, left) }
    }
    return next.map { Int($0.rounded(.up)) }
  }

  /// A fingerprint of the rows, independent of their order: those of a level that is no list have none.
  private static func fingerprint(_ rows: Rows) -> Int {
    (0..<rows.count).reduce(rows.count) { sum, row in
      var hasher = Hasher()
      for column in 0..<rows.columns.count {
        hasher.combine(rows.isNull(row: row, column: column))
        rows.withCell(row: row, column: column) { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
      }
      return sum &+ hasher.finalize()
    }
  }

  // MARK: Four ways to the same answer

  /// A query whose answer changes at a boundary.
  private static let queries = [
    ("assignments.due", "parent", "{ family { assignmentsToGradeCount } }"),
    ("families.midnight", "parent", "{ planner { date } }"),
    ("invitations.expires_at", "parent", "{ family { invitations { status } } }"),
    ("staff_invitations.expires_at", "administrator", "{ schools { staffInvitations { id status } } }"),
    ("join_requests.expires_at", "parent", "{ family { joinRequests { id } } }"),
    ("own_join_requests.expires_at", "teacher", "{ viewer { joinRequests { status } } }"),
    ("dismissals.day_ends_at", "parent", "{ family { dismissals { id state } } }"),
    ("dismissals.day_ends_at of staff", "administrator", "{ schools { dismissals { id state } } }"),
    ("enrolments.collected_ends_at", "parent", "{ family { enrolments { id collectedBy } } }"),
    ("enrolments.absence_ends_at of staff", "teacher", "{ schools { classes { students { id absentOn } } } }"),
  ]

  @Test func `The remembered answer, the tag, the live query and a fresh answer agree on each side of a boundary`() async throws {
    try await Cluster.run { cluster in
      let ground = try await TimeGround(cluster)
      let (talk, plain) = (try ground.gateway(remembers: true), try ground.gateway(remembers: false))
      let logger = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
      let watch = Task { await talk.gateway.wakeUp.watch.run(talk.pool, logger: logger) }
      let connection = try await cluster.connect("hatched_app")
      for (name, asker, query) in Self.queries {
        let viewer = try #require(ground.askers.first { $0.name == asker }).viewer
        let plan = try Explanation(of: GraphQLRequest(query: query), for: .account(viewer), map: ground.map)
        #expect(plan.scope.boundaries.map(\.name) == [name])
        try cluster.clock.set(.zero)
        let check = MembershipCheck(of: viewer, reading: plan.scope)
        let deadline = try #require(check.stamps(in: try await connection.snapshot(check.statements))?.deadline)
        let left = ContinuousClock.now.duration(to: deadline).components.seconds
        try cluster.clock.set(.seconds(left - 4))

        let before = await talk.send(query, as: viewer)
        let tag = try #require(before.tag, "\(name): \(before.text)")
        #expect(await talk.send(query, as: viewer, knowing: "\(tag)").outcome == .notModified)
        let stream = try #require(await talk.live(query, as: viewer))
        let first = await stream.next()
        #expect(try first?.json.at("data", "live") == before.json.at("data"))
        let second = try #require(try await next(of: stream), "\(name): nothing is told")
        let after = await talk.send(query, as: viewer)
        #expect(after.text != before.text, "\(name) changes \(query)")
        #expect(await plain.send(query, as: viewer).text == after.text)
        #expect(try second.json.at("data", "live") == after.json.at("data"))
        #expect(after.tag != tag)
        #expect(await talk.send(query, as: viewer, knowing: "\(tag)").outcome == .executed)
      }
      watch.cancel()
      await watch.value
      await talk.pool.shutdown()
      await plain.pool.shutdown()
    }
  }

  private func next(of stream: any LiveStream) async throws -> GraphQLResponse? {
    try await withThrowingTaskGroup(of: GraphQLResponse?.self) { group in
      group.addTask { await stream.next() }
      group.addTask {
        try await Task.sleep(for: .seconds(20))
        return nil
      }
      defer { group.cancelAll() }
      return try await group.next() ?? nil
    }
  }
}
