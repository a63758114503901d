import GraphQL
import SQL
import SampleData
import Domain
import TestSupport
import Testing

/// School years and their terms (GT-02).
@Suite(.serialized) struct TermTests {
  private static let database = Task { try await SchoolDatabase("terms", families: 2) }

  private func with(_ body: (Conversation) async throws -> Void) async throws {
    try await Conversation.with(Self.database, body)
  }

  /// A school year, from the first of January to the last of December, with its terms.
  private struct MadeYear {
    let id: String
    let terms: [String]
  }

  /// - Parameter terms: their first and last days in the year, as `01-01` and `05-31`.
  private func newYear(_ year: Int, _ terms: [(String, String)] = [], _ talk: Conversation) async throws -> MadeYear {
    let made = MadeYear(id: newID(), terms: terms.map { _ in newID() })
    let changes = zip(made.terms, terms).enumerated().map { index, term in
      """
      t\(index): createTerm(input: {id: "\(term.0)", schoolYearId: "\(made.id)", name: "Term \(index + 1)",
        firstDay: "\(year)-\(term.1.0)", lastDay: "\(year)-\(term.1.1)"}) { term { id } }
      """
    }
    _ = try await talk.ask(
      """
      mutation {
        createSchoolYear(input: {id: "\(made.id)", name: "\(year)", firstDay: "\(year)-01-01", lastDay: "\(year)-12-31"}) {
          schoolYear { id }
        }
        \(changes.joined(separator: "\n"))
      }
      """, as: talk.elena)
    return made
  }

  private func newCourse(_ name: String, in term: String?, _ talk: Conversation) async throws -> String {
    let data = try await talk.ask("{ family { subjects(first: 1) { id } } }", as: talk.elena)
    let subject = try #require(data.at("family", "subjects", 0, "id")?.string)
    let id = newID()
    let term = term.map { "\"\($0)\"" } ?? "null"
    _ = try await talk.ask(
      """
      mutation { createCourse(input: {id: "\(id)", subjectId: "\(subject)", name: "\(name)", termId: \(term)}) { __typename } }
      """, as: talk.elena)
    return id
  }

  @Test func `A family has school years, the latest first, with terms, the earliest first, and their courses`() async throws {
    try await with { talk in
      let year = try await newYear(2061, [("09-01", "12-31"), ("01-01", "05-31")], talk)
      let course = try await newCourse("Logic", in: year.terms[1], talk)
      let data = try await talk.ask(
        """
        {
          schoolYear(id: "\(year.id)") { name firstDay lastDay terms { name firstDay lastDay courses { id term { name } } } }
          family { schoolYears(first: 1) { id } courses(where: {term: {name: {eq: "Term 2"}}}) { id } }
        }
        """, as: talk.leo)
      #expect(data.at("schoolYear", "firstDay")?.string == "2061-01-01")
      #expect(data.at("schoolYear", "terms")?.array?.compactMap { $0.at("name")?.string } == ["Term 2", "Term 1"])
      #expect(data.at("schoolYear", "terms", 0, "courses", 0, "id")?.string == course)
      #expect(data.at("schoolYear", "terms", 0, "courses", 0, "term", "name")?.string == "Term 2")
      #expect(data.at("family", "schoolYears", 0, "id")?.string == year.id)
      #expect(data.at("family", "courses")?.array?.count == 1)
      let moved = try await talk.ask(
        """
        mutation {
          a: updateCourse(input: {id: "\(course)", termId: "\(year.terms[0])"}) { course { term { name } } }
          b: updateCourse(input: {id: "\(course)", name: "Logic II"}) { course { term { name } } }
          c: updateCourse(input: {id: "\(course)", termId: null}) { course { term { name } } }
        }
        """, as: talk.elena)
      #expect(moved.at("a", "course", "term", "name")?.string == "Term 1")
      #expect(moved.at("b", "course", "term", "name")?.string == "Term 1")
      #expect(moved.at("c", "course", "term") == .null)
    }
  }

