import Planning
import SQL

/// A use of a school's file by a message of a ticket. No object of the schema shows it.
enum TicketFile: EntityType {
  enum Column: String, ColumnName {
    case fileID = "file_id"
    case messageID = "message_id"
  }

  /// The most files of a message.
  static let maximum = 20

  static let entity = Entity<Viewer>(
    "TicketFile", table: "ticket_files", scope: .ticket, visibility: .wholeScope, extent: .unbounded,
    quota: Quota(rows: 20_000, bytes: 4 << 20), isVersioned: false)

  /// The files that an input gives a message.
  static func given(_ input: MutationInput) throws(MutationFailure) -> [UUIDValue] {
    input.isGiven("fileIds") ? try input.ids("fileIds", atLeast: 0, atMost: maximum) ?? [] : []
  }

  /// Ties files to a new message.
  static func use(
    _ files: [UUIDValue], in message: UUIDValue, _ input: MutationInput, _ rows: ScopedRows<Viewer>
  ) async throws(MutationFailure) {
    if files.isEmpty { return }
    let unknown = try await rows.call(.useTicketFiles(message: message, wanted: files))
    guard let index = files.firstIndex(where: unknown.contains) else { return }
    throw .notFound("There is nothing with this id.", at: input.path(of: "fileIds") + ["\(index)"])
  }
}

/// The rows as the family keeps them: see `FamilyTicket`.
enum FamilyTicketFile: EntityType {
  typealias Column = TicketFile.Column

  static let entity = Entity<Viewer>(
    "FamilyTicketFile", table: "ticket_files", scope: .family, visibility: .wholeScope, extent: .unbounded, isVersioned: false)
}
