import Postgres
import SQL
import SampleData
import TestSupport
import Testing

/// How much the family has whose queries are measured. Around it are others of the usual size: enough that PostgreSQL
/// chooses plans as it does in production, since it makes one for any family.
enum FamilySize: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case usual
  /// A hundred times as much of all that grows without bound.
  case hundredfold

  var testDescription: String { rawValue }

  var database: SchoolDatabase {
    get async throws {
      switch self {
      case .usual: try await Self.usualDatabase.value
      case .hundredfold: try await Self.grownDatabase.value
      }
    }
  }

  private static let usualDatabase = Task { try await filled("statement_costs") }
  private static let grownDatabase = Task {
    let database = try await filled("statement_costs_grown")
    for copies in Self.copies(of: DemonstrationFamily.id) { try await database.run(copies) }
    try await database.vacuum()
    return database
  }

  private static func filled(_ name: String) async throws -> SchoolDatabase {
    let database = try await SchoolDatabase(name, families: 400)
    // Otherwise PostgreSQL knows nothing of the tables that the rows of lists are made from.
    try await database.vacuum()
    try await database.fillListTables()
    try await database.vacuum()
    return database
  }

  /// Each row 99 times more, on earlier days: all that is that old is graded, and read.
  private static func copies(of family: UUIDValue) -> [SQL] {
    let source: SQL = "generate_series(1, 99) AS n WHERE family_id = \(bind: .uuid(family))"
    let id: SQL = "family_id, md5(id::text || n)::uuid"
    return [
      """
      INSERT INTO assignments (family_id, id, student_id, course_id, title, instructions, due_date, due_time,
        points_possible, points_awarded, done_at, created_at)
      SELECT \(id), student_id, course_id, title, instructions, due_date - n * 30, due_time,
        coalesce(points_possible, 10), coalesce(points_awarded, points_possible, 10), done_at, created_at
      FROM assignments, \(source)
      """,
      """
      INSERT INTO planner_tasks (family_id, id, title, date, time, color, notes, student_id)
      SELECT \(id), title, date - n * 30, time, color, notes, student_id FROM planner_tasks, \(source)
      """,
      """
      INSERT INTO notifications (family_id, id, recipient_id, kind, title, body, student_id, assignment_id, due_date,
        notice_date, created_at, read_at, deleted_at)
      SELECT \(id), recipient_id, kind, title, body, student_id, assignment_id, due_date, notice_date - n * 100,
        created_at - n * interval '100 days', created_at, deleted_at FROM notifications, \(source)
      """,
      """
      INSERT INTO portfolio_items (family_id, id, student_id, title, date, link)
      SELECT \(id), student_id, title, date - n * 30, link FROM portfolio_items, \(source)
      """,
      """
      INSERT INTO attendance_records (family_id, id, student_id, date, state, note)
      SELECT \(id), student_id, date - n * 30, state, note FROM attendance_records, \(source)
      ON CONFLICT DO NOTHING
      """,
      """
      INSERT INTO resources (family_id, id, subject_id, title, link, note, created_at)
      SELECT \(id), subject_id, title || ' ' || n, link, note, created_at FROM resources, \(source)
      """,
    ]
  }
}
