import GraphQL
import SQL
import Testing

@testable import Planning

struct FilterTests {
  /// The condition that a filter of books becomes; nil when it becomes none.
  private func condition(
    _ filter: String, as viewer: LibraryViewer = .staff, variables: String = "{}", declaring: String = "",
    locks: PlannerLocks = .all
  ) throws -> String? {
    let request = try LibraryRequest(
      "query\(declaring) { shelf(id: \"x\") { books(where: \(filter)) { id } } }", variables: variables, as: viewer,
      locks: locks)
    let text = try #require(try request.texts.last)
    let start = try #require(text.firstRange(of: "parents_1.key")).upperBound
    let end = try #require(text.firstRange(of: " ORDER BY")).lowerBound
    let rest = text[start..<end]
    return rest.isEmpty ? nil : String(rest.dropFirst(" AND ".count))
  }

  @Test(
    "Becomes this condition",
    arguments: [
      (#"{title: {eq: "a"}}"#, "books_1.title = $3"),
      (#"{title: {ne: "a"}}"#, "books_1.title IS DISTINCT FROM $3"),
      (#"{title: {in: ["a", "b"]}}"#, "(books_1.title IN (SELECT unnest($3))) IS TRUE"),
      (#"{title: {contains: "a"}}"#, "books_1.title ~* $3"),
      ("{pages: {gte: 1, lt: 9}}", "books_1.pages < $3 AND books_1.pages >= $4"),
      ("{pages: {lte: 1, gt: 9}}", "books_1.pages <= $3 AND books_1.pages > $4"),
      ("{pages: {isNull: true}}", "(books_1.pages IS NULL) = $3"),
      ("{pages: {eq: null}}", "books_1.pages IS NULL"),
      ("{pages: {ne: null}}", "books_1.pages IS NOT NULL"),
      ("{pages: null}", "books_1.pages IS NULL"),
      ("{binding: {eq: HARD}}", "books_1.binding = $3"),
      ("{isLent: {eq: true}}", "lent(books_1.id) = $3"),
      ("{not: {pages: {eq: 1}}}", "(books_1.pages = $3) IS NOT TRUE"),
      ("{or: [{pages: {eq: 1}}, {pages: {eq: 2}}]}", "(books_1.pages = $3 OR books_1.pages = $4)"),
      (
        "{and: [{pages: {eq: 1}}, {or: [{pages: {eq: 2}}, {price: {gt: 3}}]}]}",
        "books_1.pages = $3 AND (books_1.pages = $4 OR (books_1.price)::float8 > $5)"
      ),
      ("{or: {pages: {eq: 1}}}", "(books_1.pages = $3)"),
    ])
  func conditions(filter: String, expected: String) throws {
    #expect(try condition(filter) == expected)
  }

  @Test(
    "What is empty has a meaning",
    arguments: [
      ("{}", nil), ("null", nil), ("{title: {}}", nil), ("{and: []}", nil), ("{or: []}", "false"), ("{not: {}}", "false"),
      ("{or: [{}, {pages: {eq: 1}}]}", nil), ("{loans: {}}", nil), ("{title: {in: []}}", "(books_1.title IN (SELECT unnest($3))) IS TRUE"),
      ("{not: {or: []}}", "(false) IS NOT TRUE"),
    ])
  func empty(filter: String, expected: String?) throws {
    #expect(try condition(filter) == expected)
  }

  @Test func `A way through relations keeps scope, restriction and visibility at each step`() throws {
    #expect(
      try condition(#"{shelf: {name: {eq: "a"}}}"#)
        == "(books_1.shelf_id IN (SELECT shelves_f1.id FROM shelves shelves_f1 WHERE shelves_f1.library_id = $1 "
        + "AND shelves_f1.name = $3)) IS TRUE")
    #expect(
      try condition(#"{loans: {some: {book: {title: {eq: "a"}}}}}"#, as: .reader)
        == "(books_1.id IN (SELECT loans_f1.book_id FROM loans loans_f1 WHERE loans_f1.library_id = $1 "
        + "AND loans_f1.person_id = $3 "
        + "AND (loans_f1.book_id IN (SELECT books_f2.id FROM books books_f2 WHERE books_f2.library_id = $1 "
        + "AND books_f2.title = $4)) IS TRUE)) IS TRUE")
  }

  @Test(
    "Of many, some, every or none",
    arguments: [
      ("{some: {}}", "(@)) IS TRUE"), ("{none: {}}", "(@)) IS NOT TRUE"), ("{every: {}}", "(@ AND false)) IS NOT TRUE"),
      (#"{none: {id: {eq: "x"}}}"#, "(@ AND loans_f1.id = $3)) IS NOT TRUE"),
      (#"{every: {id: {eq: "x"}}}"#, "(@ AND (loans_f1.id = $3) IS NOT TRUE)) IS NOT TRUE"),
    ])
  func quantified(filter: String, expected: String) throws {
    let loans = "books_1.id IN (SELECT loans_f1.book_id FROM loans loans_f1 WHERE loans_f1.library_id = $1"
    #expect(try condition("{loans: \(filter)}") == expected.replacing("@", with: loans))
  }

  @Test func `Without the planner's scope a relation still stays in the row's own`() throws {
    #expect(
      try condition(#"{shelf: {name: {eq: "a"}}}"#, locks: [])
        == "((books_1.library_id, books_1.shelf_id) IN (SELECT shelves_f1.library_id, shelves_f1.id "
        + "FROM shelves shelves_f1 WHERE shelves_f1.name = $2)) IS TRUE")
  }

  @Test func `A relation that leads nowhere is one whose key is in no set`() throws {
    let shelves = "books_1.shelf_id IN (SELECT shelves_f1.id FROM shelves shelves_f1 WHERE shelves_f1.library_id = $1)"
    #expect(try condition("{shelf: null}") == "(\(shelves)) IS NOT TRUE")
    #expect(try condition("{shelf: {}}") == "(\(shelves)) IS TRUE")
    #expect(
      try condition("{not: {shelf: null}}")
        == "((\(shelves.replacing("shelves_f1", with: "shelves_f2"))) IS NOT TRUE) IS NOT TRUE")
  }

  @Test func `A list is filtered where it is the parents of another list`() throws {
    let request = try LibraryRequest(
      #"{ library { shelves(where: {name: {eq: "a"}}) { books(first: 1) { id } } } }"#)
    #expect(try request.texts[1].contains("shelves_1.library_id = $1 AND shelves_1.name = $2 ORDER BY"))
    #expect(try request.texts[2].contains("FROM unnest(string_to_array(current_setting('hatched.keys_1_"))
  }

  // MARK: Rules

  @Test func `What a rule hides in some rows is compared as if it were not there`() throws {
    let value = "CASE WHEN books_1.author_id = $3 THEN books_1.remark END"
    #expect(try condition(#"{remark: {eq: "a"}}"#, as: .reader) == "\(value) = $4")
    #expect(try condition(#"{not: {remark: {eq: "a"}}}"#, as: .reader) == "(\(value) = $4) IS NOT TRUE")
    #expect(try condition("{remark: {isNull: true}}", as: .reader) == "(\(value) IS NULL) = $4")
    #expect(try condition(#"{remark: {eq: "a"}}"#) == "books_1.remark = $3")
  }

  @Test func `A relation that a rule hides in some rows leads nowhere there`() throws {
    let adults =
      "(books_1.author_id = $3 AND (books_1.critic_id IN (SELECT people_f1.id FROM people people_f1 "
      + "WHERE people_f1.library_id = $1 AND people_f1.kind = 'A'"
    #expect(try condition("{critic: null}", as: .reader) == "\(adults)))) IS NOT TRUE")
    #expect(try condition(#"{critic: {name: {eq: "a"}}}"#, as: .reader) == "\(adults) AND people_f1.name = $4))) IS TRUE")
  }

  @Test(
    "What is refused cannot be filtered by",
    arguments: [
      ("{appraisal: {gt: 1}}", "where.appraisal"), ("{not: {appraisal: {gt: 1}}}", "where.not.appraisal"),
      ("{or: [{}, {appraisal: {isNull: true}}]}", "where.or[1].appraisal"), ("{appraisal: null}", "where.appraisal"),
      ("{appraisal: {}}", "where.appraisal"),
      ("{loans: {some: {book: {appraisal: {gt: 1}}}}}", "where.loans.some.book.appraisal"),
    ])
  func refused(filter: String, path: String) throws {
    let error = refusal { _ = try condition(filter, as: .reader) }
    #expect(error?.code == .forbidden)
    #expect(error?.message == "You may not see what \"\(path)\" filters by.")
    #expect(error?.path == [.key("shelf"), .key("books")])
    _ = try condition(filter, as: .staff)
  }

  @Test func `Types of one interface are filtered by what each lets the viewer see`() throws {
    let query = #"{ library { people(where: {email: {eq: "a"}}) { id } } }"#
    #expect(try LibraryRequest(query).texts[1].contains("AND people_1.email = $2 ORDER"))
    #expect(refusal { _ = try LibraryRequest(query, as: .reader) }?.code == .forbidden)
  }

  // MARK: Values

  private func binds(_ filter: String) throws -> [SQLValue] {
    let request = try LibraryRequest("{ shelf(id: \"x\") { books(where: \(filter)) { id } } }")
    return Array(try request.statements()[1].binds.dropFirst(2).dropLast(2))
  }

  @Test func `Values are bound as their field's type`() throws {
    #expect(try binds(#"{title: {eq: "a"}}"#) == [.text("a")])
    #expect(try binds(#"{title: {in: ["a", "b"]}}"#) == [.textArray(["a", "b"])])
    #expect(try binds("{pages: {eq: 7}}") == [.int4(7)])
    #expect(try binds("{pages: {in: [7, 8]}}") == [.literal("{7,8}", .int4Array)])
    #expect(try binds("{price: {in: [7, 0.5]}}") == [.literal("{7.0,0.5}", .float8Array)])
    #expect(try binds("{price: {gt: 1e20}}") == [.literal("1e+20", .float8)])
    #expect(try binds("{binding: {in: [HARD]}}") == [.textArray(["HARD"])])
    #expect(try binds("{isLent: {eq: true}}") == [.bool(true)])
    #expect(try binds(#"{id: {eq: "x"}}"#) == [.null(.uuid)])
    #expect(try binds(#"{id: {in: ["x", "00000000-0000-0000-0000-000000000007"]}}"#) == [.uuidArray([.key(7)])])
  }

  @Test(
    "Text is found as it is, whatever a regular expression would make of it",
    arguments: [
      ("contains", "50%_off", "50%_off"), ("startsWith", #"a\b"#, #"^a\\b"#), ("endsWith", "$", #"\$$"#),
      ("contains", "", ""), ("startsWith", "", "^"), ("endsWith", "", "$"), ("contains", "***=a", #"\*\*\*=a"#),
      ("contains", "(?i)[a-z]{2}", #"\(\?i\)\[a-z\]\{2\}"#), ("contains", "a.b|c+^", #"a\.b\|c\+\^"#),
      ("contains", "*\u{301}", "\\*\u{301}"),
    ])
  func patterns(name: String, text: String, pattern: String) throws {
    let literal = text.replacing(#"\"#, with: #"\\"#)
    #expect(try binds("{title: {\(name): \"\(literal)\"}}") == [.text(pattern)])
  }

  @Test(
    "Is refused with the place and the limit",
    arguments: [
      ("{title: {contains: \"\(String(repeating: "a", count: 201))\"}}", ErrorCode.limitExceeded,
        "\"where.title.contains\" must have at most 200 characters, got 201."),
      ("{or: [{title: {eq: \"\(String(repeating: "é", count: 1001))\"}}]}", .limitExceeded,
        "\"where.or[0].title.eq\" must have at most 1000 characters, got 1001."),
      ("{pages: {in: [\(String(repeating: "1 ", count: 201))]}}", .limitExceeded,
        "\"where.pages.in\" must have at most 200 values, got 201."),
      ("{title: {eq: \"a\\u0000\"}}", .badUserInput, "\"where.title.eq\" must not contain the character U+0000."),
      ("{title: {contains: null}}", .badUserInput,
        "\"where.title.contains\" must not be null: leave it out, or ask for what has no value with \"isNull\"."),
      ("{and: null}", .badUserInput,
        "\"where.and\" must not be null: leave it out."),
      ("{title: {isNull: null}}", .badUserInput, "\"where.title.isNull\" must not be null: leave it out."),
      ("{loans: {some: null}}", .badUserInput,
        "\"where.loans.some\" must not be null: leave it out."),
      ("{\(String(repeating: "not: {", count: 8))\(String(repeating: "}", count: 8))}", .limitExceeded,
        "\"where\(String(repeating: ".not", count: 8))\" is a filter inside more than 8 others."),
      ("{or: [\(String(repeating: "{pages: {eq: 1}} ", count: 101))]}", .limitExceeded,
        "The filters of an operation may have at most 200 conditions."),
    ])
  func bounds(filter: String, code: ErrorCode, message: String) throws {
    let error = refusal { _ = try binds(filter) }
    #expect(error?.message == message)
    #expect(error?.code == code)
    #expect(error?.extensions.contains { $0.key == "inputPath" } == true)
  }

  @Test func `As much as the bounds allow is fine`() throws {
    _ = try binds("{\(String(repeating: "not: {", count: 7))\(String(repeating: "}", count: 7))}")
    _ = try binds("{or: [\(String(repeating: "{pages: {eq: 1}} ", count: 100))]}")
    _ = try binds("{pages: {in: [\(String(repeating: "1 ", count: 200))]}}")
    // Lists inside lists, as deep as filters go: each is a set of its own.
    _ = try binds("{\(String(repeating: "loans: {some: {book: {", count: 3))\(String(repeating: "}}}", count: 3))}")
  }

  @Test func `The input path leads to the wrong value`() throws {
    let error = refusal { _ = try binds(#"{or: [{}, {title: {eq: "\u0000"}}]}"#) }
    #expect(
      error?.extensions == [
        .init("argument", .string("where")),
        .init(
          "inputPath", .array([.string("where"), .string("or"), .number("1"), .string("title"), .string("eq")])),
      ])
  }

  @Test func `A filter that is a variable is planned by what it has`() throws {
    #expect(try condition("$f", variables: #"{"f": {"pages": {"eq": 1}}}"#, declaring: "($f: BookFilter)")
        == "books_1.pages = $3")
    #expect(try condition("$f", variables: "{}", declaring: "($f: BookFilter)") == nil)
    #expect(try condition("{title: {eq: $t}}", variables: "{}", declaring: "($t: String)") == nil)
    #expect(try condition("{title: {eq: $t}}", variables: #"{"t": null}"#, declaring: "($t: String)") == "books_1.title IS NULL")
    #expect(try condition("{title: {eq: $t}}", variables: #"{"t": "a"}"#, declaring: "($t: String)") == "books_1.title = $3")
  }
}

struct OperandTests {
  @Test(
    "Moments are RFC 3339",
    arguments: [
      ("2026-09-07T08:30:00Z", true), ("2026-09-07t08:30:00.123456z", true), ("2026-09-07T08:30:00+02:00", true),
      ("2026-09-07T08:30:00-15:59", true), ("2026-09-07T08:30:00+16:00", false), ("2026-09-07T24:00:00Z", false),
      ("2026-02-30T08:30:00Z", false), ("2026-09-07 08:30:00Z", false), ("2026-09-07T08:30:00", false),
      ("2026-09-07T08:30Z", false), ("2026-09-07T08:30:00.Z", false), ("2026-09-07T08:30:60Z", false),
      ("2026-09-07T08:30:00.1234567890Z", false), ("infinity", false), ("now", false), ("", false),
      ("2026-09-07T08:30:00Z'", false), ("2026-09-07T08:30:00+0200", false),
    ])
  func moments(text: String, isMoment: Bool) {
    #expect(Operand.isLiteral(text, of: .timestamptz) == isMoment)
  }

  @Test(
    "Numbers, days and times have the form that PostgreSQL writes",
    arguments: [
      ("12.50", SQLType.numeric, true), ("-3", .numeric, true), ("1e5", .numeric, false), ("NaN", .numeric, false),
      (".5", .numeric, false), ("5.", .numeric, false), ("", .numeric, false), ("2026-09-07", .date, true),
      ("2026-02-29", .date, false), ("today", .date, false), ("08:30:00", .time, true), ("8:30", .time, false),
      ("7", .int4, true), ("07", .int4, false), ("+7", .int4, false), ("2147483648", .int4, false), ("true", .bool, true),
      ("t", .bool, false), ("a\u{0}", .text, false), ("{}", .json, false),
    ])
  func forms(text: String, type: SQLType, isLiteral: Bool) {
    #expect(Operand.isLiteral(text, of: type) == isLiteral)
  }
}
