import Gateway
import GraphQL
import Postgres
import SQL
import SampleData
import Domain
import TestSupport
import Testing

/// Every mean of percentages is by the definition of grades: those of random courses against their definition in exact fractions.
@Suite(.serialized) struct GradeMeanTests {
  private static let database = Task { try await SchoolDatabase("grade_means", families: 2) }

  /// Rounds of random courses; a sample runs one in four.
  private static let rounds = 60
  private static let seed: UInt64 = 20_261_125

  /// The mean over courses, in hundredths, by the definition alone.
  private func mean(of courses: [RandomCourse], _ student: Int?) -> Int128? {
    let masses = courses.compactMap { $0.mass(of: student) }
    let count = masses.reduce(0) { $0 + $1.count }
    if count == 0 { return nil }
    let sum = masses.reduce(ExactFraction(0)) { $0 + ExactFraction($1.count) * $1.grade }
    return (sum / ExactFraction(count)).grade
  }

  @Test func `Means of summaries and series, results of assignments and report cards agree with the grades of random courses`() async throws {
    let database = try await Self.database.value
    let gateway = try TestGateway(database.app)
    let viewer = AccountViewer(database.sample.parentAccount(of: 0))
    let family = try #require(viewer.membership?.familyID.description)
    let (subject, students) = (newID(), [newID(), newID()])
    let made = try await gateway.answer(
      """
      mutation {
        s: createSubject(input: {id: "\(subject)", name: "S"}) { __typename }
        a: createStudent(input: {id: "\(students[0])", name: "A"}) { __typename }
        b: createStudent(input: {id: "\(students[1])", name: "B"}) { __typename }
      }
      """, as: viewer)
    try #require(made.at("errors") == nil, "\(made.indented())")
    var random = SplitMix64(state: Self.seed)
    var different = 0
    for _ in 0..<WalkSample.current.least(Self.rounds, oneOf: 4) {
      let courses = (0..<6).map { _ in RandomCourse(isPlain: random.draw(oneIn: 3), using: &random) }
      let scripts = courses.map { $0.script(family: family, subject: subject, students: students) }
      try await database.execute(
        script: "SET hatched.usage = 'off'; SET hatched.audit = 'off'; BEGIN; \(scripts.joined()) COMMIT")
      let answer = try await gateway.answer(
        #"""
        {
          family { assignmentsSummary(where: {course: {subject: {id: {eq: "\#(subject)"}}}}) {
            meanPercentage byCourse { course { id grade } meanPercentage } bySubject { meanPercentage } byWeek { meanPercentage }
            byStudent { student { id } meanPercentage } } }
          student(id: "\#(students[0])") {
            assignmentsSummary { meanPercentage byCourse { course { id } meanPercentage } }
            meanProgress(from: "2020-01-01", to: "2040-01-01", by: MONTH) { mean }
            reportCard(first: 200) { course { id } grade gradedCount assignmentCount letter }
            assignments(first: 200) { course { id grade(studentId: "\#(students[0])") }
              courseResult { course { id } grade computedGrade gradedCount assignmentCount letter } } } }
        """#, as: viewer)
      try #require(answer.at("errors") == nil, "\(answer.indented())")
      let all = answer.at("data", "family", "assignmentsSummary")
      let expected = mean(of: courses, nil).grade
      #expect(all?.at("meanPercentage") == expected, "\(courses)")
      for list in ["bySubject", "byWeek"] {
        if let first = all?.at(.key(list), 0) { #expect(first.at("meanPercentage") == expected, "\(list) \(courses)") }
      }
      for (index, student) in students.enumerated() {
        let line = all?.at("byStudent")?.array?.first { $0.at("student", "id")?.string == student }
        if let line { #expect(line.at("meanPercentage") == mean(of: courses, index).grade, "\(courses)") }
      }
      let one = answer.at("data", "student")
      #expect(one?.at("assignmentsSummary", "meanPercentage") == mean(of: courses, 0).grade, "\(courses)")
      let series = one?.at("meanProgress")?.array ?? []
      #expect((series.last?.at("mean") ?? .null) == mean(of: courses, 0).grade, "\(courses)")
      for course in courses {
        let grade = course.grade(of: nil).grade
        if let line = all?.at("byCourse")?.array?.first(where: { $0.at("course", "id")?.string == course.id }) {
          #expect(line.at("meanPercentage") == grade, "\(course)")
          #expect(line.at("course", "grade") == grade, "\(course)")
        }
        let own = course.grade(of: 0).grade
        if grade != own { different += 1 }
        if let line = one?.at("assignmentsSummary", "byCourse")?.array?.first(where: { $0.at("course", "id")?.string == course.id }) {
          #expect(line.at("meanPercentage") == own, "\(course)")
        }
        let reported = one?.at("reportCard")?.array?.first { $0.at("course", "id")?.string == course.id }
        let works = (one?.at("assignments")?.array ?? []).filter { $0.at("course", "id")?.string == course.id }
        #expect(works.count == course.works(of: 0).count)
        for work in works {
          #expect(work.at("courseResult", "grade") == own, "\(course)")
          #expect(work.at("course", "grade") == own, "\(course)")
          for field in ["course", "grade", "gradedCount", "assignmentCount", "letter"] {
            #expect(work.at("courseResult", .key(field)) == reported?.at(.key(field)))
          }
        }
      }
      try await database.execute(
        script: """
          SET hatched.usage = 'off'; SET hatched.audit = 'off'; BEGIN;
          DELETE FROM assignments WHERE course_id IN (SELECT id FROM courses WHERE subject_id = '\(subject)');
          DELETE FROM courses WHERE subject_id = '\(subject)'; COMMIT
          """)
    }
    // Courses whose students all have one grade show nothing.
    #expect(different > 10)
    await gateway.pool.shutdown()
  }

  @Test func `Work that is not counted and extra credit count in means as they do in the grade, with a course and without`() async throws {
    try await Conversation.with(Self.database) { talk in
      let (subject, student) = (newID(), newID())
      _ = try await talk.ask(
        """
        mutation {
          createSubject(input: {id: "\(subject)", name: "S"}) { __typename }
          createStudent(input: {id: "\(student)", name: "Extra"}) { __typename }
        }
        """, as: talk.elena)
      // With a course, and without one.
      for isInCourse in [true, false] {
        let course = newID()
        _ = try await talk.ask(
          #"mutation { createCourse(input: {id: "\#(course)", subjectId: "\#(subject)", name: "C"}) { __typename } }"#, as: talk.elena)
        let place = isInCourse ? #", courseId: "\#(course)""# : ""
        let items = [
          "pointsPossible: 100, pointsAwarded: 90", "pointsPossible: 100, pointsAwarded: 3, isExtraCredit: true",
          "pointsPossible: 50, pointsAwarded: 0, isCounted: false",
        ].map { #"{studentId: "\#(student)", title: "W"\#(place), \#($0)}"# }
        let made = try await talk.ask(
          "mutation { createAssignments(input: {assignments: [\(items.joined(separator: ", "))]}) { assignments { id } courses { grade } } }",
          as: talk.elena)
        if isInCourse { #expect(made.at("createAssignments", "courses", 0, "grade")?.number == 93) }
        let data = try await talk.ask(
          #"""
          { student(id: "\#(student)") { assignmentsSummary(where: {course: \#(isInCourse ? #"{id: {eq: "\#(course)"}}"# : "null")}) {
            gradedCount meanPercentage } } }
          """#, as: talk.elena)
        #expect(data.at("student", "assignmentsSummary", "meanPercentage")?.number == 93, "\(isInCourse)")
        #expect(data.at("student", "assignmentsSummary", "gradedCount")?.number == 3)
      }
      let whole = try await talk.ask(
        #"""
        { student(id: "\#(student)") { assignmentsSummary { meanPercentage }
          meanProgress(from: "2020-01-01", to: "2040-01-01", by: MONTH) { mean gradedCount } } }
        """#, as: talk.elena)
      #expect(whole.at("student", "assignmentsSummary", "meanPercentage")?.number == 93)
      let last = whole.at("student", "meanProgress")?.array?.last
      #expect(last?.at("mean")?.number == 93)
      #expect(last?.at("gradedCount")?.number == 2)
    }
  }
}
