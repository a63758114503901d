import Domain
import Gateway
import GraphQL
import SQL
import TestSupport
import Testing

/// Calendar feeds and imports (ME-07).
@Suite(.serialized) struct CalendarFeedTests {
  private static let database = Task {
    let database = try await SchoolDatabase("calendar_feeds", families: 2)
    try await database.run("UPDATE families SET time_zone = 'Europe/Berlin'")
    return database
  }

  private func with(_ body: (Conversation) async throws -> Void) async throws {
    try await Conversation.with(Self.database, body)
  }

  private func newFeed(_ talk: Conversation, _ fields: String = "", as viewer: AccountViewer? = nil) async throws -> (id: String, path: String) {
    let made = try await talk.ask(
      #"mutation { createCalendarFeed(input: {name: "Feed"\#(fields)}) { path calendarFeed { id name kinds members { id } } } }"#,
      as: viewer ?? talk.elena)
    return (
      try #require(made.at("createCalendarFeed", "calendarFeed", "id")?.string), try #require(made.at("createCalendarFeed", "path")?.string)
    )
  }

  @Test func `A feed is its member's, and its address ends with it`() async throws {
    try await with { talk in
      let feeds = CalendarFeeds(pool: talk.gateway.pool)
      let feed = try await newFeed(talk, as: talk.ada)
      let secret = try #require(FeedSecret(path: feed.path))
      #expect(try await feeds.feed(secret)?.name == "Feed")
      for (viewer, count) in [(talk.ada, 1), (talk.leo, 0)] {
        let listed = try await talk.ask("{ viewer { calendarFeeds { id } } }", as: viewer)
        #expect(listed.at("viewer", "calendarFeeds")?.array?.count == count)
      }
      let foreign = try await talk.answer(#"mutation { deleteCalendarFeed(input: {id: "\#(feed.id)"}) { id } }"#, as: talk.mateo)
      #expect(foreign.code == "NOT_FOUND")
      _ = try await talk.ask(#"mutation { deleteCalendarFeed(input: {id: "\#(feed.id)"}) { id } }"#, as: talk.ada)
      #expect(try await feeds.feed(secret) == nil)
      #expect(try await talk.text("SELECT count(*)::text FROM calendar_feed_secrets WHERE feed_id = \(bind: .uuid(try #require(UUIDValue(feed.id))))") == "0")
    }
  }

  @Test func `The same input shows the same address, and no other text is one`() async throws {
    try await with { talk in
      let id = newID()
      let one = try await newFeed(talk, #", id: "\#(id)""#)
      let other = try await newFeed(talk, #", id: "\#(id)""#)
      #expect(one == other)
      for path in ["/calendars/x.ics", one.path + "x", String(one.path.dropLast(4)), "/calendars/.ics"] { #expect(FeedSecret(path: path) == nil) }
    }
  }

  @Test func `The stamp of a feed changes with the family`() async throws {
    try await with { talk in
      let feeds = CalendarFeeds(pool: talk.gateway.pool)
      let secret = try #require(FeedSecret(path: try await newFeed(talk).path))
      let before = try #require(try await feeds.feed(secret)?.stamp)
      #expect(try await feeds.feed(secret)?.stamp == before)
      _ = try await talk.newEvent(#"date: "2026-09-07""#)
      #expect(try await feeds.feed(secret)?.stamp != before)
    }
  }

  @Test func `A series is a rule with its exceptions, and a done task is none`() async throws {
    try await with { talk in
      let day = try await talk.text("SELECT (now() AT TIME ZONE 'Europe/Berlin')::date::text")
      func later(_ days: Int) async throws -> String {
        try await talk.text("SELECT (\(bind: .text(day))::date + \(bind: .int4(Int32(days))))::text")
      }
      let series = try await talk.newEvent(
        #"date: "\#(day)", time: "09:00:00", endTime: "10:00:00", recurrence: {frequency: DAILY, count: 5}"#, title: "A, b; c")
      _ = try await talk.ask(
        #"mutation { leaveOutOccurrence(input: {id: "\#(series)", occurrence: "\#(try await later(1))"}) { entry { id } } }"#, as: talk.elena)
      _ = try await talk.ask(
        #"mutation { changeOccurrence(input: {id: "\#(series)", occurrence: "\#(try await later(2))", time: "11:00:00"}) { entry { id } } }"#,
        as: talk.elena)
      let done = try await talk.newTask(#"dueDate: "\#(day)""#, title: "done")
      _ = try await talk.ask(#"mutation { markTaskDone(input: {id: "\#(done)"}) { task { id } } }"#, as: talk.elena)
      let text = try await calendar(talk, ", kinds: [EVENT, TASK]")
      let own = text.components(of: "VEVENT").filter { $0.contains("UID:\(series)\r\n") }
      #expect(own.count == 2)
      #expect(own[0].contains("RRULE:FREQ=DAILY;COUNT=5\r\n"))
      let basic = try await later(1).filter { $0 != "-" }
      #expect(own[0].contains("EXDATE;TZID=Europe/Berlin:\(basic)T090000\r\n"))
      #expect(own[1].contains("RECURRENCE-ID;TZID=Europe/Berlin:") && own[1].contains("T110000\r\n"))
      #expect(own[0].contains("SEQUENCE:2\r\n"))
      #expect(!text.contains("SUMMARY:done"))
      #expect(text.hasPrefix("BEGIN:VCALENDAR\r\n") && text.contains("BEGIN:VTIMEZONE\r\n"))
      #expect(text.split(separator: "\r\n").allSatisfy { $0.utf8.count <= 75 })
    }
  }

  /// The events and tasks of a new feed.
  private func calendar(_ talk: Conversation, _ fields: String) async throws -> String {
    let feeds = CalendarFeeds(pool: talk.gateway.pool)
    let secret = try #require(FeedSecret(path: try await newFeed(talk, fields).path))
    let feed = try #require(try await feeds.feed(secret))
    var calendar = try #require(FeedCalendar(named: feed.name, zone: feed.zone, today: feed.today))
    calendar.add(series: try await feeds.series(secret, of: feed, from: calendar.bounds.first, to: calendar.bounds.last))
    return String(decoding: calendar.bytes, as: UTF8.self)
  }

  // MARK: Imports

  private func importing(_ text: String, _ talk: Conversation, as viewer: AccountViewer? = nil) async throws -> JSONValue {
    try await talk.answer(
      """
      mutation { importCalendar(input: {text: \(text.quoted)}) { createdCount changedCount unchangedCount problems { line uid message } } }
      """, as: viewer ?? talk.elena)
  }

  private func counts(_ answer: JSONValue) -> [Double?] {
    ["createdCount", "changedCount", "unchangedCount"].map { answer.at("data", "importCalendar", .key($0))?.number }
  }

  @Test func `A file is imported once, and a higher SEQUENCE changes its event`() async throws {
    try await with { talk in
      func file(_ sequence: Int, _ title: String) -> String {
        """
        BEGIN:VCALENDAR\r
        VERSION:2.0\r
        BEGIN:VEVENT\r
        UID:one@example.org\r
        SEQUENCE:\(sequence)\r
        DTSTART;TZID=America/New_York:20330307T023000\r
        RRULE:FREQ=WEEKLY;COUNT=4\r
        EXDATE;TZID=America/New_York:20330314T023000\r
        SUMMARY:\(title)\r
        END:VEVENT\r
        BEGIN:VEVENT\r
        UID:one@example.org\r
        RECURRENCE-ID;TZID=America/New_York:20330321T023000\r
        DTSTART;TZID=America/New_York:20330322T100000\r
        SUMMARY:\(title) moved\r
        END:VEVENT\r
        BEGIN:VEVENT\r
        DTSTART;VALUE=DATE:20330401\r
        SUMMARY:Without a UID\r
        END:VEVENT\r
        BEGIN:VEVENT\r
        UID:bad@example.org\r
        DTSTART;TZID=Nowhere/Land:20330401T100000\r
        END:VEVENT\r
        END:VCALENDAR\r

        """
      }
      let first = try await importing(file(1, "Old"), talk)
      #expect(counts(first) == [2, 0, 0])
      #expect(first.at("data", "importCalendar", "problems")?.array?.count == 1)
      #expect(first.at("data", "importCalendar", "problems", 0, "uid")?.string == "bad@example.org")
      #expect(counts(try await importing(file(1, "Other"), talk)) == [0, 0, 2])
      #expect(counts(try await importing(file(2, "New"), talk)) == [0, 1, 1])
      let entries = try await talk.calendar(#"from: "2033-03-01", days: 40, kinds: [EVENT]"#).filter { !$0.contains("Family council") }
      #expect(
        entries == [
          "2033-03-07 New 2033-03-07T07:30:00.000Z 2033-03-07T07:30:00.000Z", "2033-03-22 New moved 2033-03-22T14:00:00.000Z 2033-03-22T14:00:00.000Z",
          "2033-03-28 New 2033-03-28T06:30:00.000Z 2033-03-28T06:30:00.000Z", "2033-04-01 Without a UID",
        ])
    }
  }

  @Test func `The rules of a file are bounded together`() async throws {
    try await with { talk in
      func file(_ count: Int) -> String {
        let days = (1...28).map(String.init).joined(separator: ",")
        // A thousand years, of which each is twelve months and a place in each.
        let events = (0..<count).map { number in
          """
          BEGIN:VEVENT\r
          UID:many\(number)@example.org\r
          DTSTART;VALUE=DATE:20330101\r
          RRULE:FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=\(days);BYSETPOS=1;COUNT=1000\r
          SUMMARY:E\r
          END:VEVENT\r

          """
        }
        return "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n" + events.joined() + "END:VCALENDAR\r\n"
      }
      let refused = try await importing(file(250), talk)
      #expect(refused.code == "BAD_USER_INPUT" && refused.inputPath == "input.text", "\(refused)")
      #expect(refused.at("errors", 0, "message")?.string?.contains("5000000 steps") == true, "\(refused)")
      #expect(counts(try await importing(file(50), talk)) == [50, 0, 0])
      try await talk.database.run("DELETE FROM events WHERE id IN (SELECT event_id FROM imported_events WHERE uid LIKE 'many%')")
    }
  }

  @Test func `An empty UID is none`() async throws {
    try await with { talk in
      /// Two events, each with a line for its UID.
      func file(_ uid: String) -> String {
        """
        BEGIN:VCALENDAR\r
        VERSION:2.0\r
        BEGIN:VEVENT\r
        \(uid)DTSTART;VALUE=DATE:20340401\r
        SUMMARY:One of nobody\r
        END:VEVENT\r
        BEGIN:VEVENT\r
        \(uid)DTSTART;VALUE=DATE:20340402\r
        SUMMARY:Another of nobody\r
        END:VEVENT\r
        END:VCALENDAR\r

        """
      }
      // Neither takes the other for itself.
      let first = try await importing(file("UID:\r\n"), talk)
      #expect(counts(first) == [2, 0, 0], "\(first)")
      #expect(first.at("data", "importCalendar", "problems") == .array([]))
      // By the same hash as one without the line.
      #expect(counts(try await importing(file("UID:\r\n"), talk)) == [0, 0, 2])
      #expect(counts(try await importing(file(""), talk)) == [0, 0, 2])
      let entries = try await talk.calendar(#"from: "2034-04-01", days: 2, kinds: [EVENT]"#).filter { $0.contains("of nobody") }
      #expect(entries == ["2034-04-01 One of nobody", "2034-04-02 Another of nobody"])
    }
  }

  @Test func `A text that is no file is refused, and students import nothing`() async throws {
    try await with { talk in
      let long = [String(repeating: "a", count: 900_001), String(repeating: "😀", count: 225_001)]
      for text in ["", "hello", "BEGIN:VCALENDAR\r\n", "BEGIN:VCALENDAR\u{7}\r\nEND:VCALENDAR\r\n", "a\u{0}", "\u{1B}[31m"] + long {
        let answer = try await importing(text, talk)
        #expect(answer.code == "BAD_USER_INPUT" && answer.inputPath == "input.text", "\(text.prefix(40))")
      }
      #expect(try await importing("BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n", talk, as: talk.ada).code == "FORBIDDEN")
    }
  }
}

extension String {
  /// The components of a name, without what is in them folded.
  fileprivate func components(of name: String) -> [String] {
    split(separator: "BEGIN:\(name)\r\n").dropFirst().map { String($0.split(separator: "END:\(name)\r\n").first ?? "") }
  }

  /// As a string of GraphQL.
  fileprivate var quoted: String {
    // CR LF is one character.
    "\"" + replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\r\n", with: "\\r\\n").replacing("\n", with: "\\n") + "\""
  }
}
