import Planning
import SQL

/// `Conversation` (TT-09): seen by its persons, and by the parents who read along. See migrations/0097_conversations.sql.
enum Conversation: EntityType {
  enum Column: String, ColumnName {
    case id, kind, title, audience
    case homeID = "home_id"
    case classID = "class_id"
    case lastMessageAt = "last_message_at"
  }

  static let constraints: [ConstraintRule] = [
    .notFound("conversations_school", ["schoolId"]),
    .unreachable("conversations_kind", "the server writes the kind"),
    .unreachable("conversations_class", "the server writes both"),
    .unreachable("conversations_title", "the input has the same bounds, and so has the name of a class"),
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
    AND unread.author_id <> ALL (\(talk.viewer(.audienceIDs))) AND NOT unread.hidden_keys && \(talk.viewer(.hiddenIDs)) \
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

/// A person who writes in a conversation. No object of the schema shows the row.
enum ConversationWriter: EntityType {
  enum Column: String, ColumnName {
    case id, follows
    case homeID = "home_id"
    case conversationID = "conversation_id"
    case personID = "person_id"
    case isReader = "is_reader"
  }

  static let constraints: [ConstraintRule] = [
    .notFound("conversation_people_conversation", ["conversationId"]), .notFound("conversation_people_person", ["personIds"]),
    .unreachable("conversation_people_once", "the input names each person once"),
    .unreachable("conversation_people_reader", "a function writes both"),
  ]

  static let entity = Entity<Viewer>(
    "ConversationWriter", table: "conversation_people", scope: .conversation, visibility: .wholeScope, extent: .unbounded,
    restriction: { "NOT \($0["is_reader"])" })
}

/// A parent who reads along with a student under 18.
enum ConversationReader: EntityType {
  typealias Column = ConversationWriter.Column

  static let entity = Entity<Viewer>(
    "ConversationReader", table: "conversation_people", scope: .conversation, visibility: .wholeScope, extent: .unbounded,
    restriction: { "\($0["is_reader"]) AND (\($0["reads_until"]) IS NULL OR \($0["reads_until"]) > \(now: end))" })

  private static let end = Boundary.next("reads_until", of: "conversation_people", in: .conversation)
}

/// `ConversationMessage` (TT-09).
enum ConversationMessage: EntityType {
  enum Column: String, ColumnName {
    case id, text, audience
    case homeID = "home_id"
    case conversationID = "conversation_id"
    case authorID = "author_id"
    case authorName = "author_name"
    case createdAt = "created_at"
  }

  static let constraints: [ConstraintRule] = [
    .notFound("conversation_messages_conversation", ["conversationId"]),
    .unreachable("conversation_messages_author", "a person stays while its own change holds its family"),
    .unreachable("conversation_messages_author_name", "the name of a person, which has the same bounds"),
    .unreachable("conversation_messages_text", "the input has the same bounds"),
  ]

  static let entity = Entity<Viewer>(
    "ConversationMessage", table: "conversation_messages", scope: .message, visibility: .wholeScope, extent: .unbounded,
    order: [.descending("created_at")], stored: [.schoolPeople: ["id", "text", "authorName", "author", "createdAt"]],
    resolvers: [
      "isMine": .expression(.bool, access: .schoolPeople) { message, _ in
        "(\(message["author_id"]) = ANY (\(message.viewer(.audienceIDs))))"
      }
    ])
}

/// How far an account has read a conversation. No object of the schema shows it.
enum ConversationRead: EntityType {
  enum Column: String, ColumnName {
    case id
    case readUntil = "read_until"
  }

  static let constraints: [ConstraintRule] = [.unreachable("conversation_reads_key", "a change holds the account")]

  static let entity = Entity<Viewer>(
    "ConversationRead", table: "conversation_reads", scope: .account, visibility: .wholeScope, extent: .unbounded, isVersioned: false)
}
