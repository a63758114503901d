import Gateway
import GraphQL
import Postgres
import SQL
import SampleData
import Domain
import TestSupport
import Testing

/// Series of random courses, whose work was graded on random days, against their definitions in exact fractions (GT-09).
@Suite(.serialized) struct ProgressTests {
  private static let database = Task { try await SchoolDatabase("progress", families: 2) }

  /// Rounds of random courses; a sample runs one in four.
  private static let rounds = 200
  private static let seed: UInt64 = 20_261_125

  /// A random course, and the days on which its work was graded.
  private struct DatedCourse {
    let course: RandomCourse
    /// In tenths.
    let hours: UInt64
    /// By work, counted from the first day.
    let days: [Int]
    /// The columns that have the day: `graded_at`, `due_date`, or `created_at`.
    let columns: [Int]

    init(using random: inout SplitMix64) {
      let course = RandomCourse(isPlain: random.draw(oneIn: 3), using: &random)
      self.course = course
      hours = UInt64(random.draw(from: [0, 10, 25, 40]))
      days = course.works.map { _ in random.draw(below: SeriesDays.count + 20) - 10 }
      columns = course.works.map { _ in random.draw(below: 3) }
    }

    /// The course as it was graded at the end of a day.
    func course(atEndOf day: Int) -> RandomCourse {
      var graded = course
      graded.works = zip(course.works, days).filter { $0.0.awarded != nil && $0.1 <= day }.map(\.0)
      return graded
    }

    /// The number of works of a grade: those of a course with groups that are in none have no part.
    func count(of student: Int?, atEndOf day: Int) -> Int {
      course(atEndOf: day).works(of: student).count { $0.isCounted && ($0.group != nil || course.groups.isEmpty) }
    }

    func script(_ family: String, _ subject: String, _ students: [String]) -> String {
      var script = course.script(family: family, subject: subject, students: students)
      script += "UPDATE courses SET credit_hours = \(hours) / 10.0 WHERE family_id = '\(family)' AND id = '\(course.id)';\n"
      for (work, (day, column)) in zip(course.works, zip(days, columns)) {
        // Minutes before midnight, and after it, in a zone whose days begin hours after those of UTC.
        let clock = day % 2 == 0 ? "00:01" : "23:59"
        let moment = "timestamp '\(SeriesDays.text(day)) \(clock)' AT TIME ZONE 'America/New_York'"
        let graded = work.awarded != nil && column == 0
        script += """
          UPDATE assignments SET graded_at = \(graded ? moment : "NULL"),
            due_date = \(column == 1 ? "'\(SeriesDays.text(day))'" : column == 0 ? "'2020-01-01'" : "NULL"),
            created_at = \(column == 2 ? moment : "timestamptz '2020-01-01Z'")
          WHERE family_id = '\(family)' AND id = '\(work.id)';

          """
      }
      return script
    }
  }

