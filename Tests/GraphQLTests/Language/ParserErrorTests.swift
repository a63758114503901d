import GraphQL
import Testing

@Suite("Syntax errors")
struct ParserErrorTests {
  @Test(
    "A document that breaks the grammar is refused where it does",
    arguments: [
      SyntaxErrorExample("", "Unexpected <EOF>.", 1, 1),
      SyntaxErrorExample(" # nothing\n", "Unexpected <EOF>.", 2, 1),
      SyntaxErrorExample("{", "Expected Name, found <EOF>.", 1, 2),
      SyntaxErrorExample("{}", "Expected Name, found \"}\".", 1, 2),
      SyntaxErrorExample("{ a { } }", "Expected Name, found \"}\".", 1, 7),
      SyntaxErrorExample("{ a }}", "Unexpected \"}\".", 1, 6),
      SyntaxErrorExample(
        "\n      { ...MissingOn }\n      fragment MissingOn Type\n", "Expected \"on\", found Name \"Type\".",
        3, 26),
      SyntaxErrorExample("{ field: {} }", "Expected Name, found \"{\".", 1, 10),
      SyntaxErrorExample("notAnOperation Foo { field }", "Unexpected Name \"notAnOperation\".", 1, 1),
      SyntaxErrorExample("...", "Unexpected \"...\".", 1, 1),
      SyntaxErrorExample("{ \"\"", "Expected Name, found String \"\".", 1, 3),
      SyntaxErrorExample("{ \"a\\nb\"", "Expected Name, found String \"a\nb\".", 1, 3),
      SyntaxErrorExample("{ \"\"\"\n a\"\"\"", "Expected Name, found BlockString \"a\".", 1, 3),
      SyntaxErrorExample("{ 1 }", "Expected Name, found Int \"1\".", 1, 3),
      SyntaxErrorExample("{ 1.5 }", "Expected Name, found Float \"1.5\".", 1, 3),
      SyntaxErrorExample("query", "Expected \"{\", found <EOF>.", 1, 6),
      SyntaxErrorExample("query A B { c }", "Expected \"{\", found Name \"B\".", 1, 9),
      SyntaxErrorExample("query () { a }", "Expected \"$\", found \")\".", 1, 8),
      SyntaxErrorExample("query ($a) { a }", "Expected \":\", found \")\".", 1, 10),
      SyntaxErrorExample("query ($ a: [B) { a }", "Expected \"]\", found \")\".", 1, 15),
      SyntaxErrorExample("query ($a: B!!) { a }", "Expected \"$\", found \"!\".", 1, 14),
      SyntaxErrorExample("query ($a: B = $c) { a }", "Unexpected variable \"$c\" in constant value.", 1, 16),
      SyntaxErrorExample(
        "query ($a: B = [{d: $c}]) { a }", "Unexpected variable \"$c\" in constant value.", 1, 21),
      SyntaxErrorExample("query ($a: B = $) { a }", "Unexpected \"$\".", 1, 16),
      SyntaxErrorExample(
        "query ($a: B @c(d: $a)) { a }", "Unexpected variable \"$a\" in constant value.", 1, 20),
      SyntaxErrorExample("{ a() }", "Expected Name, found \")\".", 1, 5),
      SyntaxErrorExample("{ a(b) }", "Expected \":\", found \")\".", 1, 6),
      SyntaxErrorExample("{ a(b: ) }", "Unexpected \")\".", 1, 8),
      SyntaxErrorExample("{ a(b: [1 }", "Unexpected \"}\".", 1, 11),
      SyntaxErrorExample("{ a(b: {c: 1 ]) }", "Expected Name, found \"]\".", 1, 14),
      SyntaxErrorExample("{ a(b: ...) }", "Unexpected \"...\".", 1, 8),
      SyntaxErrorExample("{ a @ }", "Expected Name, found \"}\".", 1, 7),
      SyntaxErrorExample("{ a: }", "Expected Name, found \"}\".", 1, 6),
      SyntaxErrorExample("{ ... on }", "Expected Name, found \"}\".", 1, 10),
      SyntaxErrorExample("{ ...a { b } }", "Expected Name, found \"{\".", 1, 8),
      SyntaxErrorExample("fragment on on on { on }", "Unexpected Name \"on\".", 1, 10),
      SyntaxErrorExample("fragment a($b: C) on D { e }", "Expected \"on\", found \"(\".", 1, 11),
      SyntaxErrorExample(
        "\"d\" { a }", "Unexpected description, descriptions are not supported on shorthand queries.", 1, 1),
      SyntaxErrorExample(
        "\"d\" nothing", "Unexpected description, only GraphQL definitions support descriptions.", 1, 1),
      SyntaxErrorExample(
        "\n\"d\" extend type A @b", "Unexpected description, only GraphQL definitions support descriptions.",
        2, 1),
      SyntaxErrorExample("\"d\" \"e\" type A", "Unexpected String \"e\".", 1, 5),
      SyntaxErrorExample("\"d\"", "Unexpected <EOF>.", 1, 4),
    ])
  func executable(example: SyntaxErrorExample) throws {
    try example.expect { () throws(GraphQLError) in _ = try Document(parsing: Source(example.text)) }
  }

