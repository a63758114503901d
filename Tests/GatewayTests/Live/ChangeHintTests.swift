import GraphQL
import Logging
import Postgres
import SQL
import SampleData
import SessionTokens
import Synchronization
import TestSupport
import Testing

@testable import Gateway
@testable import Domain

/// Gateways on one database tell each other of changes, and nothing is missed where they cannot.
@Suite(.serialized) struct ChangeHintTests {
  private static let name = "subscription { live { family { name } } }"
  private static let secrets = TestGateway.secrets.map { Array($0.utf8) }
  /// How often a listener began.
  private final class Beginnings: Sendable {
    let count = Mutex(0)
  }

  private let logger = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })

  /// Two gateways, of which the first tells of its changes and the second listens; nobody polls unless the test does.
  private func with(
    _ name: String, _ body: (SchoolDatabase, TestGateway, TestGateway, _ beginnings: () -> Int) async throws -> Void
  ) async throws {
    let database = try await SchoolDatabase(name, families: 2)
    let (one, other) = (try gateway(database), try gateway(database))
    let listener = Listener(address: database.app, channel: ChangeHints.channel)
    let beginnings = Beginnings()
    let announcer = try #require(one.gateway.wakeUp.announcer)
    let tasks = [
      Task { await announcer.run(one.pool, logger: logger) },
      Task {
        await listener.run { event in
          switch event {
          case .began: beginnings.count.withLock { $0 += 1 }
          case .heard(let payloads): other.gateway.wakeUp.watch.hear(payloads)
          case .lost: break
          }
        }
      },
    ]
    try await waitUntil { beginnings.count.withLock { $0 } == 1 }
    try await body(database, one, other) { beginnings.count.withLock { $0 } }
    for task in tasks { task.cancel() }
    for task in tasks { await task.value }
    for talk in [one, other] { await talk.pool.shutdown() }
  }

  private func gateway(_ database: SchoolDatabase) throws -> TestGateway {
    try TestGateway(database.app, hints: ChangeHints(secrets: try SecretKeys(Self.secrets)))
  }

  private func waitUntil(_ holds: () -> Bool) async throws {
    for _ in 0..<1000 where !holds() { try await Task.sleep(for: .milliseconds(5)) }
    #expect(holds())
  }

  private func rename(_ name: String, _ talk: TestGateway, _ database: SchoolDatabase) async {
    let mutation = #"mutation { updateFamily(input: {name: "\#(name)"}) { family { name } } }"#
    #expect(await talk.send(mutation, as: database.parent).outcome == .executed)
  }

  private func familyName(_ stream: any LiveStream, within limit: Duration = .seconds(10)) async throws -> String? {
    try await stream.next(within: limit)?.json.at("data", "live", "family", "name")?.string
  }

  /// Asks for a stream's next answer, and returns once it waits for a change: what is only hinted at before is not heard.
  private func waiting(_ stream: any LiveStream, on talk: TestGateway) async throws -> Task<String?, any Error> {
    let next = Task { try await familyName(stream) }
    try await waitUntil { talk.gateway.wakeUp.watch.count == 1 }
    return next
  }

  private func end(ofListenersOf database: SchoolDatabase) async throws {
    let superuser = try await Connection.connect(ConnectionConfiguration(address: database.superuser), reactor: Reactor())
    try await superuser.execute(
      script: """
        SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
        WHERE application_name = 'hatched-listener' AND datname = current_database()
        """)
  }

  @Test func `A change of one gateway is told by another at once, by hints alone`() async throws {
    try await with("hints") { database, one, other, _ in
      let live = try await other.live(Self.name, as: database.parent)
      _ = try await familyName(live)
      for name in ["First", "Second"] {
        try await Task.sleep(for: .milliseconds(300))
        let next = try await waiting(live, on: other)
        await rename(name, one, database)
        #expect(try await next.value == name)
      }
      #expect(other.gateway.wakeUp.watch.counts.values.heardHints >= 2)
    }
  }

  @Test func `A listener whose connection ends is replaced, and what was not heard is found by asking`() async throws {
    try await with("hints_lost") { database, one, other, beginnings in
      let live = try await other.live(Self.name, as: database.parent)
      _ = try await familyName(live)
      try await end(ofListenersOf: database)
      await rename("Unheard", one, database)
      // Not told by a hint: the wait is longer than the poll below takes.
      let polling = Task { await other.gateway.wakeUp.watch.run(other.pool, logger: logger) }
      #expect(try await familyName(live) == "Unheard")
      polling.cancel()
      await polling.value
      try await waitUntil { beginnings() == 2 }
      let next = try await waiting(live, on: other)
      await rename("Heard", one, database)
      #expect(try await next.value == "Heard")
    }
  }

  @Test func `Changes during a pause of the gateway, by psql and out of order, are found afterwards`() async throws {
    let database = try await SchoolDatabase("hints_pause", families: 2)
    let talk = try gateway(database)
    let family = try #require(database.parent.membership).familyID
    let live = try await talk.live(Self.name, as: database.parent)
    let stranger = AccountViewer(try #require(database.sample.accounts(of: 1).first))
    let others = try await talk.live(Self.name, as: stranger)
    _ = (try await familyName(live), try await familyName(others))
    let owner = try await Connection.connect(ConnectionConfiguration(address: database.superuser), reactor: Reactor())
    // A transaction begins before another, which ends first; the gateway asks in between.
    try await owner.execute(script: "BEGIN; UPDATE families SET name = 'Late' WHERE family_id = '\(family)'")
    _ = try await database.run("UPDATE families SET name = 'Early' WHERE family_id = \(bind: .uuid(database.sample.familyID(1)))")
    var polling = Task { await talk.gateway.wakeUp.watch.run(talk.pool, logger: logger) }
    #expect(try await familyName(others) == "Early")
    #expect(try await familyName(live, within: .milliseconds(600)) == nil)
    polling.cancel()
    await polling.value
    // Paused.
    try await owner.execute(script: "COMMIT")
    try await Task.sleep(for: .seconds(2))
    polling = Task { await talk.gateway.wakeUp.watch.run(talk.pool, logger: logger) }
    #expect(try await familyName(live) == "Late")
    polling.cancel()
    await polling.value
    await talk.pool.shutdown()
  }

  @Test func `While nothing is committed, streams cost one small statement a poll`() async throws {
    let database = try await SchoolDatabase("hints_idle", families: 2)
    let talk = try gateway(database)
    let streams = try await (0..<30).asyncMap { _ in try await talk.live(Self.name, as: database.parent) }
    for stream in streams { _ = await stream.next() }
    let waits = streams.map { stream in Task { _ = await stream.next() } }
    try await waitUntil { talk.gateway.wakeUp.watch.count == 30 }
    let polling = Task { await talk.gateway.wakeUp.watch.run(talk.pool, logger: logger) }
    try await Task.sleep(for: .milliseconds(400))
    let (before, start) = (talk.pool.statistics.roundTrips, ContinuousClock.now)
    try await Task.sleep(for: .seconds(2))
    let roundTrips = talk.pool.statistics.roundTrips - before
    // Four polls a second, however long the wait was.
    #expect(Double(roundTrips) <= (ContinuousClock.now - start) / .milliseconds(250) + 1)
    #expect(talk.gateway.wakeUp.watch.counts.values.runs == 0)
    for task in waits { task.cancel() }
    polling.cancel()
    await polling.value
    await talk.pool.shutdown()
  }

  @Test func `A hint has no id, and none but those of other gateways are understood`() throws {
    let (one, other) = (try hints(Self.secrets), try hints(Self.secrets))
    let stranger = try hints([Array("another secret, which is long enough too".utf8)])
    let id = UUIDValue.random()
    let payload = one.payload([one.name(of: id)])
    #expect(payload.utf8.count == 22)
    #expect(other.names(in: payload) == [other.name(of: id)])
    #expect(one.names(in: payload) == [])
    #expect(stranger.names(in: payload) != [stranger.name(of: id)])
    for wrong in ["", "x", "\u{e9}", String(repeating: "A", count: 8000)] { #expect(other.names(in: wrong) == []) }
    let names = (0..<UInt64(ChangeHints.maximumNames)).map { $0 }
    let longest = one.payload(names)
    #expect(longest.utf8.count < 8000 && other.names(in: longest) == names)
  }

  private func hints(_ secrets: [[UInt8]]) throws -> ChangeHints { ChangeHints(secrets: try SecretKeys(secrets)) }
}
