package import GraphQL

extension HostileRequest {
  /// Values, in the document and as variables.
  static let inputs: [HostileRequest] = literals + variables + filters + [undefinedVariables]

  private static let literals: [HostileRequest] = [
    HostileRequest("a list in the default of a variable") { "query ($v: [Int] = [\(filled("1 ", $0))]) { __typename }" },
    HostileRequest("wrong items in the default of a variable") {
      "query ($v: [Int] = [\(filled("a ", $0))]) { __typename }"
    },
    HostileRequest("lists inside each other") { size in
      let depth = min(190, size / 2)
      return "{ course(id: \(String(repeating: "[", count: depth))1\(String(repeating: "]", count: depth))) { id } }"
    },
    HostileRequest("objects inside each other as an argument") { size in
      let depth = min(190, size / 4)
      return "{ course(id: \(String(repeating: "{a:", count: depth))1\(String(repeating: "}", count: depth))) { id } }"
    },
    HostileRequest("a type of lists inside each other") { size in
      let depth = min(190, size / 2)
      let type = String(repeating: "[", count: depth) + "Int" + String(repeating: "]", count: depth)
      return "query (\(numbered(min(size, 20_000)) { "$v\($0): \(type) = 1 " })) { __typename }"
    },
  ]

  /// A value of about so many bytes.
  package struct HostileValue: Sendable, CustomStringConvertible {
    package let name: String
    package let make: @Sendable (_ size: Int) -> JSONValue
    package var description: String { name }

    init(_ name: String, _ make: @escaping @Sendable (_ size: Int) -> JSONValue) {
      self.name = name
      self.make = make
    }
  }

  package static let values: [HostileValue] = [
    HostileValue("a string") { .string(filled("a", $0)) },
    HostileValue("a string of combining marks") { .string(filled("\u{301}\u{316}", $0)) },
    HostileValue("digits") { .number(filled("7", $0)) },
    HostileValue("a huge exponent") { .number("1e" + filled("9", $0)) },
    HostileValue("a list") { .array(Array(repeating: .number("1"), count: $0 / 2)) },
    HostileValue("a list of wrong items") { .array(Array(repeating: .string("a"), count: $0 / 4)) },
    HostileValue("lists of lists") { .array(Array(repeating: .array([.array([.null])]), count: $0 / 8)) },
    HostileValue("an object") { size in .object((0..<max(1, size / 10)).map { JSONValue.Member("a\($0)", .null) }) },
    HostileValue("objects inside each other") { size in
      (0..<min(60, size)).reduce(.null) { value, _ in .object([JSONValue.Member("a", value)]) }
    },
    HostileValue("lists inside each other") { size in
      (0..<min(60, size)).reduce(.null) { value, _ in .array([value]) }
    },
  ]

  /// For the types that arguments of the school have.
  private static let variables: [HostileRequest] = [
    ("ID", "query ($v: ID!) { course(id: $v) { id } }"),
    ("Int", "query ($v: Int!) { family { courses(first: $v) { id } } }"),
    ("Boolean", "query ($v: Boolean!) { __typename @skip(if: $v) }"),
  ].flatMap { (type: String, query: String) in
    values.map { value in
      HostileRequest("\(value.name) for a variable of type \(type)", query: query) { size in
        .object([JSONValue.Member("v", value.make(size))])
      }
    }
  }

  /// Filters and orders, which decide the text of statements.
  private static let filters: [HostileRequest] = [
    HostileValue("filters inside each other") { size in
      (0..<min(60, size)).reduce(.object([])) { value, _ in .object([JSONValue.Member("not", value)]) }
    },
    HostileValue("many filters") { .object([JSONValue.Member("and", .array(Array(repeating: .object([]), count: $0 / 3)))]) },
    HostileValue("many values") { size in
      let values = JSONValue.array(Array(repeating: .string("a"), count: size / 4))
      return .object([JSONValue.Member("title", .object([JSONValue.Member("in", values)]))])
    },
    HostileValue("a long pattern") { size in
      .object([JSONValue.Member("title", .object([JSONValue.Member("contains", .string(filled("%_", size)))]))])
    },
    HostileValue("many comparisons") { size in
      .object([
        JSONValue.Member(
          "or",
          .array(
            (0..<size / 30).map { number in
              .object([JSONValue.Member("title", .object([JSONValue.Member("eq", .string("\(number)"))]))])
            }))
      ])
    },
  ].map { value in
    HostileRequest(
      value.name,
      query: "query ($v: AssignmentFilter) { family { students { assignments(where: $v) { id } assignmentsSummary(where: $v) { count } } } }"
    ) { .object([JSONValue.Member("v", value.make($0))]) }
  } + [
    HostileRequest("many orders", query: "query ($v: [AssignmentOrder!]) { family { students { assignments(orderBy: $v) { id } } } }") { size in
      .object([
        JSONValue.Member(
          "v", .array(Array(repeating: .object([JSONValue.Member("field", .string("TITLE"))]), count: size / 20)))
      ])
    },
    HostileRequest(
      "a long cursor", query: "query ($v: String) { family { assignmentsConnection(after: $v) { nodes { id } } } }"
    ) { .object([JSONValue.Member("v", .string(filled("A", $0)))]) },
    HostileRequest("many ids", query: "query ($v: [ID!]!) { nodes(ids: $v) { id } }") { size in
      .object([JSONValue.Member("v", .array(Array(repeating: .string("a"), count: size / 4)))])
    },
    HostileRequest("filters of lists in lists") { size in
      let list = "assignments(where: {title: {ne: \"a\"}, course: {subject: {name: {ne: \"b\"}}}}) { id } "
      return "{ family { students { " + numbered(min(size / 100, 190)) { "a\($0): \(list)" } + " } } }"
    },
  ]

  private static let undefinedVariables =
    HostileRequest("variables that nobody defined", query: "{ __typename }") { size in
      .object((0..<max(1, size / 10)).map { JSONValue.Member("a\($0)", .null) })
    }
}
