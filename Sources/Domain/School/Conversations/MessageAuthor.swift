import SQL

/// The author of a message, as the others of the conversation see it.
struct MessageAuthor: Sendable {
  /// The person of the conversation: of a family one for its parents.
  let id: UUIDValue
  let name: String
  /// `STAFF`, `PARENT`, `STUDENT` or `PROVIDER`.
  let kind: String
}

extension MessageAuthor {
  init(_ side: SchoolSides.Side) {
    self.init(id: side.id, name: side.name, kind: side.kind.rawValue)
  }
}
