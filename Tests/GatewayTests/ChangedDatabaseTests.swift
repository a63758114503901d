import Gateway
import GraphQL
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

  @Test("A change whose answer cannot be written says at its field that it was made, and those after it are done")
  func unreadableAnswer() async throws {
    let database = try await SchoolDatabase("changed_answer", families: 1)
    let gateway = try TestGateway(database.app)
    try await database.run("ALTER TABLE families ALTER name TYPE varchar(200)")
    let change = """
      mutation {
        a: updateFamily(input: {name: "Rivera"}) { family { name } }
        b: updateFamily(input: {name: "Rivera"}) { family { version } }
      }
      """
    let answer = try await gateway.answer(change, as: database.parent)
    #expect(answer.at("data", "a") == .null)
    #expect(answer.at("errors", 0, "path", 0)?.string == "a")
    #expect(answer.at("errors", 0, "extensions", "code")?.string == "INTERNAL")
    #expect(answer.at("errors", 0, "extensions", "outcome")?.string == "COMMITTED")
    #expect(answer.at("data", "b", "family", "version")?.number == 3)
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
