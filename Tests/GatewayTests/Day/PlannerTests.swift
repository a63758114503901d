import Gateway
import GraphQL
import Postgres
import SQL
import SampleData
import Domain
import TestSupport
import Testing

/// The planner: days of the family's calendar with tasks and assignments (REQ-PLAN).
@Suite(.serialized) struct PlannerTests {
  private static let database = Task { try await SchoolDatabase("planner") }

  // MARK: Days

  @Test(
    "Days follow each other, whatever clocks do",
    arguments: [
      // Summer time ends and begins in New York on these Sundays; in Beirut it begins at midnight.
      ("America/New_York", "2026-10-30", ["2026-10-30", "2026-10-31", "2026-11-01", "2026-11-02"]),
      ("America/New_York", "2026-03-07", ["2026-03-07", "2026-03-08", "2026-03-09", "2026-03-10"]),
      ("Asia/Beirut", "2026-03-28", ["2026-03-28", "2026-03-29", "2026-03-30", "2026-03-31"]),
      ("Europe/Berlin", "2026-12-30", ["2026-12-30", "2026-12-31", "2027-01-01", "2027-01-02"]),
      ("UTC", "2028-02-27", ["2028-02-27", "2028-02-28", "2028-02-29", "2028-03-01"]),
      ("UTC", "9999-12-30", ["9999-12-30", "9999-12-31"]),
      ("UTC", "0001-01-01", ["0001-01-01", "0001-01-02", "0001-01-03", "0001-01-04"]),
    ])
  func days(timeZone: String, from: String, expected: [String]) async throws {
    try await Conversation.with(Self.database) { talk in
      try await talk.database.live(in: timeZone)
      let data = try await talk.ask(#"{ planner(from: "\#(from)", days: 4) { date } }"#, as: talk.ada)
      #expect(data.at("planner")?.array?.compactMap { $0.at("date")?.string } == expected)
    }
  }

  @Test("A week from today, where the family lives", arguments: ["Pacific/Kiritimati", "Etc/GMT+12"])
  func today(timeZone: String) async throws {
    try await Conversation.with(Self.database) { talk in
      try await talk.database.live(in: timeZone)
      let today = try await talk.text("SELECT (now() AT TIME ZONE \(bind: .text(timeZone)))::date::text")
      let data = try await talk.ask("{ planner { date } }", as: talk.ada)
      #expect(data.at("planner", 0, "date")?.string == today)
      #expect(data.at("planner")?.array?.count == 7)
    }
  }

  @Test("What may not be is refused", arguments: [
    (#"from: "2026-02-29""#, "BAD_USER_INPUT", "from"), (#"from: "today""#, "BAD_USER_INPUT", "from"),
    ("days: -1", "BAD_USER_INPUT", "days"), ("days: 201", "LIMIT_EXCEEDED", nil),
  ])
  func refusals(arguments: String, code: String, argument: String?) async throws {
    try await Conversation.with(Self.database) { talk in
      let answer = try await talk.answer("{ planner(\(arguments)) { date } }", as: talk.ada)
      #expect(answer.at("errors", 0, "extensions", "code")?.string == code)
      #expect(answer.at("errors", 0, "extensions", "argument")?.string == argument)
    }
  }

  // MARK: Entries

  @Test func `Tasks and assignments share a day in the order of the clock`() async throws {
    try await Conversation.with(Self.database) { talk in
      try await talk.database.live(in: "America/New_York")
      // The day on which an hour comes twice.
      let day = "2026-11-01"
      let leo = try #require(talk.leo.membership).memberID
      _ = try await talk.newAssignment(of: talk.ada, "at two", #"dueDate: "\#(day)", dueTime: "14:00:00""#)
      _ = try await talk.newAssignment(of: talk.ada, "late", #"dueDate: "\#(day)", dueTime: "23:59:59""#)
      _ = try await talk.newAssignment(of: talk.leo, "at one", #"dueDate: "\#(day)", dueTime: "01:30:00""#)
      _ = try await talk.newAssignment(of: talk.ada, "without a day")
      _ = try await talk.newAssignment(of: talk.ada, "the day before", #"dueDate: "2026-10-31""#)
      _ = try await talk.ask(
        """
        mutation {
          a: createPlannerTask(input: {title: "some time", date: "\(day)", color: "#2e86ab"}) { plannerTask { color } }
          b: createPlannerTask(input: {title: "at noon", date: "\(day)", time: "12:00:00", color: "#2E86AB"}) { __typename }
          c: createPlannerTask(input: {title: "Leo's", date: "\(day)", time: "08:00:00", color: "#000000",
            studentId: "\(leo)"}) { plannerTask { student { name } } }
        }
        """, as: talk.elena)
      func titles(_ arguments: String, _ page: String = "") async throws -> [String] {
        let data = try await talk.ask(
          #"{ planner(from: "\#(day)", days: 1\#(arguments)) { entries\#(page) { title } } }"#, as: talk.ada)
        return data.at("planner", 0, "entries")?.array?.compactMap { $0.at("title")?.string } ?? []
      }
      #expect(try await titles("") == ["at one", "Leo's", "at noon", "at two", "late", "some time"])
      #expect(try await titles("", "(first: 2, offset: 2)") == ["at noon", "at two"])
      #expect(try await titles(#", studentId: "\#(leo)""#) == ["at one", "Leo's", "at noon", "some time"])
      // A student of another family is one that nobody has, and a parent is none: nothing is planned for them.
      let foreign = try #require(talk.database.sample.studentAccount(of: 0)).member
      let parent = try #require(talk.mateo.membership).memberID
      for nobody in ["\(foreign)", newID(), "\(parent)", "no id"] {
        #expect(try await titles(#", studentId: "\#(nobody)""#) == [], "\(nobody)")
      }
      #expect(try await titles(", studentId: null").count == 6)
    }
  }

  @Test func `Each type of entry shows its own fields`() async throws {
    try await Conversation.with(Self.database) { talk in
      let day = "2027-05-05"
      let assignment = try await talk.newAssignment(of: talk.leo, "Essay", #"dueDate: "\#(day)", dueTime: "09:00:00""#)
      _ = try await talk.ask(
        """
        mutation { createPlannerTask(input: {title: "Zoo", date: "\(day)", time: "10:00:00", color: "#abcdef", notes: "N"}) {
          plannerTask { id }
        } }
        """, as: talk.elena)
      let data = try await talk.ask(
        """
        { planner(from: "\(day)", days: 1) { entries {
          student { name }
          ... on PlannerTask { at: time color notes }
          ... on Assignment { id at: dueTime of: student { assignments(first: 1) { title } } }
        } } }
        """, as: talk.ada)
      let entries = try #require(data.at("planner", 0, "entries"))
      #expect(entries.at(0, "id")?.string == assignment)
      #expect(entries.at(0, "at")?.string == "09:00:00")
      #expect(entries.at(0, "of", "assignments")?.array?.count == 1)
      #expect(entries.at(1)?.keys == ["student", "at", "color", "notes"])
      #expect(entries.at(1, "color")?.string == "#ABCDEF")
      #expect(entries.at(1, "student") == .null)
    }
  }

  @Test func `Nobody sees another family's planner, and who has no family has none`() async throws {
    try await Conversation.with(Self.database) { talk in
      let day = "2027-06-06"
      _ = try await talk.ask(
        ##"mutation { createPlannerTask(input: {title: "Ours", date: "\##(day)", color: "#000000"}) { __typename } }"##,
        as: talk.elena)
      let query = #"{ planner(from: "\#(day)", days: 1) { entries { title } } }"#
      #expect(try await talk.ask(query, as: talk.leo).at("planner", 0, "entries")?.array?.count == 1)
      #expect(try await talk.ask(query, as: talk.stranger).at("planner", 0, "entries") == .array([]))
      #expect(try await talk.ask(query, as: talk.newcomer()).at("planner") == .array([]))
      #expect(await talk.gateway.send(query, as: nil).outcome == .unauthenticated)
    }
  }

  // MARK: Tasks

  @Test func `Parents plan; an assignment is not removed through the planner`() async throws {
    try await Conversation.with(Self.database) { talk in
      let id = newID()
      let write = """
        mutation {
          a: createPlannerTask(input: {id: "\(id)", title: "T", date: "2027-01-01", color: "#112233"}) { plannerTask { version } }
          b: updatePlannerTask(input: {id: "\(id)", time: "08:15:00", notes: "N"}) { plannerTask { time notes title version } }
          c: updatePlannerTask(input: {id: "\(id)", time: null, ifVersion: 2}) { plannerTask { time notes } }
          d: updatePlannerTask(input: {id: "\(id)", date: null}) { plannerTask { id } }
        }
        """
      let all = ["a": "FORBIDDEN", "b": "FORBIDDEN", "c": "FORBIDDEN", "d": "FORBIDDEN"]
      #expect(try await talk.answer(write, as: talk.ada).codes == all)
      #expect(try await talk.answer(write, as: talk.newcomer()).codes == all)
      let made = try await talk.answer(write, as: talk.elena)
      #expect(made.codes == ["d": "BAD_USER_INPUT"])
      #expect(made.at("data", "b", "plannerTask", "time")?.string == "08:15:00")
      #expect(made.at("data", "c", "plannerTask", "time") == .null)
      #expect(made.at("data", "c", "plannerTask", "notes")?.string == "N")
      func remove(_ id: String) -> String { #"mutation { deletePlannerTask(input: {id: "\#(id)"}) { id } }"# }
      #expect(try await talk.answer(remove(id), as: talk.stranger).codes == ["deletePlannerTask": "NOT_FOUND"])
      let assignment = try await talk.newAssignment(of: talk.ada, "A", #"dueDate: "2027-01-01""#)
      #expect(try await talk.answer(remove(assignment), as: talk.elena).codes == ["deletePlannerTask": "NOT_FOUND"])
      #expect(try await talk.answer(remove(id), as: talk.elena).codes == [:])
      #expect(try await talk.ask(#"{ plannerTask(id: "\#(id)") { id } }"#, as: talk.elena).at("plannerTask") == .null)
    }
  }

  @Test("A task's values are refused with the path of their field", arguments: [
    (##"title: "", date: "2027-01-01", color: "#000000""##, "title"),
    (##"title: "T", date: "2027-13-01", color: "#000000""##, "date"),
    (##"title: "T", date: "2027-01-01", color: "red""##, "color"),
    (##"title: "T", date: "2027-01-01", color: "#00000""##, "color"),
    (##"title: "T", date: "2027-01-01", color: "#00000g""##, "color"),
    (##"title: "T", date: "2027-01-01", color: "#000000", time: "8 am""##, "time"),
    (##"title: "T", date: "2027-01-01", color: "#000000", time: "08:60:00""##, "time"),
    (##"title: "T", date: "2027-01-01", color: "#000000", studentId: "P""##, "studentId"),
  ])
  func badTasks(fields: String, path: String) async throws {
    try await Conversation.with(Self.database) { talk in
      // A parent is no student.
      let parent = try #require(talk.mateo.membership).memberID
      let input = fields.replacing(#""P""#, with: "\"\(parent)\"")
      let answer = try await talk.answer("mutation { createPlannerTask(input: {\(input)}) { __typename } }", as: talk.elena)
      #expect(answer.codes["createPlannerTask"] == (path == "studentId" ? "NOT_FOUND" : "BAD_USER_INPUT"))
      #expect(answer.at("errors", 0, "extensions", "inputPath") == .array([.string("input"), .string(path)]))
    }
  }
}
