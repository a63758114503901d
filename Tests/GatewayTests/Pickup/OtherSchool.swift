import GraphQL
import Postgres
import SQL
import SampleData
import Domain
import TestSupport
import Testing

/// A second school, at which Mia is enrolled, too. The demonstration's teacher administers it, under another name.
struct OtherSchool {
  let school = UUIDValue.random()
  let schoolClass = UUIDValue.random()
  let enrolment = UUIDValue.random()
  let name = "Frau Becker"

  /// - Parameter isFirst: whether the place at this school comes before that at the demonstration's.
  init(_ ground: PickupGround, isFirst: Bool = true) async throws {
    let home = DemonstrationFamily.id
    let staff = isFirst ? "00000000-0000-7000-8000-000000000001" : "ffffffff-0000-7000-8000-000000000001"
    let rows: [SQL] = [
      "INSERT INTO schools (id, name, time_zone) VALUES (\(bind: .uuid(school)), 'Lake School', 'UTC')",
      "INSERT INTO school_classes (school_id, id, name) VALUES (\(bind: .uuid(school)), \(bind: .uuid(schoolClass)), 'Otters')",
      """
      INSERT INTO school_staff (school_id, id, account_id, name, role, created_at) VALUES (\(bind: .uuid(school)), \
      \(bind: .text(staff))::uuid, \(bind: .uuid(DemonstrationStaff.teacher.accountID)), \(bind: .text(name)), 'ADMINISTRATOR', \
      now() + \(bind: .text(isFirst ? "-10 years" : "1 day"))::interval)
      """,
      "INSERT INTO school_families (family_id, school_id) VALUES (\(bind: .uuid(home)), \(bind: .uuid(school)))",
      """
      INSERT INTO enrolments (family_id, id, student_id, school_id, staff_school_id, class_id, student_name, student_number, state) \
      SELECT family_id, \(bind: .uuid(enrolment)), student_id, \(bind: .uuid(school)), \(bind: .uuid(school)), \
      \(bind: .uuid(schoolClass)), student_name, '9', 'CONFIRMED' FROM enrolments \
      WHERE family_id = \(bind: .uuid(home)) AND id = \(bind: .uuid(DemonstrationFamily.enrolmentID))
      """,
      """
      INSERT INTO pickup_guardians (family_id, enrolment_id, member_id, name, is_confirmed) \
      SELECT family_id, \(bind: .uuid(enrolment)), id, name, true FROM members \
      WHERE family_id = \(bind: .uuid(home)) AND role = 'PARENT'
      """,
    ]
    for row in rows { try await ground.database.run(row) }
  }
}

extension PickupGround {
  /// The id of Mia's guardian with a name.
  func guardian(_ name: String) async throws -> String {
    let found = try await ask(
      #"{ classStudent(id: "\#(DemonstrationFamily.enrolmentID)") { guardians { id name } } }"#, as: administrator)
    let list = found.at("data", "classStudent", "guardians")?.array ?? []
    return try #require(list.first { $0.at("name")?.string == name }?.at("id")?.string)
  }

  /// Bars a parent from Mia.
  func bar(_ name: String) async throws {
    let id = try await guardian(name)
    let barred = try await ask(#"mutation { barGuardian(input: {id: "\#(id)"}) { guardian { isBarred } } }"#, as: administrator)
    #expect(barred.at("data", "barGuardian", "guardian", "isBarred") == .bool(true))
  }

  /// The titles of what a parent was told of steps, the latest first.
  func titles(_ viewer: AccountViewer) async throws -> [String] {
    let list = try await ask("{ viewer { notifications(first: 200) { kind title } } }", as: viewer)
    return (list.at("data", "viewer", "notifications")?.array ?? []).filter { $0.at("kind")?.string == "PICKUP" }
      .compactMap { $0.at("title")?.string }
  }

  /// The notices of a kind that staff read, each as the person that it names.
  func notices(_ kind: String) async throws -> [String] {
    let found = try await ask("{ schools(first: 1) { notices(first: 50) { kind personName } } }", as: teacher)
    return (found.at("data", "schools", 0, "notices")?.array ?? []).filter { $0.at("kind")?.string == kind }
      .map { $0.at("personName")?.string ?? "" }
  }

  /// A row of `dismissals`, whole.
  func row(of id: String) async throws -> String? {
    try await database.run("SELECT dismissals::text FROM dismissals WHERE id = \(bind: .text(id))::uuid").text(row: 0, column: 0)
  }
}