  @Test func `Grades, means and averages of every period are what their definitions say`() async throws {
    let database = try await Self.database.value
    let gateway = try TestGateway(database.app)
    let viewer = AccountViewer(database.sample.parentAccount(of: 0))
    let family = try #require(viewer.membership?.familyID.description)
    let (subject, students) = (newID(), [newID(), newID()])
    let made = try await gateway.answer(
      """
      mutation {
        z: updateFamily(input: {timeZone: "America/New_York"}) { __typename }
        w: updateMemberSettings(input: {weekStart: MONDAY}) { __typename }
        s: createSubject(input: {id: "\(subject)", name: "S"}) { __typename }
        a: createStudent(input: {id: "\(students[0])", name: "A"}) { __typename }
        b: createStudent(input: {id: "\(students[1])", name: "B"}) { __typename }
        g: chooseGradeScale(input: {readyMade: PLUS_MINUS}) { __typename }
      }
      """, as: viewer)
    try #require(made.at("errors") == nil, "\(made.indented())")
    var random = SplitMix64(state: Self.seed)
    var (periods, changes) = (0, 0)
    for _ in 0..<WalkSample.current.least(Self.rounds, oneOf: 4) {
      let courses = (0..<5).map { _ in DatedCourse(using: &random) }
      let scripts = courses.map { $0.script(family, subject, students) }
      try await database.execute(
        script: "SET hatched.usage = 'off'; SET hatched.audit = 'off'; BEGIN; \(scripts.joined()) COMMIT")
      let series = SeriesDays.random(using: &random)
      let arguments = #"from: "\#(SeriesDays.text(series.from))", to: "\#(SeriesDays.text(series.to))", by: \#(series.step)"#
      let fields = courses.enumerated().map { number, course in
        """
        c\(number): course(id: "\(course.course.id)") {
          all: gradeProgress(\(arguments)) { firstDay grade gradedCount }
          a: gradeProgress(studentId: "\(students[0])", \(arguments)) { firstDay grade gradedCount }
        }
        """
      }
      let answer = try await gateway.answer(
        """
        { student(id: "\(students[0])") {
            meanProgress(\(arguments)) { firstDay mean gradedCount }
            gradePointAverageProgress(\(arguments)) { firstDay gradePointAverage courseCount }
          }
          \(fields.joined(separator: "\n"))
        }
        """, as: viewer)
      let data = try #require(answer.at("data"), "\(answer.indented())")
      for (number, course) in courses.enumerated() {
        for (name, student) in [("all", nil), ("a", 0)] as [(String, Int?)] {
          let expected = series.periods.filter { course.count(of: student, atEndOf: $0.end) > 0 }.map { period in
            JSONValue.object([
              .init("firstDay", .string(SeriesDays.text(period.start))),
              .init("grade", course.course(atEndOf: period.end).grade(of: student).grade),
              .init("gradedCount", .number("\(course.count(of: student, atEndOf: period.end))")),
            ])
          }
          #expect(data.at(.key("c\(number)"), .key(name))?.array == expected, "\(series) \(course)")
          periods += expected.count
          changes += Set(expected.map { $0.at("grade")?.number ?? -1 }).count
        }
      }
      #expect(data.at("student", "meanProgress")?.array == means(courses, series), "\(series) \(courses)")
      #expect(data.at("student", "gradePointAverageProgress")?.array == averages(courses, series), "\(series) \(courses)")
      try await database.execute(
        script: """
          SET hatched.usage = 'off'; SET hatched.audit = 'off'; BEGIN;
          DELETE FROM assignments WHERE course_id IN (SELECT id FROM courses WHERE subject_id = '\(subject)');
          DELETE FROM courses WHERE subject_id = '\(subject)'; COMMIT
          """)
    }
    // Series that never change would show nothing of days.
    #expect(periods > 100 && changes > 100)
    await gateway.pool.shutdown()
  }

  /// The means of the first student.
  private func means(_ courses: [DatedCourse], _ series: SeriesDays) -> [JSONValue] {
    series.periods.compactMap { period in
      let masses = courses.compactMap { $0.course(atEndOf: period.end).mass(of: 0) }
      let count = masses.reduce(0) { $0 + $1.count }
      if count == 0 { return nil }
      let sum = masses.reduce(ExactFraction(0)) { $0 + ExactFraction($1.count) * $1.grade }
      return .object([
        .init("firstDay", .string(SeriesDays.text(period.start))),
        .init("mean", Optional((sum / ExactFraction(count)).grade).grade), .init("gradedCount", .number("\(count)")),
      ])
    }
  }

  /// The grade point averages of the first student.
  private func averages(_ courses: [DatedCourse], _ series: SeriesDays) -> [JSONValue] {
    let counting = courses.filter { $0.hours > 0 && !$0.course.works(of: 0).isEmpty }
    return series.periods.compactMap { period in
      guard counting.contains(where: { $0.count(of: 0, atEndOf: period.end) > 0 }) else { return nil }
      let taken = counting.compactMap { course in
        course.course(atEndOf: period.end).grade(of: 0).flatMap { TestedScale.readyMade[1].step(of: $0)?.points }
          .map { (course.hours, $0) }
      }
      let hours = taken.reduce(0) { $0 + $1.0 }
      let sum = taken.reduce(0) { $0 + $1.0 * $1.1 }
      return .object([
        .init("firstDay", .string(SeriesDays.text(period.start))),
        .init("gradePointAverage", (hours == 0 ? nil : ExactFraction(sum, 100 * hours).grade).grade),
        .init("courseCount", .number("\(taken.count)")),
      ])
    }
  }

