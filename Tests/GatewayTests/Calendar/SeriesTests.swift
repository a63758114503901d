import Domain
import GraphQL
import SQL
import TestSupport
import Testing

/// Series of events and tasks (ME-02, ME-03, ME-05), with the examples R1 to R15 of the specification.
@Suite(.serialized) struct SeriesTests {
  private static let database = Task {
    let database = try await SchoolDatabase("series", families: 2)
    try await database.run("UPDATE families SET time_zone = 'Europe/Berlin'")
    return database
  }

  private func with(_ body: (Conversation) async throws -> Void) async throws {
    try await Conversation.with(Self.database, body)
  }

  private static let newYork = #"timeZone: "America/New_York""#
  private static let lordHowe = #"timeZone: "Australia/Lord_Howe""#

  struct Example: Sendable, CustomTestStringConvertible {
    let name: String
    let event: String
    let from: String
    let starts: [String]

    init(_ name: String, _ event: String, _ from: String, _ starts: [String]) {
      (self.name, self.event, self.from, self.starts) = (name, event, from, starts)
    }

    var testDescription: String { name }
  }

  static let examples: [Example] = [
    Example(
      "R1", #"date: "2026-03-07", time: "02:30:00", \#(Self.newYork), recurrence: {frequency: DAILY, count: 3}"#, "2026-01-01",
      ["2026-03-07T07:30", "2026-03-08T07:30", "2026-03-09T06:30"]
    ),
    Example(
      "R2", #"date: "2026-10-31", time: "01:30:00", \#(Self.newYork), recurrence: {frequency: DAILY, count: 3}"#, "2026-08-01",
      ["2026-10-31T05:30", "2026-11-01T05:30", "2026-11-02T06:30"]
    ),
    Example(
      "R4", #"date: "2026-10-03", time: "02:15:00", \#(Self.lordHowe), recurrence: {frequency: DAILY, count: 3}"#, "2026-08-01",
      ["2026-10-02T15:45", "2026-10-03T15:45", "2026-10-04T15:15"]
    ),
    Example(
      "R5", #"date: "2026-04-04", time: "01:45:00", \#(Self.lordHowe), recurrence: {frequency: DAILY, count: 3}"#, "2026-01-01",
      ["2026-04-03T14:45", "2026-04-04T14:45", "2026-04-05T15:15"]
    ),
    Example(
      "R6", #"date: "2026-01-31", recurrence: {frequency: MONTHLY, count: 4}"#, "2026-01-30",
      ["2026-01-31", "2026-03-31", "2026-05-31", "2026-07-31"]
    ),
    Example(
      "R7", #"""
        date: "2026-01-30", recurrence: {frequency: MONTHLY, count: 4, bySetPos: [-1],
        byDay: [{day: MONDAY}, {day: TUESDAY}, {day: WEDNESDAY}, {day: THURSDAY}, {day: FRIDAY}]}
        """#, "2026-01-01", ["2026-01-30", "2026-02-27", "2026-03-31", "2026-04-30"]
    ),
    Example(
      "R10", #"date: "2026-08-04", recurrence: {frequency: WEEKLY, interval: 2, count: 4, byDay: [{day: TUESDAY}, {day: SUNDAY}]}"#,
      "2026-08-01", ["2026-08-04", "2026-08-09", "2026-08-18", "2026-08-23"]
    ),
    Example(
      "R10 from Sunday on", #"""
        date: "2026-08-04",
        recurrence: {frequency: WEEKLY, interval: 2, count: 4, byDay: [{day: TUESDAY}, {day: SUNDAY}], weekStart: SUNDAY}
        """#, "2026-08-01", ["2026-08-04", "2026-08-16", "2026-08-18", "2026-08-30"]
    ),
    Example(
      "R14", #"date: "2026-03-07", time: "22:00:00", endDate: "2026-03-08", endTime: "06:00:00", \#(Self.newYork), recurrence: {frequency: DAILY, count: 2}"#,
      "2026-01-01", ["2026-03-08T03:00", "2026-03-09T02:00"]
    ),
  ]

  @Test("The examples of rules", arguments: examples)
  func rules(_ example: Example) async throws {
    try await with { talk in
      let id = try await talk.newEvent(example.event)
      let starts = try await talk.starts(of: id, from: example.from)
      #expect(starts.map { String($0.prefix(example.starts[0].count)) } == example.starts, "\(example.name)")
    }
  }

  @Test func `R8: an occurrence that is left out still counts, and can be restored`() async throws {
    try await with { talk in
      let id = try await talk.newEvent(#"date: "2026-09-01", recurrence: {frequency: DAILY, count: 5}"#)
      let all = ["2026-09-01", "2026-09-02", "2026-09-03", "2026-09-04", "2026-09-05"]
      let out = try await talk.ask(
        #"mutation { leaveOutOccurrence(input: {id: "\#(id)", occurrence: "2026-09-03"}) { entry { id } } }"#, as: talk.elena)
      #expect(out.at("leaveOutOccurrence", "entry") == .null)
      #expect(try await talk.starts(of: id, from: "2026-09-01", days: 10) == all.filter { $0 != "2026-09-03" })
      let restored = try await talk.ask(
        #"mutation { restoreOccurrence(input: {id: "\#(id)", occurrence: "2026-09-03"}) { entry { id kind isChanged seriesId occurrence } } }"#,
        as: talk.elena)
      #expect(restored.at("restoreOccurrence", "entry", "id")?.string == "\(id):2026-09-03")
      #expect(restored.at("restoreOccurrence", "entry", "seriesId")?.string == id)
      #expect(restored.at("restoreOccurrence", "entry", "isChanged") == .bool(false))
      #expect(try await talk.starts(of: id, from: "2026-09-01", days: 10) == all)
      let none = try await talk.answer(
        #"mutation { leaveOutOccurrence(input: {id: "\#(id)", occurrence: "2026-09-06"}) { entry { id } } }"#, as: talk.elena)
      #expect(none.code == "NOT_FOUND")
      #expect(none.inputPath == "input.occurrence")
    }
  }

  @Test func `R11: an occurrence that was moved stays where it is when the series changes`() async throws {
    try await with { talk in
      let id = try await talk.newEvent(#"date: "2026-09-07", time: "09:00:00", recurrence: {frequency: WEEKLY, count: 3}"#)
      let moved = try await talk.ask(
        """
        mutation { changeOccurrence(input: {id: "\(id)", occurrence: "2026-09-14", date: "2026-09-16", time: "11:00:00"}) {
          entry { id startsAt endsAt firstDay occurrence isChanged title item { __typename } }
        } }
        """, as: talk.elena)
      let entry = moved.at("changeOccurrence", "entry")
      #expect(entry?["id"]?.string == "\(id):2026-09-14")
      #expect(entry?["startsAt"]?.string == "2026-09-16T09:00:00.000Z")
      #expect(entry?["endsAt"] == entry?["startsAt"])
      #expect(entry?["firstDay"]?.string == "2026-09-16")
      #expect(entry?["isChanged"] == .bool(true))
      #expect(entry?.at("item", "__typename")?.string == "Event")
      _ = try await talk.ask(
        #"mutation { updateEvent(input: {id: "\#(id)", time: "10:00:00"}) { event { endTime } } }"#, as: talk.elena)
      #expect(
        try await talk.starts(of: id, from: "2026-09-01", days: 30)
          == ["2026-09-07T08:00:00.000Z", "2026-09-16T09:00:00.000Z", "2026-09-21T08:00:00.000Z"])
    }
  }

  @Test func `R12: a series is split, with its exceptions and the rest of its count`() async throws {
    try await with { talk in
      let id = try await talk.newEvent(#"date: "2026-09-07", time: "09:00:00", recurrence: {frequency: WEEKLY, count: 6}"#)
      _ = try await talk.ask(
        #"mutation { leaveOutOccurrence(input: {id: "\#(id)", occurrence: "2026-10-05"}) { entry { id } } }"#, as: talk.elena)
      let split = #"""
        mutation { splitSeries(input: {id: "\#(id)", occurrence: "2026-09-28", newId: "\#(newID())", time: "15:00:00"}) {
          before { id recurrence { count rule } } after { id title recurrence { count } ... on Event { date time endTime } }
        } }
        """#
      let data = try await talk.ask(split, as: talk.elena)
      #expect(data.at("splitSeries", "before", "id")?.string == id)
      #expect(data.at("splitSeries", "before", "recurrence", "count")?.number == 3)
      #expect(data.at("splitSeries", "before", "recurrence", "rule")?.string == "FREQ=WEEKLY;COUNT=3")
      #expect(data.at("splitSeries", "after", "recurrence", "count")?.number == 3)
      #expect(data.at("splitSeries", "after", "endTime")?.string == "15:00:00")
      let other = try #require(data.at("splitSeries", "after", "id")?.string)
      #expect(try await talk.starts(of: id, from: "2026-09-01", days: 60).map { $0.prefix(10) } == ["2026-09-07", "2026-09-14", "2026-09-21"])
      #expect(
        try await talk.starts(of: other, from: "2026-09-01", days: 60) == ["2026-09-28T13:00:00.000Z", "2026-10-12T13:00:00.000Z"])
      #expect(try await talk.ask(split, as: talk.elena) == data)
    }
  }

  @Test func `A split that moves the days moves the exceptions with them`() async throws {
    try await with { talk in
      let id = try await talk.newEvent(#"date: "2026-09-07", recurrence: {frequency: WEEKLY, count: 6}"#)
      _ = try await talk.ask(
        #"mutation { leaveOutOccurrence(input: {id: "\#(id)", occurrence: "2026-10-05"}) { entry { id } } }"#, as: talk.elena)
      let data = try await talk.ask(
        #"mutation { splitSeries(input: {id: "\#(id)", occurrence: "2026-09-28", date: "2026-09-29"}) { after { id recurrence { count } } } }"#,
        as: talk.elena)
      #expect(data.at("splitSeries", "after", "recurrence", "count")?.number == 3)
      let other = try #require(data.at("splitSeries", "after", "id")?.string)
      #expect(try await talk.starts(of: id, from: "2026-09-01", days: 60) == ["2026-09-07", "2026-09-14", "2026-09-21"])
      #expect(try await talk.starts(of: other, from: "2026-09-01", days: 60) == ["2026-09-29", "2026-10-13"])
    }
  }

  @Test func `A series that comes once from now on keeps the mark of its day, and stands on it`() async throws {
    try await with { talk in
      let event = try await talk.newEvent(#"date: "2026-09-07", recurrence: {frequency: WEEKLY}"#)
      let task = try await talk.newTask(#"dueDate: "2026-09-07", recurrence: {frequency: WEEKLY}"#)
      let marked = try await talk.ask(
        """
        mutation { leaveOutOccurrence(input: {id: "\(event)", occurrence: "2026-09-07"}) { entry { id } }
          markTaskDone(input: {id: "\(task)", occurrence: "2026-09-07"}) { entry { doneAt } } }
        """, as: talk.elena)
      let time = try #require(marked.at("markTaskDone", "entry", "doneAt")?.string)
      let changed = try await talk.ask(
        """
        mutation { updateEvent(input: {id: "\(event)", recurrence: null}) { event { recurrence { rule } } }
          updateTask(input: {id: "\(task)", recurrence: null}) { task { doneAt doneBy { name } } } }
        """, as: talk.mateo)
      #expect(changed.at("updateTask", "task", "doneAt")?.string == time)
      #expect(changed.at("updateTask", "task", "doneBy", "name")?.string == "Elena Rivera")
      #expect(try await talk.starts(of: event, from: "2026-09-01", days: 30) == ["2026-09-07"])
    }
  }

  @Test func `What comes once has no occurrence that is left out or changed`() async throws {
    try await with { talk in
      let id = try await talk.newEvent(#"date: "2026-09-07""#)
      for mutation in [
        #"leaveOutOccurrence(input: {id: "\#(id)", occurrence: "2026-09-07"}) { entry { id } }"#,
        #"restoreOccurrence(input: {id: "\#(id)", occurrence: "2026-09-07"}) { entry { id } }"#,
        #"changeOccurrence(input: {id: "\#(id)", occurrence: "2026-09-07", title: "New"}) { entry { id } }"#,
      ] {
        let refused = try await talk.answer("mutation { \(mutation) }", as: talk.elena)
        #expect(refused.code == "NOT_FOUND" && refused.inputPath == "input.occurrence", "\(refused)")
      }
    }
  }

  @Test func `A split at the first occurrence changes all of the series`() async throws {
    try await with { talk in
      let id = try await talk.newTask(#"dueDate: "2026-09-07", recurrence: {frequency: WEEKLY}"#)
      let data = try await talk.ask(
        #"mutation { splitSeries(input: {id: "\#(id)", occurrence: "2026-09-07", title: "New"}) { before { id } after { id title } } }"#,
        as: talk.elena)
      #expect(data.at("splitSeries", "before") == .null)
      #expect(data.at("splitSeries", "after", "id")?.string == id)
      #expect(data.at("splitSeries", "after", "title")?.string == "New")
    }
  }

  @Test func `R15: an end before a start in a gap is the start and the length by the clock`() async throws {
    try await with { talk in
      _ = try await talk.newEvent(
        #"date: "2026-03-08", time: "02:30:00", endTime: "03:00:00", \#(Self.newYork), recurrence: {frequency: DAILY, count: 1}"#, title: "R15")
      #expect(
        try await talk.calendar(#"from: "2026-03-08", days: 1"#, title: "R15")
          == ["2026-03-08 R15 2026-03-08T07:30:00.000Z 2026-03-08T08:00:00.000Z"])
    }
  }

  struct Refusal: Sendable, CustomTestStringConvertible {
    let recurrence: String
    let path: String

    init(_ recurrence: String, _ path: String) { (self.recurrence, self.path) = (recurrence, path) }

    var testDescription: String { recurrence }
  }

  static let refused = [
    Refusal("{frequency: DAILY, count: 3, until: \"2026-12-31\"}", "until"), Refusal("{frequency: DAILY, interval: 401}", "interval"),
    Refusal("{frequency: DAILY, interval: 0}", "interval"), Refusal("{frequency: DAILY, count: 1001}", "count"),
    Refusal("{frequency: DAILY, until: \"2026-09-06\"}", "until"), Refusal("{frequency: WEEKLY, byMonthDay: [7]}", "byMonthDay"),
    Refusal("{frequency: WEEKLY, byDay: [{day: TUESDAY}]}", ""), Refusal("{frequency: WEEKLY, byDay: [{day: MONDAY, position: 1}]}", "byDay.0.position"),
    Refusal("{frequency: MONTHLY, bySetPos: [1]}", "bySetPos"), Refusal("{frequency: YEARLY, byDay: [{day: MONDAY}]}", "byDay"),
    Refusal("{frequency: MONTHLY, byDay: [{day: MONDAY, position: 6}]}", "byDay.0.position"), Refusal("{frequency: YEARLY, byMonth: [13]}", "byMonth.0"),
  ]

  @Test("A rule that is wrong is refused at its part, and changes nothing", arguments: refused)
  func refusals(_ example: Refusal) async throws {
    try await with { talk in
      let id = newID()
      let answer = try await talk.answer(
        #"mutation { createEvent(input: {id: "\#(id)", title: "E", date: "2026-09-07", recurrence: \#(example.recurrence)}) { event { id } } }"#,
        as: talk.elena)
      #expect(answer.code == "BAD_USER_INPUT")
      #expect(answer.inputPath == (["input", "recurrence"] + example.path.split(separator: ".").map(String.init)).joined(separator: "."))
      #expect(try await talk.ask(#"{ event(id: "\#(id)") { id } }"#, as: talk.elena).at("event") == .null)
    }
  }

  @Test func `A task of a series is done occurrence by occurrence, and the first mark stays`() async throws {
    try await with { talk in
      let id = try await talk.newTask(#"dueDate: "2026-09-07", dueTime: "17:00:00", recurrence: {frequency: DAILY}"#)
      func mark(_ fields: String = "", as viewer: AccountViewer) async throws -> JSONValue {
        try await talk.answer(
          #"mutation { markTaskDone(input: {id: "\#(id)"\#(fields)}) { task { doneAt } entry { id doneAt startsAt } } }"#, as: viewer)
      }
      #expect(try await mark(as: talk.elena).inputPath == "input.occurrence")
      let first = try await mark(#", occurrence: "2026-09-08""#, as: talk.ada)
      #expect(first.at("data", "markTaskDone", "entry", "startsAt")?.string == "2026-09-08T15:00:00.000Z")
      #expect(first.at("data", "markTaskDone", "entry", "doneAt")?.string != nil)
      #expect(first.at("data", "markTaskDone", "task", "doneAt") == .null)
      #expect(try await mark(#", occurrence: "2026-09-08""#, as: talk.elena) == first)
      // The marks of days that the series still has are kept.
      _ = try await talk.ask(
        #"mutation { updateTask(input: {id: "\#(id)", recurrence: {frequency: DAILY, count: 2}}) { task { id } } }"#, as: talk.elena)
      #expect(try await mark(#", occurrence: "2026-09-08""#, as: talk.elena) == first)
      #expect(try await mark(#", occurrence: "2026-09-09""#, as: talk.elena).code == "NOT_FOUND")
    }
  }

  @Test func `Students write tasks of their own, and mark theirs and those for everyone`() async throws {
    try await with { talk in
      let ada = try #require(talk.ada.membership).memberID
      let leo = try #require(talk.leo.membership).memberID
      let own = try await talk.ask(
        #"mutation { createTask(input: {title: "Own", dueDate: "2026-09-07"}) { task { id member { id } } } }"#, as: talk.ada)
      #expect(own.at("createTask", "task", "member", "id")?.string == "\(ada)")
      let (theirs, all) = (try await talk.newTask(#"memberId: "\#(leo)""#), try await talk.newTask(#"dueDate: "2026-09-07""#))
      func code(_ mutation: String) async throws -> String? { try await talk.answer("mutation { \(mutation) }", as: talk.ada).code }
      #expect(try await code(#"markTaskDone(input: {id: "\#(theirs)"}) { task { id } }"#) == "FORBIDDEN")
      #expect(try await code(#"updateTask(input: {id: "\#(all)", title: "X"}) { task { id } }"#) == "FORBIDDEN")
      #expect(try await talk.answer(#"mutation { markTaskDone(input: {id: "\#(all)"}) { task { doneBy { id } } } }"#, as: talk.ada)
        .at("data", "markTaskDone", "task", "doneBy", "id")?.string == "\(ada)")
      let event = try await talk.newSeries(from: "2026-09-07")
      #expect(try await code(#"leaveOutOccurrence(input: {id: "\#(event)", occurrence: "2026-09-07"}) { entry { id } }"#) == "FORBIDDEN")
      #expect(
        try await talk.answer(#"mutation { markTaskDone(input: {id: "\#(all)"}) { task { id } } }"#, as: talk.stranger).code == "NOT_FOUND")
    }
  }
}
