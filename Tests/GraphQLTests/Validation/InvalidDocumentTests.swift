import GraphQL
import Testing

/// A document and its errors: `line:column` of each location, then the message.
struct InvalidDocument: Sendable, CustomTestStringConvertible {
  var text: String
  var errors: [String]

  init(_ text: String, _ errors: String...) {
    self.text = text
    self.errors = errors
  }

  var testDescription: String { text }
}

@Suite("Documents that specification section 5 forbids have the errors of the reference implementation")
struct InvalidDocumentTests {
  static let aboutDefinitions = [
    InvalidDocument(
      "{ dog { name } } type Toy { id: ID } extend schema @x directive @y on FIELD",
      "1:18 The \"Toy\" definition is not executable.",
      "1:38 The schema definition is not executable.",
      "1:55 The \"y\" definition is not executable."),
    InvalidDocument(
      "query A { dog { name } } query A { cat { name } }",
      "1:7 1:32 There can be only one operation named \"A\"."),
    InvalidDocument(
      "{ dog { name } } query A { cat { name } }",
      "1:1 This anonymous operation must be the only defined operation."),
    InvalidDocument("mutation { do }", "1:1 The mutation operation is not supported by the schema."),
    InvalidDocument(
      "subscription { dogCame { name } catCame { name } }",
      "1:33 Anonymous Subscription must select only one top level field."),
    InvalidDocument(
      "subscription S { __typename }",
      "1:18 Subscription \"S\" must not select an introspection top level field."),
    InvalidDocument(
      "subscription S { ... @skip(if: true) { dogCame { name } } catCame @include(if: true) { name } }",
      "1:22 1:67 Subscription \"S\" must not use `@skip` or `@include` directives "
        + "in the top level selection."),
  ]

  static let aboutFields = [
    InvalidDocument(
      "{ dog { barkVolum } }",
      "1:9 Cannot query field \"barkVolum\" on type \"Dog\". Did you mean \"barkVolume\"?"),
    InvalidDocument(
      "{ pet { meows } }",
      "1:9 Cannot query field \"meows\" on type \"Pet\". "
        + "Did you mean to use an inline fragment on \"Cat\"?"),
    InvalidDocument(
      "{ pet { name } }",
      "1:9 Cannot query field \"name\" on type \"Pet\". "
        + "Did you mean to use an inline fragment on \"Being\", \"Cat\", or \"Dog\"?"),
    InvalidDocument(
      "{ dog { __schema { description } } }", "1:9 Cannot query field \"__schema\" on type \"Dog\"."),
    InvalidDocument(
      "{ dog { name { first } } }",
      "1:14 Field \"name\" must not have a selection since type \"String\" has no subfields."),
    InvalidDocument(
      "{ dog cat { owner } }",
      "1:3 Field \"dog\" of type \"Dog\" must have a selection of subfields. "
        + "Did you mean \"dog { ... }\"?",
      "1:13 Field \"owner\" of type \"Human!\" must have a selection of subfields. "
        + "Did you mean \"owner { ... }\"?"),
  ]

  static let aboutMerging = [
    InvalidDocument(
      "{ dog { name: nickname name } }",
      "1:9 1:24 Fields \"name\" conflict because \"nickname\" and \"name\" are different fields. "
        + "Use different aliases on the fields to fetch both if this was intentional."),
    InvalidDocument(
      "{ dog { name name(surname: true) } }",
      "1:9 1:14 Fields \"name\" conflict because they have differing arguments. "
        + "Use different aliases on the fields to fetch both if this was intentional."),
    InvalidDocument(
      "{ pet { ... on Dog { volume: barkVolume } ... on Cat { volume: meowVolume } } }",
      "1:22 1:56 Fields \"volume\" conflict because they return conflicting types \"Int\" and \"Float\". "
        + "Use different aliases on the fields to fetch both if this was intentional."),
    InvalidDocument(
      "{ pet { ... on Dog { owner { name } } ... on Cat { owner { name } } } }",
      "1:22 1:52 Fields \"owner\" conflict because they return conflicting types \"Human\" and \"Human!\". "
        + "Use different aliases on the fields to fetch both if this was intentional."),
    InvalidDocument(
      "{ dog { a: name b: name } dog { a: nickname b: nickname } }",
      "1:3 1:9 1:17 1:27 1:33 1:45 Fields \"dog\" conflict because subfields \"a\" conflict because "
        + "\"name\" and \"nickname\" are different fields and subfields \"b\" conflict because "
        + "\"name\" and \"nickname\" are different fields. "
        + "Use different aliases on the fields to fetch both if this was intentional."),
    InvalidDocument(
      "{ dog { ...A ...B } } fragment A on Dog { x: name } fragment B on Dog { ...C } "
        + "fragment C on Dog { x: nickname }",
      "1:43 1:100 Fields \"x\" conflict because \"name\" and \"nickname\" are different fields. "
        + "Use different aliases on the fields to fetch both if this was intentional."),
  ]

