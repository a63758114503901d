import GraphQL
import Postgres
import SQL
import SampleData
import School
import TestSupport
import Testing

/// The demonstration's school with its people, for tests that change it. Each has a database of its own.
struct PickupGround {
  let gateway: TestGateway
  let database: SchoolDatabase

  static func run(_ name: String, _ body: (PickupGround) async throws -> Void) async throws {
    let database = try await SchoolDatabase(name, families: 1)
    let gateway = try TestGateway(database.app)
    try await body(PickupGround(gateway: gateway, database: database))
    await gateway.pool.shutdown()
  }

  static func staff(_ person: DemonstrationStaff) -> AccountViewer {
    AccountViewer(accountID: person.accountID, sessionID: person.sessionID, membership: nil)
  }

  var parent: AccountViewer { database.parent }
  var otherParent: AccountViewer { AccountViewer(database.demonstration.accounts[1]) }
  var teacher: AccountViewer { Self.staff(.teacher) }
  var otherTeacher: AccountViewer { Self.staff(.otherTeacher) }
  var dispatcher: AccountViewer { Self.staff(.dispatcher) }
  var administrator: AccountViewer { Self.staff(.administrator) }

  func ask(_ query: String, as viewer: AccountViewer) async throws -> JSONValue { try await gateway.answer(query, as: viewer) }

  /// The ids of Mia, who is in the class of `teacher`, and of Leo, who is in that of `otherTeacher`.
  func students() async throws -> (mia: String, leo: String) {
    let list = try await ask("{ family { students { id name } } }", as: parent).at("data", "family", "students")?.array ?? []
    func id(_ name: String) throws -> String {
      try #require(list.first { $0.at("name")?.string == "\(name) Rivera" }?.at("id")?.string)
    }
    return (try id("Mia"), try id("Leo"))
  }

  /// The id of the enrolment of a student that lasts.
  func enrolment(of name: String) async throws -> String {
    let list = try await ask("{ family { enrolments { id state student { name } } } }", as: parent).at("data", "family", "enrolments")
    return try #require(
      list?.array?.first { $0.at("student", "name")?.string == "\(name) Rivera" && $0.at("state")?.string == "CONFIRMED" }?
        .at("id")?.string)
  }

  /// - Returns: the answer, and the ids of the dismissals in it.
  func request(_ students: [String], as viewer: AccountViewer? = nil) async throws -> (answer: JSONValue, ids: [String]) {
    let ids = students.map { "\"\($0)\"" }.joined(separator: ", ")
    let answer = try await ask(
      "mutation { requestPickup(input: {studentIds: [\(ids)]}) { dismissals { id state student { name } requestedBy } } }",
      as: viewer ?? parent)
    let list = answer.at("data", "requestPickup", "dismissals")?.array ?? []
    return (answer, list.compactMap { $0.at("id")?.string })
  }

  /// The state of a dismissal as a member of the family reads it.
  func state(of id: String) async throws -> String? {
    try await ask(#"{ dismissal(id: "\#(id)") { state } }"#, as: parent).at("data", "dismissal", "state")?.string
  }

  func run(_ mutation: String, _ ids: [String], _ others: String = "", as viewer: AccountViewer) async throws -> JSONValue {
    let list = ids.map { "\"\($0)\"" }.joined(separator: ", ")
    return try await ask("mutation { \(mutation)(input: {ids: [\(list)]\(others)}) { dismissals { id state } } }", as: viewer)
  }
}