  @Test func `A correction of a grade keeps its day, and a series is bounded`() async throws {
    try await Conversation.with(Self.database) { talk in
      let (course, student, work) = (newID(), newID(), newID())
      let family = try #require(talk.elena.membership?.familyID)
      let today = try await talk.text(
        "SELECT (now() AT TIME ZONE time_zone)::date::text FROM families WHERE family_id = \(bind: .uuid(family))")
      let subject = try await talk.ask("{ family { subjects(first: 1) { id } } }", as: talk.elena)
      let subjectID = try #require(subject.at("family", "subjects", 0, "id")?.string)
      _ = try await talk.ask(
        """
        mutation {
          a: createStudent(input: {id: "\(student)", name: "P"}) { __typename }
          c: createCourse(input: {id: "\(course)", subjectId: "\(subjectID)", name: "P"}) { __typename }
          w: createAssignment(input: {id: "\(work)", studentId: "\(student)", courseId: "\(course)", title: "P", pointsPossible: 10}) {
            __typename }
          g: gradeAssignment(input: {id: "\(work)", pointsAwarded: 5}) { __typename }
        }
        """, as: talk.elena)
      try await talk.database.run(
        "UPDATE assignments SET graded_at = graded_at - interval '3 days' WHERE id = \(bind: .text(work))::uuid")
      _ = try await talk.ask(#"mutation { gradeAssignment(input: {id: "\#(work)", pointsAwarded: 8}) { __typename } }"#, as: talk.elena)
      func count(_ from: String, _ to: String) async throws -> JSONValue {
        try await talk.answer(
          #"{ course(id: "\#(course)") { gradeProgress(from: "\#(from)", to: "\#(to)", by: DAY) { grade } } }"#, as: talk.ada)
      }
      let earlier = try await talk.text("SELECT (\(bind: .text(today))::date - 10)::text")
      let series = try #require(try await count(earlier, today).at("data", "course", "gradeProgress")?.array)
      #expect(series.count == 4 && series.allSatisfy { $0.at("grade")?.number == 80 })
      #expect(try await count("2020-01-01", "2030-01-01").code == "LIMIT_EXCEEDED")
      #expect(try await count(today, earlier).code == "BAD_USER_INPUT")
    }
  }
}

/// Periods of a random series, in days counted from 1 September 2026, which is a Tuesday.
struct SeriesDays: CustomStringConvertible {
  static let count = 91
  let from: Int
  let to: Int
  let step: String
  let periods: [(start: Int, end: Int)]

  var description: String { "\(Self.text(from)) to \(Self.text(to)) by \(step)" }

  static func random(using random: inout SplitMix64) -> SeriesDays {
    let from = random.draw(below: 60)
    return SeriesDays(from: from, to: from + random.draw(below: count - from), step: random.draw(from: ["DAY", "WEEK", "MONTH"]))
  }

  private init(from: Int, to: Int, step: String) {
    (self.from, self.to, self.step) = (from, to, step)
    let starts: [Int] =
      switch step {
      case "DAY": Array(0...Self.count)
      // The Monday before, and those after it.
      case "WEEK": Array(stride(from: -1, through: Self.count + 7, by: 7))
      default: [0, 30, 61, 91]
      }
    periods = zip(starts, starts.dropFirst()).filter { $0.1 > from && $0.0 <= to }.map { ($0.0, min($0.1 - 1, to)) }
  }

  /// `2026-09-01` of 0.
  static func text(_ day: Int) -> String {
    let (month, day) =
      switch day {
      case ..<0: (8, 32 + day)
      case 0..<30: (9, day + 1)
      case 30..<61: (10, day - 29)
      case 61..<91: (11, day - 60)
      default: (12, day - 90)
      }
    return "2026-\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day)"
  }
}
