/// The tickets that the family wrote to Hill School.
extension DemonstrationFamily {
  /// The ticket about Mia that nobody has answered.
  package static let openTicketID = key(.ticket, 1)

  /// A ticket with what was said.
  private struct Asked: Sendable {
    let number: Int
    let author: DemonstrationPerson
    let kind: String
    let title: String
    /// The number of the child's enrolment.
    let enrolment: Int?
    let state: String
    /// In turn by the author and by staff.
    let texts: [String]
  }

  private var asked: [Asked] {
    [
      Asked(
        number: 1, author: .elena, kind: "QUESTION", title: "Rubber boots", enrolment: 1, state: "OPEN",
        texts: ["Does Mia need rubber boots on Friday?"]),
      Asked(
        number: 2, author: .elena, kind: "OTHER", title: "A new address", enrolment: nil, state: "CLOSED",
        texts: ["We have moved to 3 Lake Street.", "Thank you, it is noted."]),
      Asked(
        number: 3, author: .mateo, kind: "BUG", title: "The calendar is empty", enrolment: nil, state: "OPEN",
        texts: ["My calendar shows no events of October."]),
      Asked(
        number: 4, author: .leo, kind: "QUESTION", title: "Chess club", enrolment: 2, state: "ANSWERED",
        texts: ["May I bring my own board?", "Of course."]),
    ]
  }

  var helpDeskTables: [SampleTable] { [ticketsTable, ticketMessagesTable, ticketFilesTable] }

  private var ticketsTable: SampleTable {
    table(
      "tickets",
      [
        "family_id", "id", "school_id", "author_id", "enrolment_id", "kind", "title", "state", "spoke_at", "closed_at", "closed_by",
        "created_at", "updated_at",
      ], asked
    ) { [referenceDay] ticket, text in
      let made = Self.moment(of: ticket, referenceDay)
      let spoke = made + (ticket.texts.count - 1) * Moment.hour
      let isClosed = ticket.state == "CLOSED"
      text.appendRow(
        Self.id, Self.key(.ticket, ticket.number), Self.schoolID, ticket.author.id,
        ticket.enrolment.map { Self.key(.enrolment, $0) }, ticket.kind, ticket.title, ticket.state, spoke, isClosed ? spoke : nil,
        isClosed ? "STAFF" : nil, made, spoke)
    }
  }

  private var ticketMessagesTable: SampleTable {
    let messages = asked.flatMap { ticket in ticket.texts.enumerated().map { (ticket: ticket, place: $0.offset, text: $0.element) } }
    return table(
      "ticket_messages", ["family_id", "id", "ticket_id", "is_from_staff", "author_name", "text", "created_at"],
      Array(messages.enumerated())
    ) { [referenceDay] numbered, text in
      let (index, message) = numbered
      let isFromStaff = message.place % 2 == 1
      text.appendRow(
        Self.id, Self.key(.ticketMessage, index + 1), Self.key(.ticket, message.ticket.number), isFromStaff ? "t" : "f",
        isFromStaff ? DemonstrationStaff.administrator.name : message.ticket.author.name, message.text,
        Self.moment(of: message.ticket, referenceDay) + message.place * Moment.hour)
    }
  }

  /// The last answer has a picture of the school.
  private var ticketFilesTable: SampleTable {
    let answers = asked.flatMap(\.texts).count
    return table("ticket_files", ["family_id", "id", "message_id", "file_id", "created_at"], [answers]) { [referenceDay] message, text in
      text.appendRow(
        Self.id, Self.key(.fileUse, 4), Self.key(.ticketMessage, message), DemonstrationPicture.books.id,
        Moment(referenceDay.adding(days: -4), offset: 13 * Moment.hour))
    }
  }

  private static func moment(of ticket: Asked, _ referenceDay: CalendarDay) -> Moment {
    Moment(referenceDay.adding(days: -ticket.number), offset: 12 * Moment.hour)
  }
}