  static let aboutArguments = [
    InvalidDocument(
      "{ dog { isAtLocation(X: 1, z: 2) } }",
      "1:22 Unknown argument \"X\" on field \"Dog.isAtLocation\". Did you mean \"x\" or \"y\"?",
      "1:28 Unknown argument \"z\" on field \"Dog.isAtLocation\". Did you mean \"x\" or \"y\"?"),
    InvalidDocument(
      "{ dog { name @onField(x: 1, why: 2) } }",
      "1:29 Unknown argument \"why\" on directive \"@onField\"."),
    InvalidDocument(
      "{ dog { isAtLocation(x: 1, y: 2, x: 3) } }",
      "1:22 1:34 There can be only one argument named \"x\"."),
    InvalidDocument(
      "{ dog { doesKnowCommand name @skip } human { name } }",
      "1:9 Argument \"Dog.doesKnowCommand(command:)\" of type \"Command!\" is required, "
        + "but it was not provided.",
      "1:30 Argument \"@skip(if:)\" of type \"Boolean!\" is required, but it was not provided.",
      "1:38 Argument \"Query.human(id:)\" of type \"ID!\" is required, but it was not provided."),
  ]

  static let aboutFragments = [
    InvalidDocument(
      "{ dog { ...A ... on Dgo { name } } } fragment A on Missing { name }",
      "1:21 Unknown type \"Dgo\". Did you mean \"Dog\"?", "1:52 Unknown type \"Missing\"."),
    InvalidDocument(
      "{ dog { ...A ... on String { name } } } fragment A on Filter { name }",
      "1:21 Fragment cannot condition on non composite type \"String\".",
      "1:55 Fragment \"A\" cannot condition on non composite type \"Filter\"."),
    InvalidDocument(
      "{ dog { ...A } } fragment A on Dog { name } fragment A on Dog { id }",
      "1:27 1:54 There can be only one fragment named \"A\"."),
    InvalidDocument("{ dog { ...A } }", "1:12 Unknown fragment \"A\"."),
    InvalidDocument(
      "{ dog { name } } fragment A on Dog { ...B } fragment B on Dog { name }",
      "1:18 Fragment \"A\" is never used.", "1:45 Fragment \"B\" is never used."),
    InvalidDocument(
      "{ dog { ... on Cat { name } ...C ... on CatOrHuman { __typename } } } fragment C on Cat { name }",
      "1:9 Fragment cannot be spread here as objects of type \"Dog\" can never be of type \"Cat\".",
      "1:29 Fragment \"C\" cannot be spread here as objects of type \"Dog\" can never be of type \"Cat\".",
      "1:34 Fragment cannot be spread here as objects of type \"Dog\" "
        + "can never be of type \"CatOrHuman\"."),
    InvalidDocument(
      "{ dog { ...A } } fragment A on Dog { ...A }",
      "1:38 Cannot spread fragment \"A\" within itself."),
    InvalidDocument(
      "{ dog { ...A } } fragment A on Dog { ...B } fragment B on Dog { ...C } fragment C on Dog { ...A }",
      "1:38 1:65 1:92 Cannot spread fragment \"A\" within itself via \"B\", \"C\"."),
  ]

  static let aboutValues = [
    InvalidDocument(
      "{ arguments(int: \"1\", float: true, string: 1, boolean: 0, id: 1.5) }",
      "1:18 Int cannot represent non-integer value: \"1\"",
      "1:30 Float cannot represent non numeric value: true",
      "1:44 String cannot represent a non string value: 1",
      "1:56 Boolean cannot represent a non boolean value: 0",
      "1:63 ID cannot represent a non-string and non-integer value: 1.5"),
    InvalidDocument(
      "{ arguments(int: 2147483648) }",
      "1:18 Int cannot represent non 32-bit signed integer value: 2147483648"),
    InvalidDocument(
      "{ arguments(command: SITT) }",
      "1:22 Value \"SITT\" does not exist in \"Command\" enum. Did you mean the enum value \"SIT\"?"),
    InvalidDocument(
      "{ arguments(command: \"SIT\") }",
      "1:22 Enum \"Command\" cannot represent non-enum value: \"SIT\". "
        + "Did you mean the enum value \"SIT\"?"),
    InvalidDocument(
      "{ arguments(defaulted: null, int: [1], matrix: [[null]], date: {a: 1}) }",
      "1:24 Expected value of non-null type \"Int!\" not to be null.",
      "1:35 Int cannot represent non-integer value: [1]",
      "1:50 Expected value of non-null type \"Int!\" not to be null.",
      "1:64 Expected value of type \"Date\", found: { a: 1 }."),
    InvalidDocument(
      "{ arguments(filter: {ages: 3}) }",
      "1:21 Expected value of type \"Filter\" to include required field \"required\", found: { ages: 3 }.",
      "1:22 Expected value of type \"Filter\" not to include unknown field \"ages\". "
        + "Did you mean \"age\" or \"tags\"? Found: { ages: 3 }."),
    InvalidDocument("{ arguments(filter: 3) }", "1:21 Expected value of type \"Filter\" to be an object, found: 3."),
    InvalidDocument(
      "{ arguments(filter: {required: true, age: 1, age: 2}) }",
      "1:38 1:46 There can be only one input field named \"age\"."),
    InvalidDocument(
      "{ a: arguments(choice: {}) b: arguments(choice: {id: 1, name: \"x\"}) "
        + "c: arguments(choice: {id: null}) }",
      "1:24 Within OneOf Input Object type \"Choice\", exactly one field must be specified, "
        + "and the value for that field must be non-null.",
      "1:49 Within OneOf Input Object type \"Choice\", exactly one field must be specified, "
        + "and the value for that field must be non-null.",
      "1:90 Within OneOf Input Object type \"Choice\", exactly one field must be specified, "
        + "and the value for that field must be non-null."),
  ]

