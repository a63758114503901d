import Postgres
import SQL
import TestSupport

/// Changes rows of a family as an operator does, in transactions of one to three statements.
struct RandomWriter {
  private let connection: Connection
  private let family: UUIDValue
  private var random: SeededGenerator

  init(_ database: SchoolDatabase, _ family: UUIDValue, seed: UInt64) async throws {
    connection = try await Connection.connect(ConnectionConfiguration(address: database.superuser), reactor: Reactor())
    self.family = family
    random = SeededGenerator(seed: seed)
  }

  mutating func write() async throws {
    let count = Int.random(in: 1...3, using: &random)
    let statements = (0..<count).map { _ in statement().statement }
    // All changes begin with the row of the family: see LockOrder.
    let lock: SQL = "SELECT 1 FROM families WHERE family_id = \(bind: .uuid(family)) FOR NO KEY UPDATE"
    let all = [lock.statement] + statements
    _ = try await connection.withTransaction(isolation: .readCommitted) { try await $0.run(all) }
  }

  private mutating func statement() -> SQL {
    let own: SQL = "family_id = \(bind: .uuid(family))"
    // One of the first of those that there are.
    let place = Int32.random(in: 0..<5, using: &random)
    func one(_ table: String) -> SQL {
      "\(own) AND id = (SELECT id FROM \(identifier: table) WHERE \(own) ORDER BY id OFFSET \(bind: .int4(place)) LIMIT 1)"
    }
    switch Int.random(in: 0..<14, using: &random) {
    case 0: return "UPDATE assignments SET title = left(title, 100) || '+' WHERE \(one("assignments"))"
    case 1: return "UPDATE assignments SET points_awarded = 1 WHERE points_possible >= 1 AND \(one("assignments"))"
    case 2: return "DELETE FROM assignments WHERE \(one("assignments")) AND NOT EXISTS (SELECT 1 FROM notes WHERE assignment_id = assignments.id)"
    case 3:
      return """
        INSERT INTO assignments (family_id, id, student_id, course_id, title, points_possible)
        SELECT family_id, gen_random_uuid(), student_id, course_id, 'New', 10 FROM assignments WHERE \(own) ORDER BY random() LIMIT 1
        """
    case 4:
      return """
        UPDATE assignments SET weight_group_id = NULL, course_id =
          (SELECT id FROM courses WHERE \(own) ORDER BY id OFFSET \(bind: .int4(place)) LIMIT 1)
        WHERE \(one("assignments")) AND EXISTS (SELECT 1 FROM courses WHERE \(own) OFFSET \(bind: .int4(place)))
        """
    case 5: return "UPDATE courses SET name = left(name, 100) || '+' WHERE \(one("courses"))"
    case 6: return "UPDATE notifications SET deleted_at = now() WHERE \(one("notifications"))"
    case 7: return "DELETE FROM notifications WHERE \(one("notifications"))"
    case 8: return "UPDATE notifications SET read_at = now() WHERE \(own)"
    case 9: return "UPDATE members SET name = left(name, 100) || '+' WHERE \(one("members"))"
    case 10: return "INSERT INTO quotes (family_id, id, text) VALUES (\(bind: .uuid(family)), gen_random_uuid(), 'New')"
    case 11: return "DELETE FROM quotes WHERE \(one("quotes"))"
    case 12: return "INSERT INTO subjects (family_id, id, name) VALUES (\(bind: .uuid(family)), gen_random_uuid(), gen_random_uuid()::text)"
    default: return "DELETE FROM questions WHERE \(one("questions"))"
    }
  }
}
