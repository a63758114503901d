import Planning
import SQL

/// `Ticket` (TT-06): a question to the help desk of a school.
///
/// The author sees it, the parents of the child that it is about, the administrators of the school and the teachers of the child's class;
/// a ticket about a fault of the program, neither these nor those: `staff_school_id` and `class_id` are null.
enum Ticket: EntityType {
  enum Column: String, ColumnName {
    case id, kind, title, state
    case familyID = "family_id"
    case schoolID = "school_id"
    case authorID = "author_id"
    case enrolmentID = "enrolment_id"
    case spokeAt = "spoke_at"
    case closedAt = "closed_at"
    case closedBy = "closed_by"
  }

  static let constraints: [ConstraintRule] = [
    .notFound("tickets_school", ["schoolId"]),
    .notFound("tickets_enrolment", ["enrolmentId"]),
    .unreachable("tickets_staff_school", "a trigger copies the school"),
    .unreachable("tickets_class", "a trigger copies the class of an enrolment, which refers to the same row"),
    .unreachable("tickets_kind", "the enum has the same values"),
    .unreachable("tickets_title", "the input has the same bounds"),
    .unreachable("tickets_student_name", "a trigger copies it from the enrolment, which has the same bounds"),
    .unreachable("tickets_state", "the table of tickets has the states"),
    .unreachable("tickets_end", "the server writes the state with its time"),
    .unreachable("tickets_closed_by", "the server writes one of its words"),
    .unreachable("tickets_closer", "the server writes the time with who closed it"),
    .unreachable("tickets_bug", "a trigger writes both"),
  ]

  static let entity = Entity<Viewer>(
    "Ticket", table: "tickets", scope: .ticket, visibility: Visibility { _, row in "(\(isAnswered(row)) OR \(isOfFamily(row)))" },
    extent: .unbounded, quota: Quota(rows: 2_000, bytes: 2 << 20), order: [.descending("created_at")],
    stored: [.schoolPeople: ["id", "kind", "title", "state", "studentName", "createdAt"]])

  /// Whether the viewer answers the ticket, as staff.
  static func isAnswered(_ row: RowReference<Viewer>) -> SQL {
    "(\(row["staff_school_id"]) = ANY (\(row.viewer(.administeredSchoolIDs))) OR \(row["class_id"]) = ANY (\(row.viewer(.staffClassIDs))))"
  }

  /// Whether the viewer has written the ticket, or is a parent of the child; and the school has not barred it from that child.
  static func isOfFamily(_ row: RowReference<Viewer>) -> SQL {
    """
    (\(row["family_id"]) = \(row.viewer(.familyID)) AND \(isOfMember(row)) AND NOT \(PickupGuardian.isBarred(row)) \
    AND NOT EXISTS (SELECT 1 FROM own_barred_enrolments() kept WHERE kept.id = \(row["enrolment_id"])))
    """
  }

  /// The same of rows of the viewer's family, where the school has not barred the viewer.
  static func isOfMember(_ row: RowReference<Viewer>) -> SQL {
    """
    (\(row["author_id"]) = \(row.viewer(.memberID)) \
    OR \(row["enrolment_id"]) IS NOT NULL AND \(row.viewer(.role)) = 'PARENT')
    """
  }

  /// The condition of a row that refers to a ticket by `ticket_id`.
  static func isSeen(by row: RowReference<Viewer>, _ condition: (RowReference<Viewer>) -> SQL) -> SQL {
    let asked = RowReference<Viewer>(alias: "asked") { row.viewer($0) }
    return """
      EXISTS (SELECT 1 FROM tickets asked WHERE asked.family_id = \(row["family_id"]) AND asked.id = \(row["ticket_id"]) \
      AND \(condition(asked)))
      """
  }
}

/// The rows as the family keeps them: for the ids that its members choose, and for its export. No object of the schema shows it.
enum FamilyTicket: EntityType {
  typealias Column = Ticket.Column

  static let entity = Entity<Viewer>(
    "FamilyTicket", table: "tickets", scope: .family, visibility: Visibility { _, row in Ticket.isOfFamily(row) }, extent: .unbounded)
}
