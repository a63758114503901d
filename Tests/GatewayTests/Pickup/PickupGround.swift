import GraphQL
import Postgres
import SQL
import SampleData
import Domain
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

  /// A code of the school's for a student of its list, Mia by default.
  func enrolmentCode(of entry: UUIDValue = DemonstrationFamily.rollEntryID) async throws -> String {
    let made = try await ask(
      #"mutation { createEnrolmentCode(input: {schoolStudentId: "\#(entry)"}) { code } }"#, as: administrator)
    return try #require(made.at("data", "createEnrolmentCode", "code")?.string, "\(made)")
  }

  /// A parent of another family, which is registered at the school.
  func stranger() async throws -> AccountViewer {
    let viewer = AccountViewer(database.sample.parentAccount(of: 0))
    let family = try #require(viewer.membership).familyID
    try await database.run(
      """
      INSERT INTO school_families (family_id, school_id)
      VALUES (\(bind: .uuid(family)), \(bind: .uuid(DemonstrationFamily.schoolID))) ON CONFLICT DO NOTHING
      """)
    return viewer
  }

  /// A parent who joins the demonstration family now, with an account of its own.
  func newParent(invitedBy parent: AccountViewer, name: String = "New") async throws -> AccountViewer {
    let invited = try await ask("mutation { createInvitation(input: {role: PARENT}) { code } }", as: parent)
    let code = try #require(invited.at("data", "createInvitation", "code")?.string, "\(invited)")
    let newcomer = try await newAccount(name: name)
    let joined = try await ask(
      #"mutation { acceptInvitation(input: {code: "\#(code)"}) { family { id } } }"#, as: newcomer)
    #expect(joined.at("errors") == nil, "\(joined)")
    let member = try await database.run(
      "SELECT family_id, id FROM members WHERE account_id = \(bind: .uuid(newcomer.accountID))")
    return AccountViewer(
      accountID: newcomer.accountID, sessionID: newcomer.sessionID,
      membership: Membership(
        familyID: try #require(member.uuid(row: 0, column: 0)), memberID: try #require(member.uuid(row: 0, column: 1)), role: .parent))
  }

  /// An account that is of no family.
  func newAccount(name: String) async throws -> AccountViewer {
    let newcomer = AccountViewer(accountID: .random(), sessionID: .random(), membership: nil)
    try await database.run(
      "INSERT INTO accounts (id, name) VALUES (\(bind: .uuid(newcomer.accountID)), \(bind: .text(name)))")
    try await database.run(
      """
      INSERT INTO sessions (account_id, id, expires_at)
      VALUES (\(bind: .uuid(newcomer.accountID)), \(bind: .uuid(newcomer.sessionID)), now() + interval '1 day')
      """)
    try await database.run(
      """
      INSERT INTO identities (account_id, id, provider, subject)
      VALUES (\(bind: .uuid(newcomer.accountID)), gen_random_uuid(), 'APPLE', \(bind: .text("\(newcomer.accountID)")))
      """)
    return newcomer
  }

  /// The id by which staff know a parent of a student.
  func guardian(_ name: String, of student: String = "Mia") async throws -> String {
    let found = try await ask("{ schools { students { name guardians { id name } } } }", as: administrator)
    let known = found.at("data", "schools", 0, "students")?.array?.first { $0.at("name")?.string == "\(student) Rivera" }
    return try #require(
      known?.at("guardians")?.array?.first { $0.at("name")?.string == name }?.at("id")?.string, "\(found)")
  }

  /// Bars a parent from a student.
  func bar(_ name: String, from student: String = "Mia") async throws {
    let id = try await guardian(name, of: student)
    let barred = try await ask(
      #"mutation { barGuardian(input: {id: "\#(id)"}) { guardian { isBarred } } }"#, as: administrator)
    #expect(barred.at("data", "barGuardian", "guardian", "isBarred") == .bool(true), "\(barred)")
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
