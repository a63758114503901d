import Planning
import SQL

/// A message as its author writes it. No object of the schema shows the row as this type: see ``ConversationMessage``.
enum SentMessage: EntityType {
  enum Column: String, ColumnName {
    case id, state, text, audience
    case homeID = "home_id"
    case conversationID = "conversation_id"
    case authorID = "author_id"
    case authorName = "author_name"
    case authorKind = "author_kind"
    case isHeld = "is_held"
    case createdAt = "created_at"
  }

  static let entity = Entity<Viewer>(
    "SentMessage", table: "conversation_messages", scope: .message, visibility: .messages, extent: .unbounded)

  /// The most characters of a message.
  static let maximumCharacters = 5_000

  /// The limit of messages, and the noun of its message.
  static let limit = (name: "conversationMessages", noun: "messages")

  /// Counts a message of the viewer, or what has the same limit in an hour.
  static func count(
    by own: SchoolSides.Side, as limit: (name: String, noun: String) = limit, _ rows: ScopedRows<Viewer>, at path: [String]
  ) async throws(MutationFailure) {
    try await rows.count(
      limit.name, limit.noun, by: try rows.account().accountID.description, atMost: own.kind == .staff ? 300 : 60, within: 3_600,
      at: path)
  }

  /// The same for a message of a member of a family, or of a provider.
  static func count(
    as limit: (name: String, noun: String) = limit, _ rows: ScopedRows<Viewer>, atMost maximum: Int32 = 60, at path: [String]
  ) async throws(MutationFailure) {
    try await rows.count(limit.name, limit.noun, by: try rows.account().accountID.description, atMost: maximum, within: 3_600, at: path)
  }

  /// Writes a message to a conversation that is new, or locked: so messages follow each other in time.
  static func insert(
    _ text: String, as id: UUIDValue, by own: SchoolSides.Side, in conversation: UUIDValue, at home: UUIDValue, _ rows: ScopedRows<Viewer>
  ) async throws(MutationFailure) {
    try await insert(text, as: id, by: MessageAuthor(own), in: conversation, at: home, rows)
  }

  static func insert(
    _ text: String, as id: UUIDValue, by own: MessageAuthor, in conversation: UUIDValue, at home: UUIDValue, _ rows: ScopedRows<Viewer>
  ) async throws(MutationFailure) {
    // The audience follows from the conversation.
    try await rows.insert(
      Self.self, key: id,
      [
        set(.homeID, .uuid(home)), set(.conversationID, .uuid(conversation)), set(.authorID, .uuid(own.id)),
        set(.authorName, .text(own.name)), set(.authorKind, .text(own.kind)),
        set(.state, .text(ContentState.published.rawValue)), set(.isHeld, .bool(false)), set(.text, .text(text)),
        set(.audience, .uuidArray([own.id])), set(.createdAt, sql: "clock_timestamp()"),
      ])
  }
}
