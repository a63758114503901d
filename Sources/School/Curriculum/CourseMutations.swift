import Planning
import SQL

extension EntityMutations {
  /// REQ-CURR-004…007.
  static let course = EntityMutations(
    typeName: "Course", name: "course",
    values: { input throws(MutationFailure) in
      try input.reference("subjectId", "subject_id", isRequired: true)
        + input.text("name", "name", characters: 1...200, isRequired: true)
        + input.text("description", "description", characters: 0...10_000, lines: .many)
    }, references: ["courses_subject": "subjectId"])

  static var deleteCourse: Resolver<Viewer> {
    course.delete(hasOthers: "The course has assignments. Remove them first, or ask for it with \"cascade\".") {
      id, rows throws(MutationFailure) in
      _ = try await rows.delete("Assignment", where: "course_id", isAmong: [id])
    }
  }
}