  @Test("Days that may not be are refused with the path of their field", arguments: [
    (#"createSchoolYear(input: {name: "Y", firstDay: "2080-05-02", lastDay: "2080-05-01"}) { __typename }"#,
      "BAD_USER_INPUT", "lastDay", #""lastDay" must not be before "firstDay"."#),
    (#"createSchoolYear(input: {name: "Y", firstDay: "2062-12-31", lastDay: "2062-12-31"}) { __typename }"#,
      "CONFLICT", "firstDay", "Another school year has days of these: 2062-01-01 to 2062-12-31."),
    (#"createSchoolYear(input: {name: "Y", firstDay: "2000-01-01", lastDay: "2090-01-01"}) { __typename }"#,
      "CONFLICT", "firstDay", "Another school year has days of these: "),
    (#"updateSchoolYear(input: {id: "Y", firstDay: "2062-02-02"}) { __typename }"#,
      "BAD_USER_INPUT", "firstDay", #""firstDay" must not be after 2062-02-01, the first day of a term."#),
    (#"updateSchoolYear(input: {id: "Y", lastDay: "2062-11-29"}) { __typename }"#,
      "BAD_USER_INPUT", "lastDay", #""lastDay" must not be before 2062-11-30, the last day of a term."#),
    (#"updateSchoolYear(input: {id: "Y", lastDay: "2061-01-01"}) { __typename }"#,
      "BAD_USER_INPUT", "lastDay", #""lastDay" must not be before "firstDay"."#),
    (#"updateSchoolYear(input: {id: "Y", firstDay: "2063-01-01"}) { __typename }"#,
      "BAD_USER_INPUT", "firstDay", #""lastDay" must not be before "firstDay"."#),
    (#"createTerm(input: {schoolYearId: "Y", name: "T", firstDay: "2061-12-31", lastDay: "2062-01-02"}) { __typename }"#,
      "BAD_USER_INPUT", "firstDay", #""firstDay" must not be before 2062-01-01, the first day of the school year."#),
    (#"createTerm(input: {schoolYearId: "Y", name: "T", firstDay: "2062-12-01", lastDay: "2063-01-01"}) { __typename }"#,
      "BAD_USER_INPUT", "lastDay", #""lastDay" must not be after 2062-12-31, the last day of the school year."#),
    (#"createTerm(input: {schoolYearId: "Y", name: "T", firstDay: "2062-12-02", lastDay: "2062-12-01"}) { __typename }"#,
      "BAD_USER_INPUT", "lastDay", #""lastDay" must not be before "firstDay"."#),
    (#"createTerm(input: {schoolYearId: "Y", name: "T", firstDay: "2062-01-01", lastDay: "2062-02-01"}) { __typename }"#,
      "CONFLICT", "firstDay", "Another term of the school year has days of these: 2062-02-01 to 2062-06-30."),
    (#"updateTerm(input: {id: "T", lastDay: "2062-08-01"}) { __typename }"#,
      "CONFLICT", "lastDay", "Another term of the school year has days of these: 2062-08-01 to 2062-11-30."),
    (#"updateTerm(input: {id: "T", firstDay: "2061-12-31"}) { __typename }"#,
      "BAD_USER_INPUT", "firstDay", #""firstDay" must not be before 2062-01-01, the first day of the school year."#),
    (#"updateTerm(input: {id: "T", lastDay: "2063-01-01"}) { __typename }"#,
      "BAD_USER_INPUT", "lastDay", #""lastDay" must not be after 2062-12-31, the last day of the school year."#),
    (#"createCourse(input: {subjectId: "S", name: "C", termId: "Y"}) { __typename }"#, "NOT_FOUND", "termId", "nothing"),
    (#"createTerm(input: {schoolYearId: "T", name: "T", firstDay: "2062-12-02", lastDay: "2062-12-03"}) { __typename }"#,
      "NOT_FOUND", "schoolYearId", "nothing"),
  ])
  func days(change: String, code: String, path: String, message: String) async throws {
    try await with { talk in
      let found = try await talk.ask(
        "{ family { subjects(first: 1) { id } schoolYears(where: {name: {eq: \"2062\"}}) { id terms { id } } } }", as: talk.elena)
      var (year, term) = (
        found.at("family", "schoolYears", 0, "id")?.string, found.at("family", "schoolYears", 0, "terms", 0, "id")?.string
      )
      if year == nil {
        let made = try await newYear(2062, [("02-01", "06-30"), ("08-01", "11-30")], talk)
        (year, term) = (made.id, made.terms[0])
      }
      let before = try await state(talk)
      let document = change.replacing("\"Y\"", with: "\"\(year ?? "")\"").replacing("id: \"T\"", with: "id: \"\(term ?? "")\"")
        .replacing("YearId: \"T\"", with: "YearId: \"\(term ?? "")\"").replacing("name: \"\(year ?? "")\"", with: "name: \"Y\"")
        .replacing("\"S\"", with: "\"\(found.at("family", "subjects", 0, "id")?.string ?? "")\"")
      let answer = try await talk.answer("mutation { \(document) }", as: talk.elena)
      #expect(answer.code == code, "\(answer)")
      #expect(answer.inputPath == "input.\(path)")
      #expect(answer.at("errors", 0, "message")?.string?.contains(message) == true, "\(answer)")
      #expect(try await state(talk) == before)
    }
  }

  /// All school years and terms, as text.
  private func state(_ talk: Conversation) async throws -> String {
    try await talk.text(
      """
      SELECT md5((SELECT string_agg(y::text, ',' ORDER BY y.id) FROM school_years y)
        || (SELECT string_agg(t::text, ',' ORDER BY t.id) FROM terms t))
      """)
  }

  @Test func `Days may touch, and be changed within their bounds; other families have days of their own`() async throws {
    try await with { talk in
      let year = try await newYear(2063, [("01-01", "06-30"), ("07-01", "12-31")], talk)
      let answer = try await talk.answer(
        """
        mutation {
          a: updateTerm(input: {id: "\(year.terms[0])", lastDay: "2063-05-31"}) { term { lastDay } }
          b: updateTerm(input: {id: "\(year.terms[1])", firstDay: "2063-06-01"}) { term { firstDay } }
          c: updateSchoolYear(input: {id: "\(year.id)", lastDay: "2064-01-15"}) { schoolYear { lastDay } }
          d: updateTerm(input: {id: "\(year.terms[1])", firstDay: "2064-01-01", lastDay: "2064-01-15"}) { term { firstDay } }
          e: createSchoolYear(input: {name: "Next", firstDay: "2064-01-16", lastDay: "2064-01-16"}) { schoolYear { id } }
        }
        """, as: talk.elena)
      #expect(answer.codes == [:])
      #expect(answer.at("data", "d", "term", "firstDay")?.string == "2064-01-01")
      _ = try await talk.ask(
        #"mutation { createSchoolYear(input: {name: "N", firstDay: "2063-01-01", lastDay: "2063-12-31"}) { __typename } }"#,
        as: talk.stranger)
    }
  }

  @Test func `Of two school years at the same time that overlap, one is made`() async throws {
    try await with { talk in
      func create(_ month: String, _ viewer: AccountViewer) async throws -> JSONValue {
        try await talk.answer(
          """
          mutation { createSchoolYear(input: {name: "Y", firstDay: "2065-\(month)-01", lastDay: "2065-12-31"}) { __typename } }
          """, as: viewer)
      }
      async let one = create("01", talk.elena)
      async let other = create("02", talk.mateo)
      let codes = try await [one.code, other.code].compactMap(\.self)
      #expect(codes == ["CONFLICT"])
      #expect(try await talk.text("SELECT count(*)::text FROM school_years WHERE last_day = '2065-12-31'") == "1")
    }
  }

  @Test func `The current term is that of today where the family lives`() async throws {
    try await with { talk in
      func current() async throws -> JSONValue? {
        try await talk.ask("{ family { currentTerm { name } } }", as: talk.stranger).at("family", "currentTerm")
      }
      let family = try #require(talk.stranger.membership).familyID
      let year: SQL = "(SELECT y.id FROM school_years y WHERE y.family_id = \(bind: .uuid(family)) LIMIT 1)"
      let today: SQL = """
        (SELECT (now() AT TIME ZONE f.time_zone)::date FROM families f WHERE f.family_id = \(bind: .uuid(family)))
        """
      try await talk.database.run("DELETE FROM terms WHERE family_id = \(bind: .uuid(family))")
      try await talk.database.run("DELETE FROM school_years WHERE family_id = \(bind: .uuid(family)) AND id <> \(year)")
      try await talk.database.run(
        "UPDATE school_years SET first_day = \(today), last_day = \(today) + 9 WHERE family_id = \(bind: .uuid(family))")
      #expect(try await current() == .null)
      // In this zone it is already tomorrow, or still today, at the day's other end.
      for zone in ["Pacific/Kiritimati", "Pacific/Niue", "America/New_York"] {
        try await talk.database.run(
          "UPDATE families SET time_zone = \(bind: .text(zone)) WHERE family_id = \(bind: .uuid(family))")
        try await talk.database.run("DELETE FROM terms WHERE family_id = \(bind: .uuid(family))")
        try await talk.database.run(
          """
          UPDATE school_years SET first_day = \(today) - 1, last_day = \(today) + 9 WHERE family_id = \(bind: .uuid(family))
          """)
        try await talk.database.run(
          """
          INSERT INTO terms (family_id, id, school_year_id, name, first_day, last_day)
          SELECT \(bind: .uuid(family)), gen_random_uuid(), \(year), name, \(today) + day, \(today) + day
          FROM (VALUES ('yesterday', -1), ('today', 0), ('tomorrow', 1)) AS terms (name, day)
          """)
        let term = try await current()
        #expect(term?.at("name")?.string == "today", "\(zone)")
      }
    }
  }

  @Test func `A term with courses is deleted when they move to another term`() async throws {
    try await with { talk in
      let year = try await newYear(2066, [("01-01", "06-30"), ("07-01", "12-31")], talk)
      let foreign = try await talk.ask("{ family { schoolYears { terms { id } } } }", as: talk.stranger)
      let theirs = foreign.at("family", "schoolYears", 0, "terms", 0, "id")?.string ?? newID()
      let course = try await newCourse("Chess", in: year.terms[0], talk)
      func delete(_ fields: String) async throws -> JSONValue {
        try await talk.answer(
          "mutation { deleteTerm(input: {id: \"\(year.terms[0])\"\(fields)}) { id } }", as: talk.elena)
      }
      for (fields, code, path) in [
        ("", "CONFLICT", "moveCoursesToId"), (", moveCoursesToId: null", "CONFLICT", "moveCoursesToId"),
        (", moveCoursesToId: \"\(year.terms[0])\"", "BAD_USER_INPUT", "moveCoursesToId"),
        (", moveCoursesToId: \"\(theirs)\"", "NOT_FOUND", "moveCoursesToId"),
        (", moveCoursesToId: \"\(year.id)\"", "NOT_FOUND", "moveCoursesToId"),
        (", ifVersion: 7, moveCoursesToId: \"\(year.terms[1])\"", "CONFLICT", "ifVersion"),
      ] {
        let answer = try await delete(fields)
        #expect(answer.code == code, "\(fields)")
        #expect(answer.inputPath == "input.\(path)")
      }
      let read = #"{ course(id: "\#(course)") { version term { id } } term(id: "\#(year.terms[0])") { id } }"#
      let before = try await talk.ask(read, as: talk.ada)
      #expect(before.at("course", "term", "id")?.string == year.terms[0])
      #expect(try await delete(", moveCoursesToId: \"\(year.terms[1])\"").codes == [:])
      let after = try await talk.ask(read, as: talk.ada)
      #expect(after.at("course", "term", "id")?.string == year.terms[1])
      #expect(after.at("course", "version")?.number == 2)
      #expect(after.at("term") == .null)
    }
  }

  @Test func `A school year with terms is deleted with them, and their courses stay`() async throws {
    try await with { talk in
      let year = try await newYear(2067, [("01-01", "06-30")], talk)
      let course = try await newCourse("Botany", in: year.terms[0], talk)
      func delete(_ fields: String) async throws -> JSONValue {
        try await talk.answer("mutation { deleteSchoolYear(input: {id: \"\(year.id)\"\(fields)}) { id } }", as: talk.elena)
      }
      let refused = try await delete("")
      #expect(refused.code == "CONFLICT")
      #expect(refused.inputPath == "input.cascade")
      #expect(try await delete(", cascade: true").codes == [:])
      let data = try await talk.ask(
        #"{ course(id: "\#(course)") { name term { id } } term(id: "\#(year.terms[0])") { id } }"#, as: talk.ada)
      #expect(data.at("course", "name")?.string == "Botany")
      #expect(data.at("course", "term") == .null)
      #expect(data.at("term") == .null)
    }
  }

  @Test func `A report card is of a term`() async throws {
    try await with { talk in
      let year = try await newYear(2068, [("01-01", "06-30"), ("07-01", "12-31")], talk)
      let course = try await newCourse("Astronomy", in: year.terms[0], talk)
      _ = try await talk.newAssignment(of: talk.ada, "Orbits", #"courseId: "\#(course)", pointsPossible: 10"#)
      func courses(_ argument: String) async throws -> [String] {
        let data = try await talk.ask(
          "{ viewer { member { ... on Student { reportCard\(argument) { course { name } } } } } }", as: talk.ada)
        return data.at("viewer", "member", "reportCard")?.array?.compactMap { $0.at("course", "name")?.string } ?? []
      }
      let all = try await courses("")
      #expect(all.contains("Astronomy") && all.count > 4)
      #expect(try await courses("(termId: null)") == all)
      #expect(try await courses("(termId: \"\(year.terms[0])\")") == ["Astronomy"])
      #expect(try await courses("(termId: \"\(year.terms[1])\")") == [])
      #expect(try await courses("(termId: \"\(newID())\")") == [])
      #expect(try await courses("(termId: \"no\")") == [])
    }
  }

  @Test func `Students read terms, and change none`() async throws {
    try await with { talk in
      let year = try await newYear(2069, [("01-01", "06-30")], talk)
      let changes = """
        mutation {
          a: createSchoolYear(input: {name: "Y", firstDay: "2079-01-01", lastDay: "2079-01-01"}) { __typename }
          b: updateTerm(input: {id: "\(year.terms[0])", name: "T"}) { __typename }
          c: deleteTerm(input: {id: "\(year.terms[0])"}) { __typename }
          d: deleteSchoolYear(input: {id: "\(year.id)", cascade: true}) { __typename }
        }
        """
      #expect(
        try await talk.answer(changes, as: talk.ada).codes
          == ["a": "FORBIDDEN", "b": "FORBIDDEN", "c": "FORBIDDEN", "d": "FORBIDDEN"])
      let read = "{ term(id: \"\(year.terms[0])\") { name } }"
      #expect(try await talk.ask(read, as: talk.ada).at("term", "name")?.string == "Term 1")
      #expect(try await talk.ask(read, as: talk.stranger).at("term") == .null)
    }
  }
}
