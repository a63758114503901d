import Domain
import Gateway
import GraphQL
import Postgres
import Push
import SQL
import TestSupport
import Testing

/// Pushes and mails of reminders that wait for the end of quiet hours (ME-06): each is sent if its reminder is still due then.
@Suite(.serialized) struct ReminderWaitTests {
  private static let database = Task {
    let database = try await SchoolDatabase("reminder_waits", families: 1)
    try await database.run("UPDATE families SET time_zone = 'UTC'")
    return database
  }

  enum Item: Sendable { case event, series, task, tasks, assignment }

  /// A push and a mail, as `take` returns them.
  private static let both = ["push", "mail"]

  private func with(_ body: (Conversation, Senders) async throws -> Void) async throws {
    try await Conversation.with(Self.database) { talk in try await prepare(talk) { try await body(talk, $0) } }
  }

  /// Elena gets reminders by push and by mail. There are none yet.
  private func prepare(_ talk: Conversation, _ body: (Senders) async throws -> Void) async throws {
    for table in ["reminders", "notifications", "messages", "devices"] {
      try await talk.database.run("DELETE FROM \(identifier: table)")
    }
    let elena = try #require(talk.elena.membership).memberID
    try await talk.database.run("UPDATE members SET mail_notifications = true WHERE id = \(bind: .uuid(elena))")
    try await talk.database.run(
      """
      INSERT INTO sign_in_addresses (account_id, id, channel, address, lookup, confirmed_at, language)
      VALUES (\(bind: .uuid(talk.elena.accountID)), gen_random_uuid(), 'EMAIL', 'elena.w@example.org', 'elena.w@example.org', now(), 'en')
      ON CONFLICT DO NOTHING
      """)
    try await talk.database.run(
      """
      INSERT INTO devices (family_id, id, member_id, platform, token)
      SELECT family_id, gen_random_uuid(), id, 'IOS', 'a1b2' FROM members WHERE id = \(bind: .uuid(elena))
      """)
    try await endQuietHours(talk)
    var configuration = PoolConfiguration(address: talk.database.superuser.user("hatched_worker"))
    configuration.size = 2
    let pool = try ConnectionPool(configuration)
    let senders = Senders(pool)
    // A push is written where a server has looked for pushes.
    #expect(try await senders.take() == [])
    try await body(senders)
    await pool.shutdown()
  }

