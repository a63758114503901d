import Domain
import GraphQL
import SQL
import TestSupport
import Testing

/// The family's calendar, and what is to do (ME-04), with the examples C1 to C3 of the specification.
@Suite(.serialized) struct CalendarTests {
  private static let database = Task {
    let database = try await SchoolDatabase("calendar", families: 2)
    try await database.run("UPDATE families SET time_zone = 'Europe/Berlin'")
    return database
  }

  private func with(_ body: (Conversation) async throws -> Void) async throws {
    try await Conversation.with(Self.database, body)
  }

  @Test func `Entries stand on the days of the family's calendar`() async throws {
    try await with { talk in
      _ = try await talk.newEvent(#"date: "2026-09-07", time: "23:30:00", timeZone: "America/New_York""#, title: "C1")
      _ = try await talk.newEvent(#"date: "2026-09-05", endDate: "2026-09-08", timeZone: "America/New_York""#, title: "C2")
      _ = try await talk.newEvent(#"date: "2026-09-06", time: "22:00:00", endDate: "2026-09-07", endTime: "00:00:00""#, title: "C3")
      func days(_ title: String, _ arguments: String) async throws -> [String] {
        try await talk.calendar(arguments, title: title).map { String($0.prefix(10)) }
      }
      #expect(try await days("C1", #"from: "2026-09-01", days: 20"#) == ["2026-09-08"])
      #expect(try await days("C2", #"from: "2026-09-07", days: 1"#) == ["2026-09-07"])
      #expect(try await days("C2", #"from: "2026-09-01", days: 20"#) == ["2026-09-05", "2026-09-06", "2026-09-07", "2026-09-08"])
      #expect(try await days("C3", #"from: "2026-09-01", days: 20"#) == ["2026-09-06"])
    }
  }

  @Test func `A calendar has 1 to 200 days`() async throws {
    try await with { talk in
      for (days, code) in [(0, "BAD_USER_INPUT"), (-1, "BAD_USER_INPUT"), (201, "LIMIT_EXCEEDED")] {
        let answer = try await talk.answer("{ calendar(days: \(days)) { date } }", as: talk.elena)
        #expect(answer.code == code, "\(days)")
      }
      for days in [1, 200] {
        #expect(try await talk.ask("{ calendar(days: \(days)) { date } }", as: talk.elena).at("calendar")?.array?.count == days)
      }
    }
  }

  @Test func `All kinds are in order: all day, by the clock, without a time`() async throws {
    try await with { talk in
      let day = "2031-03-03"
      _ = try await talk.newTask(#"dueDate: "\#(day)""#, title: "task")
      _ = try await talk.newTask(#"dueDate: "\#(day)", dueTime: "08:00:00""#, title: "timed task")
      _ = try await talk.newEvent(#"date: "\#(day)""#, title: "all day")
      _ = try await talk.newEvent(#"date: "2031-03-02", time: "20:00:00", endDate: "\#(day)", endTime: "09:00:00""#, title: "night")
      _ = try await talk.newAssignment(of: talk.ada, "work", #"dueDate: "\#(day)", dueTime: "07:00:00""#)
      _ = try await talk.ask(
        ##"mutation { createPlannerTask(input: {title: "planned", date: "\##(day)", color: "#112233"}) { plannerTask { id } } }"##, as: talk.elena)
      let data = try await talk.ask(
        #"{ calendar(from: "\#(day)", days: 1) { entryCount entries { kind title isAllDay startsAt doneAt members { name } item { __typename } } } }"#,
        as: talk.leo)
      let entries = data.at("calendar", 0, "entries")?.array ?? []
      // The plants are watered every third day from today on.
      let shown = entries.filter { !["COURSE", "PICKUP"].contains($0["kind"]?.string) && $0["title"]?.string != "Water the plants" }
      #expect(shown.compactMap { $0["title"]?.string } == ["all day", "night", "work", "timed task", "planned", "task"])
      #expect(shown.compactMap { $0["kind"]?.string } == ["EVENT", "EVENT", "ASSIGNMENT", "TASK", "PLANNER_TASK", "TASK"])
      #expect(shown.first { $0["title"]?.string == "work" }?.at("members", 0, "name")?.string == "Ada Rivera")
      #expect(shown.map { $0.at("item", "__typename")?.string } == ["Event", "Event", nil, "Task", nil, "Task"])
      #expect(data.at("calendar", 0, "entryCount")?.number == Double(entries.count))
    }
  }

  @Test func `Time slots and pickup times are in the calendar`() async throws {
    try await with { talk in
      let data = try await talk.ask(
        #"{ calendar(from: "2026-09-07", days: 7, kinds: [COURSE, PICKUP]) { date entries { kind title startsAt endsAt members { name } } } }"#,
        as: talk.elena)
      let entries = (data.at("calendar")?.array ?? []).flatMap { $0["entries"]?.array ?? [] }
      let kinds = Set(entries.compactMap { $0["kind"]?.string })
      #expect(kinds == ["COURSE", "PICKUP"])
      #expect(entries.allSatisfy { ($0["endsAt"]?.string != nil) == ($0["kind"]?.string == "COURSE") })
    }
  }

  @Test func `The calendar of a member has theirs and everyone's`() async throws {
    try await with { talk in
      let (ada, leo) = (try #require(talk.ada.membership).memberID, try #require(talk.leo.membership).memberID)
      let day = "2032-05-04"
      _ = try await talk.newEvent(#"date: "\#(day)", memberIds: ["\#(ada)"]"#, title: "Ada's")
      _ = try await talk.newEvent(#"date: "\#(day)", memberIds: ["\#(leo)"]"#, title: "Leo's")
      _ = try await talk.newTask(#"dueDate: "\#(day)""#, title: "Everyone's")
      func titles(_ members: String) async throws -> Set<String> {
        let entries = try await talk.calendar(#"from: "\#(day)", days: 1, kinds: [EVENT, TASK], memberIds: [\#(members)]"#)
        return Set(entries.map { String($0.dropFirst(11)) })
      }
      #expect(try await titles(#""\#(ada)""#) == ["Ada's", "Everyone's"])
      #expect(try await titles(#""\#(ada)", "\#(leo)""#) == ["Ada's", "Everyone's", "Leo's"])
      #expect(try await titles(#""\#(ada)", "\#(newID())""#) == ["Ada's", "Everyone's"])
      #expect(try await titles(#""\#(newID())""#) == [])
      #expect(try await titles("") == [])
    }
  }

  @Test func `To do has what is open: of a series only the last one before today`() async throws {
    try await with { talk in
      let today = try await talk.text("SELECT (now() AT TIME ZONE 'Europe/Berlin')::date::text")
      func day(_ offset: Int) async throws -> String {
        try await talk.text("SELECT (\(bind: .text(today))::date + \(bind: .int4(Int32(offset))))::text")
      }
      let series = try await talk.newTask(#"dueDate: "\#(try await day(-5))", recurrence: {frequency: DAILY}"#, title: "series")
      _ = try await talk.newTask(#"dueDate: "\#(try await day(-30))""#, title: "month")
      _ = try await talk.newTask(#"dueDate: "\#(try await day(-31))""#, title: "too old")
      _ = try await talk.newTask(#"dueDate: "\#(try await day(3))""#, title: "too late")
      let done = try await talk.newTask(#"dueDate: "\#(today)""#, title: "done")
      for (id, occurrence) in [(done, ""), (series, #", occurrence: "\#(try await day(-1))""#)] {
        _ = try await talk.ask(#"mutation { markTaskDone(input: {id: "\#(id)"\#(occurrence)}) { task { id } } }"#, as: talk.elena)
      }
      let data = try await talk.ask("{ toDo(days: 2) { title firstDay kind } }", as: talk.elena)
      let found = (data.at("toDo")?.array ?? []).filter { ["series", "month", "too old", "too late", "done"].contains($0["title"]?.string) }
      #expect(found.compactMap { $0["title"]?.string } == ["month", "series", "series", "series", "series"])
      var days: [String] = []
      for offset in [-30, -2, 0, 1, 2] { days.append(try await day(offset)) }
      #expect(found.compactMap { $0["firstDay"]?.string } == days)
    }
  }

  @Test func `Another family has none of it, and an account without a family has no days`() async throws {
    try await with { talk in
      _ = try await talk.newEvent(#"date: "2033-01-01""#, title: "ours")
      #expect(try await talk.calendar(#"from: "2033-01-01", days: 1"#, title: "ours", as: talk.stranger) == [])
      let newcomer = try await talk.newcomer()
      #expect(try await talk.ask(#"{ calendar { date } toDo { id } }"#, as: newcomer).at("calendar")?.array?.count == 0)
    }
  }
}
