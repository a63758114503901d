import Planning
import SQL

extension EntityMutations {
  /// REQ-CURR-001…003.
  static let subject = EntityMutations(
    typeName: "Subject", name: "subject",
    values: { input throws(MutationFailure) in
      try input.text("name", "name", characters: 1...200, isRequired: true)
        + input.text("description", "description", characters: 0...10_000, lines: .many)
    })

  static var deleteSubject: Resolver<Viewer> {
    subject.delete(hasOthers: "The subject has courses. Remove them first, or ask for it with \"cascade\".") {
      id, rows throws(MutationFailure) in
      let courses = try await rows.keys(of: "Course", where: "subject_id", isAmong: [id])
      _ = try await rows.delete("Assignment", where: "course_id", isAmong: courses)
      _ = try await rows.delete("Course", where: "subject_id", isAmong: [id])
    } detaching: { id, rows throws(MutationFailure) in
      _ = try await rows.update("Resource", [ColumnValue("subject_id", .null(.uuid))]) {
        "\($0["subject_id"]) = \(bind: .uuid(id))"
      }
    }
  }
}
