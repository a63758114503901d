import GraphQL
import Postgres
import SQL
import SampleData
import Domain
import TestSupport
import Testing

/// Requests of several viewers to one gateway, over the database of a suite.
struct Conversation {
  let gateway: TestGateway
  let database: SchoolDatabase

  static func with(
    _ database: Task<SchoolDatabase, any Error>, _ body: (Conversation) async throws -> Void
  ) async throws {
    let database = try await database.value
    let gateway = try TestGateway(database.app, of: database.walked)
    try await body(Conversation(gateway: gateway, database: database))
    await gateway.pool.shutdown()
  }

  var elena: AccountViewer { AccountViewer(database.demonstration.accounts[0]) }
  var mateo: AccountViewer { AccountViewer(database.demonstration.accounts[1]) }
  var ada: AccountViewer { AccountViewer(database.demonstration.accounts[2]) }
  var leo: AccountViewer { AccountViewer(database.demonstration.accounts[3]) }
  /// The administrator, the dispatcher and the teachers of the demonstration school.
  var administrator: AccountViewer { AccountViewer(DemonstrationStaff.administrator) }
  var dispatcher: AccountViewer { AccountViewer(DemonstrationStaff.dispatcher) }
  var teacher: AccountViewer { AccountViewer(DemonstrationStaff.teacher) }
  var otherTeacher: AccountViewer { AccountViewer(DemonstrationStaff.otherTeacher) }
  /// A parent of another family.
  var stranger: AccountViewer { AccountViewer(database.sample.parentAccount(of: 0)) }

  /// An account without a family.
  func newcomer() async throws -> AccountViewer {
    let viewer = AccountViewer(accountID: .random(), sessionID: .random(), membership: nil)
    try await database.run("INSERT INTO accounts (id, name) VALUES (\(bind: .uuid(viewer.accountID)), 'New')")
    try await database.run(
      """
      INSERT INTO sessions (account_id, id, expires_at) \
      VALUES (\(bind: .uuid(viewer.accountID)), \(bind: .uuid(viewer.sessionID)), now() + interval '1 day')
      """)
    return viewer
  }

  /// An answer, errors and all.
  func answer(_ query: String, as viewer: AccountViewer?) async throws -> JSONValue {
    try await gateway.answer(query, as: viewer)
  }

  /// The data of an answer that has no errors.
  func ask(
    _ query: String, as viewer: AccountViewer, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> JSONValue {
    let answer = try await gateway.answer(query, as: viewer)
    #expect(answer.at("errors") == nil, sourceLocation: sourceLocation)
    return try #require(answer.at("data"), sourceLocation: sourceLocation)
  }

  /// Makes an assignment of a student of the demonstration family.
  /// - Parameter fields: further fields of the input.
  func newAssignment(
    of student: AccountViewer, _ title: String = "T", _ fields: String = "pointsPossible: 10"
  ) async throws -> String {
    let id = newID()
    let member = try #require(student.membership).memberID
    _ = try await ask(
      """
      mutation { createAssignment(input: {id: "\(id)", studentId: "\(member)", title: "\(title)", \(fields)}) {
        assignment { id }
      } }
      """, as: elena)
    return id
  }

  /// A value of the database, as text.
  func text(_ sql: SQL) async throws -> String {
    let rows = try await database.run(sql)
    try #require(rows.count > 0, "no row")
    return try #require(rows.text(row: 0, column: 0))
  }
}
