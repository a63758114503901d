import Domain
import Gateway
import GraphQL
import Postgres
import SQL
import TestSupport
import Testing

/// Reminders (ME-06): once, late rather than never, and for nobody where there is nothing to be reminded of.
@Suite(.serialized) struct ReminderTests {
  private static let database = Task {
    let database = try await SchoolDatabase("reminders", families: 1)
    try await database.run("UPDATE families SET time_zone = 'Europe/Berlin'")
    return database
  }

  private func with(_ body: (Conversation) async throws -> Void) async throws {
    try await Conversation.with(Self.database) { talk in
      try await talk.database.run("DELETE FROM reminders")
      try await talk.database.run("DELETE FROM notifications")
      try await body(talk)
    }
  }

  /// An event that begins in some minutes, and lasts an hour.
  private func event(in minutes: Int, _ talk: Conversation, recurrence: String = "") async throws -> String {
    let moment: SQL = "date_trunc('second', now() AT TIME ZONE 'UTC') + make_interval(mins => \(bind: .int4(Int32(minutes))))"
    let start = try await talk.text("SELECT to_char(\(moment), 'YYYY-MM-DD HH24:MI:SS')").split(separator: " ")
    let end = try await talk.text("SELECT to_char(\(moment) + interval '1 hour', 'YYYY-MM-DD HH24:MI:SS')").split(separator: " ")
    return try await talk.newEvent(
      #"date: "\#(start[0])", time: "\#(start[1])", endDate: "\#(end[0])", endTime: "\#(end[1])", timeZone: "UTC"\#(recurrence)"#)
  }

  private func remind(of item: String, _ minutes: Int, _ talk: Conversation, fields: String = "") async throws -> JSONValue {
    try await talk.answer(
      #"mutation { createReminder(input: {itemId: "\#(item)", minutesBefore: \#(minutes)\#(fields)}) { reminder { id minutesBefore member { id } } } }"#,
      as: talk.elena)
  }

  /// Moves what was made into the past, as if it had been there for long.
  private func age(_ talk: Conversation) async throws {
    for table in ["events", "tasks", "reminders"] {
      try await talk.database.run("UPDATE \(identifier: table) SET updated_at = now() - interval '30 days'")
    }
    try await talk.database.run("UPDATE reminder_times SET looked_until = now() - interval '1 day'")
  }

  private func send(_ talk: Conversation) async throws {
    while try await talk.text("SELECT send_reminders(50)::text") != "0" {}
  }

  private func count(_ talk: Conversation) async throws -> String {
    try await talk.text("SELECT count(*)::text FROM notifications WHERE kind = 'REMINDER'")
  }

  @Test func `A reminder is sent once, to its member`() async throws {
    try await with { talk in
      let event = try await event(in: 9, talk)
      let made = try await remind(of: event, 10, talk)
      #expect(made.at("data", "createReminder", "reminder", "member", "id")?.string == "\(try #require(talk.elena.membership).memberID)")
      try await send(talk)
      // It was due before it was made.
      #expect(try await count(talk) == "0")
      try await age(talk)
      try await send(talk)
      try await send(talk)
      #expect(try await count(talk) == "1")
      let shown = try await talk.ask(
        "{ viewer { notifications { kind event title arguments { title dueDate time } } } }", as: talk.elena)
      let first = shown.at("viewer", "notifications", 0)
      #expect(first?["kind"]?.string == "REMINDER" && first?["title"]?.string == "Reminder: E")
      #expect(first?.at("arguments", "time")?.string?.count == 5)
      #expect(try await talk.ask("{ viewer { notifications { id } } }", as: talk.mateo).at("viewer", "notifications")?.array?.count == 0)
    }
  }

  @Test func `An outage delays a reminder until an hour past the end`() async throws {
    try await with { talk in
      for (minutes, sent) in [(-30, "1"), (-115, "1"), (-125, "0")] {
        try await talk.database.run("DELETE FROM notifications")
        let event = try await event(in: minutes, talk)
        _ = try await remind(of: event, 5, talk)
        try await age(talk)
        try await send(talk)
        #expect(try await count(talk) == sent, "\(minutes)")
        try await talk.database.run("DELETE FROM reminders")
      }
    }
  }

  @Test func `Nobody is reminded of what is done, left out or moved away`() async throws {
    try await with { talk in
      let day = try await talk.text("SELECT (now() AT TIME ZONE 'Europe/Berlin')::date::text")
      let task = try await talk.newTask(#"dueDate: "\#(day)", recurrence: {frequency: DAILY}"#)
      let event = try await event(in: 5, talk, recurrence: ", recurrence: {frequency: DAILY}")
      _ = try await remind(of: task, 0, talk)
      _ = try await remind(of: event, 10, talk)
      let first = try await talk.text(
        "SELECT date::text FROM events WHERE id = \(bind: .uuid(try #require(UUIDValue(event))))")
      _ = try await talk.ask(#"mutation { markTaskDone(input: {id: "\#(task)", occurrence: "\#(day)"}) { task { id } } }"#, as: talk.elena)
      _ = try await talk.ask(
        #"mutation { leaveOutOccurrence(input: {id: "\#(event)", occurrence: "\#(first)"}) { entry { id } } }"#, as: talk.elena)
      try await age(talk)
      try await send(talk)
      #expect(try await count(talk) == "0")
    }
  }

  @Test func `A change that no longer fits its series leaves the reminder to the series`() async throws {
    try await with { talk in
      let event = try await event(in: 5, talk, recurrence: ", recurrence: {frequency: DAILY}")
      _ = try await remind(of: event, 10, talk)
      // Its own end was after the start once, and the series is later now.
      try await talk.database.run(
        """
        INSERT INTO occurrences (family_id, id, event_id, series_id, day, is_left_out, is_changed, end_date, end_time)
        SELECT family_id, gen_random_uuid(), id, id, date, false, true, date - 1, time FROM events WHERE id = \(bind: .uuid(try #require(UUIDValue(event))))
        """)
      try await talk.database.run("UPDATE occurrences SET updated_at = now() - interval '30 days'")
      try await age(talk)
      let due = try await talk.text(
        """
        SELECT (reminder_due(family_id, id, (SELECT date FROM events WHERE events.id = reminders.event_id)) IS NOT NULL)::text FROM reminders
        """)
      #expect(due == "true")
      try await send(talk)
      #expect(try await count(talk) == "1")
    }
  }

  @Test func `One call sends at most 500 reminders, and the calls together each of them once`() async throws {
    try await with { talk in
      let event = try await event(in: 9, talk)
      try await talk.database.run(
        """
        INSERT INTO reminders (family_id, id, event_id, member_id, minutes_before)
        SELECT family_id, gen_random_uuid(), id, \(bind: .uuid(try #require(talk.elena.membership).memberID)), 10
        FROM events CROSS JOIN generate_series(1, 620) WHERE id = \(bind: .uuid(try #require(UUIDValue(event))))
        """)
      try await age(talk)
      let looked = try #require(Int(try await talk.text("SELECT send_reminders(50)::text")))
      #expect((1...500).contains(looked))
      let sent = try #require(Int(try await count(talk)))
      #expect((1...500).contains(sent))
      try await send(talk)
      #expect(try await count(talk) == "620")
      #expect(try await talk.text("SELECT count(DISTINCT reminder_id)::text FROM notifications WHERE kind = 'REMINDER'") == "620")
    }
  }

  @Test func `An occurrence is reminded of once, however often a server looks at it`() async throws {
    try await with { talk in
      let event = try await event(in: 5, talk, recurrence: ", recurrence: {frequency: DAILY}")
      _ = try await remind(of: event, 10, talk)
      try await age(talk)
      for look in 1...5 {
        try await send(talk)
        #expect(try await count(talk) == "1", "look \(look)")
        // As a server whose last look was lost would find it.
        try await talk.database.run("UPDATE reminder_times SET look_at = '-infinity', looked_until = now() - interval '1 day'")
      }
      let days = try await talk.text("SELECT count(DISTINCT (reminder_id, occurrence, reminded_at))::text FROM notifications WHERE kind = 'REMINDER'")
      #expect(days == "1")
    }
  }

  @Test func `Changes of many occurrences have a server look at a reminder once, and write it once`() async throws {
    try await with { talk in
      let event = try await event(in: 600, talk, recurrence: ", recurrence: {frequency: DAILY}")
      _ = try await remind(of: event, 10, talk)
      try await send(talk)
      func row() async throws -> String { try await talk.text("SELECT xmin::text || ' ' || ctid::text FROM reminder_times") }
      func isLookedAtNow() async throws -> String { try await talk.text("SELECT (look_at = '-infinity')::text FROM reminder_times") }
      let asleep = try await row()
      #expect(try await isLookedAtNow() == "false")
      var written: [String] = []
      for day in 1...5 {
        let occurrence = try await talk.text(
          "SELECT (date + \(bind: .int4(Int32(day))))::text FROM events WHERE id = \(bind: .uuid(try #require(UUIDValue(event))))")
        _ = try await talk.ask(
          #"mutation { leaveOutOccurrence(input: {id: "\#(event)", occurrence: "\#(occurrence)"}) { entry { id } } }"#, as: talk.elena)
        written.append(try await row())
        #expect(try await isLookedAtNow() == "true")
      }
      // The first change wakes it; it is looked at anyway then.
      #expect(written[0] != asleep && Set(written).count == 1, "\(written)")
      try await send(talk)
      #expect(try await isLookedAtNow() == "false")
    }
  }

  @Test func `Two processes at once send each reminder once`() async throws {
    try await with { talk in
      for _ in 0..<20 { _ = try await remind(of: try await event(in: 3, talk), 10, talk) }
      try await age(talk)
      async let one: Void = send(talk)
      async let other: Void = send(talk)
      _ = try await (one, other)
      #expect(try await count(talk) == "20")
    }
  }

  @Test func `What has no time is reminded of from midnight where the family lives`() async throws {
    try await with { talk in
      let task = try await talk.newTask(#"dueDate: "2031-07-05", timeZone: "America/New_York""#)
      _ = try await remind(of: task, -540, talk)
      try await send(talk)
      #expect(try await count(talk) == "0")
      let next = try await talk.text("SELECT (look_at AT TIME ZONE 'Europe/Berlin')::text FROM reminder_times ORDER BY look_at DESC LIMIT 1")
      #expect(next == "2031-07-05 09:00:00")
    }
  }

  @Test func `Reminders are refused that cannot be`() async throws {
    try await with { talk in
      let timed = try await event(in: 60, talk)
      #expect(try await remind(of: timed, -1, talk).inputPath == "input.minutesBefore")
      #expect(try await remind(of: timed, 40_321, talk).inputPath == "input.minutesBefore")
      #expect(try await remind(of: newID(), 10, talk).code == "NOT_FOUND")
      #expect(try await remind(of: timed, 10, talk, fields: #", memberId: "\#(newID())""#).code == "NOT_FOUND")
      let student = try await talk.answer(
        #"mutation { createReminder(input: {itemId: "\#(timed)", minutesBefore: 5}) { reminder { id } } }"#, as: talk.ada)
      #expect(student.code == "FORBIDDEN")
    }
  }

  @Test func `A mail waits for the end of quiet hours, where the member wants mails`() async throws {
    try await with { talk in
      _ = try await talk.ask("mutation { updateMemberSettings(input: {mailNotifications: true}) { settings { mailNotifications } } }", as: talk.elena)
      try await talk.database.run(
        """
        INSERT INTO sign_in_addresses (account_id, id, channel, address, lookup, confirmed_at, language)
        VALUES (\(bind: .uuid(talk.elena.accountID)), gen_random_uuid(), 'EMAIL', 'elena.r@example.org', 'elena.r@example.org', now(), 'en')
        ON CONFLICT DO NOTHING
        """)
      try await talk.database.run(
        """
        UPDATE members SET push_quiet_from = (now() AT TIME ZONE 'Europe/Berlin' - interval '1 minute')::time,
          push_quiet_until = (now() AT TIME ZONE 'Europe/Berlin' + interval '20 minutes')::time
        WHERE id = \(bind: .uuid(try #require(talk.elena.membership).memberID))
        """)
      _ = try await remind(of: try await event(in: 5, talk), 10, talk)
      try await age(talk)
      try await send(talk)
      let mails = try await talk.text(
        """
        SELECT count(*) FILTER (WHERE due_at > now() + interval '15 minutes' AND expires_at > due_at)::text FROM messages
        WHERE kind = 'reminder' AND channel = 'EMAIL'
        """)
      #expect(mails == "1")
    }
  }
}
