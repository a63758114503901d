import Gateway
import Postgres
import SQL
import TestSupport
import Testing

/// A database that is changed under a running server.
@Suite struct ChangedDatabaseTests {
  @Test("A change of a column that prepared statements name costs no request", arguments: Change.allCases)
  func changedColumn(_ change: Change) async throws {
    let database = try await SchoolDatabase("changed_\(change)", families: 1)
    let gateway = try TestGateway(database.app) { $0.size = 1 }
    for _ in 1...3 {
      #expect(await gateway.send("{ family { name } }", as: database.parent).outcome == .executed)
    }
    try await database.run(change.sql)
    for _ in 1...3 {
      #expect(await gateway.send("{ family { name } }", as: database.parent).text.contains("Rivera"))
    }
    await gateway.pool.shutdown()
  }

  @Test("A change of a column that prepared statements name costs no mutation")
  func changedColumnOfMutation() async throws {
    let database = try await SchoolDatabase("changed_mutation", families: 1)
    let gateway = try TestGateway(database.app) { $0.size = 1 }
    let change = #"mutation { updateFamily(input: {name: "Rivera"}) { family { name } } }"#
    for round in 1...3 {
      #expect(await gateway.send(change, as: database.parent).outcome == .executed, "round \(round)")
      let collation = round == 1 ? "C" : "POSIX"
      try await database.run("ALTER TABLE families ALTER name TYPE text COLLATE \(identifier: collation)")
    }
    await gateway.pool.shutdown()
  }

  enum Change: CaseIterable {
    case collation, addition

    var sql: SQL {
      switch self {
      case .collation: "ALTER TABLE families ALTER name TYPE text COLLATE \"C\""
      case .addition: "ALTER TABLE families ADD COLUMN motto text"
      }
    }
  }
}
