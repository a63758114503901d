import GraphQL
import Testing

/// SDL and its errors: `line:column` of each location, then the message.
struct InvalidSchema: Sendable, CustomTestStringConvertible {
  var sdl: String
  var errors: [String]

  init(_ sdl: String, _ errors: String...) {
    self.sdl = sdl
    self.errors = errors
  }

  var testDescription: String { sdl }
}

@Suite("SDL that specification section 3 forbids has the errors of the reference implementation")
struct SchemaRulesTests {
  static let aboutNames = [
    InvalidSchema("type Query { a: Int ", "1:21 Syntax Error: Expected Name, found <EOF>."),
    InvalidSchema(
      "type Query { a: Int } query { a }", "1:23 Executable definitions are not allowed in a schema."),
    InvalidSchema(
      "type Query { a: Int } type A { a: Int } enum A { B }",
      "1:28 1:46 There can be only one type named \"A\"."),
    InvalidSchema(
      "type Query { a: Int } scalar String",
      "1:30 Type \"String\" already exists in the schema. "
        + "It cannot also be defined in this type definition."),
    InvalidSchema(
      "type Query { a: Int } directive @a on FIELD directive @a on QUERY directive @skip on FIELD",
      "1:34 1:56 There can be only one directive named \"@a\".",
      "1:78 Directive \"@skip\" already exists in the schema. It cannot be redefined."),
    InvalidSchema(
      "type Query { a: Int a: String } input I { b: Int } extend input I { b: Int } enum E { X Y X }",
      "1:14 1:21 Field \"Query.a\" can only be defined once.",
      "1:43 1:69 Field \"I.b\" can only be defined once.",
      "1:87 1:91 Enum value \"E.X\" can only be defined once."),
    InvalidSchema(
      "type Query { a(x: Int, x: Int): Int } directive @d(y: Int, y: Int) on FIELD",
      "1:16 1:24 Argument \"Query.a(x:)\" can only be defined once.",
      "1:52 1:60 Argument \"@d(y:)\" can only be defined once."),
    InvalidSchema(
      "type Query { a(x: Intt): Strin } union U = Missing type T implements Quer { a: Int }",
      "1:26 Unknown type \"Strin\". Did you mean \"String\"?",
      "1:44 Unknown type \"Missing\".",
      "1:70 Unknown type \"Quer\". Did you mean \"Query\"?",
      "1:19 Unknown type \"Intt\". Did you mean \"Int\"?"),
    InvalidSchema(
      "type Query { a: Int } extend type Quer { b: Int } extend enum Query { X }",
      "1:1 1:51 Cannot extend non-enum type \"Query\".",
      "1:35 Cannot extend type \"Quer\" because it is not defined. Did you mean \"Query\"?"),
    InvalidSchema(
      "type Query { a: Nope } extend type Nope { a: Int } extend scalar String @specifiedBy(url: \"a\")",
      "1:66 Cannot extend type \"String\" because it is not defined.",
      "1:36 Cannot extend type \"Nope\" because it is not defined.",
      "1:17 Unknown type \"Nope\"."),
    InvalidSchema(
      "schema { query: A } schema { query: B } type A { a: Int } type B { a: Int }",
      "1:21 Must provide only one schema definition.",
      "1:10 1:30 There can be only one query type in schema."),
    InvalidSchema(
      "type Query { __a(__b: Int): Int } enum E { __X } type __T { a: Int } directive @__d on FIELD",
      "1:14 Name \"__a\" must not begin with \"__\", which is reserved by GraphQL introspection.",
      "1:44 Name \"__X\" must not begin with \"__\", which is reserved by GraphQL introspection.",
      "1:50 Name \"__T\" must not begin with \"__\", which is reserved by GraphQL introspection.",
      "1:70 Name \"__d\" must not begin with \"__\", which is reserved by GraphQL introspection.",
      "1:18 Name \"__b\" must not begin with \"__\", which is reserved by GraphQL introspection."),
  ]

