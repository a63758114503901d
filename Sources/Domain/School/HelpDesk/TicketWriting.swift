import GraphQL
import Planning
import SQL

/// `writeTicket`, `answerTicket` and `closeTicket` (TT-06).
enum TicketWriting {
  static let characters = 1...10_000

  static func text(_ input: MutationInput) throws(MutationFailure) -> String {
    try input.text("text", characters: characters, lines: .many) ?? ""
  }

  /// The author writes again.
  static var write: Resolver<Viewer> {
    .communityMutation(answering: { input, rows throws(MutationFailure) in
      let (key, id, text) = (try input.requiredID("ticketId"), try input.newID(), try text(input))
      let files = try TicketFile.given(input)
      let path = input.path(of: "ticketId")
      guard let ticket = try await rows.ticket(key) else { throw input.notFound("ticketId") }
      guard ticket.isOfAuthor, let membership = rows.viewer.membership else {
        throw .forbidden(TicketAction.write.refusal, at: path)
      }
      let own = input.adding(["by": membership.memberID.description])
      if try await rows.isNew(id, of: FamilyTicketMessage.self, for: own) {
        try await rows.move(ticket, by: ticket.isClosedForGood ? .writeLate : .write, at: path)
        try await rows.count(
          "ticketMessages", "messages", by: try rows.account().accountID.description, atMost: 60, within: 3_600, at: input.place)
        try await add(
          text, as: id, to: key, of: ticket.family, at: ticket.school, by: try await rows.read(rows.memberName()), isFromStaff: false,
          files, input, rows)
      }
      return .changed(["ticket": key], viewer: rows.viewer)
    })
  }

  /// Staff answer. A message never changes: the one that is there says what was sent before. The family is locked.
  static var answer: Resolver<Viewer> {
    .staffMutation { input, rows throws(MutationFailure) in
      let (key, id, text) = (try input.requiredID("ticketId"), try input.newID(), try text(input))
      let files = try TicketFile.given(input)
      try await rows.call(.lockTicketAsStaff(ticket: key))
      guard let ticket = try await rows.ticket(key), ticket.isOfStaff else {
        throw try await rows.refusal(of: .answer, on: key, input, "ticketId")
      }
      let author = try await rows.read(rows.staffNames()).name(at: ticket.school)
      let sent = try await rows.row(TicketMessage.self, key: id, columns: [.ticketID, .text, .authorName, .isFromStaff])
      if sent.count == 1 {
        guard sent.uuid(row: 0, column: 0) == key, sent.text(row: 0, column: 1) == text, sent.text(row: 0, column: 2) == author,
          sent.isTrue(row: 0, column: 3)
        else { throw .conflict(TicketTable.conflictMessage(of: .answer), at: input.path(of: "id"), version: nil) }
        return ["ticket": key]
      }
      try await rows.count(
        "ticketAnswers", "messages", by: try rows.account().accountID.description, atMost: 300, within: 3_600, at: input.place)
      try await rows.move(ticket, by: .answer, at: input.path(of: "ticketId"))
      try await add(text, as: id, to: key, of: ticket.family, at: ticket.school, by: author, isFromStaff: true, files, input, rows)
      return ["ticket": key]
    }
  }

  /// The author closes the ticket, or staff do.
  static var close: Resolver<Viewer> {
    .staffMutation(entering: { input, rows throws(MutationFailure) in
      let key = try input.requiredID("id")
      let staff = try await rows.loadingStaffScopes()
      try await staff.call(.lockTicketAsStaff(ticket: key))
      if let ticket = try await staff.ticket(key), ticket.isOfStaff {
        try await staff.move(ticket, by: .close, isByStaff: true, at: input.path(of: "id"))
        return .changed(["ticket": key], viewer: staff.viewer)
      }
      guard let member = try await staff.asMember(), let ticket = try await member.ticket(key) else { throw input.notFound("id") }
      guard ticket.isOfAuthor else { throw .forbidden(TicketAction.close.refusal, at: input.path(of: "id")) }
      try await member.move(ticket, by: .close, at: input.path(of: "id"))
      return .changed(["ticket": key], viewer: member.viewer)
    })
  }

