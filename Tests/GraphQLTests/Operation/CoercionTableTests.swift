import GraphQL
import Testing

/// The tables of the specification about input, row by row and in its order.
@Suite("Input is coerced as the specification's tables say") struct CoercionTableTests {
  @Test(
    "of lists, section 3.11",
    arguments: [
      ("[Int]", "[1, 2, 3]", "[1, 2, 3]"), ("[Int]", "[1, \"b\", true]", nil), ("[Int]", "1", "[1]"),
      ("[Int]", "null", "null"), ("[[Int]]", "[[1], [2, 3]]", "[[1], [2, 3]]"),
      ("[[Int]]", "[1, null, 3]", "[[1], null, [3]]"), ("[[Int]]", "[[1], [\"b\"]]", nil),
      ("[[Int]]", "1", "[[1]]"), ("[[Int]]", "null", "null"),
      // Not in the table, but in its words.
      ("[Int!]", "[1, null]", nil), ("[Int]!", "null", nil), ("[Int!]!", "1", "[1]"), ("[Int]", "[]", "[]"),
      ("[Int]", "[[1]]", nil), ("[[[Int]]]", "1", "[[[1]]]"), ("[Int]", "\"b\"", nil), ("[Int!]!", "[]", "[]"),
    ] as [(String, String, String?)])
  func lists(type: String, value: String, expected: String?) throws {
    #expect(try CoercionRow(type, value, expected).coerced() == expected)
    // The values of the table are JSON as well.
    let variable = CoercionRow(type, "$var", "$var: \(type)", "{\"var\": \(value)}", expected)
    #expect(try variable.coerced() == expected, "as a variable")
  }

