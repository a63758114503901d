import SQL

/// The weight groups of the demonstration family's algebra, by name. With three graded pieces of homework and one test, the
/// grade is the one that it would be without groups.
enum DemonstrationWeightGroup: String, CaseIterable, Sendable {
  case homework = "Homework"
  case tests = "Tests"

  /// The group of an assignment; nil in other courses.
  init?(of assignment: DemonstrationAssignment) {
    guard assignment.course == .algebra else { return nil }
    self = assignment.title.hasSuffix("test") ? .tests : .homework
  }

  var course: DemonstrationCourse { .algebra }
  var weight: String { self == .homework ? "75" : "25" }
  var id: UUIDValue { DemonstrationFamily.key(.weightGroup, self == .homework ? 1 : 2) }
}
