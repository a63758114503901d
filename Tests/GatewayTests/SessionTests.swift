import Gateway
import GraphQL
import Postgres
import SQL
import SampleData
import Domain
import TestSupport
import Testing

/// The claims of a token count only as long as the database confirms them: from the next request on, in the round
/// trip that reads the data.
@Suite struct SessionTests {
  struct Change: CustomTestStringConvertible {
    let testDescription: String
    let sql: @Sendable (AccountViewer) -> SQL
  }

  static let changes = [
    Change(testDescription: "the session ended") {
      "UPDATE sessions SET ended_at = now() WHERE id = \(bind: .uuid($0.sessionID)) RETURNING 1"
    },
    Change(testDescription: "the session expired") {
      "UPDATE sessions SET expires_at = now() - interval '1 second' WHERE id = \(bind: .uuid($0.sessionID)) RETURNING 1"
    },
    Change(testDescription: "the session is gone") {
      "DELETE FROM sessions WHERE id = \(bind: .uuid($0.sessionID)) RETURNING 1"
    },
    Change(testDescription: "the account was disabled") {
      "UPDATE accounts SET disabled_at = now() WHERE id = \(bind: .uuid($0.accountID)) RETURNING 1"
    },
    Change(testDescription: "the role changed") {
      "UPDATE members SET role = 'STUDENT' WHERE account_id = \(bind: .uuid($0.accountID)) RETURNING 1"
    },
    Change(testDescription: "the member was removed") {
      "DELETE FROM members WHERE account_id = \(bind: .uuid($0.accountID)) RETURNING 1"
    },
  ]

  @Test("The next request is refused, before anything else is asked, after", arguments: changes.indices)
  func refusedAfter(_ index: Int) async throws {
    let change = Self.changes[index]
    let database = try await SchoolDatabase("session_change_\(index)", families: 1)
    let gateway = try TestGateway(database.app)
    let viewer = database.parent
    #expect(await gateway.send("{ family { name } }", as: viewer).outcome == .executed)
    #expect(try await database.run(change.sql(viewer)).count == 1)

    let before = gateway.pool.statistics.roundTrips
    let answer = await gateway.send("{ family { name } }", as: viewer)
    #expect(answer.outcome == .unauthenticated, "\(change.testDescription)")
    #expect(!answer.text.contains("Rivera"))
    // One more asks why the place has ended.
    #expect((1...2).contains(gateway.pool.statistics.roundTrips - before))
    await gateway.pool.shutdown()
  }

  @Test(
    "Of several requests that end their session at once one does, without a deadlock",
    arguments: ["signOut", "signOutEverywhere"])
  func endedAtOnce(_ field: String) async throws {
    let database = try await SchoolDatabase("ended_at_once_\(field.lowercased())", families: 1)
    let gateway = try TestGateway(database.app)
    let viewer = database.parent
    for _ in 0..<10 {
      let outcomes = await withTaskGroup { group in
        for _ in 0..<6 {
          group.addTask { await gateway.send("mutation { \(field) { accountId } }", as: viewer).outcome }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
      #expect(outcomes.count { $0 == .executed } == 1)
      #expect(outcomes.count { $0 == .unauthenticated } == 5)
      _ = try await database.run("UPDATE sessions SET ended_at = NULL RETURNING 1")
    }
    await gateway.pool.shutdown()
    // A process of PostgreSQL tells what it counted at the latest when it ends.
    let isConnected: SQL = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND usename = 'hatched_app'"
    while try await database.run(isConnected).count > 0 { try await Task.sleep(for: .milliseconds(10)) }
    let counted = try await database.run(
      "SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()")
    #expect(counted.int4(row: 0, column: 0) == 0)
  }

  @Test("An account without a family reads itself and nothing else")
  func withoutFamily() async throws {
    let database = try await SchoolDatabase("without_family", families: 1)
    let gateway = try TestGateway(database.app)
    let viewer = AccountViewer(
      accountID: database.parent.accountID, sessionID: database.parent.sessionID, membership: nil)
    let answer = try await gateway.answer(
      "{ viewer { id role member { id } family { id } } family { id } student(id: \"0198f000-0000-7000-8004-000000000003\") { id } }",
      as: viewer)
    #expect(answer.at("data", "viewer", "id")?.string == viewer.accountID.description)
    #expect(answer.at("data", "viewer", "role") == .null)
    #expect(answer.at("data", "viewer", "member") == .null)
    #expect(answer.at("data", "viewer", "family") == .null)
    #expect(answer.at("data", "family") == .null)
    #expect(answer.at("data", "student") == .null)
    #expect(answer.at("errors") == nil)
    await gateway.pool.shutdown()
  }
}
