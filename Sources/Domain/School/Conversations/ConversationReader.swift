import Planning
import SQL

/// A parent who reads along with a student under 18. No object of the schema shows the row.
enum ConversationReader: EntityType {
  typealias Column = ConversationWriter.Column

  static let entity = Entity<Viewer>(
    "ConversationReader", table: "conversation_people", scope: .conversation, visibility: .wholeScope, extent: .unbounded,
    restriction: { "\($0["is_reader"]) AND (\($0["reads_until"]) IS NULL OR \($0["reads_until"]) > \(now: end))" })

  private static let end = Boundary.next("reads_until", of: "conversation_people", in: .conversation)
}
