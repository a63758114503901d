import Domain
import GraphQL
import SQL
import SampleData
import TestSupport
import Testing

/// Webhooks of a family (ME-17): who sees and writes them, their secrets, and the events that they are told of.
@Suite(.serialized) struct WebhookTests {
  private static let database = Task { try await SchoolDatabase("webhooks", families: 1) }

  private func run(_ body: (WebhookGround) async throws -> Void) async throws { try await WebhookGround.run(Self.database, body) }

  // MARK: The webhook

  @Test func `A secret is shown once, and to the same input for a while`() async throws {
    try await run { ground in
      let id = newID()
      let input = #"mutation { createWebhook(input: {id: "\#(id)", url: "https://home.example.org/ok", kinds: [TASK_DONE]}) { secret } }"#
      let first = try await ground.talk.ask(input, as: ground.talk.elena).at("createWebhook", "secret")?.string
      #expect(try #require(first).wholeMatch(of: /whsec_[A-Za-z0-9+\/]{43}=/) != nil)
      #expect(try await ground.talk.ask(input, as: ground.talk.elena).at("createWebhook", "secret")?.string == first)
      try await ground.talk.database.run("UPDATE webhook_secrets SET created_at = now() - interval '11 minutes'")
      #expect(try await ground.talk.ask(input, as: ground.talk.elena).at("createWebhook", "secret") == .null)
      // Neither a field nor the export has it.
      let text = try await ground.talk.text("SELECT string_agg(webhooks::text, ' ') FROM webhooks")
      #expect(!text.contains("whsec_"))
    }
  }

