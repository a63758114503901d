import Gateway
import GraphQL
import Postgres
import SQL
import SampleData
import Domain
import TestSupport
import Testing

/// The gain of random courses by open work, against its definition in exact fractions (GT-17).
@Suite(.serialized) struct CourseFocusTests {
  private static let database = Task { try await SchoolDatabase("course_focus", families: 2) }

  /// Rounds of random courses; a sample runs one in four.
  private static let rounds = 160
  private static let seed: UInt64 = 20_261_126

  /// The gain of a grade by a tenth of the points possible, in hundredths: the grade with that in open work and
  /// nothing in the rest.
  private func gain(of course: RandomCourse) -> Int128? {
    var course = course
    // Ten times all points, so that a tenth is a whole number.
    course.works = course.works.map { work in
      RandomCourse.Work(
        id: work.id, student: work.student, group: work.group, isCounted: work.isCounted, isExtraCredit: work.isExtraCredit,
        allowsBonus: work.allowsBonus, possible: 10 * work.possible, awarded: work.awarded == nil ? work.possible : 0)
    }
    return course.grade(of: 0)
  }

  @Test func `The gains of random courses are what their definition says, the greatest first`() async throws {
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
    var (told, untold) = (0, 0)
    for _ in 0..<WalkSample.current.least(Self.rounds, oneOf: 4) {
      let courses = (0..<8).map { _ in RandomCourse(isPlain: random.draw(oneIn: 3), using: &random) }
      let archived = courses.filter { _ in random.draw(oneIn: 8) }.map(\.id)
      let targets = courses.map { _ in random.draw(oneIn: 2) ? random.draw(below: 12_000) : nil }
      var scripts = courses.map { $0.script(family: family, subject: subject, students: students) }
      for (course, target) in zip(courses, targets) {
        scripts.append(
          """
          UPDATE courses SET status = '\(archived.contains(course.id) ? "ARCHIVED" : "ACTIVE")',
            target_grade = \(target.map { "round(\($0) / 100.0, 2)" } ?? "NULL")
          WHERE family_id = '\(family)' AND id = '\(course.id)';
          """)
      }
      try await database.execute(
        script: "SET hatched.usage = 'off'; SET hatched.audit = 'off'; BEGIN; \(scripts.joined()) COMMIT")
      let answer = try await gateway.answer(
        #"{ student(id: "\#(students[0])") { focus(first: 50) { course { id } grade gain openCount missing } } }"#, as: viewer)
      let lines = try #require(answer.at("data", "student", "focus")?.array, "\(answer.indented())")
      let gains = lines.map { $0.at("gain")?.number ?? -1 }
      #expect(gains == gains.sorted(by: >))
      for (course, target) in zip(courses, targets) {
        let open = course.works(of: 0).count { $0.isCounted && $0.awarded == nil }
        let line = lines.first { $0.at("course", "id") == .string(course.id) }
        guard let gain = gain(of: course), gain > 0, open > 0, !archived.contains(course.id) else {
          #expect(line == nil, "\(course)")
          untold += 1
          continue
        }
        told += 1
        let grade = course.grade(of: 0)
        let missing = target.flatMap { target in grade.map { max(Int128(target) - $0, 0) } }
        #expect(line?.at("gain") == Optional(gain).grade, "\(course)")
        #expect(line?.at("grade") == grade.grade, "\(course)")
        #expect(line?.at("openCount") == .number("\(open)"), "\(course)")
        #expect(line?.at("missing") == missing.grade, "\(course)")
      }
      try await database.execute(
        script: """
          SET hatched.usage = 'off'; SET hatched.audit = 'off'; BEGIN;
          DELETE FROM assignments WHERE course_id IN (SELECT id FROM courses WHERE subject_id = '\(subject)');
          DELETE FROM courses WHERE subject_id = '\(subject)'; COMMIT
          """)
    }
    // Courses that all gain, or of which none does, show half of it.
    #expect(told > 50 && untold > 10)
    await gateway.pool.shutdown()
  }
}
