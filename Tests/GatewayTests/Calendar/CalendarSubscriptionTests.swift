import Domain
import Foundation
import Gateway
import GraphQL
import Logging
import Postgres
import SQL
import TestSupport
import Testing

/// Calendars elsewhere that a family subscribes to (ME-07).
@Suite(.serialized) struct CalendarSubscriptionTests {
  private static let database = Task {
    let database = try await SchoolDatabase("calendar_subscriptions", families: 1)
    try await database.run("UPDATE families SET time_zone = 'Europe/Berlin'")
    return database
  }

  /// The texts that calendars elsewhere have at the moment, by address.
  private struct Elsewhere: CalendarSource {
    let texts: [String: String]

    func calendar(at url: String) async -> FetchedCalendar {
      texts[url].map { .text(Array($0.utf8)) } ?? .failure("the host does not answer")
    }
  }

  private func with(_ body: (Conversation) async throws -> Void) async throws {
    try await Conversation.with(Self.database) { talk in
      try await talk.database.run("DELETE FROM calendar_subscriptions WHERE name <> 'Chess club'")
      try await body(talk)
    }
  }

  private func subscribe(to url: String, _ talk: Conversation, as viewer: AccountViewer? = nil) async throws -> JSONValue {
    try await talk.answer(
      #"mutation { createCalendarSubscription(input: {name: "Club", url: "\#(url)"}) { calendarSubscription { id failure fetchedAt } } }"#,
      as: viewer ?? talk.elena)
  }

  /// Fetches all calendars, as if the last time was long ago.
  private func fetch(_ texts: [String: String], _ talk: Conversation) async throws {
    try await talk.database.run("UPDATE subscription_times SET due_at = now() - interval '1 minute'")
    let pool = try ConnectionPool(PoolConfiguration(address: talk.database.superuser.user("hatched_worker")))
    let fetching = SubscriptionFetching(pool: pool, source: Elsewhere(texts: texts))
    #expect(try await fetching.pass(logger: Logger(label: "tests")) > 0)
    await pool.shutdown()
  }

  /// - Parameter day: the first of three, a week apart: `20270111`.
  private func file(_ summary: String, _ day: String) -> String {
    """
    BEGIN:VCALENDAR\r
    VERSION:2.0\r
    BEGIN:VEVENT\r
    UID:1@example.org\r
    DTSTAMP:20330101T000000Z\r
    DTSTART;TZID=Europe/Berlin:\(day)T190000\r
    DTEND;TZID=Europe/Berlin:\(day)T200000\r
    RRULE:FREQ=WEEKLY;COUNT=3\r
    SUMMARY:\(summary)\r
    LOCATION:Library\r
    END:VEVENT\r
    END:VCALENDAR\r

    """
  }

  @Test func `The demonstration's subscription is in the calendar of its days`() async throws {
    try await with { talk in
      let data = try await talk.ask(
        """
        { calendar(from: "2026-09-15", days: 1, kinds: [EXTERNAL]) { entries {
          kind title isAllDay members { name } item { __typename ... on ExternalEvent { id title text place } } } } }
        """, as: talk.ada)
      let entries = data.at("calendar", 0, "entries")?.array ?? []
      #expect(entries.compactMap { $0["title"]?.string } == ["Open day", "Club evening"])
      #expect(entries.allSatisfy { $0.at("item", "__typename")?.string == "ExternalEvent" && $0.at("members", 0, "name")?.string == "Leo Rivera" })
      #expect(entries.last?.at("item", "place")?.string == "Library" && entries.last?.at("item", "text")?.string == "Bring your board.")
    }
  }

