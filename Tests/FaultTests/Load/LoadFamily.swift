import Postgres
import SQL
import SampleData
import TestSupport

/// A family that the load works in: its parent's token, a course whose assignments are graded, and one that grows.
struct LoadFamily: Sendable {
  let id: String
  let token: String
  let student: String
  let students: Set<String>
  let subject: String
  /// The course whose assignments are graded. Their titles have the family's id, and there are no others.
  let gradedCourse: String
  let graded: [String]
  /// The course that receives new assignments.
  let grownCourse: String

  static let gradedPerFamily = 4

  /// Gives every family what the load works with.
  static func prepare(_ database: SchoolDatabase) async throws {
    try await database.run(
      """
      INSERT INTO courses (family_id, id, subject_id, name)
      SELECT family_id, md5(kind || family_id)::uuid,
        (SELECT s.id FROM subjects s WHERE s.family_id = families.family_id ORDER BY s.id LIMIT 1), kind
      FROM families, unnest(ARRAY['graded', 'grown']) AS kind
      """)
    try await database.run(
      """
      INSERT INTO assignments (family_id, id, student_id, course_id, title, points_possible, points_awarded)
      SELECT family_id, md5('assignment' || n || family_id)::uuid,
        (SELECT m.id FROM members m WHERE m.family_id = families.family_id AND m.role = 'STUDENT'
         ORDER BY m.id LIMIT 1),
        md5('graded' || family_id)::uuid, 'Graded ' || family_id, 100, 10 * n
      FROM families, generate_series(1, \(bind: .int4(Int32(gradedPerFamily)))) AS n
      """)
  }

  /// The first of the sample's families, with tokens of their first parents.
  static func all(in cluster: Cluster) async throws -> [LoadFamily] {
    let sample = try Cluster.sample.get()
    let tokens = try GatewayProcess.tokens(families: 3, seed: sample.seed)
    var families: [LoadFamily] = []
    for (index, token) in tokens.enumerated() {
      let family = sample.parentAccount(of: index).family
      let id = family.description
      let found = try await cluster.rows(
        """
        SELECT 'student', id::text FROM members WHERE family_id = \(bind: .uuid(family)) AND role = 'STUDENT'
        UNION ALL SELECT 'graded', id::text FROM assignments
          WHERE family_id = \(bind: .uuid(family)) AND course_id = md5('graded' || \(bind: .text(id)))::uuid
        UNION ALL SELECT 'subject', min(id::text) FROM subjects WHERE family_id = \(bind: .uuid(family))
        UNION ALL SELECT 'course', md5('graded' || \(bind: .text(id)))::uuid::text
        UNION ALL SELECT 'grown', md5('grown' || \(bind: .text(id)))::uuid::text
        ORDER BY 1, 2
        """)
      var ids: [String: [String]] = [:]
      for row in 0..<found.count {
        guard let kind = found.text(row: row, column: 0), let id = found.text(row: row, column: 1) else { continue }
        ids[kind, default: []].append(id)
      }
      guard let student = ids["student"]?.first, let subject = ids["subject"]?.first, let graded = ids["graded"],
        let course = ids["course"]?.first, let grown = ids["grown"]?.first
      else { throw Machine.Failed(description: "family \(id) has not what the load works with: \(ids)") }
      families.append(
        LoadFamily(
          id: id, token: token, student: student, students: Set(ids["student"] ?? []), subject: subject,
          gradedCourse: course, graded: graded, grownCourse: grown))
    }
    return families
  }
}
