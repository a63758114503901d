import SQL

extension DemonstrationFamily {
  /// The tables of the family's day, in the order of foreign keys: after the tables of its curriculum.
  var dayTables: [SampleTable] {
    [quotesTable, notificationsTable, plannerTasksTable, devicesTable, overdueChecksTable] + recordsTables + noteTables
  }

  /// Three, which take turns.
  private var quotesTable: SampleTable {
    let quotes: [(text: String, author: String?)] = [
      ("The beautiful thing about learning is that nobody can take it away from you.", "B. B. King"),
      ("Poco a poco se va lejos.", nil),
      ("Nothing in life is to be feared, it is only to be understood.", "Marie Curie"),
    ]
    return table("quotes", ["family_id", "id", "text", "author", "created_at", "updated_at"], Array(quotes.enumerated())) {
      [created] numbered, text in
      let (index, quote) = numbered
      text.appendRow(Self.id, Self.key(.quote, index + 1), quote.text, quote.author, created, created)
    }
  }

  /// The first week of school: what the family does together, and what one student does.
  private var plannerTasksTable: SampleTable {
    let tasks: [(title: String, day: Int, time: String?, color: String, notes: String?, student: DemonstrationPerson?)] = [
      ("Morning meeting", 0, "09:00:00", "#2E86AB", "Who wants to say the poem?", nil),
      ("Piano lesson", 1, "15:30:00", "#8E44AD", nil, .ada),
      ("Library", 2, nil, "#27AE60", "Bring back the owl books.", nil),
      ("Swimming", 3, "10:00:00", "#16A085", nil, .leo),
      ("Field trip: the creek", 4, "13:00:00", "#F39C12", "Boots, nets, lunch.", nil),
      ("Dentist", 8, "11:15:00", "#C0392B", nil, .mia),
    ]
    return table(
      "planner_tasks",
      ["family_id", "id", "title", "date", "time", "color", "notes", "student_id", "created_at", "updated_at"],
      Array(tasks.enumerated())
    ) { [created, referenceDay] numbered, text in
      let (index, task) = numbered
      text.appendRow(
        Self.id, Self.key(.plannerTask, index + 1), task.title, referenceDay.adding(days: task.day), task.time,
        task.color, task.notes, task.student?.id, created, created)
    }
  }

  /// Mateo has the app on his telephone.
  private var devicesTable: SampleTable {
    let people: [DemonstrationPerson] = [.mateo]
    return table(
      "devices", ["family_id", "id", "member_id", "platform", "token", "registered_at", "updated_at"],
      Array(people.enumerated())
    ) { [created] numbered, text in
      let (index, person) = numbered
      // No device that there is has such a token.
      text.appendRow(
        Self.id, Self.key(.device, index + 1), person.id, "IOS", String(repeating: "0", count: 63) + String(index + 1),
        created, created)
    }
  }

  /// When the family signed up, so that the server makes the next check.
  private var overdueChecksTable: SampleTable {
    table("overdue_checks", ["family_id", "hour", "process", "checked_at", "notified"], [Self.id]) {
      [created] family, text in
      text.appendRow(family, created, Self.key(.overdueCheck, 1), created, "0")
    }
  }
}
