import GraphQL
import SQL
import SampleData
import Domain
import TestSupport
import Testing

/// Counts of unread messages between parents and staff (BG-11).
@Suite struct UnreadMessageTests {
  @Test func `Each parent and each of the staff has a count of its own, and marks messages as read`() async throws {
    try await PickupGround.run("unread_messages") { ground in
      let enrolment = DemonstrationFamily.enrolmentID
      try await ground.database.run("DELETE FROM class_messages")
      func parentCount(_ viewer: AccountViewer) async throws -> JSONValue? {
        try await ground.ask(#"{ enrolment(id: "\#(enrolment)") { unreadMessageCount } }"#, as: viewer)
          .at("data", "enrolment", "unreadMessageCount")
      }
      func staffCounts(_ viewer: AccountViewer) async throws -> [JSONValue?] {
        let data = try await ground.ask(
          #"{ classStudent(id: "\#(enrolment)") { unreadMessageCount } schools { unreadMessageCount } schoolClass(id: "\#(DemonstrationClass.owls.id)") { unreadMessageCount } }"#,
          as: viewer)
        return [
          data.at("data", "classStudent", "unreadMessageCount"), data.at("data", "schoolClass", "unreadMessageCount"),
          data.at("data", "schools", 0, "unreadMessageCount"),
        ]
      }
      func run(_ mutation: String, as viewer: AccountViewer) async throws -> JSONValue {
        let answer = try await ground.ask("mutation { \(mutation) }", as: viewer)
        #expect(answer.at("errors") == nil)
        return answer
      }
      let (none, one, two): (JSONValue, JSONValue, JSONValue) = (.number("0"), .number("1"), .number("2"))
      for text in ["A", "B"] {
        _ = try await run(#"sendSchoolMessage(input: {enrolmentId: "\#(enrolment)", text: "\#(text)"}) { message { id } }"#, as: ground.parent)
      }
      _ = try await run(#"sendClassMessage(input: {studentId: "\#(enrolment)", text: "C"}) { message { id } }"#, as: ground.teacher)
      #expect(try await parentCount(ground.parent) == one)
      #expect(try await parentCount(ground.otherParent) == one)
      #expect(try await staffCounts(ground.teacher) == [two, two, two])
      #expect(try await staffCounts(ground.dispatcher) == [two, two, two])
      // The family's own school shows nothing of what staff count, and another teacher sees no student of the class.
      #expect(try await staffCounts(ground.parent) == [nil, none, none])
      #expect(try await staffCounts(ground.otherTeacher) == [nil, none, none])
      let read = try await run(
        #"markSchoolMessagesRead(input: {enrolmentId: "\#(enrolment)"}) { enrolment { unreadMessageCount } }"#, as: ground.parent)
      #expect(read.at("data", "markSchoolMessagesRead", "enrolment", "unreadMessageCount") == none)
      #expect(try await parentCount(ground.otherParent) == one)
      // Until a moment: that of the first message.
      let messages = try await ground.ask(#"{ classStudent(id: "\#(enrolment)") { messages(first: 3) { text createdAt } } }"#, as: ground.teacher)
      let first = try #require(
        messages.at("data", "classStudent", "messages")?.array?.first { $0.at("text")?.string == "A" }?.at("createdAt")?.string)
      let mark = #"markClassMessagesRead(input: {studentIds: ["\#(enrolment)"], until: "\#(first)"}) { students { unreadMessageCount } }"#
      #expect(try await run(mark, as: ground.teacher).at("data", "markClassMessagesRead", "students", 0, "unreadMessageCount") == one)
      #expect(try await staffCounts(ground.dispatcher) == [two, two, two])
      _ = try await run(#"markClassMessagesRead(input: {studentIds: ["\#(enrolment)"]}) { students { id } }"#, as: ground.teacher)
      // An earlier moment takes nothing back.
      #expect(try await run(mark, as: ground.teacher).at("data", "markClassMessagesRead", "students", 0, "unreadMessageCount") == none)
      let foreign = try await ground.ask(
        #"mutation { markClassMessagesRead(input: {studentIds: ["\#(enrolment)"]}) { students { id } } }"#, as: ground.otherTeacher)
      #expect(foreign.code == "NOT_FOUND" && foreign.inputPath == "input.studentIds.0")
      try await ground.bar("Mateo Rivera")
      #expect(try await parentCount(ground.otherParent) == none)
    }
  }

  @Test func `Two devices that mark the same messages at the same time make no error`() async throws {
    try await PickupGround.run("unread_race") { ground in
      let mark = #"mutation { markClassMessagesRead(input: {studentIds: ["\#(DemonstrationFamily.enrolmentID)"]}) { students { id } } }"#
      let codes = try await withThrowingTaskGroup(of: String?.self) { group in
        for _ in 0..<12 { group.addTask { try await ground.ask(mark, as: ground.teacher).code } }
        return try await group.reduce(into: [String?]()) { $0.append($1) }
      }
      #expect(codes.allSatisfy { $0 == nil })
    }
  }
}
