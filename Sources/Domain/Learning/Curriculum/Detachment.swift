import Planning
import SQL

/// Notes and study times stay when their course or assignment goes: they are taken off it first.
extension ScopedRows where Viewer == Domain.Viewer {
  /// Takes notes and study times off courses that are about to go.
  func detach(courses: [UUIDValue]) async throws(MutationFailure) {
    _ = try await update(StudyTime.self, [StudyTime.set(.courseID, .null(.uuid))]) { row in
      "\(row[.courseID]) = ANY (\(bind: .uuidArray(courses)))"
    }
    _ = try await update(Note.self, [Note.set(.courseID, .null(.uuid))]) { row in
      "\(row[.courseID]) = ANY (\(bind: .uuidArray(courses)))"
    }
  }

  /// Takes notes off an assignment that is about to go.
  func detach(assignment: UUIDValue) async throws(MutationFailure) {
    _ = try await update(Note.self, [Note.set(.assignmentID, .null(.uuid))]) { row in
      "\(row[.assignmentID]) = \(bind: .uuid(assignment))"
    }
  }

  /// Takes notes off assignments that are about to go: those that refer to any of `keys` by `column`.
  func detach(assignmentsBy column: Assignment.Column, among keys: [UUIDValue]) async throws(MutationFailure) {
    _ = try await update(Note.self, [Note.set(.assignmentID, .null(.uuid))]) { row in
      """
      \(row[.assignmentID]) IN (SELECT gone.id FROM assignments gone WHERE gone.family_id = \(row.viewer(.familyID)) \
      AND gone.\(identifier: column.rawValue) = ANY (\(bind: .uuidArray(keys))))
      """
    }
  }
}
