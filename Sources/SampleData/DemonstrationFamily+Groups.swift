package import SQL

/// A group that the Riveras moderate, with another family and one that asks to join.
extension DemonstrationFamily {
  package static let groupID = key(.group, 1)
  /// The Riveras in the group, and the other family.
  package static let ownGroupFamilyID = key(.groupFamily, 1)
  package static let groupFamilyID = key(.groupFamily, 2)
  /// A post of the Riveras.
  package static let groupPostID = key(.groupPost, 1)
  package static let groupRequestID = key(.groupRequest, 1)
  /// A comment of the other family.
  package static let groupCommentID = key(.groupComment, 1)

  /// After the conversations. The database counts families, and copies the state of posts.
  var groupTables: [SampleTable] {
    [
      groupsTable, groupFamiliesTable, groupRequestsTable, groupMembershipsTable, groupHidingsTable, groupPostsTable, groupCommentsTable,
      familyConversationsTable,
    ]
  }

  private static let ownName = "The Riveras"
  private static let otherName = "The Stones"

  private var groupsTable: SampleTable {
    table("groups", ["id", "secret", "name", "text", "join_policy", "created_at", "updated_at"], ["Forest school"]) { [created] name, text in
      text.appendRow(Self.groupID, Self.key(.group, 2), name, "We meet in the woods on Fridays.", "REQUEST", created, created)
    }
  }

  private var groupFamiliesTable: SampleTable {
    table(
      "group_families", ["group_id", "id", "display_name", "is_moderator", "created_at", "updated_at"],
      [(id: Self.ownGroupFamilyID, name: Self.ownName, moderates: true), (id: Self.groupFamilyID, name: Self.otherName, moderates: false)]
    ) { [created] family, text in
      text.appendRow(Self.groupID, family.id, family.name, family.moderates, created, created)
    }
  }

  private var groupRequestsTable: SampleTable {
    table("group_requests", ["group_id", "id", "display_name", "created_at"], ["The Brooks"]) { [created] name, text in
      text.appendRow(Self.groupID, Self.groupRequestID, name, created)
    }
  }

  private var groupMembershipsTable: SampleTable {
    table(
      "group_memberships",
      [
        "family_id", "id", "group_id", "group_family_id", "display_name", "state", "is_moderator", "created_at", "updated_at",
      ], [Self.ownName]
    ) { [created] name, text in
      text.appendRow(
        Self.id, Self.key(.groupMembership, 1), Self.groupID, Self.ownGroupFamilyID, name, "MEMBER", true, created, created)
    }
  }

  /// A comment that the Riveras have reported, and a family that they have blocked, which has left the group.
  private var groupHidingsTable: SampleTable {
    let hidings: [(hidden: UUIDValue, cause: String, own: UUIDValue?)] = [
      (Self.key(.groupComment, 2), "REPORT", nil), (Self.key(.groupFamily, 3), "BLOCK", Self.ownGroupFamilyID),
    ]
    return table(
      "group_hidings", ["family_id", "id", "hidden_id", "cause", "own_id", "created_at"], Array(hidings.enumerated())
    ) { [created] numbered, text in
      let (index, hiding) = numbered
      text.appendRow(Self.id, Self.key(.groupHiding, index + 1), hiding.hidden, hiding.cause, hiding.own, created)
    }
  }

  private var groupPostsTable: SampleTable {
    let posts: [(author: UUIDValue, name: String, state: String, text: String)] = [
      (Self.ownGroupFamilyID, Self.ownName, "PUBLISHED", "Who brings the kettle on Friday?"),
      (Self.groupFamilyID, Self.otherName, "PUBLISHED", "We have seen a woodpecker."),
      (Self.ownGroupFamilyID, Self.ownName, "HIDDEN", "Buy our lamps!"),
    ]
    return table(
      "group_posts",
      ["group_id", "id", "author_id", "author_name", "state", "text", "is_reported", "created_at", "updated_at"], Array(posts.enumerated())
    ) { [created] numbered, text in
      let (index, post) = numbered
      let written = created + (index + 1) * Moment.hour
      text.appendRow(
        Self.groupID, Self.key(.groupPost, index + 1), post.author, post.name, post.state, post.text, post.state == "HIDDEN", written, written)
    }
  }

  private var groupCommentsTable: SampleTable {
    let comments: [(author: UUIDValue, name: String, text: String, isReported: Bool)] = [
      (Self.groupFamilyID, Self.otherName, "We do.", false), (Self.groupFamilyID, Self.otherName, "Kettles are for the weak.", true),
    ]
    return table(
      "group_comments",
      [
        "group_id", "id", "post_id", "post_author_id", "post_state", "author_id", "author_name", "state", "text", "is_reported", "created_at",
        "updated_at",
      ], Array(comments.enumerated())
    ) { [created] numbered, text in
      let (index, comment) = numbered
      let written = created + (index + 5) * Moment.hour
      text.appendRow(
        Self.groupID, Self.key(.groupComment, index + 1), Self.groupPostID, Self.ownGroupFamilyID, "PUBLISHED", comment.author, comment.name,
        "PUBLISHED", comment.text, comment.isReported, written, written)
    }
  }

  /// Elena and Mateo in their conversation, and the Riveras in those with the other family and with their provider.
  private var familyConversationsTable: SampleTable {
    let people: [(conversation: Int, person: UUIDValue?, member: UUIDValue?, provider: UUIDValue?)] = [
      (3, DemonstrationKey.elena, DemonstrationPerson.elena.id, nil), (3, DemonstrationKey.mateo, DemonstrationPerson.mateo.id, nil),
      (4, Self.ownGroupFamilyID, nil, nil), (5, DemonstrationKey.parents, nil, DemonstrationProvider.id),
    ]
    return table(
      "family_conversations", ["family_id", "id", "conversation_id", "person_id", "member_id", "provider_id", "created_at"],
      Array(people.enumerated())
    ) { [created] numbered, text in
      let (index, person) = numbered
      text.appendRow(
        Self.id, Self.key(.familyConversation, index + 1), Self.key(.conversation, person.conversation), person.person, person.member,
        person.provider, created)
    }
  }
}

/// Keys of the Riveras' conversations, as `audience_key` gives them.
enum DemonstrationKey {
  /// `home` of the family, and `group` of its group.
  static let home = UUIDValue("a8f2b2e0-da7a-8ad0-91bf-eac4f1cf2cb5")
  static let group = UUIDValue("4e82939c-0204-835f-d0a5-9f359652b01c")
  /// `self` of the members.
  static let elena = UUIDValue("159e4847-f722-8b1d-cc18-57a280dc7dda")
  static let mateo = UUIDValue("8fe0a13e-515d-8652-6b26-85702cf1b139")
  /// `parents` of the family, and `clients` and `provider` of its provider.
  static let parents = UUIDValue("b7cd35db-9e96-8582-b6ff-65e9f46802b1")
  static let clients = UUIDValue("9e64d3ac-aee1-8f3c-2e8e-5416f64c062d")
  static let provider = UUIDValue("7200b452-9849-89e9-cdef-3b8a4bfcc403")
  /// `parents` of the families in the group.
  static let ownParents = UUIDValue("03368f56-f4b9-8357-26de-ca3f2944200d")
  static let otherParents = UUIDValue("88df9c64-8e49-86e4-0685-cc307dd5ac72")
}
