import Planning
import SQL

/// `ConversationMessage` (TT-09): content. Administrators moderate messages that somebody has reported.
enum ConversationMessage: ContentType {
  static let constraints: [ConstraintRule] = [
    .notFound("conversation_messages_conversation", ["conversationId"]),
    .unreachable("conversation_messages_author_name", "the name of a person, which has the same bounds"),
    .unreachable("conversation_messages_author_kind", "the kind of a person"),
    .unreachable("conversation_messages_state", "the table of content has the states"),
    .unreachable("conversation_messages_state_reason", "the input has the same bounds"),
    .unreachable("conversation_messages_held", "each state that staff give ends a hold"),
    .unreachable("conversation_messages_appeal", "the input has the same bounds"),
    .unreachable("conversation_messages_appealed", "both are written together"),
    .unreachable("conversation_messages_removed", "both are written together"),
    .unreachable("conversation_messages_text", "the input has the same bounds"),
  ]

  static let entity = Entity<Viewer>(
    "ConversationMessage", table: "conversation_messages", scope: .message, visibility: .messages, extent: .unbounded,
    order: [.descending("created_at")],
    stored: [.schoolPeople: ["id", "text", "state", "stateReason", "appeal", "appealedAt", "authorName", "author", "createdAt"]],
    resolvers: [
      "isMine": .expression(.bool, access: .schoolPeople) { message, _ in
        "(\(message["author_id"]) = ANY (\(message.viewer(.audienceIDs))))"
      },
      "files": .toMany(through: ConversationFile.self, from: .messageID, to: .fileID, access: .schoolPeople).reading(File.ofSchool),
    ])

  static func isModerated(_ row: RowReference<Domain.Viewer>) -> SQL {
    "(\(row["is_reported"]) AND \(row["home_id"]) = ANY (\(row.viewer(.administeredSchoolIDs))))"
  }

  static func isAdministered(_ row: RowReference<Domain.Viewer>) -> SQL { isModerated(row) }
}

extension Visibility where Viewer == Domain.Viewer {
  /// A message that is not shown is visible to its author and to those who moderate it; while it is held, to the staff of the conversation.
  static var messages: Visibility {
    Visibility { _, row in
      """
      (\(row["is_shown"]) OR \(row["author_id"]) = ANY (\(row.viewer(.audienceIDs))) OR \(ConversationMessage.isModerated(row)) \
      OR \(isHeldForStaff(row, at: "home_id")))
      """
    }
  }
}
