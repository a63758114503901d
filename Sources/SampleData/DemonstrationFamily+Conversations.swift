import SQL

/// A conversation of Elena with the teacher of the Owls, and the group of the class.
extension DemonstrationFamily {
  /// Elena's side at the school: as `audience_key` gives it.
  private static let elena = UUIDValue("3805a866-6c97-471c-9018-3f4949326a2e")

  /// After the people of the school, who come with enrolments. The database copies the audience, and adds those of the class.
  var conversationTables: [SampleTable] {
    [conversationsTable, conversationPeopleTable, conversationMessagesTable, conversationReadsTable]
  }

  private var begun: Moment { Moment(referenceDay.adding(days: -2), offset: 16 * Moment.hour) }

  private var conversationsTable: SampleTable {
    table(
      "conversations",
      ["home_id", "id", "kind", "class_id", "title", "audience", "last_message_at", "created_at", "updated_at"], [false, true]
    ) { [begun] isOfClass, text in
      let teacher = DemonstrationStaff.teacher.id
      let keys = [teacher, isOfClass ? DemonstrationClass.owls.id : Self.elena ?? teacher].map(\.description)
      text.appendRow(
        Self.schoolID, Self.key(.conversation, isOfClass ? 2 : 1), isOfClass ? "CLASS" : "SCHOOL",
        isOfClass ? DemonstrationClass.owls.id : nil, isOfClass ? "Owls" : nil, "{\(keys.joined(separator: ","))}", begun + Moment.hour, begun,
        begun)
    }
  }

  private var conversationPeopleTable: SampleTable {
    table(
      "conversation_people",
      ["home_id", "id", "conversation_id", "person_id", "is_reader", "follows", "audience", "created_at", "updated_at"],
      [(1, Self.elena), (1, DemonstrationStaff.teacher.id), (2, DemonstrationStaff.teacher.id)].enumerated().map {
        (number: $0 + 1, conversation: $1.0, person: $1.1)
      }
    ) { [begun] row, text in
      text.appendRow(
        Self.schoolID, Self.key(.conversationPerson, row.number), Self.key(.conversation, row.conversation), row.person, "f", "f", "{}", begun,
        begun)
    }
  }

  private var conversationMessagesTable: SampleTable {
    let messages: [(conversation: Int, author: UUIDValue?, name: String, text: String)] = [
      (1, Self.elena, "Elena Rivera", "Good morning! Mia forgot her cap."),
      (1, DemonstrationStaff.teacher.id, DemonstrationStaff.teacher.name, "I have found it."),
      (2, DemonstrationStaff.teacher.id, DemonstrationStaff.teacher.name, "Please bring rubber boots on Monday."),
    ]
    return table(
      "conversation_messages",
      ["home_id", "id", "conversation_id", "author_id", "author_name", "text", "audience", "created_at", "updated_at"],
      Array(messages.enumerated())
    ) { [begun] numbered, text in
      let (index, message) = numbered
      let sent = begun + index * 10 * Moment.minute
      text.appendRow(
        Self.schoolID, Self.key(.conversationMessage, index + 1), Self.key(.conversation, message.conversation), message.author, message.name,
        message.text, "{}", sent, sent)
    }
  }

  private var conversationReadsTable: SampleTable {
    table("conversation_reads", ["account_id", "id", "read_until", "created_at"], [1]) { [begun] number, text in
      text.appendRow(DemonstrationPerson.elena.accountID, Self.key(.conversation, number), begun, begun)
    }
  }
}
