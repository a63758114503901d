import GraphQL
import Planning
import SQL

/// A copy of a course with its weight groups and the assignments of one student, without grades and marks as done: the
/// curriculum of a year for another student, or for another year.
struct CourseCopy: Sendable {
  /// The most assignments that are copied, and the most questions of all of them.
  static let most = (weightGroups: 100, assignments: 1_000, questions: 5_000)
  /// The most days by which due dates move, either way.
  static let mostDays: Int32 = 36_500

  let course: DeclaredWrite<Viewer>
  let weightGroup: DeclaredWrite<Viewer>
  let assignment: DeclaredWrite<Viewer>
  let question: DeclaredWrite<Viewer>

  var resolver: Resolver<Viewer> {
    .mutation(access: .parents) { input, rows throws(MutationFailure) in
      let original = try input.requiredID("id")
      let copy = try input.id("newId") ?? .timeOrdered()
      let name = try input.text("name", characters: 1...200, lines: .name)
      let (days, first) = try Self.days(input)
      // First: the original may have changed since, or be gone.
      switch try await rows.useID(copy, of: Course.self, for: input) {
      case .new: break
      case .sameInput: return ["course": copy]
      case .otherInput: throw .conflict("This id was used for something else: send another.", at: input.path(of: "newId"), version: nil)
      }
      let found = try await rows.locked(Course.self, key: original, columns: [.version, .subjectID])
      guard found.count == 1, let ownSubject = found.uuid(row: 0, column: 1) else { throw input.notFound("id") }
      if let version = try input.integer("ifVersion"), let current = found.int4(row: 0, column: 0), version != current {
        throw .conflict("It has changed since that version: read it again.", at: input.path(of: "ifVersion"), version: current)
      }
      let from = try await Self.student("fromStudentId", input, rows)
      let isForAnother = input.isGiven("studentId") && !input.isNull("studentId")
      let student = isForAnother ? try await Self.student("studentId", input, rows) : from
      var subject = ownSubject
      if let given = try input.id("subjectId") {
        guard try await rows.row(Subject.self, key: given, columns: [.id]).count == 1 else { throw input.notFound("subjectId") }
        subject = given
      }
      let groups = try await Self.weightGroups(of: original, input, rows)
      let assignments = try await Self.assignments(of: original, from, days, first, input, rows)
      let questions = try await Self.questions(of: assignments.keys, input, rows)
      try await rows.copy(
        Course.self, [CopiedKey(original: original, copy: copy, owner: subject)], columns: course.columns, owner: .subjectID
      ) { row in
        // The original may be completed, and lie in a term that the new dates are not in.
        [
          Course.set(.status, .text("ACTIVE")),
          Course.set(
            .keeperID,
            sql: "CASE WHEN \(row[.keeperID]) = \(bind: .uuid(from)) THEN \(bind: .uuid(student)) END"),
        ] + (name.map { [Course.set(.name, .text($0))] } ?? [])
          + (days != 0 || first != nil ? [Course.set(.termID, .null(.uuid))] : [])
      }
      let groupCopies = UUIDValue.timeOrdered(count: groups.count)
      try await rows.copy(
        WeightGroup.self, zip(groups, groupCopies).map { CopiedKey(original: $0, copy: $1, owner: copy) },
        columns: weightGroup.columns, owner: .courseID)
      let copies = UUIDValue.timeOrdered(count: assignments.keys.count)
      try await rows.copy(
        Assignment.self,
        zip(assignments.keys, copies).map { CopiedKey(original: $0, copy: $1, owner: copy) },
        columns: assignment.columns.filter { !Assignment.gradeColumns.contains($0) }, owner: .courseID
      ) { row in
        [
          Assignment.set(.studentID, .uuid(student)),
          ColumnValue(Assignment.Column.dueDate.rawValue, sql: "\(row[.dueDate]) + \(bind: .int4(assignments.days))"),
          ColumnValue(
            Assignment.Column.weightGroupID.rawValue,
            sql: """
              (SELECT grouped.copy FROM unnest(\(bind: .uuidArray(groups)), \(bind: .uuidArray(groupCopies))) \
              AS grouped (original, copy) WHERE grouped.original = \(row[.weightGroupID]))
              """),
        ]
      }
      let copyOf = Dictionary(zip(assignments.keys, copies)) { first, _ in first }
      try await rows.copy(
        Question.self,
        zip(questions, UUIDValue.timeOrdered(count: questions.count)).compactMap { question, copy in
          copyOf[question.assignment].map { CopiedKey(original: question.key, copy: copy, owner: $0) }
        }, columns: question.columns, owner: .assignmentID)
      return ["course": copy]
    }
  }

