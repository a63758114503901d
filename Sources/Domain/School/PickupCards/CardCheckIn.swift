import Planning
import SQL

/// `CardCheckIn` (BG-09): a dismissal as the reader shows it that has asked for the student.
enum CardCheckIn: EntityType, DismissalRows {
  static let entity = Entity<Viewer>(
    "CardCheckIn", table: "dismissals", scope: .reader,
    visibility: .wholeScope, extent: .unbounded, order: [.ascending("student_name")],
    resolvers: [
      "dismissalId": .column("id", .uuid, access: .reader),
      "name": .column("student_name", .text, access: .reader),
      "state": .expression(.text, access: .reader) { row, _ in DismissalFields.state(of: row, until: dayEnd) },
    ])

  /// The day of a dismissal ends.
  static let dayEnd = Boundary.next(
    "day_ends_at", of: "dismissals", in: .reader, "dismissals.day_ends_at of readers")

  typealias Column = DismissalColumn
}