  static let aboutTypes = [
    InvalidSchema("type A { a: Int }", "Query root type must be provided."),
    InvalidSchema(
      "schema { query: A mutation: A subscription: B } type A { a: Int } union B = A",
      "1:45 Subscription root type must be Object type if provided, it cannot be B.",
      "1:17 1:29 All root types must be different, \"A\" type is used as query and mutation root types."),
    InvalidSchema(
      "type Query input I interface N union U enum E",
      "1:1 Type Query must define one or more fields.",
      "1:12 Input Object type I must define one or more fields.",
      "1:20 Type N must define one or more fields.",
      "1:32 Union type U must define one or more member types.",
      "1:40 Enum type E must define one or more values."),
    InvalidSchema(
      "type Query { a(x: [Query!]): I } input I { q: Query }",
      "1:30 The type of Query.a must be Output Type but got: I.",
      "1:19 The type of Query.a(x:) must be Input Type but got: [Query!].",
      "1:47 The type of I.q must be Input Type but got: Query."),
    InvalidSchema(
      "type Query { a: Int } union U = Query | Int | Query",
      "1:41 Union type U can only include Object types, it cannot include Int.",
      "1:33 1:47 Union type U can only include type Query once."),
  ]

  static let aboutInterfaces = [
    InvalidSchema(
      "type Query implements Int & N & N { n: Int } interface N { n: Int }",
      "1:23 Type Query must only implement Interface types, it cannot implement Int.",
      "1:29 1:33 Type Query can only implement N once."),
    InvalidSchema(
      "type Query implements B { n: Int } interface A { n: Int } interface B implements A { n: Int }",
      "1:82 1:23 Type Query must implement A because it is implemented by B."),
    InvalidSchema(
      "type Query { n: Int } interface A implements A { n: Int } "
        + "interface B implements C { n: Int } interface C implements B { n: Int }",
      "1:46 Type A cannot implement itself because it would create a circular reference.",
      "1:118 1:82 Type B cannot implement C because it would create a circular reference.",
      "1:82 1:118 Type C cannot implement B because it would create a circular reference."),
    InvalidSchema(
      "interface N { a: Int b(x: Int, y: Int): [Int] c: Int } "
        + "type Query implements N { b(x: String, z: Int!): [String] c: Int! }",
      "1:15 1:56 Interface field N.a expected but Query does not provide it.",
      "1:41 1:105 Interface field N.b expects type [Int] but Query.b is type [String].",
      "1:27 1:87 Interface field argument N.b(x:) expects type Int but Query.b(x:) is type String.",
      "1:32 1:82 Interface field argument N.b(y:) expected but Query.b does not provide it.",
      "1:95 1:22 Argument \"Query.b(z:)\" must not be required type \"Int!\" "
        + "if not provided by the Interface field \"N.b\"."),
    InvalidSchema(
      "interface N { a: Int b: Int @deprecated } type Query implements N { a: Int @deprecated b: Int @deprecated }",
      "1:76 1:72 Interface field N.a is not deprecated, so implementation field Query.a must not be deprecated."),
  ]

