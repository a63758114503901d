import Planning
import SQL

/// `Conversation` (TT-09): seen by its people, and by the parents who read along. See migrations/0097_conversations.sql.
enum Conversation: EntityType {
  enum Column: String, ColumnName {
    case id, kind, title, audience
    case homeID = "home_id"
    case classID = "class_id"
    case lastMessageAt = "last_message_at"
  }

  /// `ConversationKind` of the SDL.
  enum Kind: String {
    case school = "SCHOOL"
    case schoolClass = "CLASS"
  }

  static let constraints: [ConstraintRule] = [
    .notFound("conversations_school", ["schoolId"]),
    .unreachable("conversations_kind", "the server writes the kind"),
    .unreachable("conversations_class", "the server writes both"),
    .unreachable("conversations_title", "the input has the same bounds"),
    .unreachable("conversations_audience", "the input has at most 50 people"),
  ]

  static let entity = Entity<Viewer>(
    "Conversation", table: "conversations", scope: .conversation, visibility: .wholeScope, extent: .unbounded,
    order: [.descending("last_message_at")], stored: [.schoolPeople: ["id", "kind", "createdAt"]],
    resolvers: [
      "title": .expression(.text, access: .schoolPeople) { talk, _ in title(of: talk) },
      "schoolClass": .toOne(foreignKey: "class_id", access: .schoolPeople),
      "unreadCount": .expression(.int4, access: .schoolPeople) { talk, _ in "(SELECT count(*)::int4 FROM \(unread(in: talk)))" },
    ])

  /// The title that was given, else the names of the others.
  private static func title(of talk: RowReference<Viewer>) -> SQL {
    """
    coalesce(\(talk["title"]), (SELECT string_agg(others.name, ', ' ORDER BY others.name, others.id) FROM conversation_people named \
    JOIN school_people others ON others.school_id = named.home_id AND others.id = named.person_id \
    WHERE named.home_id = \(talk["home_id"]) AND named.conversation_id = \(talk["id"]) AND NOT named.is_reader \
    AND others.id <> ALL (\(talk.viewer(.audienceIDs)))), '')
    """
  }

  /// The messages of others that the viewer sees and has not read, as a source of rows.
  private static func unread(in talk: RowReference<Viewer>) -> SQL {
    """
    conversation_messages unread WHERE unread.home_id = \(talk["home_id"]) AND unread.conversation_id = \(talk["id"]) \
    AND unread.is_shown AND unread.author_id <> ALL (\(talk.viewer(.audienceIDs))) \
    AND NOT unread.hidden_keys && \(talk.viewer(.hiddenIDs)) \
    AND unread.created_at > coalesce((SELECT reads.read_until FROM conversation_reads reads \
    WHERE reads.account_id = \(talk.viewer(.accountID)) AND reads.id = \(talk["id"])), '-infinity')
    """
  }

  /// `Viewer.unreadConversationCount`.
  static var unreadCount: Resolver<Viewer> {
    .expression(.int4, access: .signedIn) { viewer, _ in
      let talk = RowReference<Viewer>(alias: "talk") { viewer.viewer($0) }
      return """
        (SELECT count(*)::int4 FROM conversations talk WHERE \(talk["home_id"]) = ANY (\(talk.viewer(.audienceIDs))) \
        AND \(talk["audience"]) && \(talk.viewer(.audienceIDs)) AND EXISTS (SELECT 1 FROM \(unread(in: talk))))
        """
    }
  }
}
