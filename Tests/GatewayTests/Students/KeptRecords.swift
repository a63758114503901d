import GraphQL
import SampleData
import Domain
import TestSupport
import Testing

/// A subject, a course with a weight group, and an assignment with a question, all of which one student keeps.
struct KeptRecords {
  let subject = newID()
  let course = newID()
  let group = newID()
  let assignment = newID()
  let question = newID()

  /// Creates the records as their keeper.
  init(of keeper: AccountViewer, _ talk: Conversation) async throws {
    let student = try #require(keeper.membership).memberID
    _ = try await talk.ask(
      """
      mutation {
        createSubject(input: {id: "\(subject)", name: "S"}) { subject { id } }
        createCourse(input: {id: "\(course)", subjectId: "\(subject)", name: "C"}) { course { id } }
        createWeightGroup(input: {id: "\(group)", courseId: "\(course)", name: "G", weight: 2}) { weightGroup { id } }
        createAssignment(input: {
          id: "\(assignment)", studentId: "\(student)", courseId: "\(course)", title: "A", pointsPossible: 10, weightGroupId: "\(group)"
        }) { assignment { id } }
        createQuestion(input: {id: "\(question)", assignmentId: "\(assignment)", prompt: "Why?"}) { question { id } }
      }
      """, as: keeper)
  }

  /// Changes and deletions of each record, by the name of the record; deletions last.
  var changes: [String] {
    [
      #"updateSubject(input: {id: "\#(subject)", name: "S2"})"#, #"updateCourse(input: {id: "\#(course)", name: "C2"})"#,
      #"updateWeightGroup(input: {id: "\#(group)", weight: 3})"#,
      #"updateAssignment(input: {id: "\#(assignment)", title: "A2"})"#,
      #"updateAssignments(input: {assignments: [{id: "\#(assignment)", title: "A3"}]})"#,
      #"gradeAssignment(input: {id: "\#(assignment)", pointsAwarded: 9})"#,
      #"updateQuestion(input: {id: "\#(question)", prompt: "Who?"})"#, #"deleteQuestion(input: {id: "\#(question)"})"#,
      #"deleteAssignment(input: {id: "\#(assignment)"})"#, #"deleteWeightGroup(input: {id: "\#(group)"})"#,
      #"deleteCourse(input: {id: "\#(course)", cascade: true})"#, #"deleteSubject(input: {id: "\#(subject)", cascade: true})"#,
    ]
  }

  /// Creations that name the records, for a student.
  func creations(for student: AccountViewer) throws -> [String] {
    let id = try #require(student.membership).memberID
    return [
      #"createWeightGroup(input: {courseId: "\#(course)", name: "H"})"#,
      #"createAssignment(input: {studentId: "\#(id)", courseId: "\#(course)", title: "B"})"#,
      #"createAssignments(input: {assignments: [{studentId: "\#(id)", courseId: "\#(course)", title: "B"}]})"#,
      #"createQuestion(input: {assignmentId: "\#(assignment)", prompt: "Where?"})"#,
    ]
  }

  /// All that a change could show of the records.
  func state(_ talk: Conversation) async throws -> String {
    let data = try await talk.ask(
      """
      { subject(id: "\(subject)") { name version keeper { id } }
        course(id: "\(course)") { name version keeper { id } weightGroups { name weight } assignments { title pointsAwarded version
          student { id } questions { prompt } } } }
      """, as: talk.elena)
    return "\(data)"
  }
}

extension Conversation {
  /// Lets the students of the demonstration family keep their courses and grades, or not.
  func studentsKeep(_ setting: String = "COURSES_AND_GRADES") async throws {
    let data = try await ask(
      "mutation { updateFamily(input: {studentsKeep: \(setting)}) { family { studentsKeep } } }", as: elena)
    #expect(data.at("updateFamily", "family", "studentsKeep")?.string == setting)
  }

  /// Runs one mutation for its errors alone.
  func run(_ mutation: String, as viewer: AccountViewer) async throws -> JSONValue {
    try await answer("mutation { \(mutation) { __typename } }", as: viewer)
  }
}