  /// Adds a message, with its files. Triggers copy the owners of the ticket.
  static func add(
    _ text: String, as id: UUIDValue, to ticket: UUIDValue, of family: UUIDValue, at school: UUIDValue, by author: String,
    isFromStaff: Bool, _ files: [UUIDValue], _ input: MutationInput, _ rows: ScopedRows<Viewer>
  ) async throws(MutationFailure) {
    try await rows.insert(
      TicketMessage.self, key: id,
      [
        TicketMessage.set(.familyID, .uuid(family)), TicketMessage.set(.schoolID, .uuid(school)),
        TicketMessage.set(.ticketID, .uuid(ticket)), TicketMessage.set(.isFromStaff, .bool(isFromStaff)),
        TicketMessage.set(.authorName, .text(author)), TicketMessage.set(.text, .text(text)),
      ])
    try await TicketFile.use(files, in: id, input, rows)
  }
}

/// A ticket as a change finds it.
private struct FoundTicket: Sendable {
  let key: UUIDValue
  let family: UUIDValue
  let school: UUIDValue
  let state: TicketState
  let isOfAuthor: Bool
  /// Whether the viewer answers it.
  let isOfStaff: Bool
  /// Whether it was closed so long ago that the author does not open it anew.
  let isClosedForGood: Bool
}

extension ScopedRows where Viewer == Domain.Viewer {
  /// A ticket that the viewer sees, without a lock: that of its family is there.
  fileprivate func ticket(_ key: UUIDValue) async throws(MutationFailure) -> FoundTicket? {
    let found = try await found(
      Ticket.self, columns: [.familyID, .schoolID, .state],
      computed: [
        { "coalesce(\($0["family_id"]) = \($0.viewer(.familyID)) AND \($0["author_id"]) = \($0.viewer(.memberID)), false)" },
        { "coalesce(\(Ticket.isAnswered($0)), false)" },
        {
          """
          (\($0["closed_at"]) IS NOT NULL \
          AND \($0["closed_at"]) <= now() - make_interval(days => \(bind: .int4(Int32(TicketAction.daysToReopen)))))
          """
        },
      ]
    ) { "\($0[.id]) = \(bind: .uuid(key))" }
    guard found.count == 1, let family = found.uuid(row: 0, column: 0), let school = found.uuid(row: 0, column: 1),
      let state = found.text(row: 0, column: 2).flatMap(TicketState.init(rawValue:))
    else { return nil }
    return FoundTicket(
      key: key, family: family, school: school, state: state, isOfAuthor: found.isTrue(row: 0, column: 3),
      isOfStaff: found.isTrue(row: 0, column: 4), isClosedForGood: found.isTrue(row: 0, column: 5))
  }

  /// Gives a ticket the state that an action leads to, and notes the time of a message.
  fileprivate func move(
    _ ticket: FoundTicket, by action: TicketAction, isByStaff: Bool = false, at path: [String]
  ) async throws(MutationFailure) {
    var values: [ColumnValue] = action == .close ? [] : [Ticket.setNow(.spokeAt)]
    switch TicketTable.outcome(of: action, in: ticket.state) {
    case .move(let state):
      let isClosed = state == .closed
      values += [
        Ticket.set(.state, .text(state.rawValue)), Ticket.set(.closedAt, sql: isClosed ? "now()" : "NULL"),
        Ticket.set(.closedBy, isClosed ? .text(isByStaff ? "STAFF" : "AUTHOR") : .null(.text)),
      ]
    case .unchanged: break
    case .conflict, .notFound: throw .conflict(TicketTable.conflictMessage(of: action), at: path, version: nil)
    }
    if values.isEmpty { return }
    _ = try await update(Ticket.self, key: ticket.key, values)
  }

  /// The refusal of an action by an account that does not answer a ticket: `FORBIDDEN` where it sees the ticket with its family.
  fileprivate func refusal(
    of action: TicketAction, on key: UUIDValue, _ input: MutationInput, _ name: String
  ) async throws(MutationFailure) -> MutationFailure {
    let seen = try await asMember()?.ticket(key)
    return seen == nil ? input.notFound(name) : .forbidden(action.refusal, at: input.path(of: name))
  }
}
