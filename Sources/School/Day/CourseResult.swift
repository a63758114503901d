import Planning
import SQL

extension Entity where Viewer == School.Viewer {
  /// `CourseResult`: a line of a report card (REQ-REP-002…005), one for each course that the student has an
  /// assignment of.
  static var courseResult: Entity {
    Entity(
      "CourseResult", table: "course_results", key: "course_id", scope: .family, visibility: .wholeScope,
      extent: .unbounded, order: [.ascending("course_name")],
      resolvers: [
        "course": .toOne(foreignKey: "course_id", access: .family),
        "grade": .column("grade", .numeric, access: .family),
        "gradedCount": .column("graded_count", .int4, access: .family),
        "assignmentCount": .column("assignment_count", .int4, access: .family),
      ])
  }
}
