import Planning
import SQL

extension Resolver where Viewer == Domain.Viewer {
  /// A planned course of a degree becomes a course of the family (GT-16). The plan stays as it is, and refers to the course.
  static var createCourseFromPlan: Resolver {
    .mutation(access: .parents) { input, rows throws(MutationFailure) in
      let id = try input.newID()
      let plan = try input.requiredID("degreeCourseId")
      let name = try input.text("name", characters: 1...200, lines: .name)
      let keys: ChangedKeys = ["course": id, "degreeCourse": plan]
      guard try await rows.isNew(id, of: Course.self, for: input) else { return keys }
      let found = try await rows.locked(DegreeCourse.self, key: plan, columns: [.courseID, .subjectID, .name, .code, .creditHours])
      guard found.count == 1 else { throw input.notFound("degreeCourseId") }
      guard found.uuid(row: 0, column: 0) == nil, let planned = found.text(row: 0, column: 2) else {
        throw .conflict("There is a course for this plan already: see DegreeCourse.course.", at: input.path(of: "degreeCourseId"), version: nil)
      }
      let term = try await rows.existing(Term.self, .name, named: "termId", input)
      guard
        let subject = try await rows.existing(Subject.self, .name, named: "subjectId", input)
          ?? found.uuid(row: 0, column: 1)
      else {
        throw .invalid("\"subjectId\" is required, since the plan has no subject.", at: input.path(of: "subjectId"))
      }
      try await rows.insert(
        Course.self, key: id,
        [
          Course.set(.subjectID, .uuid(subject)), Course.set(.termID, term.map { .uuid($0) } ?? .null(.uuid)),
          Course.set(.name, .text(name ?? planned)),
          Course.set(.code, found.text(row: 0, column: 3).map { .text($0) } ?? .null(.text)),
          Course.set(.creditHours, found.decimal(row: 0, column: 4).map { .literal($0, .numeric) } ?? .null(.numeric)),
        ])
      _ = try await rows.update(DegreeCourse.self, key: plan, [DegreeCourse.set(.courseID, .uuid(id))])
      return keys
    }
  }
}
