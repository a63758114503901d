package import SQL

/// A conversation of Elena with the teacher of the Owls, and the group of the class; one of Elena and Mateo, and ones with another family of
/// their group and with their provider of services: see `familyConversationsTable`.
extension DemonstrationFamily {
  /// The conversation of Elena and the teacher.
  package static let conversationID = key(.conversation, 1)
  /// A message of the teacher in it.
  package static let messageID = key(.conversationMessage, 2)
  /// The conversation of the Riveras with their provider of services.
  package static let providerConversationID = key(.conversation, 5)

  /// Elena's side at the school, as `audience_key` gives it.
  private static let elena = UUIDValue("3805a866-6c97-471c-9018-3f4949326a2e")
  /// The key of the conversations of the Owls, as `audience_key` gives it.
  private static let owlsTalk = "3ee09870-dcc9-352c-e12f-214f36f8c754"

  /// After the people of the school, who come with enrolments. The database copies the audience, and adds those of the class.
  var conversationTables: [SampleTable] {
    [conversationsTable, conversationPeopleTable, conversationMessagesTable, conversationFilesTable, conversationReadsTable]
  }

  private var begun: Moment { Moment(referenceDay.adding(days: -2), offset: 16 * Moment.hour) }

  private var conversationsTable: SampleTable {
    table(
      "conversations",
      [
        "home_id", "id", "kind", "class_id", "title", "audience", "is_open", "hidden_keys", "last_message_at", "created_at", "updated_at",
      ], Array(Self.talks.enumerated())
    ) { [begun] numbered, text in
      let (index, talk) = numbered
      let schoolClass = talk.kind == "CLASS" ? DemonstrationClass.owls : nil
      text.appendRow(
        talk.home, Self.key(.conversation, index + 1), talk.kind, schoolClass?.id, schoolClass?.name, Self.array(talk.audience), true,
        Self.array(talk.families), begun + Moment.hour, begun, begun)
    }
  }

  private static let talks: [(home: UUIDValue?, kind: String, audience: [UUIDValue?], families: [UUIDValue?])] = [
    (schoolID, "SCHOOL", [DemonstrationStaff.teacher.personID, elena], []), (schoolID, "CLASS", [UUIDValue(owlsTalk)], []),
    (DemonstrationKey.home, "MEMBERS", [DemonstrationKey.elena, DemonstrationKey.mateo], []),
    (
      DemonstrationKey.group, "DIRECT", [DemonstrationKey.ownParents, DemonstrationKey.otherParents], [ownGroupFamilyID, groupFamilyID]
    ), (DemonstrationKey.clients, "PROVIDER", [DemonstrationKey.parents, DemonstrationKey.provider], []),
  ]

  private static func array(_ ids: [UUIDValue?]) -> String { "{\(ids.compactMap { $0?.description }.joined(separator: ","))}" }

  private var conversationPeopleTable: SampleTable {
    table(
      "conversation_people",
      ["home_id", "id", "conversation_id", "person_id", "is_reader", "follows", "audience", "name", "created_at", "updated_at"],
      Array(Self.persons.enumerated())
    ) { [begun] numbered, text in
      let (index, row) = numbered
      text.appendRow(
        Self.talks[row.conversation - 1].home, Self.key(.conversationPerson, index + 1), Self.key(.conversation, row.conversation), row.person,
        "f", "f", "{}", row.name, begun, begun)
    }
  }

  private static let persons: [(conversation: Int, person: UUIDValue?, name: String?)] = [
    (1, elena, nil), (1, DemonstrationStaff.teacher.personID, nil), (3, DemonstrationKey.elena, nil), (3, DemonstrationKey.mateo, nil),
    (4, ownGroupFamilyID, nil), (4, groupFamilyID, nil), (5, DemonstrationKey.parents, "Rivera"),
    (5, DemonstrationKey.provider, DemonstrationProvider.name),
  ]

  /// A message as somebody wrote it.
  private struct Sent: Sendable {
    let number: Int
    let conversation: Int
    let author: UUIDValue?
    let name: String
    let kind: String
    let text: String
    var state = "PUBLISHED"
    var reason: String?
    var appeal: String?
  }

  private var conversationMessagesTable: SampleTable {
    let teacher = DemonstrationStaff.teacher
    return table(
      "conversation_messages",
      [
        "home_id", "id", "conversation_id", "author_id", "author_name", "author_kind", "state", "state_reason", "is_held", "appeal",
        "appealed_at", "removed_at", "text", "audience", "created_at", "updated_at",
      ],
      [
        Sent(number: 1, conversation: 1, author: Self.elena, name: "Elena Rivera", kind: "PARENT", text: "Good morning! Mia forgot her cap."),
        Sent(number: 2, conversation: 1, author: teacher.personID, name: teacher.name, kind: "STAFF", text: "I have found it."),
        Sent(
          number: 3, conversation: 1, author: Self.elena, name: "Elena Rivera", kind: "PARENT", text: "Buy our lamps!", state: "REMOVED",
          reason: "Advertising.", appeal: "They are for the school."),
        Sent(
          number: 4, conversation: 2, author: teacher.personID, name: teacher.name, kind: "STAFF", text: "Please bring rubber boots on Monday."),
        Sent(
          number: 5, conversation: 3, author: DemonstrationKey.mateo, name: "Mateo Rivera", kind: "PARENT", text: "Who picks up Leo today?"),
        Sent(number: 6, conversation: 3, author: DemonstrationKey.elena, name: "Elena Rivera", kind: "PARENT", text: "I do."),
        Sent(number: 7, conversation: 4, author: Self.groupFamilyID, name: "The Stones", kind: "PARENT", text: "Shall we go together?"),
        Sent(
          number: 8, conversation: 5, author: DemonstrationKey.parents, name: "Rivera", kind: "PARENT", text: "Could we do decimals first?"),
        Sent(
          number: 9, conversation: 5, author: DemonstrationKey.provider, name: DemonstrationProvider.name, kind: "PROVIDER", text: "Of course."),
      ]
    ) { [begun] message, text in
      let sent = begun + message.number * 10 * Moment.minute
      text.appendRow(
        Self.talks[message.conversation - 1].home, Self.key(.conversationMessage, message.number), Self.key(.conversation, message.conversation), message.author,
        message.name, message.kind, message.state, message.reason, "f", message.appeal, message.appeal == nil ? nil : sent,
        message.state == "REMOVED" ? sent : nil, message.text, "{}", sent, sent)
    }
  }

  private var conversationFilesTable: SampleTable {
    table(
      "conversation_files", ["home_id", "id", "conversation_id", "message_id", "file_id", "audience", "created_at"], [1]
    ) { [begun] number, text in
      text.appendRow(
        Self.schoolID, Self.key(.conversationFile, number), Self.conversationID, Self.messageID, DemonstrationPicture.beans.id, "{}",
        begun + 20 * Moment.minute)
    }
  }

  private var conversationReadsTable: SampleTable {
    table("conversation_reads", ["account_id", "id", "read_until", "created_at"], [1]) { [begun] number, text in
      text.appendRow(DemonstrationPerson.elena.accountID, Self.key(.conversation, number), begun, begun)
    }
  }
}
