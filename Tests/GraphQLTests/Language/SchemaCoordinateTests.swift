import GraphQL
import Testing

@Suite("Schema coordinates — specification section 2.13")
struct SchemaCoordinateTests {
  @Test(
    "are parsed, and printed as they were written",
    arguments: [
      ("Type", .type(Name("Type"))),
      ("__Type", .type(Name("__Type"))),
      ("Type.field", .member(Name("field"), of: Name("Type"))),
      ("Type.__meta", .member(Name("__meta"), of: Name("Type"))),
      ("Type.field(arg:)", .argument(Name("arg"), ofField: Name("field"), of: Name("Type"))),
      ("@directive", .directive(Name("directive"))),
      ("@directive(arg:)", .directiveArgument(Name("arg"), of: Name("directive"))),
    ] as [(String, SchemaCoordinate)])
  func parsed(text: String, coordinate: SchemaCoordinate) throws {
    let parsed = try SchemaCoordinate(parsing: Source(text))
    #expect(parsed == coordinate)
    #expect("\(parsed)" == text)
  }

  @Test(
    "are refused where they break the grammar",
    arguments: [
      SyntaxErrorExample("", "Expected Name, found <EOF>.", 1, 1),
      SyntaxErrorExample("Type.field.deep", "Expected <EOF>, found \".\".", 1, 11),
      SyntaxErrorExample("Type.field(arg: value)", "Invalid character: \" \".", 1, 16),
      SyntaxErrorExample("Type.field(arg:value)", "Expected \")\", found Name \"value\".", 1, 16),
      SyntaxErrorExample("Type.field(arg)", "Expected \":\", found \")\".", 1, 15),
      SyntaxErrorExample("Type.field(arg:", "Expected \")\", found <EOF>.", 1, 16),
      SyntaxErrorExample("Type.field()", "Expected Name, found \")\".", 1, 12),
      SyntaxErrorExample("Type.", "Expected Name, found <EOF>.", 1, 6),
      SyntaxErrorExample(".field", "Expected Name, found \".\".", 1, 1),
      SyntaxErrorExample("Type(arg:)", "Expected <EOF>, found \"(\".", 1, 5),
      SyntaxErrorExample("@directive.field", "Expected <EOF>, found \".\".", 1, 11),
      SyntaxErrorExample("@", "Expected Name, found <EOF>.", 1, 2),
      SyntaxErrorExample("@@directive", "Expected Name, found \"@\".", 1, 2),
      SyntaxErrorExample("Type@directive", "Expected <EOF>, found \"@\".", 1, 5),
    ])
  func refused(_ example: SyntaxErrorExample) throws {
    try example.expect { () throws(GraphQLError) in
      _ = try SchemaCoordinate(parsing: Source(example.text))
    }
  }

  @Test(
    "ignore nothing: not white space, commas, comments or a byte order mark",
    arguments: [
      SyntaxErrorExample("\nType", "Invalid character: U+000A.", 1, 1),
      SyntaxErrorExample("Type .field", "Invalid character: \" \".", 1, 5),
      SyntaxErrorExample("Type,", "Invalid character: \",\".", 1, 5),
      SyntaxErrorExample("Type#", "Invalid character: \"#\".", 1, 5),
      SyntaxErrorExample("\u{FEFF}Type", "Invalid character: U+FEFF.", 1, 1),
      SyntaxErrorExample("Type...field", "Expected Name, found \".\".", 1, 6),
      SyntaxErrorExample("1Type", "Invalid character: \"1\".", 1, 1),
      SyntaxErrorExample("Ty\u{E9}pe", "Invalid character: U+00E9.", 1, 3),
    ])
  func ignoringNothing(_ example: SyntaxErrorExample) throws { try refused(example) }
}