  private static let object = "ExampleInputObject"
  private static let inputObjectRows = [
    CoercionRow(object, #"{ a: "abc", b: 123 }"#, #"{a: "abc", b: 123}"#),
    CoercionRow(object, "{ a: null, b: 123 }", "{a: null, b: 123}"),
    CoercionRow(object, "{ b: 123 }", "{b: 123}"),
    CoercionRow(object, "{ a: $var, b: 123 }", "$var: String", #"{"var": null}"#, "{a: null, b: 123}"),
    CoercionRow(object, "{ a: $var, b: 123 }", "$var: String", "{}", "{b: 123}"),
    CoercionRow(object, "{ b: $var }", "$var: Int!", #"{"var": 123}"#, "{b: 123}"),
    CoercionRow(object, "$var", "$var: ExampleInputObject", #"{"var": {"b": 123}}"#, "{b: 123}"),
    CoercionRow(object, "\"abc123\"", nil),
    CoercionRow(object, "$var", "$var: ExampleInputObject", #"{"var": "abc123"}"#, nil),
    CoercionRow(object, #"{ a: "abc", b: "123" }"#, nil),
    CoercionRow(object, #"{ a: "abc" }"#, nil),
    CoercionRow(object, "{ b: $var }", "$var: Int!", "{}", nil),
    CoercionRow(object, "{ b: $var }", "$var: Int", "{}", nil),
    CoercionRow(object, "$var", "$var: ExampleInputObject", #"{"var": {"a": "abc"}}"#, nil),
    CoercionRow(object, #"{ a: "abc", b: null }"#, nil),
    CoercionRow(object, "{ b: $var }", "$var: Int!", #"{"var": null}"#, nil),
    CoercionRow(object, #"{ b: 123, c: "xyz" }"#, nil),
    // Not in the table: the same as a variable, and defaults.
    CoercionRow(object, "$var", "$var: ExampleInputObject", #"{"var": {"b": 123, "c": "xyz"}}"#, nil),
    CoercionRow(object, "$var", "$var: ExampleInputObject", #"{"var": {"a": null, "b": 1}}"#, "{a: null, b: 1}"),
    CoercionRow("Defaults", "{}", "{a: 1, b: 2}"),
    CoercionRow("Defaults", "{ a: null, c: 3 }", "{a: null, b: 2, c: 3}"),
    CoercionRow("Defaults", "{ b: null }", nil),
    CoercionRow("Defaults", "{ a: $var, b: $var, c: $var }", "$var: Int", "{}", "{a: 1, b: 2}"),
    CoercionRow("Defaults", "{ b: $var }", "$var: Int", #"{"var": null}"#, nil),
    CoercionRow("Defaults", "$var", "$var: Defaults", #"{"var": {"a": null}}"#, "{a: null, b: 2}"),
    CoercionRow("Defaults = {c: 3}", nil, "{a: 1, b: 2, c: 3}"),
  ]

  @Test("of input objects, section 3.10", arguments: inputObjectRows)
  func inputObjects(row: CoercionRow) throws {
    #expect(try row.coerced() == row.expected)
  }

  private static let oneOf = "ExampleOneOfInputObject"
  private static let oneOfVariable = "$var: ExampleOneOfInputObject"
  private static let oneOfRows = [
    CoercionRow(oneOf, #"{ a: "abc" }"#, #"{a: "abc"}"#),
    CoercionRow(oneOf, "{ b: 123 }", "{b: 123}"),
    CoercionRow(oneOf, "$var", oneOfVariable, #"{"var": {"a": "abc"}}"#, #"{a: "abc"}"#),
    CoercionRow(oneOf, "{ a: null }", nil),
    CoercionRow(oneOf, "$var", oneOfVariable, #"{"var": {"a": null}}"#, nil),
    CoercionRow(oneOf, "{ a: $a }", "$a: String!", "{}", nil),
    CoercionRow(oneOf, "{ a: $a }", "$a: String", #"{"a": "abc"}"#, nil),
    CoercionRow(oneOf, "{ a: $a }", "$a: String!", #"{"a": "abc"}"#, #"{a: "abc"}"#),
    CoercionRow(oneOf, "{ b: $b }", "$b: Int!", #"{"b": 123}"#, "{b: 123}"),
    CoercionRow(oneOf, "{ b: $b }", "$b: Int!", #"{"b": null}"#, nil),
    CoercionRow(oneOf, #"{ a: "abc", b: 123 }"#, nil),
    CoercionRow(oneOf, #"{ a: 456, b: "xyz" }"#, nil),
    CoercionRow(oneOf, "$var", oneOfVariable, #"{"var": {"a": "abc", "b": 123}}"#, nil),
    CoercionRow(oneOf, #"{ a: "abc", b: null }"#, nil),
    CoercionRow(oneOf, "$var", oneOfVariable, #"{"var": {"a": "abc", "b": null}}"#, nil),
    CoercionRow(oneOf, #"{ a: "abc", b: $b }"#, "$b: Int!", "{}", nil),
    CoercionRow(oneOf, #"{ a: "abc", b: $b }"#, "$b: Int!", #"{"b": 123}"#, nil),
    CoercionRow(oneOf, "{ a: $a, b: $b }", "$a: String!, $b: Int!", #"{"a": "abc", "b": 123}"#, nil),
    CoercionRow(oneOf, "{}", nil),
    CoercionRow(oneOf, "$var", oneOfVariable, #"{"var": {}}"#, nil),
    CoercionRow(oneOf, #"{ c: "abc" }"#, nil),
    CoercionRow(oneOf, "$var", oneOfVariable, #"{"var": {"c": "abc"}}"#, nil),
    CoercionRow(oneOf, "\"abc\"", nil),
    CoercionRow(oneOf, "$var", oneOfVariable, "{}", "absent"),
    CoercionRow(oneOf, "$var", oneOfVariable, #"{"var": null}"#, "null"),
  ]

  @Test("of OneOf input objects, section 3.10.1", arguments: oneOfRows)
  func oneOfs(row: CoercionRow) throws {
    #expect(try row.coerced() == row.expected)
  }

  /// Absent, null, and defaults of arguments and of variables: what `CoerceArgumentValues` does with each.
  private static let argumentRows = [
    CoercionRow("Int", nil, "absent"),
    CoercionRow("Int = 1", nil, "1"),
    CoercionRow("Int = null", nil, "null"),
    CoercionRow("Int!", nil, nil),
    CoercionRow("Int! = 1", nil, "1"),
    CoercionRow("Int", "null", "null"),
    CoercionRow("Int = 1", "null", "null"),
    CoercionRow("Int! = 1", "null", nil),
    CoercionRow("Int", "$v", "$v: Int", "{}", "absent"),
    CoercionRow("Int", "$v", "$v: Int", #"{"v": null}"#, "null"),
    CoercionRow("Int", "$v", "$v: Int", #"{"v": 2}"#, "2"),
    CoercionRow("Int", "$v", "$v: Int!", "{}", nil),
    CoercionRow("Int", "$v", "$v: Int!", #"{"v": null}"#, nil),
    CoercionRow("Int", "$v", "$v: Int = 5", "{}", "5"),
    CoercionRow("Int", "$v", "$v: Int = 5", #"{"v": null}"#, "null"),
    CoercionRow("Int", "$v", "$v: Int = null", "{}", "null"),
    CoercionRow("Int = 1", "$v", "$v: Int", "{}", "1"),
    CoercionRow("Int = 1", "$v", "$v: Int", #"{"v": null}"#, "null"),
    CoercionRow("Int = 1", "$v", "$v: Int = 5", "{}", "5"),
    CoercionRow("Int = 1", "$v", "$v: Int = null", "{}", "null"),
    CoercionRow("Int!", "$v", "$v: Int", #"{"v": 2}"#, nil),
    CoercionRow("Int!", "$v", "$v: Int!", #"{"v": 2}"#, "2"),
    CoercionRow("Int!", "$v", "$v: Int = 5", "{}", "5"),
    CoercionRow("Int!", "$v", "$v: Int = 5", #"{"v": null}"#, nil),
    CoercionRow("Int!", "$v", "$v: Int! = 5", "{}", "5"),
    CoercionRow("Int!", "$v", "$v: Int! = 5", #"{"v": null}"#, nil),
    CoercionRow("Int!", "$v", "$v: Int = null", #"{"v": 2}"#, nil),
    CoercionRow("Int! = 1", "$v", "$v: Int", "{}", "1"),
    CoercionRow("Int! = 1", "$v", "$v: Int", #"{"v": null}"#, nil),
    CoercionRow("Int! = 1", "$v", "$v: Int", #"{"v": 2}"#, "2"),
    CoercionRow("[Int]", "[1, $v]", "$v: Int", "{}", "[1, null]"),
    CoercionRow("[Int!]", "[1, $v]", "$v: Int!", #"{"v": 2}"#, "[1, 2]"),
    CoercionRow("[Int]", "$v", "$v: [Int]", #"{"v": 2}"#, "[2]"),
    CoercionRow("[Int]", "$v", "$v: Int", #"{"v": 2}"#, nil),
    CoercionRow("[Int]", "$v", "$v: [Int!]", #"{"v": [2]}"#, "[2]"),
    CoercionRow("[Int!]", "$v", "$v: [Int]", #"{"v": [2]}"#, nil),
  ]

  @Test("of arguments, section 6.4.1", arguments: argumentRows)
  func argumentValues(row: CoercionRow) throws {
    #expect(try row.coerced() == row.expected)
  }

  @Test(
    "of scalars and enums, sections 3.5 and 3.9: as a literal, and as JSON",
    arguments: [
      ("Int", "1", "1", "1"), ("Int", "-2147483648", "-2147483648", "-2147483648"),
      ("Int", "2147483647", "2147483647", "2147483647"), ("Int", "2147483648", nil, nil),
      ("Int", "-2147483649", nil, nil), ("Int", "99999999999999999999", nil, nil), ("Int", "1.0", nil, "1"),
      ("Int", "1e2", nil, "100"), ("Int", "1.5", nil, nil), ("Int", "\"1\"", nil, nil), ("Int", "true", nil, nil),
      ("Int", "-0", "0", "0"), ("Int", "1e-1", nil, nil), ("Int", "4.0e9", nil, nil),
      ("Float", "1", "1.0", "1.0"), ("Float", "1.5e-3", "0.0015", "0.0015"), ("Float", "1e400", nil, nil),
      ("Float", "-1e400", nil, nil), ("Float", "1e-400", "0.0", "0.0"), ("Float", "\"1\"", nil, nil),
      ("Float", "\"NaN\"", nil, nil), ("Float", "true", nil, nil),
      ("Float", "99999999999999999999", "1e+20", "1e+20"),
      ("String", "\"a\"", "\"a\"", "\"a\""), ("String", "\"\"", "\"\"", "\"\""), ("String", "1", nil, nil),
      ("String", "true", nil, nil), ("String", "{}", nil, nil),
      ("Boolean", "true", "true", "true"), ("Boolean", "false", "false", "false"), ("Boolean", "0", nil, nil),
      ("Boolean", "\"true\"", nil, nil),
      ("ID", "\"a\"", "'a'", "'a'"), ("ID", "4", "'4'", "'4'"), ("ID", "-4", "'-4'", "'-4'"), ("ID", "\"4\"", "'4'", "'4'"),
      ("ID", "99999999999999999999", "'99999999999999999999'", "'99999999999999999999'"), ("ID", "1.5", nil, nil),
      ("ID", "true", nil, nil), ("ID", "[]", nil, nil),
      ("Direction", "\"NORTH\"", nil, "NORTH"), ("Direction", "\"WEST\"", nil, nil), ("Direction", "1", nil, nil),
      ("Direction", "true", nil, nil), ("Direction", "null", "null", "null"), ("Int", "null", "null", "null"),
    ] as [(String, String, String?, String?)])
  func leaves(type: String, value: String, literal: String?, json: String?) throws {
    #expect(try CoercionRow(type, value, literal).coerced() == literal, "as a literal")
    let variable = CoercionRow(type, "$v", "$v: \(type)", "{\"v\": \(value)}", json)
    #expect(try variable.coerced() == json, "as JSON")
  }

  @Test("of enums that are written as a name", arguments: [("NORTH", "NORTH"), ("WEST", nil), ("north", nil)])
  func names(name: String, expected: String?) throws {
    #expect(try CoercionRow("Direction", name, expected).coerced() == expected)
  }

  @Test(
    "of conditions, section 3.13: a field stands unless it is skipped or not included",
    arguments: [
      ("", true), ("@skip(if: false)", true), ("@skip(if: true)", false), ("@include(if: true)", true),
      ("@include(if: false)", false), ("@skip(if: false) @include(if: true)", true),
      ("@skip(if: false) @include(if: false)", false), ("@skip(if: true) @include(if: true)", false),
      ("@skip(if: true) @include(if: false)", false), ("@skip(if: $no) @include(if: $yes)", true),
      ("@skip(if: $yes) @include(if: $yes)", false), ("@include(if: $default)", true), ("@skip(if: $default)", false),
      ("@include(if: $null)", false), ("@skip(if: $null)", true),
    ])
  func conditions(directives: String, stands: Bool) throws {
    for selection in ["cat \(directives) { name }", "... \(directives) { cat { name } }", "...F \(directives)"] {
      let text =
        "query ($yes: Boolean!, $no: Boolean!, $default: Boolean! = true, $null: Boolean = true) { dog @skip(if: $no) @include(if: $yes) { id }"
        + " a: __typename @include(if: $default) never: __typename @include(if: $null) \(selection) }"
        + (selection.hasPrefix("...F") ? " fragment F on Query { cat { name } }" : "")
      let operation = try operation(text)
      let values = try variables(#"{"yes": true, "no": false, "null": null}"#, for: operation)
      let groups = FieldCollector(operation: operation, schema: PetSchema.schema, variables: values)
        .collect([operation.definition.selectionSet], on: "Query")
      #expect(groups.map(\.responseKey) == ["dog", "a"] + (stands ? ["cat"] : []), "\(selection)")
    }
  }
}
