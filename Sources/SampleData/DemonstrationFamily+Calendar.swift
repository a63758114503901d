package import SQL

/// The Riveras' calendar: tasks and events of the first weeks of school.
extension DemonstrationFamily {
  /// The choir, a series of events: every Monday.
  package static let choirID = key(.event, 1)
  /// The plants, a series of tasks: every third day, for everyone.
  package static let plantsID = key(.task, 1)

  var calendarTables: [SampleTable] {
    [
      taskCategoriesTable, tasksTable, eventsTable, eventMembersTable, occurrencesTable, remindersTable, calendarFeedsTable,
      calendarSubscriptionsTable, externalEventsTable,
    ]
  }

  private var taskCategoriesTable: SampleTable {
    let categories: [(name: String, color: String?)] = [("Garden", "#27AE60"), ("House", "#8E44AD"), ("Errands", nil)]
    return table(
      "task_categories", ["family_id", "id", "name", "color", "created_at", "updated_at"], Array(categories.enumerated())
    ) { [created] numbered, text in
      let (index, category) = numbered
      text.appendRow(Self.id, Self.key(.taskCategory, index + 1), category.name, category.color, created, created)
    }
  }

  private struct Rule {
    let frequency: String
    var step = "1"
    var count: String?
    let text: String
    var lastDay: Int?
    /// Whether the rule names the weekday of its first day.
    var hasWeekday = false
  }

  private var tasksTable: SampleTable {
    let tasks: [(title: String, text: String?, day: Int?, time: String?, priority: String, category: Int?, member: DemonstrationPerson?, rule: Rule?)] = [
      ("Water the plants", nil, 0, nil, "MEDIUM", 1, nil, Rule(frequency: "DAILY", step: "3", text: "FREQ=DAILY;INTERVAL=3")),
      ("Return the library books", "Seven of them.", 2, "17:00:00", "HIGH", 3, .ada, nil),
      ("Tidy the garage", nil, nil, nil, "LOW", 2, .mateo, nil),
    ]
    return table(
      "tasks",
      ["family_id", "id", "title", "text", "due_date", "due_time", "time_zone", "priority", "category_id", "member_id"] + Self.ruleColumns
        + ["created_at", "updated_at"], Array(tasks.enumerated())
    ) { [created, referenceDay] numbered, text in
      let (index, task) = numbered
      let rule = task.rule
      text.appendRow(
        Self.id, Self.key(.task, index + 1), task.title, task.text, task.day.map { referenceDay.adding(days: $0) }, task.time, Self.timeZone,
        task.priority, task.category.map { Self.key(.taskCategory, $0) }, task.member?.id, rule?.frequency, rule?.step,
        rule.map { _ in "{}" }, rule.map { _ in "{}" }, rule.map { _ in "{}" }, rule.map { _ in "{}" }, rule.map { _ in "MONDAY" }, rule?.count, rule?.text,
        rule?.lastDay.map { referenceDay.adding(days: $0) }, created, created)
    }
  }

  private var eventsTable: SampleTable {
    let events: [(title: String, text: String?, place: String?, day: Int, time: String?, days: Int, end: String?, color: String?, rule: Rule?)] = [
      ("Choir", "Scores are at home.", "Town hall", 0, "17:00:00", 0, "18:30:00", "#2E86AB",
        Rule(frequency: "WEEKLY", count: "12", text: "FREQ=WEEKLY;COUNT=12", lastDay: 77, hasWeekday: true)),
      ("Grandma visits", nil, nil, 4, nil, 2, nil, "#F39C12", nil),
      ("Star gazing", nil, "The hill", 5, "21:30:00", 1, "00:30:00", nil, nil),
      ("Family council", nil, nil, 18, "19:00:00", 0, "20:00:00", nil,
        Rule(frequency: "MONTHLY", text: "FREQ=MONTHLY")),
    ]
    return table(
      "events",
      ["family_id", "id", "title", "text", "place", "date", "time", "end_date", "end_time", "time_zone", "color"] + Self.ruleColumns
        + ["created_at", "updated_at"], Array(events.enumerated())
    ) { [created, referenceDay] numbered, text in
      let (index, event) = numbered
      let (rule, day) = (event.rule, referenceDay.adding(days: event.day))
      let code = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"][day.weekday]
      text.appendRow(
        Self.id, Self.key(.event, index + 1), event.title, event.text, event.place, day, event.time, day.adding(days: event.days), event.end,
        Self.timeZone, event.color, rule?.frequency, rule?.step, rule.map { $0.hasWeekday ? "{\(code)}" : "{}" }, rule.map { _ in "{}" },
        rule.map { _ in "{}" }, rule.map { _ in "{}" }, rule.map { _ in "MONDAY" }, rule?.count,
        rule.map { $0.hasWeekday ? "\($0.text);BYDAY=\(code)" : $0.text }, rule?.lastDay.map { referenceDay.adding(days: $0) }, created,
        created)
    }
  }

