import Planning
import SQL

/// `Subject` (REQ-CURR-001…003).
enum Subject: WritableType {
  enum Column: String, ColumnName {
    case id, name
    case keeperID = "keeper_id"
  }

  static let entity = Entity<Viewer>(
    "Subject", table: "subjects", scope: .family, visibility: .wholeScope, extent: .small,
    quota: Quota(rows: 500, bytes: 4 << 20),
    order: [.ascending("name")],
    stored: [.family: ["id", "name", "description", "keeper", "createdAt", "updatedAt", "version"]],
    resolvers: ["courses": .toMany(access: .family)])

  static let rules = WriteRules(
    hasOthers: "The subject has courses. Remove them first, or ask for it with \"cascade\".",
    cascade: { id, rows throws(MutationFailure) in
      let courses = try await rows.keys(of: Course.self, where: .subjectID, isAmong: [id])
      try await rows.detach(assignmentsBy: .courseID, among: courses)
      _ = try await rows.delete(Assignment.self, where: .courseID, isAmong: courses)
      try await rows.detach(courses: courses)
      try await DegreeCourse.takeOut(courses, rows)
      _ = try await rows.delete(Course.self, where: .subjectID, isAmong: [id])
    },
    beforeDelete: { id, rows throws(MutationFailure) in
      _ = try await rows.update(Resource.self, [Resource.set(.subjectID, .null(.uuid))]) { row in
        "\(row[.subjectID]) = \(bind: .uuid(id))"
      }
      _ = try await rows.update(DegreeCourse.self, [DegreeCourse.set(.subjectID, .null(.uuid))]) { row in
        "\(row[.subjectID]) = \(bind: .uuid(id))"
      }
    },
    keeperDeletes: { subject in
      """
      NOT EXISTS (SELECT 1 FROM courses taught WHERE taught.family_id = \(subject.viewer(.familyID)) \
      AND taught.subject_id = \(subject["id"]) AND (taught.keeper_id IS DISTINCT FROM \(subject.viewer(.memberID)) \
      OR \(Course.hasOthers("taught.id", subject.viewer))))
      """
    })
}
