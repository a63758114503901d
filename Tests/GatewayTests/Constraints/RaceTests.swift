import GraphQL
import Postgres
import SQL
import SampleData
import Domain
import TestSupport
import Testing

/// Two changes at the same time, of which one makes the other violate a constraint: the other is told which field is to blame.
///
/// An operator's transaction holds the rows, since requests of one family, or of the staff of one school, wait for each other.
@Suite(.serialized) struct RaceTests {
  /// Runs a statement, sends a request that waits for it, and commits.
  private func answer(
    _ mutation: String, as viewer: AccountViewer, while statement: SQL, _ ground: PickupGround
  ) async throws -> JSONValue {
    let connection = try await Connection.connect(ConnectionConfiguration(address: ground.database.owner), reactor: Reactor())
    let request = try await connection.withTransaction(isolation: .readCommitted) { transaction -> Task<JSONValue, any Error> in
      _ = try await transaction.run([statement.statement])
      let request = Task { try await ground.ask("mutation { \(mutation) { __typename } }", as: viewer) }
      for _ in 0..<75 {
        if try await ground.database.run("SELECT 1 FROM pg_locks WHERE NOT granted").count > 0 { break }
        try await Task.sleep(for: .milliseconds(20))
      }
      return request
    }
    return try await request.value
  }

  private func expect(
    _ answer: JSONValue, _ code: String, _ path: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(answer.code == code, "\(answer)", sourceLocation: sourceLocation)
    #expect(answer.inputPath == path, "\(answer)", sourceLocation: sourceLocation)
  }

  private func newClass(_ ground: PickupGround) async throws -> String {
    let id = newID()
    try await ground.database.run(
      """
      INSERT INTO school_classes (school_id, id, name)
      VALUES (\(bind: .uuid(DemonstrationFamily.schoolID)), \(bind: .text(id))::uuid, \(bind: .text(id)))
      """)
    return id
  }

  private static let school = DemonstrationFamily.schoolID

  @Test func `What a request names and another removes is not found`() async throws {
    try await PickupGround.run("race_removal") { ground in
      let gone = try await newClass(ground)
      let student = newID()
      _ = try await ground.ask(#"mutation { createStudent(input: {id: "\#(student)", name: "New"}) { __typename } }"#, as: ground.parent)
      expect(
        try await answer(
          #"enrollStudent(input: {studentId: "\#(student)", schoolId: "\#(Self.school)", classId: "\#(gone)", studentNumber: "77"})"#,
          as: ground.parent, while: "DELETE FROM school_classes WHERE id = \(bind: .text(gone))::uuid", ground),
        "NOT_FOUND", "input.classId")
      let subject = newID()
      _ = try await ground.ask(#"mutation { createSubject(input: {id: "\#(subject)", name: "S"}) { __typename } }"#, as: ground.parent)
      expect(
        try await answer(
          #"createCourse(input: {subjectId: "\#(subject)", name: "C"})"#, as: ground.parent,
          while: "DELETE FROM subjects WHERE id = \(bind: .text(subject))::uuid", ground),
        "NOT_FOUND", "input.subjectId")
      let other = newID()
      _ = try await ground.ask(
        """
        mutation { createSubject(input: {id: "\(other)", name: "S"}) { __typename }
          createCourse(input: {id: "\(other)", subjectId: "\(other)", name: "C"}) { __typename } }
        """, as: ground.parent)
      let item = #"{studentId: "\#(student)", title: "T""#
      expect(
        try await answer(
          #"createAssignments(input: {assignments: [\#(item)}, \#(item), courseId: "\#(other)"}]})"#, as: ground.parent,
          while: "DELETE FROM courses WHERE id = \(bind: .text(other))::uuid", ground),
        "NOT_FOUND", "input.assignments.1.courseId")
    }
  }

  @Test func `An id or a name that another takes is a conflict`() async throws {
    try await PickupGround.run("race_taking") { ground in
      try await ground.database.run("INSERT INTO schools (id, name, time_zone) VALUES (gen_random_uuid(), 'Other', 'UTC')")
      let id = newID()
      let create = #"createSchoolClass(input: {schoolId: "\#(Self.school)", id: "\#(id)", name: "New"})"#
      expect(
        try await answer(
          create, as: ground.administrator,
          while: """
            INSERT INTO school_classes (school_id, id, name)
            SELECT id, \(bind: .text(id))::uuid, 'New' FROM schools WHERE name = 'Other'
            """, ground),
        "CONFLICT", "input.id")
      expect(
        try await answer(
          #"createSchoolClass(input: {schoolId: "\#(Self.school)", name: "Same"})"#, as: ground.administrator,
          while: """
            INSERT INTO school_classes (school_id, id, name)
            VALUES (\(bind: .uuid(Self.school)), gen_random_uuid(), 'Same')
            """, ground),
        "CONFLICT", "input.name")
      let tag = #"createNoteTag(input: {name: "Tag"})"#
      expect(
        try await answer(
          tag, as: ground.parent,
          while: """
            INSERT INTO note_tags (family_id, id, name) VALUES (\(bind: .uuid(DemonstrationFamily.id)), gen_random_uuid(), 'tag')
            """, ground),
        "CONFLICT", "input.name")
      let subject = newID()
      expect(
        try await answer(
          #"createSubject(input: {id: "\#(subject)", name: "S"})"#, as: ground.parent,
          while: """
            INSERT INTO subjects (family_id, id, name) VALUES (\(bind: .uuid(DemonstrationFamily.id)), \(bind: .text(subject))::uuid, 'S')
            """, ground),
        "CONFLICT", "input.id")
    }
  }
}
