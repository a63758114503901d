import Gateway
import GraphQL
import Postgres
import SQL
import SampleData
import Domain
import TestSupport
import Testing

/// A student's day (REQ-STU).
@Suite(.serialized) struct StudentDayTests {
  private static let database = Task { try await SchoolDatabase("student_day") }

  // MARK: Done

  @Test func `A student marks the own work as done, once, and takes it back`() async throws {
    try await Conversation.with(Self.database) { talk in
      let id = try await talk.newAssignment(of: talk.ada)
      let first = try await talk.ask(
        #"mutation { markAssignmentDone(input: {id: "\#(id)"}) { assignment { doneAt state version } } }"#, as: talk.ada)
      #expect(first.at("markAssignmentDone", "assignment", "state")?.string == "DONE")
      #expect(first.at("markAssignmentDone", "assignment", "doneAt")?.string != nil)
      #expect(first.at("markAssignmentDone", "assignment", "version") == .number("2"))
      // The same again changes nothing: the first time counts.
      let again = try await talk.ask(
        #"mutation { markAssignmentDone(input: {id: "\#(id)"}) { assignment { doneAt state version } } }"#, as: talk.ada)
      #expect(again == first)
      // Every device, and every member, sees it.
      let seen = try await talk.ask(#"{ assignment(id: "\#(id)") { doneAt } }"#, as: talk.elena)
      #expect(seen.at("assignment", "doneAt") == first.at("markAssignmentDone", "assignment", "doneAt"))
      let back = try await talk.ask(
        #"mutation { markAssignmentNotDone(input: {id: "\#(id)"}) { assignment { doneAt state } } }"#, as: talk.ada)
      #expect(back.at("markAssignmentNotDone", "assignment", "doneAt") == .null)
      #expect(back.at("markAssignmentNotDone", "assignment", "state")?.string == "OPEN")
    }
  }

  @Test func `A parent may mark any work; nobody else's`() async throws {
    try await Conversation.with(Self.database) { talk in
      let id = try await talk.newAssignment(of: talk.ada)
      func mark(_ id: String) -> String {
        """
        mutation {
          a: markAssignmentDone(input: {id: "\(id)"}) { assignment { id } }
          b: markAssignmentNotDone(input: {id: "\(id)"}) { assignment { id } }
        }
        """
      }
      #expect(try await talk.answer(mark(id), as: talk.elena).codes == [:])
      #expect(try await talk.answer(mark(id), as: talk.leo).codes == ["a": "FORBIDDEN", "b": "FORBIDDEN"])
      #expect(try await talk.answer(mark(id), as: talk.newcomer()).codes == ["a": "FORBIDDEN", "b": "FORBIDDEN"])
      let foreign = try await talk.answer(mark(id), as: talk.stranger)
      #expect(foreign.codes == ["a": "NOT_FOUND", "b": "NOT_FOUND"])
      // As for an id that nobody has.
      #expect(try await foreign.errorsWithoutLocations == talk.answer(mark(newID()), as: talk.stranger).errorsWithoutLocations)
      #expect(await talk.gateway.send(mark(id), as: nil).outcome == .unauthenticated)
      #expect(try await talk.ask(#"{ assignment(id: "\#(id)") { doneAt } }"#, as: talk.ada).at("assignment", "doneAt") == .null)
    }
  }

  // MARK: Due

  struct Due: CustomTestStringConvertible {
    /// When the work is due, from the clock of the family.
    let due: SQL
    var hasTime = true
    var isDone = false
    var isGraded = false
    let state: String
    let isOverdue: Bool
    let testDescription: String
  }

  @Test(
    "The state of an assignment follows from its due moment, its mark and its grade",
    arguments: [
      Due(due: "- interval '1 minute'", state: "OVERDUE", isOverdue: true, testDescription: "due a minute ago"),
      Due(due: "+ interval '5 minutes'", state: "OPEN", isOverdue: false, testDescription: "due in five minutes"),
      Due(due: "- interval '0'", hasTime: false, state: "OPEN", isOverdue: false, testDescription: "due today"),
      Due(due: "- interval '1 day'", hasTime: false, state: "OVERDUE", isOverdue: true, testDescription: "due yesterday"),
      Due(due: "- interval '1 day'", isDone: true, state: "DONE", isOverdue: true, testDescription: "due yesterday, done"),
      Due(due: "- interval '1 day'", isGraded: true, state: "GRADED", isOverdue: false, testDescription: "due yesterday, graded"),
      Due(due: "+ interval '1 day'", isDone: true, isGraded: true, state: "GRADED", isOverdue: false, testDescription: "done and graded"),
    ],
    ["Pacific/Kiritimati", "America/New_York", "Etc/GMT+12"])
  func states(_ due: Due, timeZone: String) async throws {
    try await Conversation.with(Self.database) { talk in
      let id = try await talk.newAssignment(of: talk.ada)
      try await talk.database.live(in: timeZone)
      let local: SQL = "(now() AT TIME ZONE \(bind: .text(timeZone)) \(due.due))"
      let time: SQL = due.hasTime ? "\(local)::time" : "NULL"
      let done: SQL = due.isDone ? "now()" : "NULL"
      let points: SQL = due.isGraded ? "9" : "NULL"
      try await talk.database.run(
        """
        UPDATE assignments SET due_date = \(local)::date, due_time = \(time), done_at = \(done),
        points_awarded = \(points) WHERE id::text = \(bind: .text(id))
        """)
      let data = try await talk.ask(#"{ assignment(id: "\#(id)") { state isOverdue } }"#, as: talk.leo)
      #expect(data.at("assignment", "state")?.string == due.state)
      #expect(data.at("assignment", "isOverdue") == .bool(due.isOverdue))
    }
  }

  @Test("What is due today is due on the day that it is where the family lives", arguments: ["Pacific/Kiritimati", "Etc/GMT+12"])
  func dueToday(timeZone: String) async throws {
    try await Conversation.with(Self.database) { talk in
      try await talk.database.live(in: timeZone)
      let today = try await talk.text("SELECT (now() AT TIME ZONE \(bind: .text(timeZone)))::date::text")
      let title = "Today in \(timeZone)"
      _ = try await talk.newAssignment(of: talk.ada, title, #"dueDate: "\#(today)", dueTime: "09:30:00""#)
      _ = try await talk.newAssignment(of: talk.leo, title, #"dueDate: "\#(today)""#)
      let data = try await talk.ask(
        """
        { viewer { member { ... on Student {
          today: assignmentsDue { title dueDate dueTime }
          then: assignmentsDue(on: "\(today)") { title dueDate dueTime }
          another: assignmentsDue(on: "2031-02-03") { title }
        } } } }
        """, as: talk.ada)
      let student = try #require(data.at("viewer", "member"))
      let due = (student.at("today")?.array ?? []).filter { $0.at("title")?.string == title }
      #expect(due.count == 1)
      #expect(due.first?.at("dueDate")?.string == today)
      #expect(due.first?.at("dueTime")?.string == "09:30:00")
      #expect(student.at("then") == student.at("today"))
      #expect(student.at("another") == .array([]))
    }
  }

  @Test("A due time needs a due day, and both a form", arguments: [
    (#"dueTime: "09:30:00""#, "dueTime"), (#"dueDate: "2026-09-07", dueTime: "9:30""#, "dueTime"),
    (#"dueDate: "2026-09-07", dueTime: "24:00:00""#, "dueTime"), (#"dueDate: "2026-9-7""#, "dueDate"),
  ])
  func badDue(fields: String, path: String) async throws {
    try await Conversation.with(Self.database) { talk in
      let student = try #require(talk.ada.membership).memberID
      let answer = try await talk.answer(
        #"mutation { createAssignment(input: {studentId: "\#(student)", title: "T", \#(fields)}) { __typename } }"#,
        as: talk.elena)
      #expect(answer.codes == ["createAssignment": "BAD_USER_INPUT"])
      #expect(answer.at("errors", 0, "extensions", "inputPath") == .array([.string("input"), .string(path)]))
      let query = try await talk.answer(
        "{ family { students { assignmentsDue(on: \"2026-02-30\") { id } } } }", as: talk.elena)
      #expect(query.at("errors", 0, "extensions", "code")?.string == "BAD_USER_INPUT")
      #expect(query.at("errors", 0, "extensions", "argument")?.string == "on")
    }
  }

  // MARK: Help

  @Test func `Every parent is told who needs help with what; nobody else is`() async throws {
    try await Conversation.with(Self.database) { talk in
      let id = try await talk.newAssignment(of: talk.ada, "Long division")
      let newest = "{ viewer { unreadNotificationCount notifications(first: 1) { kind title body readAt student { name } assignment { id } } } }"
      let before = try await talk.ask(newest, as: talk.mateo)
      let asked = try await talk.ask(
        #"mutation { requestHelp(input: {assignmentId: "\#(id)", message: "Where do I start?"}) { assignment { title } } }"#,
        as: talk.ada)
      #expect(asked.at("requestHelp", "assignment", "title")?.string == "Long division")
      for parent in [talk.elena, talk.mateo] {
        let told = try #require(try await talk.ask(newest, as: parent).at("viewer", "notifications", 0))
        #expect(told.at("kind")?.string == "HELP_REQUEST")
        #expect(told.at("title")?.string == "Ada Rivera asks for help")
        #expect(told.at("body")?.string == "Long division: Where do I start?")
        #expect(told.at("student", "name")?.string == "Ada Rivera")
        #expect(told.at("assignment", "id")?.string == id)
        #expect(told.at("readAt") == .null)
      }
      let after = try await talk.ask(newest, as: talk.mateo)
      let count = try #require(before.at("viewer", "unreadNotificationCount")?.number)
      #expect(after.at("viewer", "unreadNotificationCount")?.number == count + 1)
      for other in [talk.ada, talk.leo, talk.stranger] {
        let others = try await talk.ask(newest, as: other).at("viewer", "notifications")?.array ?? []
        #expect(others.allSatisfy { $0.at("assignment", "id")?.string != id })
      }
    }
  }

  @Test func `A request for help that is sent twice tells the parents once`() async throws {
    try await Conversation.with(Self.database) { talk in
      let id = try await talk.newAssignment(of: talk.leo, "Fractions")
      let request = newID()
      func ask(_ fields: String) async throws -> JSONValue {
        try await talk.answer(
          #"mutation { requestHelp(input: {id: "\#(request)", assignmentId: "\#(id)", \#(fields)}) { assignment { id } } }"#,
          as: talk.leo)
      }
      let first = try await ask(#"message: "Help""#)
      #expect(first.codes == [:])
      #expect(try await ask(#"message: "Help""#) == first)
      #expect(try await ask(#"message: "Help!""#).codes == ["requestHelp": "CONFLICT"])
      let told = try await talk.text(
        "SELECT count(*)::text FROM notifications WHERE assignment_id::text = \(bind: .text(id))")
      #expect(told == "2")
    }
  }

  @Test func `Help is asked for by the student whose work it is`() async throws {
    try await Conversation.with(Self.database) { talk in
      let id = try await talk.newAssignment(of: talk.ada)
      func ask(_ id: String) -> String { #"mutation { requestHelp(input: {assignmentId: "\#(id)"}) { assignment { id } } }"# }
      #expect(try await talk.answer(ask(id), as: talk.leo).codes == ["requestHelp": "FORBIDDEN"])
      #expect(try await talk.answer(ask(id), as: talk.elena).codes == ["requestHelp": "FORBIDDEN"])
      #expect(try await talk.answer(ask(id), as: talk.newcomer()).codes == ["requestHelp": "FORBIDDEN"])
      #expect(try await talk.answer(ask(newID()), as: talk.ada).codes == ["requestHelp": "NOT_FOUND"])
      let foreign = AccountViewer(try #require(talk.database.sample.studentAccount(of: 0)))
      #expect(try await talk.answer(ask(id), as: foreign).codes == ["requestHelp": "NOT_FOUND"])
      let told = try await talk.text(
        "SELECT count(*)::text FROM notifications WHERE assignment_id::text = \(bind: .text(id))")
      #expect(told == "0")
    }
  }

  // MARK: Quotes

  @Test func `Quotes take turns by the day, and a family without quotes has none`() async throws {
    try await Conversation.with(Self.database) { talk in
      let query = """
        { a: dailyQuote(on: "2026-09-06") { text } b: dailyQuote(on: "2026-09-07") { text }
          c: dailyQuote(on: "2026-09-08") { text } d: dailyQuote(on: "2026-09-09") { text }
          past: dailyQuote(on: "1931-05-06") { text } today: dailyQuote { text } }
        """
      let data = try await talk.ask(query, as: talk.ada)
      let turns = ["a", "b", "c"].compactMap { data.at(.key($0), "text")?.string }
      #expect(Set(turns).count == 3)
      #expect(data.at("d") == data.at("a"))
      #expect(data.at("past", "text")?.string != nil)
      #expect(data.at("today", "text")?.string != nil)
      let stranger = talk.stranger
      let family = SQLValue.uuid(try #require(stranger.membership).familyID)
      try await talk.database.run("DELETE FROM quotes WHERE family_id = \(bind: family)")
      #expect(try await talk.ask("{ dailyQuote { text } }", as: stranger).at("dailyQuote") == .null)
      #expect(try await talk.ask("{ dailyQuote { text } }", as: talk.newcomer()).at("dailyQuote") == .null)
    }
  }

  @Test func `A quote that is added or removed leaves the quote of today as it is`() async throws {
    try await Conversation.with(Self.database) { talk in
      let query = "{ dailyQuote { id } }"
      let today = try #require(try await talk.ask(query, as: talk.ada).at("dailyQuote", "id")?.string)
      // However many there are, and wherever their ids stand among the others.
      let ids = (0..<5).map { index in "\(index)\(newID().dropFirst())" }
      for id in ids {
        _ = try await talk.ask(#"mutation { createQuote(input: {id: "\#(id)", text: "T"}) { quote { id } } }"#, as: talk.elena)
        #expect(try await talk.ask(query, as: talk.ada).at("dailyQuote", "id")?.string == today)
      }
      // From tomorrow on the new ones take turns too.
      let days = (1...8).map { #"d\#($0): dailyQuote(on: "2999-01-0\#($0)") { id }"# }.joined(separator: " ")
      let shown = try await talk.ask("{ \(days) }", as: talk.ada)
      #expect(Set((1...8).compactMap { shown.at(.key("d\($0)"), "id")?.string }).count == 8)
      _ = try await talk.ask(#"mutation { deleteQuote(input: {id: "\#(ids[2])"}) { id } }"#, as: talk.elena)
      #expect(try await talk.ask(query, as: talk.ada).at("dailyQuote", "id")?.string == today)
      // The quote of today is removed: another takes its turn.
      _ = try await talk.ask(#"mutation { deleteQuote(input: {id: "\#(today)"}) { id } }"#, as: talk.elena)
      let next = try #require(try await talk.ask(query, as: talk.ada).at("dailyQuote", "id")?.string)
      #expect(next != today && !ids.contains(next))
    }
  }

  @Test func `A family's first quote stands on its first day, whatever else is added`() async throws {
    try await Conversation.with(Self.database) { talk in
      let stranger = AccountViewer(talk.database.sample.parentAccount(of: 1))
      let family = SQLValue.uuid(try #require(stranger.membership).familyID)
      try await talk.database.run("DELETE FROM quotes WHERE family_id = \(bind: family)")
      for text in ["First", "Second", "Third"] {
        _ = try await talk.ask(#"mutation { createQuote(input: {text: "\#(text)"}) { quote { id } } }"#, as: stranger)
        #expect(try await talk.ask("{ dailyQuote { text } }", as: stranger).at("dailyQuote", "text")?.string == "First")
      }
    }
  }

  @Test func `A parent changes the quotes, a student reads them`() async throws {
    try await Conversation.with(Self.database) { talk in
      let id = newID()
      let write = """
        mutation {
          a: createQuote(input: {id: "\(id)", text: "Festina lente.", author: "Augustus"}) { quote { text author version } }
          b: updateQuote(input: {id: "\(id)", author: null}) { quote { text author version } }
        }
        """
      #expect(try await talk.answer(write, as: talk.ada).codes == ["a": "FORBIDDEN", "b": "FORBIDDEN"])
      let data = try await talk.ask(write, as: talk.elena)
      #expect(data.at("b", "quote", "text")?.string == "Festina lente.")
      #expect(data.at("b", "quote", "author") == .null)
      let read = try await talk.ask("{ family { quotes { text } } }", as: talk.ada)
      #expect(read.at("family", "quotes")?.array?.contains { $0.at("text")?.string == "Festina lente." } == true)
      let remove = #"mutation { deleteQuote(input: {id: "\#(id)"}) { id } }"#
      #expect(try await talk.answer(remove, as: talk.stranger).codes == ["deleteQuote": "NOT_FOUND"])
      #expect(try await talk.ask(remove, as: talk.elena).at("deleteQuote", "id")?.string == id)
    }
  }
}

extension SchoolDatabase {
  /// Moves the demonstration family to another time zone.
  func live(in timeZone: String) async throws {
    try await run(
      """
      UPDATE families SET time_zone = \(bind: .text(timeZone))
      WHERE family_id = \(bind: .uuid(DemonstrationFamily.id))
      """)
  }
}
