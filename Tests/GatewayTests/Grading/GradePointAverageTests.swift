import Gateway
import GraphQL
import Postgres
import SQL
import SampleData
import Domain
import TestSupport
import Testing

/// Letters and grade point averages of random courses, against their definitions in exact fractions (GT-10, GT-11).
@Suite(.serialized) struct GradePointAverageTests {
  private static let database = Task { try await SchoolDatabase("grade_point_average", families: 2) }

  /// Rounds of random courses; a sample runs one in four.
  private static let rounds = 80
  private static let seed: UInt64 = 20_261_124

  /// A random course with all that an average depends on.
  private struct Taken {
    let course: RandomCourse
    /// In tenths.
    let hours: UInt64?
    let level: String
    let status: String
    let isExcluded: Bool
    let isInTerm: Bool
    /// By student, in hundredths.
    let overrides: [UInt64?]
    let scale: TestedScale?

    init(_ scales: [TestedScale], using random: inout SplitMix64) {
      course = RandomCourse(isPlain: random.draw(oneIn: 2), using: &random)
      hours = random.draw(oneIn: 4) ? nil : UInt64(random.draw(oneIn: 6) ? 0 : random.draw(below: 1_000))
      level = random.draw(from: ["REGULAR", "HONORS", "ADVANCED"])
      status = random.draw(from: ["ACTIVE", "ACTIVE", "COMPLETED", "ARCHIVED"])
      isExcluded = random.draw(oneIn: 8)
      isInTerm = random.draw(oneIn: 2)
      overrides = [random.draw(below: 12_000), random.draw(below: 12_000)].map { random.draw(oneIn: 4) ? UInt64($0) : nil }
      scale = random.draw(oneIn: 3) ? random.draw(from: scales) : nil
    }

    /// In hundredths: the one that was set by hand, else the computed one.
    func grade(of student: Int) -> Int128? { overrides[student].map { Int128($0) } ?? course.grade(of: student) }

    func script(_ family: String, _ subject: String, _ students: [String], _ term: String) -> String {
      var script = course.script(family: family, subject: subject, students: students)
      script += """
        UPDATE courses SET credit_hours = \(hours.map { "\($0) / 10.0" } ?? "NULL"), level = '\(level)', status = '\(status)',
          is_excluded_from_grade_point_average = \(isExcluded), term_id = \(isInTerm ? "'\(term)'" : "NULL")
        WHERE family_id = '\(family)' AND id = '\(course.id)';

        """
      for (student, override) in zip(students, overrides) {
        guard let override else { continue }
        script += """
          INSERT INTO grade_overrides (family_id, id, student_id, course_id, grade)
          VALUES ('\(family)', '\(newID())', '\(student)', '\(course.id)', round(\(override) / 100.0, 2));

          """
      }
      if let scale {
        let isReadyMade = TestedScale.readyMade.contains { $0.name == scale.name }
        script += """
          INSERT INTO grade_scale_choices (family_id, id, course_id, \(isReadyMade ? "ready_made" : "grade_scale_id"))
          VALUES ('\(family)', '\(newID())', '\(course.id)', '\(scale.name)');

          """
      }
      return script
    }
  }

  /// The average of a student, in hundredths, by the definition alone.
  private func average(
    _ courses: [Taken], of student: Int, _ scale: TestedScale, isWeighted: Bool = true, inTerm: Bool = false
  ) -> Int128? {
    var (sum, hours): (UInt64, UInt64) = (0, 0)
    for taken in courses where !taken.course.works(of: student).isEmpty && !(inTerm && !taken.isInTerm) {
      guard taken.status != "ARCHIVED", !taken.isExcluded, let grade = taken.grade(of: student),
        var points = (taken.scale ?? scale).step(of: grade)?.points
      else { continue }
      if isWeighted, points > 0 { points += taken.level == "HONORS" ? 50 : taken.level == "ADVANCED" ? 100 : 0 }
      sum += points * (taken.hours ?? 10)
      hours += taken.hours ?? 10
    }
    return hours == 0 ? nil : ExactFraction(sum, 100 * hours).grade
  }

