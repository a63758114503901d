import GraphQL
import Planning
import SQL

/// Where the people of a conversation are found: what a kind of conversation adds is a case here, with who begins one, and who writes.
/// A further place needs a kind, a case, and its rows in `family_conversations`.
enum ConversationPlace: CaseIterable, Sendable {
  /// The people of a school, or of a class.
  case school
  /// The members of a family.
  case family
  /// The parents of two families of a group.
  case group
  /// The parents of a family, and a provider of services: ``ProviderTalkTable`` says who writes.
  case provider

  /// The fields of `StartConversationInput` that name the others.
  var fields: [String] {
    switch self {
    case .school: ["personIds", "classId", "schoolId"]
    case .family: ["memberIds"]
    case .group: ["groupFamilyId"]
    case .provider: ["providerId"]
    }
  }

  /// The place that an input names: the school's where it names none.
  /// - Throws: `BAD_USER_INPUT` where it names several.
  static func named(by input: MutationInput) throws(MutationFailure) -> ConversationPlace {
    let named = allCases.filter { place in place.fields.contains { input.isGiven($0) && !input.isNull($0) } }
    if named.count > 1 {
      throw .invalid(
        "Give one of \"personIds\", \"classId\", \"memberIds\", \"groupFamilyId\" and \"providerId\".", at: input.path(of: named[1].fields[0]))
    }
    return named.first ?? .school
  }

  /// The side on which the viewer writes in an open conversation of families.
  /// - Returns: nil where it does not write there. ``ProviderMessage`` has those of providers.
  func side(in conversation: UUIDValue, _ rows: ScopedRows<Viewer>) async throws(MutationFailure) -> SchoolSides.Side? {
    guard let own = rows.viewer.membership else { return nil }
    let found = try await rows.found(FamilyConversation.self, columns: [.personID, .memberID]) {
      "\($0[.conversationID]) = \(bind: .uuid(conversation)) AND coalesce(\($0[.memberID]), \(bind: .uuid(own.memberID))) = \(bind: .uuid(own.memberID))"
    }
    guard found.count == 1, let id = found.uuid(row: 0, column: 0) else { return nil }
    switch self {
    case .school, .provider: return nil
    case .family:
      let name = try await rows.read(rows.memberName())
      return SchoolSides.Side(id: id, kind: own.role == .parent ? .parent : .student, name: name)
    case .group:
      guard own.role == .parent else { return nil }
      let named = try await rows.found(GroupMembership.self, columns: [.displayName]) {
        "\($0[.groupFamilyID]) = \(bind: .uuid(id)) AND \($0[.state]) = 'MEMBER'"
      }
      guard named.count == 1, let name = named.text(row: 0, column: 0) else { return nil }
      return SchoolSides.Side(id: id, kind: .parent, name: name)
    }
  }
}

/// A person of a family in one of its conversations. No object of the schema shows it.
enum FamilyConversation: EntityType {
  enum Column: String, ColumnName {
    case id
    case conversationID = "conversation_id"
    case personID = "person_id"
    case memberID = "member_id"
  }

  static let constraints: [ConstraintRule] = [
    .unreachable("family_conversations_once", "functions skip rows that are there"),
    .unreachable("family_conversations_one_provider", "the change holds the family, and finds the conversation that there is"),
    .unreachable("family_conversations_conversation", "functions make the conversation before"),
    .notFound("family_conversations_provider", ["providerId"]),
    .unreachable("family_conversations_member", "the change holds the family of the members"),
  ]

  static let entity = Entity<Viewer>(
    "FamilyConversation", table: "family_conversations", scope: .family, visibility: .wholeScope, extent: .unbounded,
    quota: Quota(rows: 20_000, bytes: 4 << 20), isVersioned: false)
}
