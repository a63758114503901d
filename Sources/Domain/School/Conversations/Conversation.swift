import Planning
import SQL

/// `Conversation` (TT-09, ME-13): seen by its people, and by the parents who read along. See migrations/0097_conversations.sql,
/// 0111_household_conversations.sql and 0113_provider_conversations.sql.
enum Conversation: EntityType {
  enum Column: String, ColumnName {
    case id, kind, title, audience
    case homeID = "home_id"
    case classID = "class_id"
    case lastMessageAt = "last_message_at"
    case isOpen = "is_open"
  }

  /// `ConversationKind` of the SDL.
  enum Kind: String {
    case school = "SCHOOL"
    case schoolClass = "CLASS"
    case members = "MEMBERS"
    case direct = "DIRECT"
    case provider = "PROVIDER"

    /// Where the people of such a conversation are found.
    var place: ConversationPlace {
      switch self {
      case .school, .schoolClass: .school
      case .members: .family
      case .direct: .group
      case .provider: .provider
      }
    }
  }

  static let constraints: [ConstraintRule] = [
    .unreachable("conversations_kind", "the server writes the kind"),
    .unreachable("conversations_class", "the server writes both"),
    .unreachable("conversations_title", "the input has the same bounds"),
    .unreachable("conversations_audience", "the input has at most 50 people"),
  ]

  static let entity = Entity<Viewer>(
    "Conversation", table: "conversations", scope: .conversation, visibility: .unhiddenConversations, extent: .unbounded,
    order: [.descending("last_message_at", as: latest)], stored: [.schoolPeople: ["id", "kind", "isOpen", "createdAt"]],
    resolvers: [
      "title": .expression(.text, access: .schoolPeople) { talk, _ in title(of: talk) },
      "schoolClass": .toOne(foreignKey: "class_id", access: .schoolPeople),
      "unreadCount": .expression(.int4, access: .schoolPeople) { talk, _ in "(SELECT count(*)::int4 FROM \(unread(in: talk)))" },
    ])

  /// The moment of the latest message that the viewer sees. A message that it has reported, or of a person who is blocked, does not move a
  /// conversation in its list.
  @Sendable private static func latest(in talk: RowReference<Viewer>) -> SQL {
    """
    CASE WHEN cardinality(\(talk.viewer(.hiddenIDs))) = 0 THEN \(talk["last_message_at"]) ELSE coalesce((\
    SELECT max(seen.created_at) FROM conversation_messages seen WHERE seen.home_id = \(talk["home_id"]) \
    AND seen.conversation_id = \(talk["id"]) AND seen.is_shown AND NOT seen.hidden_keys && \(talk.viewer(.hiddenIDs))), \
    \(talk["created_at"])) END
    """
  }

  /// The title that was given, else the names of the others.
  private static func title(of talk: RowReference<Viewer>) -> SQL {
    """
    coalesce(\(talk["title"]), (SELECT string_agg(others.name, ', ' ORDER BY others.name, others.id) FROM conversation_people named \
    JOIN school_people others ON others.school_id = named.home_id AND others.id = named.person_id \
    WHERE named.home_id = \(talk["home_id"]) AND named.conversation_id = \(talk["id"]) AND NOT named.is_reader \
    AND others.id <> ALL (\(talk.viewer(.audienceIDs)))), \(titleOfFamilies(talk)), '')
    """
  }

  /// The names of the other members, the name of the other family in the group, or that of the provider or its client.
  private static func titleOfFamilies(_ talk: RowReference<Viewer>) -> SQL {
    """
    CASE \(talk["kind"]) WHEN 'MEMBERS' THEN (SELECT string_agg(others.name, ', ' ORDER BY others.name, others.id) \
    FROM family_conversations named JOIN members others ON others.family_id = named.family_id AND others.id = named.member_id \
    WHERE named.family_id = \(talk.viewer(.familyID)) AND named.conversation_id = \(talk["id"]) \
    AND others.id <> \(talk.viewer(.memberID))) \
    WHEN 'DIRECT' THEN (SELECT min(others.display_name) FROM group_families others WHERE others.id = ANY (\(talk["hidden_keys"])) \
    AND others.id <> ALL (\(talk.viewer(.audienceIDs)))) \
    WHEN 'PROVIDER' THEN (SELECT min(named.name) FROM conversation_people named WHERE named.home_id = \(talk["home_id"]) \
    AND named.conversation_id = \(talk["id"]) AND named.person_id <> ALL (\(talk.viewer(.audienceIDs)))) END
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
        AND \(talk["audience"]) && \(talk.viewer(.audienceIDs)) \
        AND NOT \(talk["hidden_keys"]) && \(talk.viewer(.hiddenIDs)) AND EXISTS (SELECT 1 FROM \(unread(in: talk))))
        """
    }
  }
}

extension Visibility where Viewer == Domain.Viewer {
  /// Conversations with families that the viewer's has not blocked, and that have not blocked it.
  static var unhiddenConversations: Visibility {
    Visibility { _, talk in "NOT \(talk["hidden_keys"]) && \(talk.viewer(.hiddenIDs))" }
  }
}