  /// The number of days to move by, or the day of the first due date: at most one of them.
  private static func days(_ input: MutationInput) throws(MutationFailure) -> (days: Int32, first: SQLValue?) {
    let first = try input.date("firstDueDate")
    guard let days = try input.integer("moveDaysBy") else { return (0, first) }
    guard first == nil else {
      throw .invalid("Give \"moveDaysBy\" or \"firstDueDate\", not both.", at: input.path(of: "firstDueDate"))
    }
    guard (-mostDays...mostDays).contains(days) else {
      throw .invalid(
        "\"moveDaysBy\" must be from -\(mostDays) to \(mostDays), got \(days).", at: input.path(of: "moveDaysBy"))
    }
    return (days, nil)
  }

  private static func student(
    _ name: String, _ input: MutationInput, _ rows: ScopedRows<Viewer>
  ) async throws(MutationFailure) -> UUIDValue {
    let student = try input.requiredID(name)
    guard try await rows.row(Student.self, key: student, columns: [.id]).count == 1 else { throw input.notFound(name) }
    return student
  }

  /// The weight groups of the course, by name.
  private static func weightGroups(
    of course: UUIDValue, _ input: MutationInput, _ rows: ScopedRows<Viewer>
  ) async throws(MutationFailure) -> [UUIDValue] {
    let found = try await rows.read(
      WeightGroup.self, where: { "\($0[.courseID]) = \(bind: .uuid(course))" }, order: { [$0[.name]] },
      limit: most.weightGroups + 1
    ) { _ in [] }
    guard found.count <= most.weightGroups else {
      throw tooMany("weight groups", "weightGroupsOfCopiedCourse", most.weightGroups, input)
    }
    return (0..<found.count).compactMap { found.uuid(row: $0, column: 0) }
  }

  /// The assignments to copy, in the order of their due dates, and the days by which these move.
  private static func assignments(
    of course: UUIDValue, _ student: UUIDValue, _ days: Int32, _ first: SQLValue?, _ input: MutationInput,
    _ rows: ScopedRows<Viewer>
  ) async throws(MutationFailure) -> (keys: [UUIDValue], days: Int32) {
    let found = try await rows.read(
      Assignment.self,
      where: { "\($0[.courseID]) = \(bind: .uuid(course)) AND \($0[.studentID]) = \(bind: .uuid(student))" },
      order: { [$0[.dueDate]] }, limit: most.assignments + 1
    ) { row in
      let moved: SQL =
        first.map { "coalesce(\(bind: $0) - min(\(row[.dueDate])) OVER (), 0)" } ?? "\(bind: .int4(days))"
      return [moved, "coalesce(\(row[.dueDate]) + (\(moved)) BETWEEN date '0001-01-01' AND date '9999-12-31', true)"]
    }
    guard found.count <= most.assignments else {
      throw tooMany("assignments", "assignmentsOfCopiedCourse", most.assignments, input)
    }
    for row in 0..<found.count where !found.withCell(row: row, column: 2, { $0.first == 1 }) {
      let name = first == nil ? "moveDaysBy" : "firstDueDate"
      throw .invalid("\"\(name)\" moves a due date out of the years 1 to 9999.", at: input.path(of: name))
    }
    let keys = (0..<found.count).compactMap { found.uuid(row: $0, column: 0) }
    return (keys, found.count == 0 ? days : found.int4(row: 0, column: 1) ?? days)
  }

  /// The questions of the assignments, in the order of their lists.
  private static func questions(
    of assignments: [UUIDValue], _ input: MutationInput, _ rows: ScopedRows<Viewer>
  ) async throws(MutationFailure) -> [(key: UUIDValue, assignment: UUIDValue)] {
    if assignments.isEmpty { return [] }
    let found = try await rows.read(
      Question.self, where: { "\($0[.assignmentID]) = ANY (\(bind: .uuidArray(assignments)))" },
      order: { [$0[.position], $0[.createdAt]] }, limit: most.questions + 1
    ) { [$0[.assignmentID]] }
    guard found.count <= most.questions else { throw tooMany("questions", "questionsOfCopiedCourse", most.questions, input) }
    return (0..<found.count).compactMap { row in
      guard let key = found.uuid(row: row, column: 0), let assignment = found.uuid(row: row, column: 1) else { return nil }
      return (key, assignment)
    }
  }

  private static func tooMany(_ what: String, _ limit: String, _ most: Int, _ input: MutationInput) -> MutationFailure {
    .refused(
      "The course has more than \(most) \(what) to copy: more are not copied at once.", code: .limitExceeded,
      at: input.path(of: "id"), extensions: [.init("limit", .string(limit)), .init("maximum", .number("\(most)"))])
  }
}
