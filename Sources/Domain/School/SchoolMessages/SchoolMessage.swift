import Planning
import SQL

/// `SchoolMessage` (BG-11): a message between parents and the staff of a class, as the parents see it.
enum SchoolMessage: EntityType {
  typealias Column = MessageColumn

  static let constraints: [ConstraintRule] = [
    .notFound("class_messages_enrolment", ["enrolmentId", "studentId"]),
    .unreachable("class_messages_author", "the name of a member or of staff, which has the same bounds"),
    .unreachable("class_messages_text", "the input has the same bounds"),
  ] + ConstraintRule.copied(to: "class_messages")

  static let entity = Entity<Viewer>(
    "SchoolMessage", table: "class_messages", scope: .family, visibility: .schoolMessages, extent: .unbounded,
    quota: Quota(rows: 20_000, bytes: 16 << 20), order: [.descending("created_at")], isVersioned: false,
    stored: [.family: ["id", "enrolment", "isFromStaff", "authorName", "text", "createdAt"]])
}

/// `ClassMessage` (BG-11): the same as the staff of the student's class see it.
enum ClassMessage: EntityType {
  typealias Column = MessageColumn

  static let entity = Entity<Viewer>(
    facet: "ClassMessage", of: SchoolMessage.entity, in: .enrolment, resolvers: ["student": .toOne(foreignKey: "enrolment_id", access: .staff)])
}

/// The columns of `class_messages`.
enum MessageColumn: String, ColumnName {
  case text
  case familyID = "family_id"
  case enrolmentID = "enrolment_id"
  case isFromStaff = "is_from_staff"
  case authorName = "author_name"
}

extension Visibility where Viewer == Domain.Viewer {
  /// To parents, but to one whom the school has barred from the student.
  static var schoolMessages: Visibility {
    Visibility { viewer, row in viewer == .parent ? "NOT \(PickupGuardian.isBarred(row))" : "false" }
  }
}