  @Test func `Averages and letters of random courses are what their definitions say`() async throws {
    let database = try await Self.database.value
    let gateway = try TestGateway(database.app)
    let viewer = AccountViewer(database.sample.parentAccount(of: 0))
    let family = try #require(viewer.membership?.familyID.description)
    let (subject, students, year, term, own) = (newID(), [newID(), newID()], newID(), newID(), newID())
    let made = try await gateway.answer(
      """
      mutation {
        s: createSubject(input: {id: "\(subject)", name: "S"}) { __typename }
        a: createStudent(input: {id: "\(students[0])", name: "A"}) { __typename }
        b: createStudent(input: {id: "\(students[1])", name: "B"}) { __typename }
        y: createSchoolYear(input: {id: "\(year)", name: "Y", firstDay: "4000-01-01", lastDay: "4000-12-31"}) { __typename }
        t: createTerm(input: {id: "\(term)", schoolYearId: "\(year)", name: "T", firstDay: "4000-01-01", lastDay: "4000-06-30"}) {
          __typename }
        g: createGradeScale(input: {id: "\(own)", name: "Own", steps: [
          {letter: "X", leastPercentage: 101.5, gradePoints: 5.25}, {letter: "Y", leastPercentage: 66.67, gradePoints: 3.33},
          {letter: "Z", leastPercentage: 33.33}, {letter: "0", leastPercentage: 0, gradePoints: 0}]}) { __typename }
      }
      """, as: viewer)
    try #require(made.at("errors") == nil, "\(made.indented())")
    let scales = TestedScale.readyMade + [
      TestedScale(
        name: own,
        steps: [
          .init(letter: "X", least: 10_150, points: 525), .init(letter: "Y", least: 6_667, points: 333),
          .init(letter: "Z", least: 3_333, points: nil), .init(letter: "0", least: 0, points: 0),
        ])
    ]
    var random = SplitMix64(state: Self.seed)
    var (none, some) = (0, 0)
    for _ in 0..<WalkSample.current.least(Self.rounds, oneOf: 4) {
      let courses = (0..<random.draw(below: 9)).map { _ in Taken(scales, using: &random) }
      let (ofFamily, ofFirst) = (random.draw(from: scales), random.draw(from: scales))
      let scripts = courses.map { $0.script(family, subject, students, term) }
      try await database.execute(
        script: "SET hatched.usage = 'off'; SET hatched.audit = 'off'; BEGIN; \(scripts.joined()) COMMIT")
      for (place, scale) in [("", ofFamily), ("studentId: \"\(students[0])\", ", ofFirst)] {
        let choice = scale.name == own ? "gradeScaleId: \"\(own)\"" : "readyMade: \(scale.name)"
        let chosen = try await gateway.answer(
          "mutation { chooseGradeScale(input: {\(place)\(choice)}) { __typename } }", as: viewer)
        try #require(chosen.at("errors") == nil, "\(chosen.indented())")
      }
      for (student, id) in students.enumerated() {
        let scale = student == 0 ? ofFirst : ofFamily
        let answer = try await gateway.answer(
          """
          { student(id: "\(id)") {
            all: gradePointAverage plain: gradePointAverage(weighted: false) term: gradePointAverage(termId: "\(term)")
            year: gradePointAverage(schoolYearId: "\(year)") other: gradePointAverage(termId: "\(year)")
            reportCard { course { id letter(studentId: "\(id)") } grade computedGrade letter }
          } }
          """, as: viewer)
        let read = try #require(answer.at("data", "student"), "\(answer.indented())")
        let expected = average(courses, of: student, scale)
        if expected == nil { none += 1 } else { some += 1 }
        #expect(read.at("all") == expected.grade, "\(courses)")
        #expect(read.at("plain") == average(courses, of: student, scale, isWeighted: false).grade, "\(courses)")
        #expect(read.at("term") == average(courses, of: student, scale, inTerm: true).grade, "\(courses)")
        #expect(read.at("year") == read.at("term"))
        #expect(read.at("other") == .null)
        let lines = read.at("reportCard")?.array ?? []
        #expect(lines.count == courses.count { !$0.course.works(of: student).isEmpty })
        for line in lines {
          let taken = try #require(courses.first { .string($0.course.id) == line.at("course", "id") })
          let grade = taken.grade(of: student)
          #expect(line.at("grade") == grade.grade, "\(taken)")
          #expect(line.at("computedGrade") == taken.course.grade(of: student).grade, "\(taken)")
          let letter = grade.flatMap { (taken.scale ?? scale).step(of: $0)?.letter }.map { JSONValue.string($0) } ?? .null
          #expect(line.at("letter") == letter, "\(taken)")
          #expect(line.at("course", "letter") == letter, "\(taken)")
        }
      }
      try await database.execute(
        script: """
          SET hatched.usage = 'off'; SET hatched.audit = 'off'; BEGIN;
          DELETE FROM assignments WHERE course_id IN (SELECT id FROM courses WHERE subject_id = '\(subject)');
          DELETE FROM courses WHERE subject_id = '\(subject)'; COMMIT
          """)
    }
    // A draw in which all students have an average, or none has, shows half of it.
    #expect(none > 0 && some > none)
    await gateway.pool.shutdown()
  }
}
