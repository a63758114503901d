import Planning
import SQL

/// `TicketMessage` (TT-06): seen by those who see the ticket.
enum TicketMessage: EntityType {
  enum Column: String, ColumnName {
    case id, text
    case familyID = "family_id"
    case schoolID = "school_id"
    case ticketID = "ticket_id"
    case isFromStaff = "is_from_staff"
    case authorName = "author_name"
  }

  static let constraints: [ConstraintRule] = [
    .notFound("ticket_messages_ticket", ["ticketId"]),
    .unreachable("ticket_messages_text", "the input has the same bounds"),
    .unreachable("ticket_messages_author", "the name of a member, of staff or of the operator, which has the same bounds"),
  ]

  static let entity = Entity<Viewer>(
    "TicketMessage", table: "ticket_messages", scope: .ticket,
    visibility: Visibility { _, row in Ticket.isSeen(by: row) { "(\(Ticket.isAnswered($0)) OR \(Ticket.isOfFamily($0)))" } },
    extent: .unbounded, quota: Quota(rows: 20_000, bytes: 16 << 20), order: [.ascending("created_at")], isVersioned: false,
    stored: [.schoolPeople: ["id", "text", "isFromStaff", "authorName", "createdAt"]],
    resolvers: [
      "files": .toMany(through: TicketFile.self, from: .messageID, to: .fileID, access: .schoolPeople).reading(File.ofSchool)
    ])
}

/// The rows as the family keeps them: see `FamilyTicket`.
enum FamilyTicketMessage: EntityType {
  typealias Column = TicketMessage.Column

  static let entity = Entity<Viewer>(
    "FamilyTicketMessage", table: "ticket_messages", scope: .family,
    visibility: Visibility { _, row in Ticket.isSeen(by: row, Ticket.isOfFamily) }, extent: .unbounded, isVersioned: false)
}