  @Test(
    "A type system document that breaks the grammar is refused where it does",
    arguments: [
      SyntaxErrorExample("schema", "Expected \"{\", found <EOF>.", 1, 7),
      SyntaxErrorExample("schema { }", "Expected Name, found \"}\".", 1, 10),
      SyntaxErrorExample("schema { a: B }", "Unexpected Name \"a\".", 1, 10),
      SyntaxErrorExample("schema { query B }", "Expected \":\", found Name \"B\".", 1, 16),
      SyntaxErrorExample("type", "Expected Name, found <EOF>.", 1, 5),
      SyntaxErrorExample("type A {}", "Expected Name, found \"}\".", 1, 9),
      SyntaxErrorExample("type A { b }", "Expected \":\", found \"}\".", 1, 12),
      SyntaxErrorExample("type A { b(): C }", "Expected Name, found \")\".", 1, 12),
      SyntaxErrorExample(
        "type A { b(c: D = $e): F }", "Unexpected variable \"$e\" in constant value.", 1, 19),
      SyntaxErrorExample("type A implements { b: C }", "Expected Name, found \"{\".", 1, 19),
      SyntaxErrorExample("type A implements B, C { d: E }", "Unexpected Name \"C\".", 1, 22),
      SyntaxErrorExample("type A implements B && C { d: E }", "Expected Name, found \"&\".", 1, 22),
      SyntaxErrorExample("union A =", "Expected Name, found <EOF>.", 1, 10),
      SyntaxErrorExample("union A = || B", "Expected Name, found \"|\".", 1, 12),
      SyntaxErrorExample("union A = B |", "Expected Name, found <EOF>.", 1, 14),
      SyntaxErrorExample("enum A { }", "Expected Name, found \"}\".", 1, 10),
      SyntaxErrorExample(
        "enum A { B true }", "Name \"true\" is reserved and cannot be used for an enum value.", 1, 12),
      SyntaxErrorExample(
        "enum A { null }", "Name \"null\" is reserved and cannot be used for an enum value.", 1, 10),
      SyntaxErrorExample("input A { b(c: D): E }", "Expected \":\", found \"(\".", 1, 12),
      SyntaxErrorExample("directive a on FIELD", "Expected \"@\", found Name \"a\".", 1, 11),
      SyntaxErrorExample("directive @a", "Expected \"on\", found <EOF>.", 1, 13),
      SyntaxErrorExample("directive @a on INCORRECT", "Unexpected Name \"INCORRECT\".", 1, 17),
      SyntaxErrorExample("directive @a() on FIELD", "Expected Name, found \")\".", 1, 14),
      SyntaxErrorExample("extend", "Unexpected <EOF>.", 1, 7),
      SyntaxErrorExample("extend query { a }", "Unexpected Name \"query\".", 1, 8),
      SyntaxErrorExample("extend schema", "Unexpected <EOF>.", 1, 14),
      SyntaxErrorExample("extend scalar A", "Unexpected <EOF>.", 1, 16),
      SyntaxErrorExample("extend type A", "Unexpected <EOF>.", 1, 14),
      SyntaxErrorExample("extend interface A type B", "Unexpected Name \"type\".", 1, 20),
      SyntaxErrorExample("extend union A", "Unexpected <EOF>.", 1, 15),
      SyntaxErrorExample("extend enum A", "Unexpected <EOF>.", 1, 14),
      SyntaxErrorExample("extend input A", "Unexpected <EOF>.", 1, 15),
      SyntaxErrorExample("extend \"d\" type A @b", "Unexpected String \"d\".", 1, 8),
    ])
  func typeSystem(example: SyntaxErrorExample) throws {
    try example.expect { () throws(GraphQLError) in _ = try Document(parsing: Source(example.text)) }
  }

  @Test("A value or a type stands alone")
  func trailing() throws {
    try SyntaxErrorExample("1 2", "Expected <EOF>, found Int \"2\".", 1, 3).expect {
      () throws(GraphQLError) in _ = try Value(parsing: Source("1 2"))
    }
    try SyntaxErrorExample("A!!", "Expected <EOF>, found \"!\".", 1, 3).expect {
      () throws(GraphQLError) in _ = try TypeNode(parsing: Source("A!!"))
    }
    try SyntaxErrorExample("[A", "Expected \"]\", found <EOF>.", 1, 3).expect {
      () throws(GraphQLError) in _ = try TypeNode(parsing: Source("[A"))
    }
    try SyntaxErrorExample("$a", "Unexpected variable \"$a\" in constant value.", 1, 1).expect {
      () throws(GraphQLError) in _ = try Value(parsing: Source("$a"), isConst: true)
    }
  }
}
