import GraphQL
import Postgres
import SQL
import SampleData
import Domain
import TestSupport
import Testing

/// Portfolio, resources, attendance and questions: parents write, the family reads.
@Suite(.serialized) struct RecordTests {
  private static let database = Task { try await SchoolDatabase("records") }

  struct Record: CustomTestStringConvertible {
    let type: String
    /// The input of a new one, with `STUDENT`, `ASSIGNMENT` and `SUBJECT` for ids.
    let input: String
    /// A change, and the field that shows it with its value.
    let change: String
    let shown: (field: String, value: String)
    var field: String { type.prefix(1).lowercased() + type.dropFirst() }
    var testDescription: String { type }
  }

  static let records = [
    Record(
      type: "PortfolioItem", input: #"studentId: "STUDENT", title: "P", date: "2026-09-11", link: "https://example.org/p""#,
      change: "link: null", shown: ("link", "null")),
    Record(
      type: "Resource", input: #"title: "R", link: "https://example.org/r?a=1#top", subjectId: "SUBJECT""#,
      change: #"note: "N""#, shown: ("note", #""N""#)),
    Record(
      type: "AttendanceRecord", input: #"studentId: "STUDENT", date: "2027-01-11", state: ABSENT"#,
      change: "state: EXCUSED", shown: ("state", #""EXCUSED""#)),
    Record(
      type: "Question", input: #"assignmentId: "ASSIGNMENT", prompt: "Why?", position: 3"#, change: "position: 7",
      shown: ("position", "7")),
  ]

  private func filled(_ input: String, _ talk: Conversation) async throws -> String {
    let data = try await talk.ask("{ family { subjects(first: 1) { id } } }", as: talk.elena)
    let subject = try #require(data.at("family", "subjects", 0, "id")?.string)
    let assignment = try await talk.newAssignment(of: talk.ada)
    let student = try #require(talk.ada.membership).memberID.description
    return input.replacing("STUDENT", with: student).replacing("ASSIGNMENT", with: assignment)
      .replacing("SUBJECT", with: subject)
  }

  @Test("Parents make, change and remove it; the family reads it", arguments: records)
  func writes(_ record: Record) async throws {
    try await Conversation.with(Self.database) { talk in
      let (id, type, field) = (newID(), record.type, record.field)
      let input = try await filled(record.input, talk)
      let write = """
        mutation {
          a: create\(type)(input: {id: "\(id)", \(input)}) { \(field) { id version } }
          b: create\(type)(input: {id: "\(id)", \(input)}) { \(field) { id version } }
          c: update\(type)(input: {id: "\(id)", ifVersion: 1, \(record.change)}) { \(field) { \(record.shown.field) version } }
          d: update\(type)(input: {id: "\(id)", ifVersion: 1, \(record.change)}) { \(field) { id } }
        }
        """
      let refused = ["a": "FORBIDDEN", "b": "FORBIDDEN", "c": "FORBIDDEN", "d": "FORBIDDEN"]
      // A student may change questions of its own work, so one that is not there is not found.
      let missing = ["c": "NOT_FOUND", "d": "NOT_FOUND"]
      let refusedToStudents = type == "Question" ? refused.merging(missing) { $1 } : refused
      #expect(try await talk.answer(write, as: talk.ada).codes == refusedToStudents)
      #expect(try await talk.answer(write, as: talk.newcomer()).codes == refused)
      let made = try await talk.answer(write, as: talk.elena)
      #expect(made.codes == ["d": "CONFLICT"])
      #expect(made.at("data", "a") == made.at("data", "b"))
      let changed = try #require(made.at("data", "c", .key(field)))
      #expect(changed.at(.key(record.shown.field))?.indented() == record.shown.value)
      #expect(changed.at("version") == .number("2"))

      let find = #"{ \#(field)(id: "\#(id)") { id createdAt updatedAt } }"#
      #expect(try await talk.ask(find, as: talk.leo).at(.key(field), "id")?.string == id)
      #expect(try await talk.ask(find, as: talk.stranger).at(.key(field)) == .null)
      let remove = #"mutation { delete\#(type)(input: {id: "\#(id)"}) { id } }"#
      #expect(try await talk.answer(remove, as: talk.ada).codes == ["delete\(type)": "FORBIDDEN"])
      #expect(try await talk.answer(remove, as: talk.stranger).codes == ["delete\(type)": "NOT_FOUND"])
      #expect(try await talk.answer(remove, as: talk.elena).codes == [:])
      #expect(try await talk.ask(find, as: talk.elena).at(.key(field)) == .null)
    }
  }

  @Test("What refers to another family's row is not made", arguments: records.filter { $0.type != "Resource" })
  func foreign(_ record: Record) async throws {
    try await Conversation.with(Self.database) { talk in
      let input = try await filled(record.input, talk)
      let answer = try await talk.answer(
        "mutation { create\(record.type)(input: {\(input)}) { __typename } }", as: talk.stranger)
      #expect(answer.codes == ["create\(record.type)": "NOT_FOUND"])
    }
  }

  @Test("Values that may not be are refused with the path of their field", arguments: [
    ("PortfolioItem", #"studentId: "STUDENT", title: "P", date: "2026-09-11", link: "ftp://example.org""#, "link"),
    ("PortfolioItem", #"studentId: "STUDENT", title: "P", date: "2026-09-11", link: "https://exa mple.org""#, "link"),
    ("PortfolioItem", #"studentId: "STUDENT", title: "P", date: "2026-09-11", link: "https:///p""#, "link"),
    ("PortfolioItem", #"studentId: "STUDENT", title: "P", date: "2026-09-11", link: "javascript:alert(1)""#, "link"),
    ("PortfolioItem", #"studentId: "STUDENT", title: "", date: "2026-09-11""#, "title"),
    ("AttendanceRecord", #"studentId: "STUDENT", date: "tomorrow", state: ABSENT"#, "date"),
    ("Question", #"assignmentId: "ASSIGNMENT", prompt: "", position: 1"#, "prompt"),
    ("Question", #"assignmentId: "ASSIGNMENT", prompt: "Q", position: 10000"#, "position"),
    ("Question", #"assignmentId: "ASSIGNMENT", prompt: "Q", position: -1"#, "position"),
  ])
  func refusals(type: String, input: String, path: String) async throws {
    try await Conversation.with(Self.database) { talk in
      let answer = try await talk.answer(
        "mutation { create\(type)(input: {\(try await filled(input, talk))}) { __typename } }", as: talk.elena)
      #expect(answer.codes == ["create\(type)": "BAD_USER_INPUT"])
      #expect(answer.at("errors", 0, "extensions", "inputPath") == .array([.string("input"), .string(path)]))
    }
  }

  @Test func `A student has one attendance record of a day`() async throws {
    try await Conversation.with(Self.database) { talk in
      let student = try #require(talk.leo.membership).memberID
      func record(_ day: String) -> String {
        #"createAttendanceRecord(input: {studentId: "\#(student)", date: "\#(day)", state: PRESENT}) { attendanceRecord { id } }"#
      }
      let answer = try await talk.answer(
        #"mutation { a: \#(record("2027-02-01")) b: \#(record("2027-02-02")) c: \#(record("2027-02-01")) }"#, as: talk.elena)
      #expect(answer.codes == ["c": "CONFLICT"])
      #expect(answer.at("errors", 0, "extensions", "inputPath") == .array([.string("input"), .string("date")]))
      let data = try await talk.ask(
        """
        { viewer { member { ... on Student {
          both: attendance(from: "2027-02-01", to: "2027-02-02") { date }
          one: attendance(from: "2027-02-02", to: "2027-02-28") { date }
        } } } }
        """, as: talk.leo)
      #expect(data.at("viewer", "member", "both", 0, "date")?.string == "2027-02-02")
      #expect(data.at("viewer", "member", "both")?.array?.count == 2)
      #expect(data.at("viewer", "member", "one")?.array?.count == 1)
    }
  }

  @Test func `Questions stand in their order, and go with their assignment`() async throws {
    try await Conversation.with(Self.database) { talk in
      let assignment = try await talk.newAssignment(of: talk.ada)
      let first = newID()
      _ = try await talk.ask(
        """
        mutation {
          a: createQuestion(input: {assignmentId: "\(assignment)", prompt: "Last", position: 9}) { __typename }
          b: createQuestion(input: {id: "\(first)", assignmentId: "\(assignment)", prompt: "First"}) { __typename }
          c: createQuestion(input: {assignmentId: "\(assignment)", prompt: "Second"}) { __typename }
        }
        """, as: talk.elena)
      let data = try await talk.ask(#"{ assignment(id: "\#(assignment)") { questions { prompt } } }"#, as: talk.ada)
      let prompts = data.at("assignment", "questions")?.array?.compactMap { $0.at("prompt")?.string }
      #expect(prompts == ["First", "Second", "Last"])
      _ = try await talk.ask(#"mutation { deleteAssignment(input: {id: "\#(assignment)"}) { id } }"#, as: talk.elena)
      #expect(try await talk.ask(#"{ question(id: "\#(first)") { id } }"#, as: talk.elena).at("question") == .null)
    }
  }

  @Test func `A resource outlives its subject`() async throws {
    try await Conversation.with(Self.database) { talk in
      let (subject, resource) = (newID(), newID())
      let data = try await talk.ask(
        """
        mutation {
          createSubject(input: {id: "\(subject)", name: "S"}) { __typename }
          createResource(input: {id: "\(resource)", title: "R", subjectId: "\(subject)"}) {
            resource { subject { resources { id } } }
          }
          deleteSubject(input: {id: "\(subject)"}) { id }
        }
        """, as: talk.elena)
      #expect(data.at("createResource", "resource", "subject", "resources", 0, "id")?.string == resource)
      let rest = try await talk.ask(#"{ resource(id: "\#(resource)") { title version subject { id } } }"#, as: talk.ada)
      #expect(rest.at("resource", "title")?.string == "R")
      #expect(rest.at("resource", "subject") == .null)
      // It has changed, and whoever has a copy hears of it.
      #expect(rest.at("resource", "version")?.number == 2)
    }
  }
}
