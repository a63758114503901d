import Gateway
import GraphQL
import SQL
import Domain
import TestSupport
import Testing

/// Grade scales, their choice, and grades set by hand, as parents write them (GT-10, HatchEd section 5.4).
@Suite(.serialized) struct GradeScaleTests {
  private typealias Desk = WeightGroupTests.Desk

  private static let steps = """
    [{letter: "E", leastPercentage: 85.5, gradePoints: 4}, {letter: "G", leastPercentage: 70, gradePoints: 2.5},
     {letter: "N", leastPercentage: 0}]
    """

  private func newScale(_ desk: Desk, _ steps: String = steps) async throws -> String {
    let made = try await desk.made(#"createGradeScale(input: {name: "Ours", steps: \#(steps)}) { gradeScale { id } }"#)
    return try #require(made.at("gradeScale", "id")?.string)
  }

  private func letter(_ desk: Desk) async throws -> JSONValue? {
    try await desk.read(#"letter(studentId: "\#(desk.student)")"#).at("letter")
  }

  @Test func `A scale has all its steps at once, and a change writes all of them anew`() async throws {
    try await WeightGroupTests.withDesk { desk in
      let scale = try await newScale(desk)
      func read() async throws -> [String] {
        let answer = try await desk.gateway.answer(
          #"{ gradeScale(id: "\#(scale)") { name steps { letter leastPercentage gradePoints } } }"#, as: desk.parent)
        return (answer.at("data", "gradeScale", "steps")?.array ?? []).map { step in
          ["letter", "leastPercentage", "gradePoints"].map { "\(step.at(.key($0)) ?? .null)" }.joined(separator: " ")
        }
      }
      let before = try await read()
      #expect(before.count == 3)
      #expect(before.first?.contains("E") == true && before.last?.contains("N") == true)
      let changed = try await desk.made(
        """
        updateGradeScale(input: {id: "\(scale)", ifVersion: 1, steps: [{letter: "OK", leastPercentage: 0, gradePoints: 1}]})
        { gradeScale { name version steps { letter gradePoints } } }
        """)
      #expect(changed.at("gradeScale", "name") == .string("Ours") && changed.at("gradeScale", "version") == .number("2"))
      #expect(changed.at("gradeScale", "steps")?.array?.map { $0.at("letter") } == [.string("OK")])
      let late = try await desk.run(
        #"updateGradeScale(input: {id: "\#(scale)", ifVersion: 1, name: "Late"}) { gradeScale { id } }"#)
      #expect(late.codes == ["it": "CONFLICT"])
    }
  }

  @Test(
    "Bad steps are refused with their place, and nothing is changed",
    arguments: [
      (#"[{letter: "A", leastPercentage: 10}]"#, 0, "leastPercentage"),
      (#"[{letter: "A", leastPercentage: 90}, {letter: "B", leastPercentage: 90}, {letter: "F", leastPercentage: 0}]"#, 1, "leastPercentage"),
      (#"[{letter: "A", leastPercentage: 90}, {letter: "B", leastPercentage: 95}, {letter: "F", leastPercentage: 0}]"#, 1, "leastPercentage"),
      (#"[{letter: "A", leastPercentage: 90}, {letter: "A", leastPercentage: 0}]"#, 1, "letter"),
      (#"[{letter: "A", leastPercentage: 90}, {letter: "", leastPercentage: 0}]"#, 1, "letter"),
      (#"[{letter: "A", leastPercentage: 1000}, {letter: "F", leastPercentage: 0}]"#, 0, "leastPercentage"),
      (#"[{letter: "A", leastPercentage: 90.125}, {letter: "F", leastPercentage: 0}]"#, 0, "leastPercentage"),
      (#"[{letter: "A", leastPercentage: 90, gradePoints: -1}, {letter: "F", leastPercentage: 0}]"#, 0, "gradePoints"),
      (#"[{letter: "A", leastPercentage: 90, gradePoints: 100}, {letter: "F", leastPercentage: 0}]"#, 0, "gradePoints"),
    ])
  func badSteps(_ steps: String, _ index: Int, _ field: String) async throws {
    try await WeightGroupTests.withDesk { desk in
      let scale = try await newScale(desk)
      for mutation in [#"createGradeScale(input: {name: "Bad","#, #"updateGradeScale(input: {id: "\#(scale)", name: "Bad","#] {
        let refused = try await desk.run("\(mutation) steps: \(steps)}) { gradeScale { id } }")
        #expect(refused.codes == ["it": "BAD_USER_INPUT"], "\(refused.indented())")
        #expect(
          refused.at("errors", 0, "extensions", "inputPath")
            == .array([.string("input"), .string("steps"), .number("\(index)"), .string(field)]), "\(refused.indented())")
      }
      let read = try await desk.gateway.answer(#"{ gradeScale(id: "\#(scale)") { name version } }"#, as: desk.parent)
      #expect(read.at("data", "gradeScale", "name") == .string("Ours"))
      #expect(read.at("data", "gradeScale", "version") == .number("1"))
      let others = try await desk.gateway.answer(
        #"{ family { gradeScales(where: {name: {eq: "Bad"}}) { id } } }"#, as: desk.parent)
      #expect(others.at("data", "family", "gradeScales")?.array?.isEmpty == true)
    }
  }

  @Test func `The choice for the course wins over the one for the student, and that over the family's`() async throws {
    try await WeightGroupTests.withDesk { desk in
      _ = try await desk.newWork("88/100")
      _ = try await desk.made("clearGradeScaleChoice(input: {}) { id }")
      func choose(_ choice: String) async throws { _ = try await desk.made("chooseGradeScale(input: {\(choice)}) { __typename }") }
      func clear(_ place: String) async throws { _ = try await desk.made("clearGradeScaleChoice(input: {\(place)}) { id }") }
      let scale = try await newScale(desk)
      let (ofStudent, ofCourse) = ("studentId: \"\(desk.student)\"", "courseId: \"\(desk.course)\"")
      #expect(try await letter(desk) == .string("B+"))
      try await choose("readyMade: PLAIN")
      #expect(try await letter(desk) == .string("B"))
      try await choose("\(ofStudent), readyMade: PASS_FAIL")
      #expect(try await letter(desk) == .string("P"))
      try await choose("\(ofCourse), gradeScaleId: \"\(scale)\"")
      #expect(try await letter(desk) == .string("E"))
      // Without a student, the student's choice says nothing.
      #expect(try await desk.read("letter").at("letter") == .string("E"))
      try await choose("\(ofCourse), \(ofStudent), readyMade: PLUS_MINUS")
      #expect(try await letter(desk) == .string("B+"))
      #expect(try await desk.read("letter").at("letter") == .string("E"))
      // The same place again takes the place of the choice that there was.
      try await choose("\(ofCourse), \(ofStudent), readyMade: PASS_FAIL")
      let choices = try await desk.gateway.answer(
        "{ family { gradeScaleChoices(where: {course: {id: {eq: \"\(desk.course)\"}}}) { readyMade student { id } } } }",
        as: desk.parent)
      #expect(choices.at("data", "family", "gradeScaleChoices")?.array?.count == 2)
      try await clear("\(ofCourse), \(ofStudent)")
      #expect(try await letter(desk) == .string("E"))

      let refused = try await desk.run(#"deleteGradeScale(input: {id: "\#(scale)"}) { id }"#)
      #expect(refused.codes == ["it": "CONFLICT"])
      _ = try await desk.made(#"deleteGradeScale(input: {id: "\#(scale)", cascade: true}) { id }"#)
      #expect(try await letter(desk) == .string("P"))
      try await clear(ofStudent)
      #expect(try await letter(desk) == .string("B"))
      try await clear("")
      #expect(try await letter(desk) == .string("B+"))
      // Nothing is left to clear.
      #expect(try await desk.made("clearGradeScaleChoice(input: {}) { id }").at("id") == .null)
    }
  }

  @Test func `A choice is of one scale that there is`() async throws {
    try await WeightGroupTests.withDesk { desk in
      let scale = try await newScale(desk)
      func code(_ choice: String) async throws -> [String: String] {
        try await desk.run("chooseGradeScale(input: {\(choice)}) { __typename }").codes
      }
      #expect(try await code("") == ["it": "BAD_USER_INPUT"])
      #expect(try await code("readyMade: PLAIN, gradeScaleId: \"\(scale)\"") == ["it": "BAD_USER_INPUT"])
      #expect(try await code("gradeScaleId: \"\(newID())\"") == ["it": "NOT_FOUND"])
      #expect(try await code("readyMade: PLAIN, courseId: \"\(newID())\"") == ["it": "NOT_FOUND"])
      // A parent is no student.
      let parent = try #require(desk.parent.membership?.memberID.description)
      #expect(try await code("readyMade: PLAIN, studentId: \"\(parent)\"") == ["it": "NOT_FOUND"])
    }
  }

  @Test func `A grade set by hand is on the report card and has the letter, beside the computed one, and is audited`() async throws {
    try await WeightGroupTests.withDesk { desk in
      _ = try await desk.newWork("60/100")
      _ = try await desk.made("clearGradeScaleChoice(input: {}) { id }")
      func line() async throws -> String {
        let answer = try await desk.gateway.answer(
          #"{ student(id: "\#(desk.student)") { gradePointAverage reportCard { grade computedGrade letter } } }"#, as: desk.parent)
        return answer.at("data", "student")?.indented().filter { !$0.isWhitespace } ?? ""
      }
      func set(_ grade: String) async throws -> JSONValue {
        try await desk.run(
          """
          setGradeOverride(input: {studentId: "\(desk.student)", courseId: "\(desk.course)", grade: \(grade)}) {
            gradeOverride { grade version } course { grade gradeOverride(studentId: "\(desk.student)") } }
          """)
      }
      #expect(try await line() == #"{"gradePointAverage":0.7,"reportCard":[{"grade":60,"computedGrade":60,"letter":"D-"}]}"#)
      let first = try await set("94.5")
      #expect(first.at("data", "it", "course", "grade") == .number("60"))
      #expect(first.at("data", "it", "course", "gradeOverride") == .number("94.5"))
      #expect(try await line() == #"{"gradePointAverage":4,"reportCard":[{"grade":94.5,"computedGrade":60,"letter":"A"}]}"#)
      let second = try await set("83")
      #expect(second.at("data", "it", "gradeOverride", "version") == .number("2"))
      #expect(try await letter(desk) == .string("B"))
      for bad in ["-1", "1000", "83.125"] {
        let refused = try await set(bad)
        #expect(refused.codes == ["it": "BAD_USER_INPUT"])
        #expect(refused.at("errors", 0, "extensions", "inputPath", 1) == .string("grade"))
      }
      let trail = try await desk.gateway.answer(
        "{ family { auditTrail(first: 2) { nodes { action gradeOverride { grade } valuesBefore memberName } } } }", as: desk.parent)
      #expect(trail.at("data", "family", "auditTrail", "nodes", 0, "action") == .string("GRADE_OVERRIDE_CHANGED"))
      #expect(trail.at("data", "family", "auditTrail", "nodes", 0, "gradeOverride", "grade") == .number("83"))
      #expect(trail.at("data", "family", "auditTrail", "nodes", 1, "action") == .string("GRADE_OVERRIDE_CREATED"))
      for _ in 0..<2 {
        let cleared = try await desk.made(
          """
          clearGradeOverride(input: {studentId: "\(desk.student)", courseId: "\(desk.course)"}) {
            course { gradeOverride(studentId: "\(desk.student)") gradeOverrides { id } } }
          """)
        #expect(cleared.at("course", "gradeOverride") == .null && cleared.at("course", "gradeOverrides")?.array?.isEmpty == true)
      }
      #expect(try await letter(desk) == .string("D-"))
    }
  }

  @Test func `The ready-made scales are those of the definitions, in their order`() async throws {
    try await WeightGroupTests.withDesk { desk in
      let answer = try await desk.gateway.answer(
        "{ family { readyMadeGradeSteps { gradeScale letter leastPercentage gradePoints } } }", as: desk.parent)
      let steps = try #require(answer.at("data", "family", "readyMadeGradeSteps")?.array, "\(answer.indented())")
      #expect(steps.count == TestedScale.readyMade.reduce(0) { $0 + $1.steps.count })
      let expected = TestedScale.readyMade.flatMap { scale in
        scale.steps.map { step -> JSONValue in
          .object([
            .init("gradeScale", .string(scale.name)), .init("letter", .string(step.letter)),
            .init("leastPercentage", (Int128(step.least) as Int128?).grade),
            .init("gradePoints", step.points.map { Int128($0) }.grade),
          ])
        }
      }
      #expect(steps == expected)
    }
  }
}