  static let aboutInputs = [
    InvalidSchema(
      "type Query { a(i: A): Int } input A { b: B! } input B { c: [C!]! d: C! } input C { a: A! }",
      "1:39 1:66 1:84 Input Object A cannot be provided a finite value "
        + "because it references itself through fields: A.b, B.d, C.a."),
    InvalidSchema(
      "type Query { a(i: A): Int } input A @oneOf { b: B c: A } input B { a: A! } input C @oneOf { c: C d: [C] }",
      "1:46 1:68 Input Object A cannot be provided a finite value "
        + "because it references itself through fields: A.b, B.a.",
      "1:51 Input Object A cannot be provided a finite value because it references itself through fields: A.c."),
    InvalidSchema(
      "type Query { a(x: Int = \"1\", e: E! = B, i: I = {b: [null]}): Int } enum E { A } "
        + "input I { b: [Int!] c: Int! = null }",
      "1:25 Query.a(x:) has invalid default value: Int cannot represent non-integer value: \"1\"",
      "1:38 Query.a(e:) has invalid default value: Value \"B\" does not exist in \"E\" enum. "
        + "Did you mean the enum value \"A\"?",
      "1:53 Query.a(i:) has invalid default value at .b[0]: Expected value of non-null type \"Int!\" not to be null.",
      "1:111 I.c has invalid default value: Expected value of non-null type \"Int!\" not to be null."),
    InvalidSchema(
      "type Query { a(i: A): Int } input A { b: B = {} } input B { c: [A] = [{}] }",
      "1:46 1:70 Invalid circular reference. The default value of Input Object field A.b references itself "
        + "via the default values of: B.c."),
    InvalidSchema(
      "type Query { a(i: A): Int } input A @oneOf { b: Int! c: Int = 1 }",
      "1:49 OneOf input field A.b must be nullable.",
      "1:54 OneOf input field A.c cannot have a default value."),
    InvalidSchema(
      "type Query { a(i: Int! @deprecated): Int } input A { b: Int! @deprecated c: Int! = 1 @deprecated }",
      "1:24 1:19 Required argument Query.a(i:) cannot be deprecated.",
      "1:62 1:57 Required input field A.b cannot be deprecated."),
  ]

  static let aboutDirectives = [
    InvalidSchema(
      "type Query @nope { a: Int @specifiedBy(url: 3) @deprecated @deprecated(raeson: \"x\") } "
        + "scalar S @specifiedBy",
      "1:12 Unknown directive \"@nope\".",
      "1:27 Directive \"@specifiedBy\" may not be used on FIELD_DEFINITION.",
      "1:48 1:60 The directive \"@deprecated\" can only be used once at this location.",
      "1:72 Unknown argument \"raeson\" on directive \"@deprecated\". Did you mean \"reason\"?",
      "1:96 Argument \"@specifiedBy(url:)\" of type \"String!\" is required, "
        + "but it was not provided."),
    InvalidSchema(
      "directive @d(x: I = { a: 1, a: 2 }) repeatable on OBJECT type Query @d(x: { a: 1, a: 2 }) @d(x: 1 x: 2) "
        + "{ a: Int } input I { a: Int }",
      "1:94 1:99 There can be only one argument named \"x\".",
      "1:23 1:29 There can be only one input field named \"a\".",
      "1:77 1:83 There can be only one input field named \"a\"."),
    InvalidSchema(
      "type Query { a: Int } directive @a(x: Int @a) on ARGUMENT_DEFINITION "
        + "directive @b(x: I) on ENUM_VALUE input I { e: [E!] } enum E { X @b } directive @c(x: E) on FIELD",
      "1:23 Invalid circular reference. Directive @a is used in its own definition.",
      "1:70 Invalid circular reference. Directive @b is used in its own definition."),
    InvalidSchema(
      "type Query { a: Int @deprecated(reason: [1]) } scalar S @specifiedBy(url: null)",
      "1:41 Argument \"@deprecated(reason:)\" has invalid value: "
        + "String cannot represent a non string value: [1]",
      "1:75 Argument \"@specifiedBy(url:)\" has invalid value: "
        + "Expected value of non-null type \"String!\" not to be null."),
  ]

  @Test("about names", arguments: aboutNames)
  func names(schema: InvalidSchema) { check(schema) }

  @Test("about types", arguments: aboutTypes)
  func types(schema: InvalidSchema) { check(schema) }

  @Test("about interfaces", arguments: aboutInterfaces)
  func interfaces(schema: InvalidSchema) { check(schema) }

  @Test("about inputs", arguments: aboutInputs)
  func inputs(schema: InvalidSchema) { check(schema) }

  @Test("about directives", arguments: aboutDirectives)
  func directives(schema: InvalidSchema) { check(schema) }

  private func check(_ schema: InvalidSchema) {
    let error = #expect(throws: SchemaError.self) { try Schema(sdl: [Source(schema.sdl)]) }
    let errors = error?.errors.map { error in
      (error.locations.map { "\($0.line):\($0.column)" } + [error.message]).joined(separator: " ")
    }
    #expect(errors == schema.errors)
  }
}