  private var eventMembersTable: SampleTable {
    let members: [(event: Int, person: DemonstrationPerson)] = [(1, .ada), (1, .leo), (3, .ada)]
    return table("event_members", ["family_id", "id", "event_id", "member_id", "created_at"], Array(members.enumerated())) {
      [created] numbered, text in
      let (index, member) = numbered
      text.appendRow(Self.id, Self.key(.eventMember, index + 1), Self.key(.event, member.event), member.person.id, created)
    }
  }

  /// The second choir is a day later, the third one is left out, and Leo watered the plants on the first day.
  private var occurrencesTable: SampleTable {
    table(
      "occurrences",
      [
        "family_id", "id", "event_id", "task_id", "series_id", "day", "is_left_out", "is_changed", "text", "date", "time", "done_at", "done_by_id",
        "created_at", "updated_at",
      ], [1, 2, 3]
    ) { [created, referenceDay] number, text in
      let series = number == 3 ? Self.plantsID : Self.choirID
      let done = Moment(referenceDay, offset: -9 * Moment.hour)
      text.appendRow(
        Self.id, Self.key(.occurrence, number), number == 3 ? nil : series, number == 3 ? series : nil, series,
        referenceDay.adding(days: number == 3 ? 0 : 7 * number), number == 2 ? "true" : "false", number == 1 ? "true" : "false",
        number == 1 ? "With the orchestra." : nil, number == 1 ? referenceDay.adding(days: 8) : nil, number == 1 ? "18:00:00" : nil,
        number == 3 ? done : nil, number == 3 ? DemonstrationPerson.leo.id : nil, created, created)
    }
  }

  /// Ada's parents are reminded of the choir, of the library books, and of lessons that are booked.
  private var remindersTable: SampleTable {
    let reminders: [(event: Int?, task: Int?, booking: UUIDValue?, person: DemonstrationPerson, minutes: String)] = [
      (1, nil, nil, .elena, "30"), (nil, 2, nil, .mateo, "120"), (2, nil, nil, .elena, "1440"),
      (nil, nil, DemonstrationProvider.bookingID, .elena, "60"),
    ]
    return table(
      "reminders", ["family_id", "id", "event_id", "task_id", "booking_id", "member_id", "minutes_before", "created_at", "updated_at"],
      Array(reminders.enumerated())
    ) { [created] numbered, text in
      let (index, reminder) = numbered
      text.appendRow(
        Self.id, Self.key(.reminder, index + 1), reminder.event.map { Self.key(.event, $0) }, reminder.task.map { Self.key(.task, $0) },
        reminder.booking, reminder.person.id, reminder.minutes, created, created)
    }
  }

  /// The telephones of both parents have all. The addresses have been forgotten.
  private var calendarFeedsTable: SampleTable {
    table("calendar_feeds", ["family_id", "id", "member_id", "name", "kinds", "member_ids", "created_at", "updated_at"], [1, 2]) {
      [created] number, text in
      text.appendRow(
        Self.id, Self.key(.calendarFeed, number), (number == 1 ? DemonstrationPerson.elena : .mateo).id, "The Riveras", "{}", "{}", created, created)
    }
  }

  /// The calendar of Leo's club, of which no server answers.
  private var calendarSubscriptionsTable: SampleTable {
    table("calendar_subscriptions", ["family_id", "id", "name", "url", "color", "member_ids", "created_at", "updated_at"], [1]) {
      [created] number, text in
      text.appendRow(
        Self.id, Self.key(.calendarSubscription, number), "Chess club", "https://calendar.example.org/chess.ics", "#8E44AD",
        "{\(DemonstrationPerson.leo.id)}", created, created)
    }
  }

  /// The events of the subscription when it was fetched last: a day, and an evening.
  private var externalEventsTable: SampleTable {
    table(
      "external_events",
      ["family_id", "id", "subscription_id", "title", "text", "place", "first_day", "last_day", "starts_at", "ends_at", "created_at"], [1, 2]
    ) { [created, referenceDay] number, text in
      let (day, isDay) = (referenceDay.adding(days: 8), number == 1)
      let start = Moment(day, offset: 16 * Moment.hour)
      text.appendRow(
        Self.id, Self.key(.externalEvent, number), Self.key(.calendarSubscription, 1), isDay ? "Open day" : "Club evening",
        isDay ? nil : "Bring your board.", isDay ? nil : "Library", isDay ? day : nil, isDay ? day : nil, isDay ? nil : start,
        isDay ? nil : start + Moment.hour, created)
    }
  }

  private static let ruleColumns = [
    "frequency", "step", "by_day", "by_month_day", "by_month", "by_set_pos", "week_start", "count", "rule", "last_day",
  ]
}