  @Test func `A calendar is fetched, changes with its file, and keeps what it had where it cannot be read`() async throws {
    try await with { talk in
      let made = try await subscribe(to: "webcal://calendar.example.org/a.ics", talk)
      let id = try #require(made.at("data", "createCalendarSubscription", "calendarSubscription", "id")?.string, "\(made)")
      let url = "https://calendar.example.org/a.ics"
      // Calendars elsewhere are read for the days about today.
      var days: [String] = []
      for week in 0..<3 {
        days.append(try await talk.text("SELECT ((now() AT TIME ZONE 'Europe/Berlin')::date + \(bind: .int4(Int32(3 + 7 * week))))::text"))
      }
      let day = days[0].replacing("-", with: "")
      func shown() async throws -> [String] {
        try await talk.calendar(#"from: "\#(days[0])", days: 31, kinds: [EXTERNAL]"#).map { String($0.prefix(16)).trimmingCharacters(in: .whitespaces) }
      }
      func state() async throws -> (failure: String?, isFetched: Bool) {
        let listed = try await talk.ask("{ family { calendarSubscriptions { id failure fetchedAt } } }", as: talk.elena)
        let own = listed.at("family", "calendarSubscriptions")?.array?.first { $0["id"]?.string == id }
        return (own?["failure"]?.string, own?["fetchedAt"]?.string != nil)
      }
      try await fetch([url: file("Match", day)], talk)
      #expect(try await shown() == days.map { "\($0) Match" })
      let first = try await state()
      #expect(first.failure == nil && first.isFetched)
      try await fetch([:], talk)
      #expect(try await shown().count == 3)
      #expect(try await state().failure?.contains("does not answer") == true)
      try await fetch([url: "no calendar"], talk)
      #expect(try await shown().count == 3)
      #expect(try await state().failure != nil)
      try await fetch([url: file("Final", day)], talk)
      #expect(try await shown() == days.map { "\($0) Final" })
      #expect(try await state().failure == nil)
      _ = try await talk.ask(#"mutation { deleteCalendarSubscription(input: {id: "\#(id)"}) { id } }"#, as: talk.elena)
      #expect(try await shown() == [])
    }
  }

  @Test func `A new address is fetched at once, and what came of the former one is left out`() async throws {
    try await with { talk in
      let made = try await subscribe(to: "https://calendar.example.org/b.ics", talk)
      let id = try #require(made.at("data", "createCalendarSubscription", "calendarSubscription", "id")?.string, "\(made)")
      let day = try await talk.text("SELECT ((now() AT TIME ZONE 'Europe/Berlin')::date + 3)::text")
      let basic = day.replacing("-", with: "")
      func shown() async throws -> [String] {
        try await talk.calendar(#"from: "\#(day)", days: 1, kinds: [EXTERNAL]"#).map { String($0.prefix(16)).trimmingCharacters(in: .whitespaces) }
      }
      func update(_ fields: String) async throws -> JSONValue {
        try await talk.answer(
          """
          mutation { updateCalendarSubscription(input: {id: "\(id)"\(fields)}) {
            calendarSubscription { url name members { name } version } } }
          """, as: talk.elena)
      }
      try await fetch(["https://calendar.example.org/b.ics": file("First", basic)], talk)
      #expect(try await shown() == ["\(day) First"])
      let ada = try #require(talk.ada.membership).memberID.description
      // The former address is being fetched.
      let claimed = "UPDATE subscription_times SET due_at = now() + interval '5 minutes'"
      try await talk.database.run(SQL("\(unescaped: claimed)"))
      let changed = try await update(#", url: "webcal://calendar.example.org/c.ics", memberIds: ["\#(ada)"]"#)
      let own = changed.at("data", "updateCalendarSubscription", "calendarSubscription")
      #expect(own?["url"]?.string == "https://calendar.example.org/c.ics", "\(changed)")
      #expect(own?["name"]?.string == "Club" && own?.at("members", 0, "name")?.string == "Ada Rivera")
      let isDue: SQL = "SELECT (due_at <= now())::text FROM subscription_times WHERE subscription_id = \(bind: .uuid(try #require(UUIDValue(id))))"
      #expect(try await talk.text(isDue) == "true")
      let family = try #require(talk.elena.membership).familyID
      // Another process has begun with the new one.
      try await talk.database.run(SQL("\(unescaped: claimed)"))
      try await talk.database.run(
        """
        SELECT store_subscription(\(bind: .uuid(family)), \(bind: .uuid(try #require(UUIDValue(id)))), \
        'https://calendar.example.org/b.ics', '\\x01', NULL, '[]'::jsonb)
        """)
      #expect(try await shown() == ["\(day) First"])
      #expect(try await talk.text(isDue) == "true")
      try await fetch(["https://calendar.example.org/c.ics": file("Other", basic)], talk)
      #expect(try await shown() == ["\(day) Other"])
      // The same address again is fetched when it was to be.
      _ = try await update(#", url: "https://calendar.example.org/c.ics""#)
      #expect(try await talk.text(isDue) == "false")
      for (fields, path) in [
        (", url: null", "input.url"), (#", url: "http://calendar.example.org/c.ics""#, "input.url"), (#", url: "https://127.0.0.1/c.ics""#, "input.url"),
        (#", memberIds: ["\#(newID())"]"#, "input.memberIds"),
      ] { #expect(try await update(fields).inputPath == path) }
      _ = try await talk.ask(#"mutation { deleteCalendarSubscription(input: {id: "\#(id)"}) { id } }"#, as: talk.elena)
    }
  }

  @Test func `An occurrence that is as before keeps the time of its last change`() async throws {
    try await with { talk in
      let url = "https://calendar.example.org/d.ics"
      let made = try await subscribe(to: url, talk)
      let id = try #require(made.at("data", "createCalendarSubscription", "calendarSubscription", "id")?.string, "\(made)")
      let key = try #require(UUIDValue(id))
      let day = try await talk.text("SELECT to_char((now() AT TIME ZONE 'Europe/Berlin')::date + 3, 'YYYYMMDD')")
      func stored() async throws -> [String] {
        try await talk.text(
          """
          SELECT string_agg(title || ' ' || created_at, ',' ORDER BY starts_at) FROM external_events \
          WHERE subscription_id = \(bind: .uuid(key))
          """
        ).split(separator: ",").map(String.init)
      }
      try await fetch([url: file("Match", day)], talk)
      let first = try await stored()
      #expect(first.count == 3)
      try await fetch([url: file("Match", day).replacing("COUNT=3", with: "COUNT=4")], talk)
      let second = try await stored()
      #expect(second.count == 4 && Array(second.prefix(3)) == first)
      try await fetch([url: file("Match", day).replacing("COUNT=3", with: "COUNT=2")], talk)
      #expect(try await stored() == Array(first.prefix(2)))
      try await fetch([url: file("Match", day).replacing("Library", with: "Hall")], talk)
      let moved = try await stored()
      #expect(moved.count == 3 && moved.allSatisfy { !first.contains($0) && !second.contains($0) })
    }
  }

  @Test func `A calendar that the family has no room for keeps what it had, and says so`() async throws {
    try await with { talk in
      let made = try await subscribe(to: "https://calendar.example.org/c.ics", talk)
      let id = try #require(made.at("data", "createCalendarSubscription", "calendarSubscription", "id")?.string, "\(made)")
      let key = try #require(UUIDValue(id))
      let day = try await talk.text("SELECT to_char((now() AT TIME ZONE 'Europe/Berlin')::date + 3, 'YYYYMMDD')")
      try await talk.database.run(
        """
        SELECT set_quota('external_events', (
          SELECT count(*)::int + 2 FROM external_events WHERE family_id = \(bind: .uuid(try #require(talk.elena.membership).familyID))), 2000000000)
        """)
      try await fetch(["https://calendar.example.org/c.ics": file("Match", day)], talk)
      let shown = try await talk.ask("{ family { calendarSubscriptions { id failure } } }", as: talk.elena)
      let own = shown.at("family", "calendarSubscriptions")?.array?.first { $0["id"]?.string == id }
      #expect(own?["failure"]?.string?.contains("external events") == true, "\(shown)")
      // As after other failures.
      let due = try await talk.text(
        "SELECT (due_at > now() + interval '50 minutes')::text FROM subscription_times WHERE subscription_id = \(bind: .uuid(key))")
      #expect(due == "true")
      try await talk.database.run("SELECT set_quota('external_events', 100000, \(bind: .int4(32 << 20)))")
      try await fetch(["https://calendar.example.org/c.ics": file("Match", day)], talk)
      #expect(
        try await talk.text("SELECT count(*)::text FROM external_events WHERE subscription_id = \(bind: .uuid(key))") == "3")
    }
  }

  @Test func `A small file whose texts grow with its days is refused, and the last copy stays`() async throws {
    try await with { talk in
      let made = try await subscribe(to: "webcal://calendar.example.org/c.ics", talk)
      let id = try #require(made.at("data", "createCalendarSubscription", "calendarSubscription", "id")?.string, "\(made)")
      let url = "https://calendar.example.org/c.ics"
      func stored() async throws -> String {
        try await talk.text("SELECT count(*)::text FROM external_events WHERE subscription_id = \(bind: .uuid(try #require(UUIDValue(id))))")
      }
      func failure() async throws -> String? {
        let listed = try await talk.ask("{ family { calendarSubscriptions { id failure } } }", as: talk.elena)
        return listed.at("family", "calendarSubscriptions")?.array?.first { $0["id"]?.string == id }?["failure"]?.string
      }
      let day = try await talk.text("SELECT to_char(now() AT TIME ZONE 'Europe/Berlin' + interval '3 days', 'YYYYMMDD')")
      try await fetch([url: file("Match", day)], talk)
      #expect(try await stored() == "3")
      let daily = [
        "BEGIN:VCALENDAR", "VERSION:2.0", "BEGIN:VEVENT", "UID:1@example.org", "DTSTART;VALUE=DATE:20200101", "RRULE:FREQ=DAILY", "SUMMARY:Daily",
        "DESCRIPTION:\(String(repeating: "a", count: 9_000))", "END:VEVENT", "END:VCALENDAR", "",
      ]
      try await fetch([url: daily.joined(separator: "\r\n")], talk)
      #expect(try await stored() == "3")
      let problem = try await failure()
      #expect(problem?.contains("\(8 << 20) bytes") == true, "\(problem ?? "no failure")")
    }
  }

  @Test(
    "An address that is not public is refused",
    arguments: [
      "http://example.org/a.ics", "https://user@example.org/a.ics", "https://localhost/a.ics", "https://printer.local/a.ics",
      "https://db.internal/a.ics", "https://127.0.0.1/a.ics", "https://0x7f000001/a.ics", "https://2130706433/a.ics", "https://[::1]/a.ics",
      "https://[::ffff:10.0.0.1]/a.ics", "https://[64:ff9b::a00:1]/a.ics", "https://169.254.169.254/latest", "ftp://example.org/a.ics",
    ])
  func refused(url: String) async throws {
    try await with { talk in
      let answer = try await subscribe(to: url, talk)
      #expect(answer.code == "BAD_USER_INPUT" && answer.inputPath == "input.url", "\(answer)")
    }
  }

  @Test func `Students subscribe to nothing`() async throws {
    try await with { talk in
      let answer = try await subscribe(to: "https://calendar.example.org/b.ics", talk, as: talk.ada)
      #expect(answer.code == "FORBIDDEN")
    }
  }
}
