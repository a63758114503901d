import Gateway
import Postgres
import SQL
import Domain
import TestSupport
import Testing

/// The party that pays for the database time of a request.
@Suite struct LoadKeyTests {
  private static let database = Task { try await SchoolDatabase("load_keys", families: 1) }
  private static let query = "{ viewer { id } }"

  /// The kinds of keys that were charged by what `body` does.
  private func charged(_ gateway: TestGateway, _ body: () async throws -> Void) async throws -> [String] {
    let before = gateway.pool.statistics.databaseTime
    try await body()
    let after = gateway.pool.statistics.databaseTime
    return LoadKey.Kind.names.filter { after[Int($0.kind.rawValue)] > before[Int($0.kind.rawValue)] }.map(\.name)
  }

  @Test("The family pays for its members, an account for itself while it has no family")
  func viewers() async throws {
    let database = try await Self.database.value
    let gateway = try TestGateway(database.app)
    #expect(try await charged(gateway) { _ = await gateway.send(Self.query, as: database.parent) } == ["family"])
    var alone = database.parent
    alone.membership = nil
    #expect(try await charged(gateway) { _ = await gateway.send(Self.query, as: alone) } == ["account"])
  }

  @Test("The network pays for requests without a session")
  func strangers() async throws {
    let database = try await Self.database.value
    let gateway = try TestGateway(database.app)
    let kinds = try await charged(gateway) {
      _ = await gateway.send(
        #"mutation { refreshSession(input: {refreshToken: "no"}) { __typename } }"#, authorization: nil,
        from: "203.0.113.7")
    }
    #expect(kinds == ["network"])
  }

  @Test("A family does not pay for the token of somebody who has left, once that is known")
  func formerMember() async throws {
    let database = try await SchoolDatabase("load_keys_ended", families: 1)
    let gateway = try TestGateway(database.app)
    #expect(try await charged(gateway) { _ = await gateway.send(Self.query, as: database.parent) } == ["family"])
    try await database.run("UPDATE sessions SET ended_at = now()")
    _ = await gateway.send(Self.query, as: database.parent)
    let kinds = try await charged(gateway) {
      #expect(await gateway.send(Self.query, as: database.parent).outcome == .unauthenticated)
    }
    #expect(kinds == ["network"])
  }
}
