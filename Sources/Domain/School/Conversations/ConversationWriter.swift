import Planning
import SQL

/// A person who writes in a conversation. No object of the schema shows the row.
enum ConversationWriter: EntityType {
  enum Column: String, ColumnName {
    case id, follows, audience
    case homeID = "home_id"
    case conversationID = "conversation_id"
    case personID = "person_id"
    case isReader = "is_reader"
  }

  static let constraints: [ConstraintRule] = [
    .notFound("conversation_people_conversation", ["conversationId"]),
    .unreachable("conversation_people_once", "each person is taken once"),
    .unreachable("conversation_people_reader", "a function writes both"),
    .unreachable("conversation_people_name", "the name of a family or a provider, which have the same bounds"),
  ]

  static let entity = Entity<Viewer>(
    "ConversationWriter", table: "conversation_people", scope: .conversation, visibility: .wholeScope, extent: .unbounded,
    restriction: { "NOT \($0["is_reader"])" })
}
