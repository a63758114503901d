import Planning
import SQL

/// `StudyTime`.
enum StudyTime: WritableType {
  enum Column: String, ColumnName {
    case courseID = "course_id"
  }

  static let entity = Entity<Viewer>(
    "StudyTime", table: "study_times", scope: .family, visibility: .wholeScope, extent: .unbounded,
    quota: Quota(rows: 50_000, bytes: 8 << 20),
    order: [.descending("date")],
    stored: [.family: ["id", "student", "course", "date", "minutes", "note", "createdAt", "updatedAt", "version"]],
    cascades: ["student"])
}

extension ScopedRows where Viewer == School.Viewer {
  /// Takes courses that are about to go off what can be without a course.
  func detach(courses: [UUIDValue]) async throws(MutationFailure) {
    _ = try await update(StudyTime.self, [StudyTime.set(.courseID, .null(.uuid))]) { row in
      "\(row[.courseID]) = ANY (\(bind: .uuidArray(courses)))"
    }
  }
}
