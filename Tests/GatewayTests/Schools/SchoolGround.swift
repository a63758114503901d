import GraphQL
import Postgres
import SQL
import SampleData
import Domain
import TestSupport
import Testing

/// A second school beside the demonstration's, of which nobody there may learn anything.
struct SchoolGround: Sendable {
  let database: SchoolDatabase
  /// A row of each type of the other school, by the types' names.
  let foreignIDs: [String: String]
  /// An administrator of the other school, who is in no family.
  let stranger: AccountViewer

  /// Stands in all texts of the other school.
  static let mark = "Lake-77f0"

  init(_ name: String) async throws {
    database = try await SchoolDatabase(name, families: 2)
    let gateway = try TestGateway(database.app)
    stranger = try await Conversation(gateway: gateway, database: database).newcomer()
    await gateway.pool.shutdown()
    let ids = ["School": newID(), "SchoolClass": newID(), "SchoolStaffMember": newID(), "StaffInvitation": newID()]
    foreignIDs = ids
    func id(_ type: String) -> SQL { "\(bind: .text(ids[type] ?? ""))::uuid" }
    let mark: SQL = "\(bind: .text(Self.mark))"
    let rows: [SQL] = [
      "INSERT INTO schools (id, name, time_zone) VALUES (\(id("School")), \(mark), 'UTC')",
      "INSERT INTO school_classes (school_id, id, name) VALUES (\(id("School")), \(id("SchoolClass")), \(mark))",
      """
      INSERT INTO school_staff (school_id, id, account_id, name, role)
      VALUES (\(id("School")), \(id("SchoolStaffMember")), \(bind: .uuid(stranger.accountID)), \(mark), 'ADMINISTRATOR')
      """,
      """
      INSERT INTO staff_invitations (school_id, id, role, expires_at)
      VALUES (\(id("School")), \(id("StaffInvitation")), 'TEACHER', now() + interval '1 day')
      """,
      """
      INSERT INTO school_families (family_id, school_id)
      VALUES (\(bind: .uuid(database.sample.familyID(1))), \(id("School")))
      """,
    ]
    for row in rows { try await database.run(row) }
  }

  /// A row of each type of the demonstration school.
  static var ownIDs: [String: String] {
    DemonstrationFamily.administeredRows.merging([
      "School": DemonstrationFamily.schoolID.description, "SchoolClass": DemonstrationClass.owls.id.description,
    ]) { $1 }
  }

  /// Whether a text has something of the other school.
  func leaks(_ text: String) -> Bool { text.contains(Self.mark) || foreignIDs.values.contains { text.contains($0) } }
}

extension Conversation {
  /// Makes someone a member of the staff of the demonstration school.
  /// - Returns: the id of the place.
  @discardableResult
  func addStaff(_ viewer: AccountViewer, _ role: String, classes: [DemonstrationClass] = []) async throws -> String {
    let id = newID()
    try await database.run(
      """
      INSERT INTO school_staff (school_id, id, account_id, name, role) VALUES (\(bind: .uuid(DemonstrationFamily.schoolID)),
        \(bind: .text(id))::uuid, \(bind: .uuid(viewer.accountID)), 'Somebody', \(bind: .text(role)))
      """)
    for schoolClass in classes {
      try await database.run(
        """
        INSERT INTO school_staff_classes (school_id, staff_id, account_id, class_id)
        VALUES (\(bind: .uuid(DemonstrationFamily.schoolID)), \(bind: .text(id))::uuid, \(bind: .uuid(viewer.accountID)),
          \(bind: .uuid(schoolClass.id)))
        """)
    }
    return id
  }
}