  /// The day and the time of the moment in some minutes, in UTC.
  private func clock(_ minutes: Int32, _ talk: Conversation) async throws -> (day: String, time: String) {
    let text = try await talk.text(
      """
      SELECT to_char(date_trunc('second', now() AT TIME ZONE 'UTC') + make_interval(mins => \(bind: .int4(minutes))), 'YYYY-MM-DD HH24:MI:SS')
      """)
    let parts = text.split(separator: " ").map(String.init)
    return (try #require(parts.first), try #require(parts.last))
  }

  /// An item that is due in some minutes. An event lasts an hour.
  private func made(_ item: Item, in minutes: Int32 = 40, _ talk: Conversation) async throws -> String {
    let (start, end) = (try await clock(minutes, talk), try await clock(minutes + 60, talk))
    let event = #"date: "\#(start.day)", time: "\#(start.time)", endDate: "\#(end.day)", endTime: "\#(end.time)", timeZone: "UTC""#
    let task = #"dueDate: "\#(start.day)", dueTime: "\#(start.time)""#
    let daily = ", recurrence: {frequency: DAILY}"
    return switch item {
    case .event: try await talk.newEvent(event)
    case .series: try await talk.newEvent(event + daily)
    case .task: try await talk.newTask(task + #", timeZone: "UTC""#)
    case .tasks: try await talk.newTask(task + #", timeZone: "UTC""# + daily)
    case .assignment: try await talk.newAssignment(of: talk.ada, "T", "pointsPossible: 10, " + task)
    }
  }

  /// Reminds Elena of an item 50 minutes before, and moves what was made into the past, as if it had been there for long.
  /// - Returns: the id of the reminder.
  private func remind(of item: String, _ talk: Conversation) async throws -> String {
    let made = try await talk.ask(
      #"mutation { createReminder(input: {itemId: "\#(item)", minutesBefore: 50}) { reminder { id } } }"#, as: talk.elena)
    for table in ["events", "tasks", "assignments", "bookings", "reminders"] {
      try await talk.database.run("UPDATE \(identifier: table) SET updated_at = now() - interval '30 days'")
    }
    try await talk.database.run("UPDATE reminder_times SET looked_until = now() - interval '1 day'")
    return try #require(made.at("createReminder", "reminder", "id")?.string)
  }

  private func beginQuietHours(_ talk: Conversation, for minutes: Int32 = 20) async throws {
    try await talk.database.run(
      """
      UPDATE members SET push_quiet_from = (now() AT TIME ZONE 'UTC' - interval '1 minute')::time,
        push_quiet_until = (now() AT TIME ZONE 'UTC' + make_interval(mins => \(bind: .int4(minutes))))::time
      WHERE id = \(bind: .uuid(try #require(talk.elena.membership).memberID))
      """)
  }

  private func endQuietHours(_ talk: Conversation) async throws {
    try await talk.database.run("UPDATE members SET push_quiet_from = NULL, push_quiet_until = NULL")
    try await talk.database.run("UPDATE messages SET due_at = now()")
  }

  private func send(_ talk: Conversation) async throws {
    while try await talk.text("SELECT send_reminders(50)::text") != "0" {}
    #expect(try await talk.text("SELECT count(*)::text FROM notifications WHERE kind = 'REMINDER'") == "1")
  }

  /// The channels of the reminders that wait.
  private func waiting(_ talk: Conversation, _ condition: SQL = "true") async throws -> String {
    try await talk.text(
      """
      SELECT coalesce(string_agg(channel, ' ' ORDER BY channel), '') FROM messages
      WHERE kind = 'reminder' AND state = 'WAITING' AND \(condition)
      """)
  }

  /// Sends a reminder in quiet hours, in which its push and its mail wait.
  private func sendInQuietHours(_ talk: Conversation, _ senders: Senders) async throws {
    try await beginQuietHours(talk)
    try await send(talk)
    #expect(try await senders.take() == [])
    #expect(try await waiting(talk, "due_at > now() + interval '15 minutes'") == "EMAIL PUSH")
  }

  private func change(_ change: String, of item: String, _ reminder: String, _ talk: Conversation) async throws {
    let (day, next) = (try await clock(40, talk).day, try await clock(40 + 24 * 60, talk).day)
    // An event may end on the day after it starts.
    let end = try await clock(100 + 24 * 60, talk).day
    let names = ["$item": item, "$reminder": reminder, "$day": day, "$next": next, "$end": end]
    let fields = names.reduce(change) { $0.replacing($1.key, with: $1.value) }
    _ = try await talk.ask("mutation { \(fields) }", as: talk.elena)
  }

  @Test("A reminder that is not due any more when quiet hours end is not sent", arguments: [
    (.event, #"deleteEvent(input: {id: "$item"}) { id }"#),
    (.event, #"updateEvent(input: {id: "$item", date: "$next", endDate: "$end"}) { event { id } }"#),
    (.series, #"leaveOutOccurrence(input: {id: "$item", occurrence: "$day"}) { entry { id } }"#),
    (.series, #"changeOccurrence(input: {id: "$item", occurrence: "$day", date: "$next", endDate: "$end"}) { entry { id } }"#),
    (.task, #"markTaskDone(input: {id: "$item"}) { task { id } }"#),
    (.tasks, #"markTaskDone(input: {id: "$item", occurrence: "$day"}) { task { id } }"#),
    (.assignment, #"gradeAssignment(input: {id: "$item", pointsAwarded: 5}) { assignment { id } }"#),
    (.event, #"updateReminder(input: {id: "$reminder", minutesBefore: 45}) { reminder { id } }"#),
    (.event, #"deleteReminder(input: {id: "$reminder"}) { id }"#),
  ] as [(Item, String)])
  func changed(_ item: Item, _ mutation: String) async throws {
    try await with { talk, senders in
      let id = try await made(item, talk)
      let reminder = try await remind(of: id, talk)
      try await sendInQuietHours(talk, senders)
      try await change(mutation, of: id, reminder, talk)
      try await endQuietHours(talk)
      #expect(try await senders.take() == [])
      // They are removed, and are no failures.
      #expect(try await talk.text("SELECT count(*)::text FROM messages") == "0")
    }
  }

  @Test("A reminder that is still due when quiet hours end is sent", arguments: [
    (.event, nil), (.series, nil), (.task, nil), (.tasks, nil), (.assignment, nil),
    // A change of another occurrence.
    (.series, #"leaveOutOccurrence(input: {id: "$item", occurrence: "$next"}) { entry { id } }"#),
    (.series, #"changeOccurrence(input: {id: "$item", occurrence: "$next", time: "12:00:00", endDate: "$next", endTime: "13:00:00"}) { entry { id } }"#),
    (.tasks, #"markTaskDone(input: {id: "$item", occurrence: "$next"}) { task { id } }"#),
    // A change of another reminder.
    (.event, #"createReminder(input: {itemId: "$item", minutesBefore: 5}) { reminder { id } }"#),
  ] as [(Item, String?)])
  func unchanged(_ item: Item, _ mutation: String?) async throws {
    try await with { talk, senders in
      let id = try await made(item, talk)
      let reminder = try await remind(of: id, talk)
      try await sendInQuietHours(talk, senders)
      if let mutation { try await change(mutation, of: id, reminder, talk) }
      try await endQuietHours(talk)
      #expect(try await senders.take() == Self.both)
    }
  }

  @Test(arguments: [false, true]) func `A reminder of a booking that is cancelled in quiet hours is not sent`(isCancelled: Bool) async throws {
    try await BookingGround.run(Self.database) { ground in
      try await prepare(ground.talk) { senders in
        let talk = ground.talk
        let id = try await ground.booked(5)
        try await ground.shift(id, startsIn: "40 minutes")
        _ = try await remind(of: id, talk)
        try await sendInQuietHours(talk, senders)
        if isCancelled {
          let answer = try await ground.act("cancelBooking", id, #", reason: "Ill""#, as: talk.mateo)
          #expect(answer.at("errors") == nil, "\(answer)")
        }
        try await endQuietHours(talk)
        #expect(try await senders.take() == (isCancelled ? [] : Self.both))
        #expect(try await waiting(talk) == "")
      }
    }
  }

  @Test func `A reminder that waits lapses with its occurrence`() async throws {
    try await with { talk, senders in
      _ = try await remind(of: try await made(.event, talk), talk)
      try await sendInQuietHours(talk, senders)
      let end = try await talk.text("SELECT (lapses_at - interval '1 hour')::text FROM notifications WHERE kind = 'REMINDER'")
      #expect(try await waiting(talk, "expires_at = \(bind: .text(end))::timestamptz") == "EMAIL PUSH")
      // As if the occurrence had ended a minute ago.
      try await talk.database.run(
        "UPDATE messages SET expires_at = expires_at - (\(bind: .text(end))::timestamptz - now()) - interval '1 minute'")
      try await endQuietHours(talk)
      #expect(try await senders.take() == [])
    }
  }

  @Test func `Where quiet hours outlast the occurrence, neither push nor mail waits`() async throws {
    try await with { talk, senders in
      _ = try await remind(of: try await made(.event, in: -10, talk), talk)
      // The event ends in 50 minutes.
      try await beginQuietHours(talk, for: 55)
      try await send(talk)
      #expect(try await waiting(talk) == "PUSH")
      #expect(try await senders.take() == [])
      #expect(try await waiting(talk) == "")
      #expect(try await talk.text("SELECT count(*)::text FROM messages") == "0")
    }
  }

  @Test func `A late reminder outside of quiet hours is sent until an hour past the end`() async throws {
    try await with { talk, senders in
      // The event ended half an hour ago.
      _ = try await remind(of: try await made(.event, in: -90, talk), talk)
      try await send(talk)
      #expect(try await senders.take() == Self.both)
    }
  }

  @Test func `A mail whose reminder is not due any more does not keep the next one`() async throws {
    try await with { talk, senders in
      let reminder = try await remind(of: try await made(.event, talk), talk)
      try await send(talk)
      try await talk.database.run(
        """
        INSERT INTO messages (id, channel, address, kind, locale, arguments, due_at, expires_at)
        VALUES (gen_random_uuid(), 'EMAIL', 'leo@example.org', 'test', 'en', '{}', now(), now() + interval '1 hour')
        """)
      _ = try await talk.ask(#"mutation { deleteReminder(input: {id: "\#(reminder)"}) { id } }"#, as: talk.elena)
      #expect(try await senders.take() == ["another"])
    }
  }

  @Test func `reminder_due says of each occurrence what send_reminders sends`() async throws {
    try await with { talk, _ in
      try await talk.database.execute(script: Self.items("\(try #require(talk.elena.membership).memberID)"))
      // In one transaction, which has one moment.
      let connection = try await Connection.connect(ConnectionConfiguration(address: talk.database.owner), reactor: Reactor())
      let statements: [SQL] = [
        // Families have equal shares of one call.
        "SELECT send_reminders(50)", "SELECT send_reminders(50)", "SELECT send_reminders(50)",
        """
        WITH said AS MATERIALIZED (
          SELECT known.id, day::date AS day, reminder_due(known.family_id, known.id, day::date) AS due
          FROM reminders known CROSS JOIN generate_series(current_date - 5, current_date + 5, interval '1 day') AS day
        ), sent AS (
          SELECT reminder_id, occurrence, reminded_at FROM notifications WHERE kind = 'REMINDER'
        ), past AS (
          SELECT id, day, due FROM said WHERE due <= now()
        )
        SELECT (SELECT count(*)::int4 FROM sent), (SELECT count(*)::int4 FROM (TABLE sent EXCEPT TABLE past) AS unsaid),
          (SELECT count(*)::int4 FROM (TABLE past EXCEPT TABLE sent) AS unsent), (SELECT count(*)::int4 FROM said WHERE due > now())
        """,
      ]
      let rows = try await connection.withTransaction(isolation: .readCommitted) { try await $0.run(statements.map(\.statement))[3] }
      #expect(try #require(rows.int4(row: 0, column: 0)) > 50)
      #expect(rows.int4(row: 0, column: 1) == 0 && rows.int4(row: 0, column: 2) == 0)
      #expect(try #require(rows.int4(row: 0, column: 3)) > 50)
    }
  }

  /// Events, tasks and assignments of the last and the next hours, with occurrences that are left out, done or moved, in four time zones; and
  /// a reminder of each. No reminder is due within 30 seconds, so that the moment of the script does not matter.
  private static func items(_ member: String) -> String {
    """
    CREATE TEMPORARY TABLE made AS
    SELECT members.family_id, members.id AS member_id, n, gen_random_uuid() AS id, gen_random_uuid() AS assignment_id, zone,
      clock::date - n % 4 AS first, lasts::date - n % 4 AS last,
      CASE WHEN n % 7 > 0 THEN clock::time END AS begins, CASE WHEN n % 7 > 0 THEN lasts::time END AS ends,
      CASE WHEN n % 5 > 0 THEN (ARRAY['DAILY', 'WEEKLY', 'MONTHLY'])[n % 3 + 1] END AS frequency,
      now() - CASE WHEN n % 6 = 0 THEN n % 11 * interval '1 hour' ELSE interval '30 days' END AS changed_at
    FROM members CROSS JOIN generate_series(1, 350) AS n
    CROSS JOIN LATERAL (SELECT (ARRAY['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe'])[n % 4 + 1] AS zone) AS zones
    CROSS JOIN LATERAL (
      SELECT (date_trunc('minute', now()) + interval '150 minutes 30 seconds' - n % 30 * interval '13 minutes') AT TIME ZONE zone AS clock
    ) AS clocks
    CROSS JOIN LATERAL (SELECT clock + n % 2 * interval '200 minutes' AS lasts) AS ends
    WHERE members.id = '\(member)';
    INSERT INTO events (
      family_id, id, title, date, time, end_date, end_time, time_zone, frequency, step, by_day, by_month_day, by_month, by_set_pos, week_start,
      rule, last_day, updated_at)
    SELECT family_id, id, 'E', first, begins, last, ends, zone, frequency, 1,
      CASE frequency WHEN 'MONTHLY' THEN '{MO,TU,WE,TH,FR,SA,SU}' ELSE '{}' END::text[], '{}', '{}',
      CASE frequency WHEN 'MONTHLY' THEN ARRAY[extract(day FROM first + n % 4 - n % 2)::int] ELSE '{}' END, 'MONDAY', 'R',
      CASE WHEN n % 8 = 1 THEN first END, changed_at
    FROM made WHERE n % 5 < 3;
    INSERT INTO tasks (
      family_id, id, title, priority, due_date, due_time, time_zone, frequency, step, by_day, by_month_day, by_month, by_set_pos, week_start,
      rule, updated_at, done_at)
    SELECT family_id, id, 'T', 'LOW', CASE WHEN frequency IS NULL THEN first + n % 4 ELSE first END, begins, zone, frequency, 1, '{}', '{}',
      '{}', '{}', 'MONDAY', 'R', changed_at, CASE WHEN frequency IS NULL AND n % 2 = 0 THEN now() END
    FROM made WHERE n % 5 > 2 OR n % 10 = 0;
    INSERT INTO assignments (family_id, id, student_id, title, due_date, due_time, updated_at, done_at)
    SELECT made.family_id, made.assignment_id, students.id, 'A', first + n % 4, begins, changed_at, CASE WHEN n % 4 = 0 THEN now() END
    FROM made CROSS JOIN LATERAL (
      SELECT rows.id FROM members rows WHERE rows.family_id = made.family_id AND rows.role = 'STUDENT' ORDER BY rows.id LIMIT 1) AS students
    WHERE n % 3 = 0;
    INSERT INTO occurrences (
      family_id, id, event_id, task_id, series_id, day, is_left_out, is_changed, date, time, end_time, done_at, updated_at)
    SELECT made.family_id, gen_random_uuid(), rows.event, rows.task, made.id, first + n % 4 + m, (n + m) % 9 = 1, (n + m) % 4 < 3,
      CASE WHEN (n + m) % 5 = 0 THEN first + n % 4 END,
      CASE WHEN begins IS NOT NULL AND (n + m) % 4 = 1 THEN begins - interval '63 minutes' END,
      CASE WHEN begins IS NOT NULL AND (n + m) % 4 < 2 THEN begins + interval '40 minutes' END,
      CASE WHEN (n + m) % 7 = 0 THEN now() END,
      now() - CASE WHEN n % 2 = 0 THEN n % 9 * interval '1 hour' ELSE interval '20 days' END
    FROM (SELECT id AS event, NULL::uuid AS task, id FROM events UNION ALL SELECT NULL, id, id FROM tasks) AS rows
    JOIN made ON made.id = rows.id AND made.frequency IS NOT NULL CROSS JOIN generate_series(-2, 2) AS m
    WHERE (n + m) % 3 > 0;
    INSERT INTO reminders (family_id, id, event_id, task_id, assignment_id, member_id, minutes_before, updated_at)
    SELECT made.family_id, gen_random_uuid(), items.event, items.task, items.assignment, made.member_id, (ARRAY[190, 20, 700])[n % 3 + 1],
      now() - CASE WHEN n % 4 = 3 THEN interval '3 hours' ELSE interval '30 days' END
    FROM (
      SELECT id AS event, NULL::uuid AS task, NULL::uuid AS assignment, id FROM events
      UNION ALL SELECT NULL, id, NULL, id FROM tasks
      UNION ALL SELECT NULL, NULL, assignment_id, id FROM made WHERE n % 3 = 0
    ) AS items
    JOIN made ON made.id = items.id;
    UPDATE reminder_times SET look_at = '-infinity', looked_until = now() - interval '10 days';
    """
  }
}

/// The outboxes, as the senders of pushes and mails read them.
private struct Senders {
  private let pushes: Outbox<WaitingPush>
  private let mails: Outbox<WaitingMessage>
  /// Each of its own: a claim gives back what its sender has.
  private let pusher = UUIDValue.random()
  private let mailer = UUIDValue.random()

  init(_ pool: ConnectionPool) {
    pushes = Outbox(pool: pool)
    mails = Outbox(pool: pool)
  }

  /// Claims the pushes and the oldest mail that are due.
  /// - Returns: `push` and `mail` of each reminder, `another` of other messages.
  func take() async throws -> [String] {
    let pushed = try await pushes.exchange(by: pusher, [], next: PushService.allCases, most: 64, for: 60, held: []).next
    let mailed = try await mails.exchange(by: mailer, [], next: .email, most: 1, for: 60, held: []).next
    return pushed.map { $0.kind == "REMINDER" ? "push" : "another" } + mailed.map { $0.kind == "reminder" ? "mail" : "another" }
  }
}
