import Gateway
import GraphQL
import Postgres
import SQL
import SampleData
import Domain
import TestSupport
import Testing

/// Weight groups, work that counts in other ways, and details of courses, as parents write them (GT-01, GT-03…GT-06).
@Suite(.serialized) struct WeightGroupTests {
  private static let database = Task { try await SchoolDatabase("weight_groups", families: 3) }

  /// A course of one student, written by a parent.
  struct Desk {
    let gateway: TestGateway
    let parent: AccountViewer
    let student: String
    let subject: String
    let course: String

    func run(_ mutation: String) async throws -> JSONValue {
      try await gateway.answer("mutation { it: \(mutation) }", as: parent)
    }

    func newCourse(_ details: String = "") async throws -> String {
      let id = newID()
      _ = try await made(#"createCourse(input: {id: "\#(id)", subjectId: "\#(subject)", name: "C" \#(details)}) { __typename }"#)
      return id
    }

    func newGroup(_ name: String, weight: String? = nil, of course: String? = nil) async throws -> String {
      let id = newID()
      let given = weight.map { ", weight: \($0)" } ?? ""
      _ = try await made(
        """
        createWeightGroup(input: {id: "\(id)", courseId: "\(course ?? self.course)", name: "\(name)"\(given)}) { __typename }
        """)
      return id
    }

    /// - Parameter points: as in `18/20`, `/20` for work that is not graded.
    func newWork(
      _ points: String, in group: String? = nil, of course: String? = nil, flags: String = ""
    ) async throws -> String {
      let id = newID()
      let parts = points.split(separator: "/", omittingEmptySubsequences: false)
      let groupID = group.map { "weightGroupId: \"\($0)\"" } ?? ""
      _ = try await made(
        """
        createAssignment(input: {id: "\(id)", studentId: "\(student)", courseId: "\(course ?? self.course)", title: "W",
          pointsPossible: \(parts[1]) \(groupID) \(flags)}) { __typename }
        """)
      if !parts[0].isEmpty {
        _ = try await made(#"gradeAssignment(input: {id: "\#(id)", pointsAwarded: \#(parts[0])}) { __typename }"#)
      }
      return id
    }

    func made(_ mutation: String) async throws -> JSONValue {
      let answer = try await run(mutation)
      try #require(answer.at("errors") == nil, "\(answer.indented())")
      return try #require(answer.at("data", "it"))
    }

    func grade(of course: String? = nil) async throws -> JSONValue? {
      try await read("grade", of: course).at("grade")
    }

    func read(_ fields: String, of course: String? = nil) async throws -> JSONValue {
      let answer = try await gateway.answer(#"{ course(id: "\#(course ?? self.course)") { \#(fields) } }"#, as: parent)
      return try #require(answer.at("data", "course"), "\(answer.indented())")
    }
  }

  static func withDesk(_ body: (Desk) async throws -> Void) async throws {
    let database = try await Self.database.value
    let gateway = try TestGateway(database.app)
    let parent = AccountViewer(database.sample.parentAccount(of: 0))
    let (student, subject, course) = (newID(), newID(), newID())
    let made = try await gateway.answer(
      """
      mutation {
        s: createSubject(input: {id: "\(subject)", name: "S"}) { __typename }
        a: createStudent(input: {id: "\(student)", name: "A"}) { __typename }
        c: createCourse(input: {id: "\(course)", subjectId: "\(subject)", name: "C"}) { __typename }
      }
      """, as: parent)
    try #require(made.at("errors") == nil)
    try await body(Desk(gateway: gateway, parent: parent, student: student, subject: subject, course: course))
    await gateway.pool.shutdown()
  }

  // MARK: Worked examples

  @Test func `Plain work, by both methods`() async throws {
    try await Self.withDesk { desk in
      for points in ["9/10", "45/50", "140/200"] { _ = try await desk.newWork(points) }
      #expect(try await desk.grade() == .number("83.33"))
      let changed = try await desk.made(
        #"updateCourse(input: {id: "\#(desk.course)", gradingMethod: TOTAL_POINTS}) { course { grade gradingMethod } }"#)
      #expect(changed.at("course", "grade") == .number("74.62"))
      #expect(changed.at("course", "gradingMethod") == .string("TOTAL_POINTS"))
      let back = try await desk.made(
        #"updateCourse(input: {id: "\#(desk.course)", gradingMethod: MEAN_OF_PERCENTAGES}) { course { grade } }"#)
      #expect(back.at("course", "grade") == .number("83.33"))
    }
  }

  @Test func `Weight groups, one of them empty, and work in none`() async throws {
    try await Self.withDesk { desk in
      let homework = try await desk.newGroup("H")
      let tests = try await desk.newGroup("T", weight: "2.5")
      _ = try await desk.newGroup("F", weight: "4")
      _ = try await desk.newWork("8/10", in: homework)
      _ = try await desk.newWork("17/20", in: homework)
      _ = try await desk.newWork("41/60", in: tests)
      _ = try await desk.newWork("0/10")
      let read = try await desk.read(
        "grade ungroupedCount weightGroups { name weight share mean } gradeExplanation { weight share mean gradedCount }")
      #expect(read.at("grade") == .number("72.38"))
      #expect(read.at("ungroupedCount") == .number("1"))
      #expect(read.at("weightGroups")?.array?.map { $0.at("name")?.string } == ["F", "H", "T"])
      #expect(read.at("weightGroups")?.array?.map { $0.at("share") } == [.null, .number("0.2857"), .number("0.7143")])
      #expect(read.at("weightGroups")?.array?.map { $0.at("mean") } == [.null, .number("82.5"), .number("68.33")])
      #expect(read.at("gradeExplanation")?.array?.map { $0.at("share") } == [.null, .number("0.2857"), .number("0.7143")])
      #expect(read.at("gradeExplanation")?.array?.map { $0.at("gradedCount") } == [.number("0"), .number("2"), .number("1")])
      let changed = try await desk.made(
        #"updateCourse(input: {id: "\#(desk.course)", gradingMethod: TOTAL_POINTS}) { course { grade } }"#)
      #expect(changed.at("course", "grade") == .number("72.62"))
    }
  }

  @Test func `Bonus, extra credit and work that is not counted`() async throws {
    try await Self.withDesk { desk in
      _ = try await desk.newWork("18/20")
      _ = try await desk.newWork("30/40")
      _ = try await desk.newWork("22/20", flags: "allowsBonus: true")
      let uncounted = try await desk.newWork("0/50", flags: "isCounted: false")
      _ = try await desk.newWork("5/5", flags: "isExtraCredit: true")
      #expect(try await desk.grade() == .number("97.92"))
      let changed = try await desk.made(
        #"updateCourse(input: {id: "\#(desk.course)", gradingMethod: TOTAL_POINTS}) { course { grade } }"#)
      #expect(changed.at("course", "grade") == .number("93.75"))
      let counted = try await desk.made(
        #"updateAssignment(input: {id: "\#(uncounted)", isCounted: true}) { assignment { isCounted } course { grade } }"#)
      // 100 · (18 + 30 + 22 + 0 + 5) ÷ 130
      #expect(counted.at("course", "grade") == .number("57.69"))
    }
  }

  @Test func `Homework, a midterm and a final that is to come`() async throws {
    try await Self.withDesk { desk in
      let homework = try await desk.newGroup("HW", weight: "20")
      let midterm = try await desk.newGroup("Mid", weight: "30")
      _ = try await desk.newGroup("Final", weight: "50")
      _ = try await desk.newWork("92/100", in: homework)
      _ = try await desk.newWork("85/100", in: homework)
      _ = try await desk.newWork("70/80", in: midterm)
      #expect(try await desk.grade() == .number("87.9"))
      let card = try await desk.gateway.answer(
        #"{ student(id: "\#(desk.student)") { reportCard { grade gradedCount } } }"#, as: desk.parent)
      #expect(card.at("data", "student", "reportCard", 0, "grade") == .number("87.9"))
    }
  }

  // MARK: Changes

  @Test func `Work has 100 points possible in a course with groups unless they are given`() async throws {
    try await Self.withDesk { desk in
      func possible(_ given: String = "") async throws -> JSONValue? {
        try await desk.made(
          """
          createAssignment(input: {studentId: "\(desk.student)", courseId: "\(desk.course)", title: "W" \(given)})
          { assignment { pointsPossible } }
          """
        ).at("assignment", "pointsPossible")
      }
      #expect(try await possible() == .null)
      _ = try await desk.newGroup("G")
      #expect(try await possible() == .number("100"))
      #expect(try await possible("pointsPossible: 12.5") == .number("12.5"))
    }
  }

  @Test func `Work that comes to another course leaves its group, or comes into another one`() async throws {
    try await Self.withDesk { desk in
      let other = try await desk.newCourse()
      let (group, target) = (try await desk.newGroup("G"), try await desk.newGroup("T", of: other))
      let work = try await desk.newWork("5/10", in: group)
      let moved = try await desk.made(
        #"updateAssignment(input: {id: "\#(work)", courseId: "\#(other)"}) { assignment { weightGroup { id } } }"#)
      #expect(moved.at("assignment", "weightGroup") == .null)
      let back = try await desk.made(
        """
        updateAssignment(input: {id: "\(work)", courseId: "\(desk.course)", weightGroupId: "\(group)"})
        { assignment { weightGroup { id } } }
        """)
      #expect(back.at("assignment", "weightGroup", "id") == .string(group))
      let none = try await desk.made(
        #"updateAssignment(input: {id: "\#(work)", courseId: null}) { assignment { weightGroup { id } } }"#)
      #expect(none.at("assignment", "weightGroup") == .null)

      // A group of another course, or without a course.
      for course in ["\"\(desk.course)\"", "null"] {
        let refused = try await desk.run(
          """
          updateAssignment(input: {id: "\(work)", courseId: \(course), weightGroupId: "\(target)"}) { assignment { id } }
          """)
        #expect(refused.at("errors", 0, "extensions", "inputPath") == .array([.string("input"), .string("weightGroupId")]))
        #expect(refused.codes == ["it": course == "null" ? "BAD_USER_INPUT" : "NOT_FOUND"])
      }
    }
  }

  @Test func `A group with assignments goes only when another group of the course takes them`() async throws {
    try await Self.withDesk { desk in
      let other = try await desk.newCourse()
      let (group, heir) = (try await desk.newGroup("G"), try await desk.newGroup("H", weight: "3"))
      let foreign = try await desk.newGroup("F", of: other)
      let work = try await desk.newWork("5/10", in: group)
      func delete(_ successor: String? = nil) async throws -> JSONValue {
        let move = successor.map { ", moveAssignmentsToId: \"\($0)\"" } ?? ""
        return try await desk.run(
          #"deleteWeightGroup(input: {id: "\#(group)"\#(move)}) { id course { grade weightGroups { id } } }"#)
      }
      #expect(try await delete().codes == ["it": "CONFLICT"])
      #expect(try await delete(foreign).codes == ["it": "NOT_FOUND"])
      #expect(try await delete(newID()).codes == ["it": "NOT_FOUND"])
      #expect(try await delete(group).codes == ["it": "BAD_USER_INPUT"])
      #expect(try await desk.read("weightGroups { id }").at("weightGroups")?.array?.count == 2)

      let deleted = try await delete(heir)
      #expect(deleted.at("data", "it", "id") == .string(group))
      #expect(deleted.at("data", "it", "course", "grade") == .number("50"))
      let read = try await desk.gateway.answer(#"{ assignment(id: "\#(work)") { weightGroup { id } } }"#, as: desk.parent)
      #expect(read.at("data", "assignment", "weightGroup", "id") == .string(heir))
      // Without groups all work counts again.
      _ = try await desk.made(#"deleteAssignment(input: {id: "\#(work)"}) { id }"#)
      _ = try await desk.made(#"deleteWeightGroup(input: {id: "\#(heir)"}) { id }"#)
      _ = try await desk.newWork("9/10")
      #expect(try await desk.grade() == .number("90"))
    }
  }

  @Test func `A course goes with its groups`() async throws {
    try await Self.withDesk { desk in
      let group = try await desk.newGroup("G")
      _ = try await desk.newWork("5/10", in: group)
      let refused = try await desk.run(#"deleteCourse(input: {id: "\#(desk.course)"}) { id }"#)
      #expect(refused.codes == ["it": "CONFLICT"])
      _ = try await desk.made(#"deleteCourse(input: {id: "\#(desk.course)", cascade: true}) { id }"#)
      let read = try await desk.gateway.answer(#"{ weightGroup(id: "\#(group)") { id } }"#, as: desk.parent)
      #expect(read.at("data", "weightGroup") == .null)
    }
  }

  @Test func `Points above those possible are for extra credit and bonus alone`() async throws {
    try await Self.withDesk { desk in
      let (plain, bonus) = (try await desk.newWork("/10"), try await desk.newWork("/10", flags: "allowsBonus: true"))
      func grade(_ id: String, _ points: String) async throws -> JSONValue {
        try await desk.run(#"gradeAssignment(input: {id: "\#(id)", \#(points)}) { assignment { percentage } }"#)
      }
      for points in ["pointsAwarded: 11", "pointsAwarded: 11, pointsPossible: 10.5"] {
        let refused = try await grade(plain, points)
        #expect(refused.codes == ["it": "BAD_USER_INPUT"])
        #expect(refused.at("errors", 0, "extensions", "inputPath", 1) == .string("pointsAwarded"))
        #expect(try await grade(bonus, points).at("errors") == nil)
      }
      let above = try await grade(bonus, "pointsAwarded: 11, pointsPossible: 10")
      #expect(above.at("data", "it", "assignment", "percentage") == .number("110"))
      #expect(try await grade(bonus, "pointsPossible: 8").at("errors") == nil)
      #expect(try await grade(bonus, "pointsPossible: null").codes == ["it": "BAD_USER_INPUT"])

      func update(_ fields: String) async throws -> JSONValue {
        try await desk.run(#"updateAssignment(input: {id: "\#(bonus)", \#(fields)}) { assignment { id } }"#)
      }
      let refused = try await update("allowsBonus: false")
      #expect(refused.codes == ["it": "BAD_USER_INPUT"])
      #expect(refused.at("errors", 0, "extensions", "inputPath", 1) == .string("allowsBonus"))
      #expect(try await update("allowsBonus: false, isExtraCredit: true").at("errors") == nil)
      #expect(try await update("isExtraCredit: false, pointsPossible: 11").at("errors") == nil)

      // The constraint holds without the gateway, too.
      await #expect(throws: (any Error).self) {
        _ = try await Self.database.value.run(
          "UPDATE assignments SET points_awarded = 12 WHERE id = \(bind: .literal(plain, .uuid))")
      }
    }
  }

  @Test(
    "Values out of bounds are refused with their place",
    arguments: [
      (#"createWeightGroup(input: {courseId: "COURSE", name: "G", weight: 0}) { __typename }"#, "weight"),
      (#"createWeightGroup(input: {courseId: "COURSE", name: "G", weight: -1}) { __typename }"#, "weight"),
      (#"createWeightGroup(input: {courseId: "COURSE", name: "G", weight: 0.00001}) { __typename }"#, "weight"),
      (#"createWeightGroup(input: {courseId: "0198f000-0000-7000-8006-0000000000ff", name: "G"}) { __typename }"#, "courseId"),
      (#"updateCourse(input: {id: "COURSE", creditHours: 100}) { __typename }"#, "creditHours"),
      (#"updateCourse(input: {id: "COURSE", creditHours: 0.25}) { __typename }"#, "creditHours"),
      (#"updateCourse(input: {id: "COURSE", targetGrade: 90.125}) { __typename }"#, "targetGrade"),
      (#"updateCourse(input: {id: "COURSE", status: null}) { __typename }"#, "status"),
      (#"updateCourse(input: {id: "COURSE", color: "red"}) { __typename }"#, "color"),
    ])
  func refusals(_ mutation: String, _ field: String) async throws {
    try await Self.withDesk { desk in
      let refused = try await desk.run(mutation.replacing("COURSE", with: desk.course))
      #expect(refused.at("errors", 0, "extensions", "inputPath", 1) == .string(field), "\(refused.indented())")
      #expect(refused.codes == ["it": field == "courseId" ? "NOT_FOUND" : "BAD_USER_INPUT"])
    }
  }

  @Test func `A course has its details, and is filtered and ordered by them`() async throws {
    try await Self.withDesk { desk in
      let details = """
        code: "PHYS-1", instructor: "Dr. Noether", creditHours: 3.5, status: ARCHIVED, icon: "atom", color: "#2e86ab",
        isExcludedFromGradePointAverage: true, gradingMethod: TOTAL_POINTS, level: ADVANCED, targetGrade: 92.5
        """
      let id = try await desk.newCourse(", \(details)")
      let fields = """
        code instructor creditHours status icon color isExcludedFromGradePointAverage gradingMethod level targetGrade
        """
      let read = try await desk.read(fields, of: id)
      #expect(
        read.indented().filter { !$0.isWhitespace }
          == ##"{"code":"PHYS-1","instructor":"Dr.Noether","creditHours":3.5,"status":"ARCHIVED","icon":"atom","##
          + ##""color":"#2E86AB","isExcludedFromGradePointAverage":true,"gradingMethod":"TOTAL_POINTS","##
          + ##""level":"ADVANCED","targetGrade":92.5}"##)
      for filter in [
        #"code: {eq: "PHYS-1"}"#, #"instructor: {startsWith: "Dr."}"#, "creditHours: {gt: 3}", "status: {eq: ARCHIVED}",
        #"icon: {eq: "atom"}"#, ##"color: {eq: "#2E86AB"}"##, "isExcludedFromGradePointAverage: {eq: true}",
        "gradingMethod: {eq: TOTAL_POINTS}", "level: {in: [ADVANCED]}", "targetGrade: {lte: 92.5}",
      ] {
        let found = try await desk.gateway.answer(
          #"{ family { courses(where: {subject: {id: {eq: "\#(desk.subject)"}}, \#(filter)}) { id } } }"#, as: desk.parent)
        #expect(found.at("data", "family", "courses")?.array?.map { $0.at("id") } == [.string(id)], "\(filter)")
      }
      let orders = "CODE INSTRUCTOR CREDIT_HOURS ICON COLOR TARGET_GRADE".split(separator: " ")
      for field in orders + ["STATUS", "IS_EXCLUDED_FROM_GRADE_POINT_AVERAGE", "GRADING_METHOD", "LEVEL"] {
        let found = try await desk.gateway.answer(
          """
          { family { courses(where: {subject: {id: {eq: "\(desk.subject)"}}}, orderBy: [{field: \(field), nulls: LAST}]) { id } } }
          """, as: desk.parent)
        #expect(found.at("data", "family", "courses")?.array?.count == 2, "\(field) \(found.indented())")
        if orders.contains(field) { #expect(found.at("data", "family", "courses", 0, "id") == .string(id), "\(field)") }
      }
    }
  }

  @Test func `Who changes weights or methods is in the audit trail`() async throws {
    try await Self.withDesk { desk in
      let (group, other) = (try await desk.newGroup("G"), try await desk.newGroup("H"))
      let work = try await desk.newWork("5/10", in: group)
      _ = try await desk.made(#"updateWeightGroup(input: {id: "\#(group)", weight: 2}) { course { grade } }"#)
      _ = try await desk.made(#"updateAssignment(input: {id: "\#(work)", weightGroupId: "\#(other)"}) { __typename }"#)
      _ = try await desk.made(#"updateCourse(input: {id: "\#(desk.course)", gradingMethod: TOTAL_POINTS}) { __typename }"#)
      _ = try await desk.made(#"deleteWeightGroup(input: {id: "\#(group)"}) { __typename }"#)
      let trail = try await desk.gateway.answer(
        """
        { family { auditTrail(first: 4) { nodes {
          action actorName courseName weightGroup { name } valuesBefore valuesAfter assignmentTitle
        } } } }
        """, as: desk.parent)
      let nodes = try #require(trail.at("data", "family", "auditTrail", "nodes")?.array, "\(trail.indented())")
      #expect(
        nodes.map { $0.at("action")?.string } == [
          "WEIGHT_GROUP_DELETED", "GRADING_METHOD_CHANGED", "GRADE_WEIGHT_CHANGED", "WEIGHT_GROUP_CHANGED",
        ])
      #expect(nodes.allSatisfy { $0.at("actorName")?.string != nil })
      #expect(nodes[0].at("valuesBefore", "name") == .string("G") && nodes[0].at("valuesAfter") == .null)
      #expect(nodes[1].at("courseName") == .string("C"))
      #expect(nodes[1].at("valuesAfter", "grading_method") == .string("TOTAL_POINTS"))
      #expect(nodes[2].at("valuesBefore", "weight_group_id") == .string(group))
      #expect(nodes[2].at("valuesAfter", "weight_group_id") == .string(other))
      #expect(nodes[3].at("valuesBefore", "weight") == .number("1.0000"))
    }
  }
}
