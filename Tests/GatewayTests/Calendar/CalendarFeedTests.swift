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

  @Test func `A feed that changes keeps its address`() async throws {
    try await with { talk in
      let feeds = CalendarFeeds(pool: talk.gateway.pool)
      let feed = try await newFeed(talk, ", kinds: [EVENT]", as: talk.ada)
      let secret = try #require(FeedSecret(path: feed.path))
      let before = try #require(try await feeds.feed(secret)?.stamp)
      func update(_ fields: String, as viewer: AccountViewer) async throws -> JSONValue {
        try await talk.answer(
          #"mutation { updateCalendarFeed(input: {id: "\#(feed.id)"\#(fields)}) { calendarFeed { name kinds members { id } version } } }"#, as: viewer)
      }
      let leo = try #require(talk.leo.membership).memberID.description
      let changed = try await update(#", name: "Ours", kinds: [TASK], memberIds: ["\#(leo)"]"#, as: talk.ada)
      let shown = changed.at("data", "updateCalendarFeed", "calendarFeed")
      #expect(shown?["name"]?.string == "Ours" && shown?["version"] == .number("2"), "\(changed)")
      #expect(shown?["kinds"]?.array == [.string("TASK")] && shown?.at("members", 0, "id")?.string == leo)
      #expect(shown?["members"]?.array?.count == 1)
      let now = try #require(try await feeds.feed(secret))
      #expect(now.name == "Ours" && now.stamp != before)
      // None is all.
      let all = try await update(", kinds: [], memberIds: []", as: talk.ada).at("data", "updateCalendarFeed", "calendarFeed")
      #expect(all?["kinds"]?.array == [] && all?["members"]?.array == [] && all?["name"]?.string == "Ours")
      for viewer in [talk.elena, talk.leo] {
        for fields in [#", name: "Theirs""#, ", memberIds: null"] { #expect(try await update(fields, as: viewer).code == "NOT_FOUND") }
      }
      #expect(try await update(", ifVersion: 1, memberIds: null", as: talk.ada).code == "CONFLICT")
      for name in ["kinds", "memberIds"] { #expect(try await update(", \(name): null", as: talk.ada).inputPath == "input.\(name)") }
      #expect(try await update(#", memberIds: ["\#(newID())"]"#, as: talk.ada).inputPath == "input.memberIds")
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

  // MARK: Changes of entries

  /// The VEVENTs of a new feed of Elena that are no events and no tasks of the family, around a day of the demonstration.
  private func otherEntries(_ talk: Conversation, today: String = "2026-09-07") async throws -> [FeedComponent] {
    let feeds = CalendarFeeds(pool: talk.gateway.pool)
    let kinds = FeedCalendar.otherKinds.joined(separator: ", ")
    let secret = try #require(FeedSecret(path: try await newFeed(talk, ", kinds: [\(kinds)]").path))
    let feed = try #require(try await feeds.feed(secret))
    var calendar = try #require(FeedCalendar(named: feed.name, zone: feed.zone, today: today))
    calendar.add(series: try await feeds.series(secret, of: feed, from: calendar.bounds.first, to: calendar.bounds.last))
    for window in calendar.windows {
      let data = try await talk.ask(
        """
        { calendar(from: "\(window.from)", days: \(window.days), kinds: [\(kinds)]) {
          date entries(first: 50) { id kind title startsAt endsAt firstDay lastDay place }
        } }
        """, as: talk.elena)
      calendar.add(calendar: try #require(data.at("calendar")))
    }
    return String(decoding: calendar.bytes, as: UTF8.self).components(of: "VEVENT").map { FeedComponent($0) }
  }

  @Test func `An entry that moves to an earlier time has a higher SEQUENCE, and the time of the change`() async throws {
    try await with { talk in
      let id = try await talk.newAssignment(of: talk.ada, "Essay", #"dueDate: "2027-03-01", dueTime: "10:00:00""#)
      func entry() async throws -> FeedComponent {
        try #require(try await otherEntries(talk).first { $0.source == id })
      }
      let key = try #require(UUIDValue(id))
      let changed: SQL = """
        SELECT to_char(updated_at AT TIME ZONE 'UTC', 'YYYYMMDD"T"HH24MISS"Z"') FROM assignments WHERE id = \(bind: .uuid(key))
        """
      let first = try await entry()
      #expect(first.sequence == 0)
      #expect(try await first.stamp == talk.text(changed))
      #expect(try await entry() == first)
      _ = try await talk.ask(
        #"mutation { updateAssignment(input: {id: "\#(id)", dueDate: "2026-09-01"}) { __typename } }"#, as: talk.elena)
      let second = try await entry()
      #expect(second.sequence == 1)
      #expect(try await second.stamp == talk.text(changed))
      #expect(second.stamp >= first.stamp)
    }
  }

  @Test(
    "A change of a row raises the SEQUENCE and the DTSTAMP of its entries",
    arguments: [
      ("assignments", "assignments"), ("planner_tasks", "planner_tasks"), ("time_slots", "time_slots"), ("courses", "time_slots"),
      ("pickup_times", "pickup_times"), ("schools", "pickup_times"), ("bookings", "bookings"), ("school_events", "school_events"),
      ("external_events", "external_events"),
    ])
  func rising(table: String, sources: String) async throws {
    try await with { talk in
      let ids = Set(try await talk.database.run("SELECT id::text FROM \(identifier: sources)").texts)
      func entries() async throws -> [String: FeedComponent] {
        Dictionary(try await otherEntries(talk).filter { ids.contains($0.source) }.map { ($0.uid, $0) }) { $1 }
      }
      let before = try await entries()
      let latest = try #require(before.values.map(\.stamp).max())
      #expect(try await entries() == before)
      // After the last change of any row behind them.
      let later: SQL = """
        to_timestamp(\(bind: .text(latest)), 'YYYYMMDD"T"HH24MISS"Z"')::timestamp AT TIME ZONE 'UTC' + interval '1 hour'
        """
      let change: SQL = table == "external_events" ? "created_at = \(later)" : "version = version + 1, updated_at = \(later)"
      try await talk.database.run("UPDATE \(identifier: table) SET \(change)")
      let after = try await entries()
      #expect(after.keys.sorted() == before.keys.sorted())
      for (uid, entry) in after {
        let former = try #require(before[uid])
        #expect(entry.sequence > former.sequence && entry.stamp > former.stamp, "\(former) \(entry)")
      }
    }
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

  @Test func `An occurrence of an all-day series keeps the time that a file gives it`() async throws {
    try await with { talk in
      let file = [
        "BEGIN:VCALENDAR", "VERSION:2.0", "BEGIN:VEVENT", "UID:all-day", "DTSTART;VALUE=DATE:20260907", "RRULE:FREQ=WEEKLY;COUNT=3",
        "SUMMARY:Market", "END:VEVENT", "BEGIN:VEVENT", "UID:all-day", "RECURRENCE-ID;VALUE=DATE:20260914",
        "DTSTART;TZID=Europe/London:20260914T090000", "DTEND;TZID=Europe/London:20260914T110000", "SUMMARY:Market", "END:VEVENT", "END:VCALENDAR",
      ].map { $0 + "\r\n" }.joined()
      #expect(counts(try await importing(file, talk)) == [1, 0, 0])
      let entries = try await talk.calendar(#"from: "2026-09-07", days: 15, kinds: [EVENT]"#, title: "Market")
      #expect(
        entries == ["2026-09-07 Market", "2026-09-14 Market 2026-09-14T08:00:00.000Z 2026-09-14T10:00:00.000Z", "2026-09-21 Market"])
    }
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

  @Test func `A file in which only an occurrence is newer changes the series, once`() async throws {
    try await with { talk in
      /// - Parameter lines: of the component of one occurrence.
      func file(_ time: String, _ lines: String) -> String {
        """
        BEGIN:VCALENDAR\r
        VERSION:2.0\r
        BEGIN:VEVENT\r
        UID:override@example.org\r
        SEQUENCE:3\r
        LAST-MODIFIED:20330101T000000Z\r
        DTSTART;TZID=Europe/Berlin:20350101T090000\r
        RRULE:FREQ=DAILY;COUNT=3\r
        SUMMARY:Override\r
        END:VEVENT\r
        BEGIN:VEVENT\r
        UID:override@example.org\r
        \(lines)RECURRENCE-ID;TZID=Europe/Berlin:20350102T090000\r
        DTSTART;TZID=Europe/Berlin:20350102T\(time)\r
        SUMMARY:Override\r
        END:VEVENT\r
        END:VCALENDAR\r

        """
      }
      func starts() async throws -> [String] {
        try await talk.calendar(#"from: "2035-01-01", days: 3, kinds: [EVENT]"#, title: "Override").map { String($0.suffix(24)) }
      }
      func expected(_ times: String...) -> [String] { times.enumerated().map { "2035-01-0\($0 + 1)T\($1):00:00.000Z" } }
      let first = try await importing(file("100000", ""), talk)
      #expect(counts(first) == [1, 0, 0])
      #expect(try await starts() == expected("08", "09", "08"))
      // A higher SEQUENCE.
      #expect(counts(try await importing(file("110000", "SEQUENCE:4\r\n"), talk)) == [0, 1, 0])
      #expect(try await starts() == expected("08", "10", "08"))
      #expect(counts(try await importing(file("110000", "SEQUENCE:4\r\n"), talk)) == [0, 0, 1])
      // The same, and a later LAST-MODIFIED.
      let later = "SEQUENCE:4\r\nLAST-MODIFIED:20330102T000000Z\r\n"
      #expect(counts(try await importing(file("120000", later), talk)) == [0, 1, 0])
      #expect(try await starts() == expected("08", "11", "08"))
      #expect(counts(try await importing(file("120000", later), talk)) == [0, 0, 1])
      // Older.
      #expect(counts(try await importing(file("130000", ""), talk)) == [0, 0, 1])
      #expect(try await starts() == expected("08", "11", "08"))
      // An occurrence that is cancelled is left out.
      #expect(counts(try await importing(file("120000", "SEQUENCE:5\r\nSTATUS:CANCELLED\r\n"), talk)) == [0, 1, 0])
      #expect(try await starts() == ["2035-01-01T08:00:00.000Z", "2035-01-03T08:00:00.000Z"])
    }
  }

  @Test func `A known event that the file cancels stays, and is a problem`() async throws {
    try await with { talk in
      func file(_ uid: String, _ sequence: Int, _ status: String) -> String {
        """
        BEGIN:VCALENDAR\r
        VERSION:2.0\r
        BEGIN:VEVENT\r
        UID:\(uid)\r
        SEQUENCE:\(sequence)\r
        STATUS:\(status)\r
        DTSTART;VALUE=DATE:20350201\r
        SUMMARY:Cancelled\r
        END:VEVENT\r
        END:VCALENDAR\r

        """
      }
      func problems(_ answer: JSONValue) -> [JSONValue]? { answer.at("data", "importCalendar", "problems")?.array }
      let uid = "cancelled@example.org"
      #expect(counts(try await importing(file(uid, 1, "CONFIRMED"), talk)) == [1, 0, 0])
      for _ in 0..<2 {
        let cancelled = try await importing(file(uid, 2, "CANCELLED"), talk)
        #expect(counts(cancelled) == [0, 0, 0])
        #expect(problems(cancelled)?.count == 1, "\(cancelled)")
        let problem = problems(cancelled)?.first
        #expect(problem?.at("line")?.number == 3 && problem?.at("uid")?.string == uid, "\(cancelled)")
        #expect(problem?.at("message")?.string == "The event is cancelled and stays: an import deletes no event.")
      }
      #expect(try await talk.calendar(#"from: "2035-02-01", days: 1, kinds: [EVENT]"#, title: "Cancelled") == ["2035-02-01 Cancelled"])
      // One that is not newer, and one that is not known.
      for answer in [
        try await importing(file(uid, 1, "CANCELLED"), talk), try await importing(file("unknown@example.org", 2, "CANCELLED"), talk),
      ] {
        #expect(counts(answer) == [0, 0, 0])
        #expect(problems(answer) == [], "\(answer)")
      }
      // The event goes on.
      #expect(counts(try await importing(file(uid, 3, "CONFIRMED"), talk)) == [0, 1, 0])
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

/// A VEVENT of a feed.
private struct FeedComponent: Equatable {
  let uid: String
  let sequence: Int
  /// The DTSTAMP.
  let stamp: String

  init(_ text: String) {
    func value(_ name: String) -> String {
      text.split(separator: "\r\n").first { $0.hasPrefix("\(name):") }.map { String($0.dropFirst(name.count + 1)) } ?? ""
    }
    (uid, stamp) = (value("UID"), value("DTSTAMP"))
    sequence = Int(value("SEQUENCE")) ?? -1
  }

  /// The id of the object behind it.
  var source: String { String(uid.prefix { $0 != ":" }) }
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
