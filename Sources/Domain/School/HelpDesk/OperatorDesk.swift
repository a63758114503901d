import Planning
package import SQL

/// How operators answer tickets about faults of the program. Everything here runs with the rights of the owner.
package enum OperatorDesk {
  /// A ticket as operators see it.
  package struct Summary: Sendable {
    package let id: String
    package let state: String
    package let createdAt: String
    package let school: String
    package let title: String
    package let messages: [Message]
  }

  /// A message of a ticket.
  package struct Message: Sendable {
    package let createdAt: String
    package let author: String
    package let text: String
  }

  /// Whether a text may be an answer: as the input of clients may.
  package static func isText(_ text: String) -> Bool {
    TicketWriting.characters.contains(text.unicodeScalars.count) && !TextLines.isBlank(text) && TextLines.many.violation(in: text) == nil
  }

  /// Whether a text may be the name of who answers.
  package static func isName(_ text: String) -> Bool {
    (1...200).contains(text.unicodeScalars.count) && !TextLines.isBlank(text) && TextLines.name.violation(in: text) == nil
  }

  /// The tickets, the oldest first.
  /// - Parameter isAll: whether to list those as well that nobody waits for.
  /// - Throws: `StatementError`.
  package static func all(isAll: Bool, on transaction: some Transaction) async throws(StatementError) -> [Summary] {
    let states = (isAll ? TicketState.allCases : [.open]).map(\.rawValue)
    let query: SQL = """
      SELECT asked.id::text, asked.state, \(moment("asked.created_at")), schools.name, asked.title FROM tickets asked \
      JOIN schools ON schools.id = asked.school_id \
      WHERE asked.kind = \(bind: .text(TicketKind.bug.rawValue)) AND asked.state = ANY (\(bind: .textArray(states))) \
      ORDER BY asked.created_at, asked.id
      """
    let messages: SQL = """
      SELECT told.ticket_id::text, \(moment("told.created_at")), told.author_name, told.text FROM ticket_messages told \
      JOIN tickets asked ON asked.family_id = told.family_id AND asked.id = told.ticket_id \
      WHERE asked.kind = \(bind: .text(TicketKind.bug.rawValue)) AND asked.state = ANY (\(bind: .textArray(states))) \
      ORDER BY told.created_at, told.id
      """
    let results = try await transaction.run([query.statement, messages.statement])
    func text(_ rows: Rows, _ row: Int, _ column: Int) -> String { rows.text(row: row, column: column) ?? "" }
    var told: [String: [Message]] = [:]
    for row in 0..<results[1].count {
      told[text(results[1], row, 0), default: []].append(
        Message(createdAt: text(results[1], row, 1), author: text(results[1], row, 2), text: text(results[1], row, 3)))
    }
    return (0..<results[0].count).map { row in
      let id = text(results[0], row, 0)
      return Summary(
        id: id, state: text(results[0], row, 1), createdAt: text(results[0], row, 2), school: text(results[0], row, 3),
        title: text(results[0], row, 4), messages: told[id] ?? [])
    }
  }

  /// Answers a ticket.
  /// - Returns: the state that it has; nil for no such ticket.
  /// - Throws: `StatementError`.
  package static func answer(
    _ ticket: UUIDValue, _ text: String, by name: String, on transaction: some Transaction
  ) async throws(StatementError) -> String? {
    guard let known = try await lock(ticket, on: transaction) else { return nil }
    let state = state(of: .answer, in: known.state)
    let message: SQL = """
      INSERT INTO ticket_messages (family_id, id, ticket_id, is_from_staff, author_name, text) \
      VALUES (\(bind: .uuid(known.family)), \(bind: .uuid(.timeOrdered())), \(bind: .uuid(ticket)), true, \(bind: .text(name)), \
      \(bind: .text(text)))
      """
    _ = try await transaction.run([change(ticket, to: state, ["spoke_at = now()"]).statement, message.statement])
    return state.rawValue
  }

  /// Closes a ticket.
  /// - Returns: the state that it has; nil for no such ticket.
  /// - Throws: `StatementError`.
  package static func close(_ ticket: UUIDValue, on transaction: some Transaction) async throws(StatementError) -> String? {
    guard let known = try await lock(ticket, on: transaction) else { return nil }
    let state = state(of: .close, in: known.state)
    if state != known.state { _ = try await transaction.run([change(ticket, to: state, []).statement]) }
    return state.rawValue
  }

  private static func state(of action: TicketAction, in state: TicketState) -> TicketState {
    if case .move(let new) = TicketTable.outcome(of: action, in: state) { new } else { state }
  }

  /// Locks the family of a ticket, and then reads the ticket.
  private static func lock(
    _ ticket: UUIDValue, on transaction: some Transaction
  ) async throws(StatementError) -> (family: UUIDValue, state: TicketState)? {
    let isMeant: SQL = "asked.id = \(bind: .uuid(ticket)) AND asked.kind = \(bind: .text(TicketKind.bug.rawValue))"
    let family: SQL = """
      SELECT family_id FROM families WHERE family_id = (SELECT asked.family_id FROM tickets asked WHERE \(isMeant)) FOR NO KEY UPDATE
      """
    let row: SQL = "SELECT asked.family_id, asked.state FROM tickets asked WHERE \(isMeant)"
    let found = try await transaction.run([family.statement, row.statement])[1]
    guard found.count == 1, let family = found.uuid(row: 0, column: 0),
      let state = found.text(row: 0, column: 1).flatMap(TicketState.init(rawValue:))
    else { return nil }
    return (family, state)
  }

  private static func change(_ ticket: UUIDValue, to state: TicketState, _ more: [SQL]) -> SQL {
    let isClosed = state == .closed
    let values: [SQL] =
      more + [
        "state = \(bind: .text(state.rawValue))", "closed_at = \(isClosed ? "now()" : "NULL")",
        "closed_by = \(isClosed ? "'STAFF'" : "NULL")", "version = version + 1", "updated_at = now()",
      ]
    return "UPDATE tickets SET \(values.joined(separator: ", ")) WHERE id = \(bind: .uuid(ticket))"
  }

  private static func moment(_ column: SQL) -> SQL {
    "to_char(\(column) AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"')"
  }
}