  static let aboutDirectives = [
    InvalidDocument("{ dog { name @nope } }", "1:14 Unknown directive \"@nope\"."),
    InvalidDocument(
      "query @skip(if: true) { dog @onQuery { ... @deprecated { name } } }",
      "1:7 Directive \"@skip\" may not be used on QUERY.",
      "1:29 Directive \"@onQuery\" may not be used on FIELD.",
      "1:44 Directive \"@deprecated\" may not be used on INLINE_FRAGMENT."),
    InvalidDocument(
      "{ dog { name @skip(if: true) @skip(if: false) } }",
      "1:14 1:30 The directive \"@skip\" can only be used once at this location."),
  ]

  static let aboutVariables = [
    InvalidDocument(
      "query ($a: Int, $b: Float, $a: Int) { arguments(int: $a, float: $b) }",
      "1:9 1:29 There can be only one variable named \"$a\"."),
    InvalidDocument(
      "query Q($a: Dog, $b: [Pet!], $c: Missing) { arguments(int: $a, float: $b, id: $c) }",
      "1:13 Variable \"$a\" cannot be non-input type \"Dog\".",
      "1:22 Variable \"$b\" cannot be non-input type \"[Pet!]\".",
      "1:34 Unknown type \"Missing\".",
      "1:9 1:60 Variable \"$a\" of type \"Dog\" used in position expecting type \"Int\".",
      "1:18 1:71 Variable \"$b\" of type \"[Pet!]\" used in position expecting type \"Float\"."),
    InvalidDocument(
      "query Q { ...F } fragment F on Query { arguments(int: $a) }",
      "1:55 1:1 Variable \"$a\" is not defined by operation \"Q\"."),
    InvalidDocument("{ arguments(ints: [$a]) }", "1:20 1:1 Variable \"$a\" is not defined."),
    InvalidDocument(
      "query Q($a: Int) { arguments } ", "1:9 Variable \"$a\" is never used in operation \"Q\"."),
    InvalidDocument("query ($a: Int) { arguments }", "1:8 Variable \"$a\" is never used."),
    InvalidDocument(
      "query ($a: Int) { arguments(string: $a, matrix: [$a], defaulted: $a) }",
      "1:8 1:37 Variable \"$a\" of type \"Int\" used in position expecting type \"String\".",
      "1:8 1:50 Variable \"$a\" of type \"Int\" used in position expecting type \"[Int!]!\"."),
    InvalidDocument(
      "query ($id: ID = null) { human(id: $id) { name } }",
      "1:8 1:36 Variable \"$id\" of type \"ID\" used in position expecting type \"ID!\"."),
    InvalidDocument(
      "query ($id: ID) { arguments(choice: {id: $id}) }",
      "1:8 1:42 Variable \"$id\" is of type \"ID\" but must be non-nullable "
        + "to be used for OneOf Input Object \"Choice\"."),
    InvalidDocument(
      "query ($a: Int = \"x\", $f: Filter = {}) { arguments(int: $a, filter: $f) }",
      "1:18 Int cannot represent non-integer value: \"x\"",
      "1:36 Expected value of type \"Filter\" to include required field \"required\", found: {  }."),
  ]

  @Test("about definitions", arguments: aboutDefinitions)
  func definitions(document: InvalidDocument) throws { try check(document) }

  @Test("about fields", arguments: aboutFields)
  func fields(document: InvalidDocument) throws { try check(document) }

  @Test("about merging fields", arguments: aboutMerging)
  func merging(document: InvalidDocument) throws { try check(document) }

  @Test("about arguments", arguments: aboutArguments)
  func arguments(document: InvalidDocument) throws { try check(document) }

  @Test("about fragments", arguments: aboutFragments)
  func fragments(document: InvalidDocument) throws { try check(document) }

  @Test("about values", arguments: aboutValues)
  func values(document: InvalidDocument) throws { try check(document) }

  @Test("about directives", arguments: aboutDirectives)
  func directives(document: InvalidDocument) throws { try check(document) }

  @Test("about variables", arguments: aboutVariables)
  func variables(document: InvalidDocument) throws { try check(document) }

  private func check(_ document: InvalidDocument) throws {
    #expect(try validate(document.text) == document.errors)
  }
}