  @Test("An address must lead to the public", arguments: [
    "http://home.example.org/", "https://user:word@home.example.org/", "https://127.0.0.1/", "https://0x7f.1/", "https://2130706433/",
    "https://10.0.0.7/", "https://169.254.169.254/", "https://[::1]/", "https://[::ffff:127.0.0.1]/", "https://printer/", "https://nas.local/",
    "https://db.internal/", "ftp://home.example.org/",
  ])
  func addresses(_ url: String) async throws {
    try await run { ground in
      let created = try await ground.talk.answer(
        #"mutation { createWebhook(input: {url: "\#(url)", kinds: [TASK_DONE]}) { secret } }"#, as: ground.talk.elena)
      #expect(created.code == "BAD_USER_INPUT", "\(created)")
      let (id, _) = try await ground.webhook("ok")
      let updated = try await ground.talk.answer(
        #"mutation { updateWebhook(input: {id: "\#(id)", url: "\#(url)"}) { webhook { url } } }"#, as: ground.talk.elena)
      #expect(updated.code == "BAD_USER_INPUT", "\(updated)")
    }
  }

  @Test func `Parents alone see and write webhooks`() async throws {
    try await run { ground in
      let talk = ground.talk
      let (id, _) = try await ground.webhook("ok")
      _ = try await ground.test(id)
      #expect(try await talk.ask("{ family { webhooks { id } } }", as: talk.mateo).at("family", "webhooks")?.array?.count == 1)
      let refused = try await talk.answer("{ family { webhooks { id } } }", as: talk.ada)
      #expect(refused.code == "FORBIDDEN" && refused.at("data", "family", "webhooks") == .null, "\(refused)")
      #expect(try await talk.ask("{ family { webhooks { id } } }", as: talk.stranger).at("family", "webhooks")?.array?.count == 0)
      for viewer in [talk.ada, talk.stranger] {
        #expect(try await talk.ask(#"{ webhook(id: "\#(id)") { id deliveries { id } } }"#, as: viewer).at("webhook") == .null)
      }
      let mutations = [
        #"createWebhook(input: {url: "https://home.example.org/", kinds: [TASK_DONE]}) { secret }"#,
        #"updateWebhook(input: {id: "\#(id)", isActive: false}) { webhook { id } }"#, #"deleteWebhook(input: {id: "\#(id)"}) { id }"#,
        #"testWebhook(input: {id: "\#(id)"}) { delivery { id } }"#, #"rotateWebhookSecret(input: {id: "\#(id)"}) { secret }"#,
      ]
      for mutation in mutations {
        #expect(try await talk.answer("mutation { \(mutation) }", as: talk.ada).code == "FORBIDDEN", "\(mutation)")
      }
      for mutation in mutations.dropFirst() {
        #expect(try await talk.answer("mutation { \(mutation) }", as: talk.stranger).code == "NOT_FOUND", "\(mutation)")
      }
    }
  }

  @Test func `What is not active is told of nothing, and is deleted with all`() async throws {
    try await run { ground in
      let talk = ground.talk
      let (id, _) = try await ground.webhook("ok")
      _ = try await ground.test(id)
      _ = try await talk.ask(#"mutation { updateWebhook(input: {id: "\#(id)", isActive: false}) { webhook { isActive } } }"#, as: talk.elena)
      #expect(try await ground.deliveries(id) == ["test FAILED 0 -"])
      #expect(try await talk.answer(#"mutation { testWebhook(input: {id: "\#(id)"}) { delivery { id } } }"#, as: talk.elena).code == "CONFLICT")
      _ = try await ground.shoppingList()
      #expect(try await ground.waiting().isEmpty)
      _ = try await talk.ask(#"mutation { updateWebhook(input: {id: "\#(id)", isActive: true}) { webhook { isActive } } }"#, as: talk.mateo)
      _ = try await ground.test(id)
      _ = try await talk.ask(#"mutation { deleteWebhook(input: {id: "\#(id)"}) { id } }"#, as: talk.elena)
      for table in ["webhook_deliveries", "webhook_queue", "webhook_secrets", "webhook_turns"] {
        let home: SQL = table == "webhook_deliveries" ? "family_id" : "home_id"
        let left = try await talk.text(
          "SELECT count(*)::text FROM \(identifier: table) WHERE \(home) = \(bind: .uuid(DemonstrationFamily.id))")
        #expect(left == "0", "\(table)")
      }
    }
  }

  @Test func `An old secret signs for a day beside the new one`() async throws {
    try await run { ground in
      let talk = ground.talk
      let (id, first) = try await ground.webhook("ok")
      func rotate() async throws -> JSONValue {
        try await talk.answer(#"mutation { rotateWebhookSecret(input: {id: "\#(id)"}) { secret webhook { id } } }"#, as: talk.elena)
      }
      let second = try #require(try await rotate().at("data", "rotateWebhookSecret", "secret")?.string)
      let both = try await ground.test(id)
      try await ground.deliver { ground.receiver.received.contains { $0.id == both } }
      let message = try #require(ground.receiver.received.first { $0.id == both })
      #expect(first != second && message.isSigned(by: first) && message.isSigned(by: second))
      try await talk.database.run("UPDATE webhook_secrets SET expires_at = now() WHERE expires_at IS NOT NULL")
      let alone = try await ground.test(id)
      try await ground.deliver { ground.receiver.received.contains { $0.id == alone } }
      let later = try #require(ground.receiver.received.first { $0.id == alone })
      #expect(!later.isSigned(by: first) && later.isSigned(by: second))
      for _ in 0..<4 { #expect(try await rotate().at("errors") == nil) }
      #expect(try await rotate().code == "LIMIT_EXCEEDED")
    }
  }

  // MARK: Events

  @Test func `A change of a shared list is told once until it is sent, and one of a private list to nobody`() async throws {
    try await run { ground in
      let (id, _) = try await ground.webhook("ok")
      let list = try await ground.shoppingList()
      for name in ["Milk", "Bread", "Tea"] { try await ground.add(name, to: list) }
      let hidden = try await ground.shoppingList(isShared: false)
      try await ground.add("Present", to: hidden)
      #expect(try await ground.waiting() == [#"shopping.changed {"shoppingListId": "\#(list)"}"#])
      try await ground.deliver { try await ground.deliveries(id) == ["shopping.changed SENT 1 204"] }
      try await ground.add("Rice", to: list)
      #expect(try await ground.waiting().count == 1)
      let message = try #require(ground.receiver.received.first)
      #expect(message.type == "shopping.changed" && message.data == ["shoppingListId": list] && !message.body.contains("Milk"))
    }
  }

  @Test func `A task that is done is told, with its occurrence`() async throws {
    try await run { ground in
      let talk = ground.talk
      _ = try await ground.webhook("ok", "TASK_DONE")
      let task = try await talk.newTask(#"dueDate: "2026-09-07""#)
      let series = try await talk.newTask(#"dueDate: "2026-09-07", recurrence: {frequency: DAILY}"#)
      #expect(try await ground.waiting().isEmpty)
      for input in [#"id: "\#(task)""#, #"id: "\#(series)", occurrence: "2026-09-08""#, #"id: "\#(task)""#] {
        _ = try await talk.ask("mutation { markTaskDone(input: {\(input)}) { task { id } } }", as: talk.ada)
      }
      #expect(try await ground.waiting() == [
        #"task.done {"taskId": "\#(task)"}"#, #"task.done {"taskId": "\#(series)", "occurrence": "2026-09-08"}"#,
      ])
      // A split copies the mark, which is no new one.
      _ = try await talk.ask(
        #"mutation { splitSeries(input: {id: "\#(series)", occurrence: "2026-09-08"}) { after { id } } }"#, as: talk.elena)
      #expect(try await ground.waiting().count == 2)
    }
  }

  @Test func `An event is told when it starts, once`() async throws {
    try await run { ground in
      let talk = ground.talk
      _ = try await ground.webhook("ok", "EVENT_STARTED")
      let moment: SQL = "date_trunc('second', now() AT TIME ZONE 'UTC') - interval '10 seconds'"
      let start = try await talk.text("SELECT to_char(\(moment), 'YYYY-MM-DD HH24:MI:SS')").split(separator: " ")
      let event = try await talk.newEvent(
        #"date: "\#(start[0])", time: "\#(start[1])", endTime: "\#(start[1])", timeZone: "UTC""#, title: "Now")
      let series = try await talk.newEvent(
        #"date: "\#(start[0])", time: "\#(start[1])", endTime: "\#(start[1])", timeZone: "UTC", recurrence: {frequency: DAILY}"#)
      try await talk.database.run("UPDATE webhook_starts SET looked_until = now() - interval '1 minute', look_at = '-infinity'")
      while try await talk.text("SELECT start_events(10)::text") != "0" {}
      let expected: Set = [
        #"event.started {"eventId": "\#(event)"}"#, #"event.started {"eventId": "\#(series)", "occurrence": "\#(start[0])"}"#,
      ]
      #expect(Set(try await ground.waiting()) == expected)
      // A message that waits would take a second one of the same event for itself.
      try await talk.database.run("UPDATE webhook_queue SET subject = NULL")
      try await talk.database.run("UPDATE webhook_starts SET look_at = '-infinity'")
      while try await talk.text("SELECT start_events(10)::text") != "0" {}
      #expect(try await ground.waiting().count == 2)
    }
  }

  @Test func `One call tells of at most 500 starts, and the calls together of each of them once`() async throws {
    try await run { ground in
      let talk = ground.talk
      _ = try await ground.webhook("ok", "EVENT_STARTED")
      let family = DemonstrationFamily.id
      // All of one moment, which no call may lose the rest of.
      try await talk.database.run(
        """
        INSERT INTO events (family_id, id, title, date, time, end_date, end_time, time_zone)
        SELECT \(bind: .uuid(family)), gen_random_uuid(), 'Many', start::date, start::time, start::date, start::time, 'UTC'
        FROM (SELECT date_trunc('second', now() AT TIME ZONE 'UTC') - interval '10 seconds' AS start) AS moment CROSS JOIN generate_series(1, 1230)
        """)
      try await talk.database.run("UPDATE webhook_starts SET looked_until = now() - interval '1 minute', look_at = '-infinity'")
      func told(_ what: SQL) async throws -> Int? {
        Int(
          try await talk.text(
            """
            SELECT count(\(what))::text FROM webhook_deliveries
            WHERE type = 'event.started' AND data::jsonb ->> 'eventId' IN (SELECT id::text FROM events WHERE title = 'Many')
            """))
      }
      #expect(try await talk.text("SELECT start_events(10)::text") != "0")
      let first = try #require(try await told("*"))
      #expect((1...500).contains(first))
      while try await talk.text("SELECT start_events(10)::text") != "0" {}
      #expect(try await told("*") == 1230)
      #expect(try await told("DISTINCT data") == 1230)
      try await talk.database.run("DELETE FROM events WHERE title = 'Many'")
    }
  }

  @Test func `Messages that wait outlast those that ended, where the family stores too many`() async throws {
    try await run { ground in
      let talk = ground.talk
      let (webhook, _) = try await ground.webhook("ok", "TASK_DONE")
      let family = DemonstrationFamily.id
      try await talk.database.run(
        """
        SELECT note_webhook(\(bind: .uuid(family)), 'TASK_DONE', jsonb_build_object('taskId', number))
        FROM generate_series(1, 300) AS number
        """)
      try await talk.database.run("SELECT set_quota('webhook_deliveries', 400, 2000000000)")
      for _ in 0..<20 {
        try await talk.database.run(
          """
          INSERT INTO webhook_deliveries (family_id, id, webhook_id, type, data, state, attempts, last_status, ended_at)
          SELECT \(bind: .uuid(family)), gen_random_uuid(), \(bind: .uuid(try #require(UUIDValue(webhook)))), 'task.done', '{}', 'SENT', 1, 204, now()
          FROM generate_series(1, 50)
          """)
      }
      #expect(try await ground.waiting().count == 300)
      #expect(try await talk.text("SELECT count(*)::text FROM webhook_queue WHERE home_id = \(bind: .uuid(family))") == "300")
      let ended = try #require(Int(try await talk.text("SELECT count(*)::text FROM webhook_deliveries WHERE state = 'SENT'")))
      #expect(ended < 600, "\(ended)")
      try await talk.database.run("SELECT set_quota('webhook_deliveries', 100000, \(bind: .int4(24 << 20)))")
    }
  }

  @Test func `An event that has started is not told again, whatever is changed of it then`() async throws {
    try await run { ground in
      let talk = ground.talk
      let (webhook, _) = try await ground.webhook("ok", "EVENT_STARTED")
      /// A moment some seconds ago: its day and its time.
      func moment(_ seconds: Int32) async throws -> (day: String, time: String) {
        let clock: SQL = "date_trunc('second', now() AT TIME ZONE 'UTC') - make_interval(secs => \(bind: .int4(seconds)))"
        let parts = try await talk.text("SELECT to_char(\(clock), 'YYYY-MM-DD HH24:MI:SS')").split(separator: " ").map(String.init)
        return (parts[0], parts[1])
      }
      // Those of the tests before, which may have started in the same minute.
      try await talk.database.run("DELETE FROM events")
      let start = try await moment(20)
      let times = #"date: "\#(start.day)", time: "\#(start.time)", endTime: "\#(start.time)", timeZone: "UTC""#
      let event = try await talk.newEvent(times, title: "Once")
      let series = try await talk.newEvent("\(times), recurrence: {frequency: DAILY}", title: "Series")
      func look() async throws {
        while try await talk.text("SELECT start_events(10)::text") != "0" {}
      }
      /// The messages so far. A message that waits must not stand for a second one.
      func told() async throws -> Int {
        try await talk.database.run("UPDATE webhook_queue SET subject = NULL")
        return try await ground.waiting().count
      }
      try await talk.database.run("UPDATE webhook_starts SET looked_until = now() - interval '1 minute', look_at = '-infinity'")
      try await look()
      #expect(try await told() == 2)
      let earlier = try await moment(30)
      for change in [
        #"updateEvent(input: {id: "\#(event)", title: "Other"}) { event { id } }"#,
        #"updateEvent(input: {id: "\#(event)", date: "\#(earlier.day)", time: "\#(earlier.time)"}) { event { id } }"#,
        #"updateEvent(input: {id: "\#(event)", place: "Hall"}) { event { id } }"#,
        #"updateEvent(input: {id: "\#(series)", title: "Other"}) { event { id } }"#,
        #"changeOccurrence(input: {id: "\#(series)", occurrence: "\#(start.day)", title: "This one"}) { entry { id } }"#,
        #"changeOccurrence(input: {id: "\#(series)", occurrence: "\#(start.day)", date: "\#(earlier.day)", time: "\#(earlier.time)"}) { entry { id } }"#,
        #"updateWebhook(input: {id: "\#(webhook)", kinds: [EVENT_STARTED, TASK_DONE]}) { webhook { id } }"#,
      ] {
        let changed = try await talk.answer("mutation { \(change) }", as: talk.elena)
        #expect(changed.at("errors") == nil, "\(changed)")
        try await talk.database.run("UPDATE webhook_starts SET look_at = '-infinity'")
        try await look()
        #expect(try await told() == 2, "\(change)")
      }
      // Had no server looked before, it would be told now: a second message is seen here.
      try await talk.database.run("UPDATE webhook_starts SET looked_until = now() - interval '2 minutes', look_at = '-infinity'")
      try await look()
      let all = try await told()
      #expect(all > 2)
    }
  }

  @Test func `A pickup is told, unless the school keeps a parent from the student`() async throws {
    try await run { ground in
      let talk = ground.talk
      _ = try await ground.webhook("ok", "PICKUP_CHANGED")
      func touch() async throws {
        try await talk.database.run(
          "UPDATE dismissals SET note = gen_random_uuid()::text WHERE family_id = \(bind: .uuid(DemonstrationFamily.id))")
      }
      try await talk.database.run("UPDATE pickup_guardians SET is_barred = false, is_confirmed = true")
      try await talk.database.run("DELETE FROM pickup_bars")
      try await touch()
      let told = try await ground.waiting()
      #expect(!told.isEmpty && told.allSatisfy { $0.hasPrefix("pickup.changed") && $0.contains("dismissalId") })
      try await talk.database.run("DELETE FROM webhook_deliveries")
      try await talk.database.run(
        """
        UPDATE pickup_guardians SET is_barred = true WHERE family_id = \(bind: .uuid(DemonstrationFamily.id)) \
        AND member_id = \(bind: .uuid(try #require(talk.mateo.membership).memberID))
        """)
      try await touch()
      #expect(try await ground.waiting().isEmpty)
    }
  }

  @Test func `A booking is told when it is new, when either side changes it, and when it is gone`() async throws {
    try await BookingGround.run(Self.database) { ground in
      let talk = ground.talk
      try await talk.database.run("DELETE FROM webhooks")
      _ = try await talk.ask(
        #"mutation { createWebhook(input: {url: "https://home.example.org/ok", kinds: [BOOKING_CHANGED]}) { secret } }"#, as: talk.elena)
      /// The messages that wait, which are forgotten then.
      func told() async throws -> String {
        let text = try await talk.text("SELECT coalesce(string_agg(type || ' ' || data, ', '), '') FROM webhook_deliveries")
        try await talk.database.run("DELETE FROM webhook_deliveries")
        return text
      }
      let id = try await ground.booked()
      let message = #"booking.changed {"bookingId": "\#(id)"}"#
      #expect(try await told() == message)
      _ = try await ground.act("confirmBooking", id, as: ground.provider)
      #expect(try await told() == message)
      _ = try await ground.act("confirmBooking", id, as: ground.provider)
      #expect(try await told() == "")
      _ = try await ground.act("cancelBooking", id, #", reason: "Ill""#, as: talk.elena)
      #expect(try await told() == message)
      try await talk.database.run("DELETE FROM bookings")
      #expect(try await told() == message)
    }
  }

  @Test func `A webhook is of the parent who gave its address, and goes with the parent`() async throws {
    try await run { ground in
      let talk = ground.talk
      let (id, _) = try await ground.webhook("ok")
      func owner() async throws -> String { try await talk.text("SELECT member_id::text FROM webhooks WHERE id = \(bind: .text(id))::uuid") }
      #expect(try await owner() == "\(try #require(talk.elena.membership).memberID)")
      _ = try await talk.ask(#"mutation { updateWebhook(input: {id: "\#(id)", kinds: [TASK_DONE]}) { webhook { id } } }"#, as: talk.mateo)
      #expect(try await owner() == "\(try #require(talk.elena.membership).memberID)")
      _ = try await talk.ask(
        #"mutation { updateWebhook(input: {id: "\#(id)", url: "https://home.example.org/other"}) { webhook { id } } }"#, as: talk.mateo)
      #expect(try await owner() == "\(try #require(talk.mateo.membership).memberID)")
      #expect(try await talk.text("SELECT confdeltype::text FROM pg_constraint WHERE conname = 'webhooks_member'") == "c")
    }
  }
}
