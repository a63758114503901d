import Gateway
import GraphQL
import Postgres
import SQL
import SampleData
import Domain
import TestSupport
import Testing

/// Grades of courses with weight groups, both methods, extra credit, bonus and work that is not counted, against their
/// definitions in exact arithmetic (GT-03…GT-06).
@Suite(.serialized) struct GradeRuleTests {
  private static let database = Task { try await SchoolDatabase("grade_rule", families: 3) }

  /// Random courses; a sample runs one in four.
  private static let courses = 4_000
  private static let seed: UInt64 = 20_261_123

  @Test func `The grade, the shares and the means of random courses are what their definitions say`() async throws {
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
    var ungraded = 0
    for _ in 0..<(WalkSample.current.least(Self.courses, oneOf: 4) / 100) {
      let courses = (0..<100).map { number in RandomCourse(isPlain: number % 5 == 0, using: &random) }
      let scripts = courses.map { $0.script(family: family, subject: subject, students: students) }
      try await database.execute(
        script: "SET hatched.usage = 'off'; SET hatched.audit = 'off'; BEGIN; \(scripts.joined()) COMMIT")
      ungraded += courses.count { $0.grade(of: nil) == nil }
      for chunk in stride(from: 0, to: courses.count, by: 10) {
        try await expect(Array(courses[chunk..<(chunk + 10)]), students, gateway, viewer)
      }
      try await expectReportCard(courses, students, gateway, viewer)
      try await database.execute(
        script: """
          SET hatched.usage = 'off'; SET hatched.audit = 'off'; BEGIN;
          DELETE FROM assignments WHERE course_id IN (SELECT id FROM courses WHERE subject_id = '\(subject)');
          DELETE FROM courses WHERE subject_id = '\(subject)'; COMMIT
          """)
    }
    // A draw that grades everything, or nothing, shows nothing of null.
    #expect(ungraded > 0 && ungraded < Self.courses / 2)
    await gateway.pool.shutdown()
  }

  @Test func `The function for the general rule has its text`() async throws {
    let database = try await Self.database.value
    let text = try await database.run("SELECT prosrc FROM pg_proc WHERE oid = 'general_grade'::regproc").texts.joined()
    func words(_ text: String) -> String {
      text.split(whereSeparator: \.isWhitespace).joined(separator: " ").replacing("( ", with: "(")
    }
    #expect(words(text) == words("BEGIN RETURN \(GradeRule.generalGradeText.template.text); END"))
  }

  private func expect(
    _ courses: [RandomCourse], _ students: [String], _ gateway: TestGateway, _ viewer: AccountViewer
  ) async throws {
    let fields = courses.enumerated().map { number, course in
      """
      c\(number): course(id: "\(course.id)") {
        grade a: grade(studentId: "\(students[0])") b: grade(studentId: "\(students[1])") ungroupedCount
        weightGroups(orderBy: [{field: CREATED_AT}]) { id mean ofA: mean(studentId: "\(students[0])") share }
        gradeExplanation(studentId: "\(students[1])") { weightGroup { id } weight share mean gradedCount extraCreditCount }
      }
      """
    }
    let answer = try await gateway.answer("{ \(fields.joined(separator: " ")) }", as: viewer)
    try #require(answer.at("errors") == nil, "\(answer.indented())")
    for (number, course) in courses.enumerated() {
      let read = try #require(answer.at("data", .key("c\(number)")))
      #expect(read.at("grade") == course.grade(of: nil).grade, "\(course)")
      #expect(read.at("a") == course.grade(of: 0).grade, "\(course)")
      #expect(read.at("b") == course.grade(of: 1).grade, "\(course)")
      let ungrouped = course.groups.isEmpty ? 0 : course.works.count { $0.group == nil }
      #expect(read.at("ungroupedCount") == .number("\(ungrouped)"))
      expectGroups(of: course, read)
      expectExplanation(of: course, student: 1, read)
    }
  }

  private func expectGroups(of course: RandomCourse, _ read: JSONValue) {
    let counting = course.groups.indices.filter { index in
      course.value(of: course.works.filter { $0.group == index }) != nil
    }
    let sum = counting.reduce(0) { $0 + course.groups[$1].weight }
    let read = read.at("weightGroups")?.array ?? []
    #expect(read.count == course.groups.count)
    for group in read {
      guard let index = course.groups.firstIndex(where: { .string($0.id) == group.at("id") }) else {
        Issue.record("a group of another course")
        continue
      }
      let works = course.works.filter { $0.group == index }
      #expect(group.at("mean") == course.value(of: works)?.grade.grade ?? .null, "\(course)")
      #expect(group.at("ofA") == course.value(of: works.filter { $0.student == 0 })?.grade.grade ?? .null, "\(course)")
      let share = counting.contains(index) ? ExactFraction(course.groups[index].weight, sum).rounded(places: 4) : nil
      #expect(group.at("share") == share.points, "\(course)")
    }
  }

  private func expectExplanation(of course: RandomCourse, student: Int, _ read: JSONValue) {
    let parts: [(group: RandomCourse.Group?, works: [RandomCourse.Work])] =
      course.groups.isEmpty
      ? [(nil, course.works(of: student))]
      : course.groups.indices.map { index in (course.groups[index], course.works(of: student).filter { $0.group == index }) }
    let sum = parts.reduce(0) { $0 + (course.value(of: $1.works) == nil ? 0 : $1.group?.weight ?? 10_000) }
    let terms = read.at("gradeExplanation")?.array ?? []
    #expect(terms.count == parts.count)
    for part in parts {
      let id: JSONValue = part.group.map { .string($0.id) } ?? .null
      let term = terms.first { ($0.at("weightGroup", "id") ?? .null) == id }
      let (weight, value) = (part.group?.weight ?? 10_000, course.value(of: part.works))
      let graded = part.works.filter { $0.isCounted && $0.awarded != nil }
      let shown: Int128? = Int128(weight)
      #expect(term?.at("weight") == shown.points)
      #expect(term?.at("mean") == value?.grade.grade ?? .null, "\(course)")
      let share = value.map { _ in ExactFraction(weight, sum).rounded(places: 4) }
      #expect(term?.at("share") == share.points, "\(course)")
      #expect(term?.at("gradedCount") == .number("\(graded.count { !$0.isExtraCredit })"))
      #expect(term?.at("extraCreditCount") == .number("\(graded.count { $0.isExtraCredit })"))
    }
  }

  private func expectReportCard(
    _ courses: [RandomCourse], _ students: [String], _ gateway: TestGateway, _ viewer: AccountViewer
  ) async throws {
    for (student, id) in students.enumerated() {
      let answer = try await gateway.answer(
        """
        { student(id: "\(id)") { reportCard(first: 200) { course { id } grade gradedCount assignmentCount } } }
        """, as: viewer)
      let lines = answer.at("data", "student", "reportCard")?.array ?? []
      let taken = courses.filter { !$0.works(of: student).isEmpty }
      #expect(lines.count == taken.count)
      for course in taken {
        let line = lines.first { $0.at("course", "id") == .string(course.id) }
        #expect(line?.at("grade") == course.grade(of: student).grade, "\(course)")
        let works = course.works(of: student)
        #expect(line?.at("assignmentCount") == .number("\(works.count)"))
        #expect(line?.at("gradedCount") == .number("\(works.count { $0.awarded != nil })"))
      }
    }
  }
}

extension Int128 {
  /// Hundredths as they are answered.
  fileprivate var grade: JSONValue { (self as Int128?).grade }
}
