import GraphQL
import Domain
import TestSupport
import Testing

@Suite(.serialized) struct DueOrderTests {
  private static let database = Task { try await SchoolDatabase("due_order", families: 1) }

  @Test func `What is due on a day comes in the order of the clock, as in the planner`() async throws {
    try await Conversation.with(Self.database) { talk in
      let day = "2029-03-05"
      // Their ids are random: all seven come in this order by chance once in five thousand times.
      let times = ["", "21:30:00", "07:15:00", "12:00:00", "06:00:00", "18:45:00", "09:30:00"]
      for time in times {
        let dueTime = time.isEmpty ? "" : #", dueTime: "\#(time)""#
        _ = try await talk.newAssignment(of: talk.leo, "Due \(time.isEmpty ? "at last" : time)", #"dueDate: "\#(day)"\#(dueTime)"#)
      }
      let student = try #require(talk.leo.membership).memberID
      let data = try await talk.ask(
        """
        {
          student(id: "\(student)") {
            usual: assignmentsDue(on: "\(day)") { title }
            page: assignmentsDue(on: "\(day)", first: 2, offset: 1) { title }
            asked: assignmentsDue(on: "\(day)", orderBy: {field: DUE_TIME, direction: DESC, nulls: FIRST}) { title }
          }
          planner(from: "\(day)", days: 1, studentId: "\(student)") { entries { title } }
        }
        """, as: talk.elena)
      func titles(_ list: JSONValue?) -> [String] { list?.array?.compactMap { $0.at("title")?.string } ?? [] }
      let expected = times.sorted { $0.isEmpty ? false : $1.isEmpty || $0 < $1 }.map { "Due \($0.isEmpty ? "at last" : $0)" }
      #expect(titles(data.at("student", "usual")) == expected)
      #expect(titles(data.at("student", "page")) == Array(expected[1...2]))
      #expect(titles(data.at("student", "asked")) == expected.reversed())
      #expect(titles(data.at("planner", 0, "entries")) == expected)
    }
  }
}
