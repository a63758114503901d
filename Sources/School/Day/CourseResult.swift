import Planning
import SQL

/// `CourseResult`: a line of a report card (REQ-REP-002…005), one for each course that the student has an assignment of.
enum CourseResult: EntityType {
  static let entity = Entity<Viewer>(
    "CourseResult", table: "course_results", key: "course_id", scope: .family, visibility: .wholeScope,
    extent: .unbounded, order: [.ascending("course_name")],
    stored: [.family: ["course", "grade", "gradedCount", "assignmentCount"]])
}
