import Gateway
import GraphQL
import Postgres
import SQL
import SampleData
import Domain
import TestSupport
import Testing

/// The points that a wanted grade needs, and grades that would be, against their definitions in exact arithmetic (GT-07, GT-08).
@Suite(.serialized) struct GradeNeededTests {
  private static let database = Task { try await SchoolDatabase("grade_needed", families: 3) }
  private static let courses = 2_000
  private static let seed: UInt64 = 20_261_124

  // MARK: Worked example

  @Test func `What the final has to be`() async throws {
    try await WeightGroupTests.withDesk { desk in
      let homework = try await desk.newGroup("HW", weight: "20")
      let midterm = try await desk.newGroup("Mid", weight: "30")
      let final = try await desk.newGroup("Final", weight: "50")
      _ = try await desk.newWork("92/100", in: homework)
      _ = try await desk.newWork("85/100", in: homework)
      _ = try await desk.newWork("70/80", in: midterm)
      let work = try await desk.newWork("/150", in: final)
      for asked in ["pointsPossible: 150, weightGroupId: \"\(final)\"", "assignmentId: \"\(work)\""] {
        func needed(_ wanted: String) async throws -> JSONValue? {
          try await desk.read(
            """
            gradeNeeded(studentId: "\(desk.student)", wanted: \(wanted), \(asked))
            { outcome points percentage bestGrade worstGrade }
            """
          ).at("gradeNeeded")
        }
        let reached = try await needed("90")
        #expect(reached?.at("outcome") == .string("NEEDED"))
        #expect(reached?.at("points") == .number("138.14"))
        #expect(reached?.at("percentage") == .number("92.09"))
        #expect(reached?.at("worstGrade") == .number("43.95"))
        #expect(reached?.at("bestGrade") == .number("93.95"))
        let missed = try await needed("97")
        #expect(missed?.at("outcome") == .string("OUT_OF_REACH"))
        #expect(missed?.at("points") == .number("159.14"))
        #expect(try await needed("40")?.at("outcome") == .string("SECURED"))
        #expect(try await needed("40")?.at("points") == .number("0"))
      }
      let whatIf = try await desk.read(
        #"gradeIf(studentId: "\#(desk.student)", grades: [{assignmentId: "\#(work)", pointsAwarded: 138.14}])"#)
      #expect(whatIf.at("gradeIf") == .number("90"))
      #expect(try await desk.grade() == .number("87.9"))
    }
  }

  @Test func `What cannot be asked for is refused at its place`() async throws {
    try await WeightGroupTests.withDesk { desk in
      let group = try await desk.newGroup("G")
      let other = try await desk.newCourse()
      let foreign = try await desk.newGroup("F", of: other)
      let (graded, open) = (try await desk.newWork("5/10", in: group), try await desk.newWork("/10", in: group))
      let elsewhere = try await desk.newWork("/10", of: other)
      for asked in [
        "wanted: 90", "wanted: 90, pointsPossible: 10, assignmentId: \"\(open)\"", "wanted: 90, assignmentId: \"\(graded)\"",
        "wanted: 90, assignmentId: \"\(elsewhere)\"", "wanted: 90, assignmentId: \"\(newID())\"",
        "wanted: 90, pointsPossible: 10, weightGroupId: \"\(foreign)\"", "wanted: 90, pointsPossible: 0",
        "wanted: 90, pointsPossible: -1", "wanted: 1000.01, pointsPossible: 10", "wanted: -1, pointsPossible: 10",
        "wanted: 90.125, pointsPossible: 10",
      ] {
        let answer = try await desk.gateway.answer(
          """
          { course(id: "\(desk.course)") { name gradeNeeded(studentId: "\(desk.student)", \(asked)) { outcome } } }
          """, as: desk.parent)
        #expect(answer.at("errors", 0, "extensions", "code") == .string("BAD_USER_INPUT"), "\(asked) \(answer.indented())")
      }
      // Work in no group of a course with groups changes no grade.
      let none = try await desk.read(
        #"gradeNeeded(studentId: "\#(desk.student)", wanted: 90, pointsPossible: 10) { outcome points bestGrade }"#)
      #expect(none.at("gradeNeeded", "outcome") == .string("NO_EFFECT"))
      #expect(none.at("gradeNeeded", "points") == .null)
      #expect(none.at("gradeNeeded", "bestGrade") == .number("50"))
    }
  }

  // MARK: Random courses

  @Test func `The points needed reach the wish, and a hundredth of a point less does not`() async throws {
    let database = try await Self.database.value
    let gateway = try TestGateway(database.app)
    let viewer = AccountViewer(database.sample.parentAccount(of: 0))
    let (subject, students) = (newID(), [newID(), newID()])
    let made = try await gateway.answer(
      """
      mutation {
        s: createSubject(input: {id: "\(subject)", name: "S"}) { __typename }
        a: createStudent(input: {id: "\(students[0])", name: "A"}) { __typename }
        b: createStudent(input: {id: "\(students[1])", name: "B"}) { __typename }
      }
      """, as: viewer)
    try #require(made.at("errors") == nil)
    let family = try #require(viewer.membership?.familyID.description)
    var random = SplitMix64(state: Self.seed)
    var outcomes: [String: Int] = [:]
    for _ in 0..<(WalkSample.current.least(Self.courses, oneOf: 4) / 50) {
      let courses = (0..<50).map { number in RandomCourse(isPlain: number % 5 == 0, using: &random) }
      let scripts = courses.map { $0.script(family: family, subject: subject, students: students) }
      try await database.execute(
        script: "SET hatched.usage = 'off'; SET hatched.audit = 'off'; BEGIN; \(scripts.joined()) COMMIT")
      for course in courses {
        let question = Question(about: course, using: &random)
        let answer = try await gateway.answer(question.document(students), as: viewer)
        try #require(answer.at("errors") == nil, "\(answer.indented())")
        let needed = try #require(answer.at("data", "course", "gradeNeeded"))
        outcomes[question.expect(needed), default: 0] += 1
        #expect(answer.at("data", "course", "gradeIf") == question.gradeIf, "\(question)")
      }
    }
    #expect(Set(outcomes.keys) == ["SECURED", "NEEDED", "OUT_OF_REACH", "NO_EFFECT"], "\(outcomes)")
    await gateway.pool.shutdown()
  }

  /// A wish for the grade of a student.
  private struct Question {
    let course: RandomCourse
    let student: Int
    /// In hundredths.
    let wanted: Int128
    let asked: RandomCourse.Work
    let isThere: Bool

    init(about course: RandomCourse, using random: inout SplitMix64) {
      self.course = course
      student = random.draw(below: 2)
      wanted = Int128(random.draw(below: 11_000))
      let student = student
      let open = course.works.first { $0.student == student && $0.awarded == nil }
      isThere = open != nil
      let group = course.groups.isEmpty || random.draw(oneIn: 6) ? nil : random.draw(below: course.groups.count)
      asked =
        open
        ?? RandomCourse.Work(
          id: "", student: student, group: group, isCounted: true, isExtraCredit: false, allowsBonus: false,
          possible: UInt64(1 + random.draw(below: 2_000_000)), awarded: nil)
    }

    /// g(x), with x in ten-thousandths.
    func grade(_ points: UInt64) -> ExactFraction? {
      var course = course
      course.works.removeAll { $0.id == asked.id }
      course.works.append(asked.graded(points))
      return course.unroundedGrade(of: student)
    }

    var gradeIf: JSONValue {
      var course = course
      course.works = course.works.map { $0.student == student && $0.awarded == nil ? $0.graded($0.possible / 2) : $0 }
      return course.grade(of: student).grade
    }

    func document(_ students: [String]) -> String {
      let group = asked.group.map { "weightGroupId: \"\(course.groups[$0].id)\"" } ?? ""
      let work = isThere ? "assignmentId: \"\(asked.id)\"" : "pointsPossible: \(points(asked.possible)) \(group)"
      let grades = course.works.filter { $0.student == student && $0.awarded == nil }
        .map { "{assignmentId: \"\($0.id)\", pointsAwarded: \(points($0.possible / 2))}" }
      return """
        { course(id: "\(course.id)") {
          gradeNeeded(studentId: "\(students[student])", wanted: \(Double(wanted) / 100), \(work))
            { outcome points bestGrade worstGrade }
          gradeIf(studentId: "\(students[student])", grades: [\(grades.joined(separator: " "))])
        } }
        """
    }

    private func points(_ tenThousandths: UInt64) -> String { "\(Double(tenThousandths) / 10_000)" }

    /// - Returns: the outcome that the definitions give.
    func expect(_ needed: JSONValue) -> String {
      let (worst, best) = (grade(0), grade(asked.possible))
      #expect(needed.at("worstGrade") == (worst?.grade).grade, "\(self)")
      #expect(needed.at("bestGrade") == (best?.grade).grade, "\(self)")
      let outcome = needed.at("outcome")?.string ?? ""
      guard let worst, let best, !(worst == best) else {
        #expect(outcome == "NO_EFFECT" && needed.at("points") == .null, "\(self)")
        return "NO_EFFECT"
      }
      if worst.grade >= wanted {
        #expect(outcome == "SECURED" && needed.at("points") == .number("0"), "\(self)")
        return "SECURED"
      }
      guard let points = Ratio(needed.at("points"))?.times(10_000).floor, points > 0 else {
        Issue.record("no points, for \(self)")
        return ""
      }
      let reached = grade(UInt64(points))?.grade ?? 0
      let missed = grade(UInt64((points - 1) / 100 * 100))?.grade ?? 0
      #expect(reached >= wanted && missed < wanted, "\(points) of \(self)")
      #expect(outcome == (points <= asked.possible ? "NEEDED" : "OUT_OF_REACH"), "\(self)")
      return outcome
    }
  }
}

extension RandomCourse.Work {
  fileprivate func graded(_ points: UInt64) -> RandomCourse.Work {
    RandomCourse.Work(
      id: id, student: student, group: group, isCounted: isCounted, isExtraCredit: isExtraCredit, allowsBonus: allowsBonus,
      possible: possible, awarded: points)
  }
}
