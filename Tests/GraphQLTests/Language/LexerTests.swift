import GraphQL
import Testing

@Suite("Lexical grammar")
struct LexerTests {
  @Test(
    "White space, line terminators, commas, comments and byte order marks separate tokens",
    arguments: [
      "{a b}", "{ a\tb }", "{,a,,b,}", "{\na\r\nb\r}", "{a#b\nb}", "\u{FEFF}{a\u{FEFF}b}", "#c\n{a b}#é😀",
      "{a#\r b}", "# c\r\n{a b}",
    ])
  func ignored(text: String) throws {
    let document = try Document(parsing: Source(text))
    #expect(document.printed == "{\n  a\n  b\n}")
  }

  @Test(
    "Names are letters, digits and underscores", arguments: ["a", "_", "__a1", "Z9_z", "query", "true", "on"])
  func names(name: String) throws {
    let document = try Document(parsing: Source("{ \(name) }"))
    #expect(document.printed == "{\n  \(name)\n}")
  }

  @Test("Integers keep their text", arguments: ["0", "-0", "4", "-4", "9", "123456789012345678901234567890"])
  func integers(text: String) throws {
    #expect(try Value(parsing: Source(text)).kind == .int(text))
  }

  @Test(
    "Floats keep their text",
    arguments: [
      "0.0", "4.123", "-4.123", "0.123", "123e4", "123E4", "123e-4", "123e+4", "-1.123e4567", "0e0",
    ])
  func floats(text: String) throws {
    #expect(try Value(parsing: Source(text)).kind == .float(text))
  }

  @Test(
    "Strings",
    arguments: [
      (#""""#, ""),
      (#""simple""#, "simple"),
      (#"" white space ""#, " white space "),
      (##""a # in a string""##, "a # in a string"),
      (#""quote \"""#, "quote \""),
      (#""escaped \n\r\b\t\f""#, "escaped \n\r\u{8}\t\u{C}"),
      (#""slashes \\ \/""#, "slashes \\ /"),
      (#""unicode é€😀""#, "unicode é€😀"),
      (#""unicode \u0041\u00e9\u20AC""#, "unicode Aé€"),
      (#""surrogates \uD83D\uDE00\uDBFF\uDFFF""#, "surrogates 😀\u{10FFFF}"),
      (#""braces \u{41}\u{1F600}\u{10FFFF}\u{0000041}""#, "braces A😀\u{10FFFF}A"),
      ("\"controls \u{0}\u{7}\t\u{7F}\"", "controls \u{0}\u{7}\t\u{7F}"),
      ("\"\u{FEFF}\u{FFFF}\"", "\u{FEFF}\u{FFFF}"),
    ])
  func strings(text: String, value: String) throws {
    let parsed = try Value(parsing: Source(text)).kind
    guard case .string(let string, block: false) = parsed else {
      Issue.record("\(parsed) is no string")
      return
    }
    #expect(Array(string.unicodeScalars) == Array(value.unicodeScalars))
  }

  @Test(
    "What breaks the lexical grammar is refused where it stands",
    arguments: [
      SyntaxErrorExample("?", "Unexpected character: \"?\".", 1, 1),
      SyntaxErrorExample("\u{0}", "Unexpected character: U+0000.", 1, 1),
      SyntaxErrorExample("\n\n    ?\n", "Unexpected character: \"?\".", 3, 5),
      SyntaxErrorExample("é", "Unexpected character: U+00E9.", 1, 1),
      SyntaxErrorExample("{ 😀", "Unexpected character: U+1F600.", 1, 3),
      SyntaxErrorExample(".", "Unexpected character: \".\".", 1, 1),
      SyntaxErrorExample("..", "Unexpected \"..\", did you mean \"...\"?", 1, 1),
      SyntaxErrorExample(
        ".123a", "Invalid number, expected digit before \".\", did you mean \"0.123\"?", 1, 1),
      SyntaxErrorExample("%", "Unexpected character: \"%\".", 1, 1),
      SyntaxErrorExample("\u{B}", "Unexpected character: U+000B.", 1, 1),
      SyntaxErrorExample("\u{A0}", "Unexpected character: U+00A0.", 1, 1),
      SyntaxErrorExample(
        "'single'", "Unexpected single quote character ('), did you mean to use a double quote (\")?", 1, 1),
    ])
  func invalidCharacters(example: SyntaxErrorExample) throws {
    try example.expect { () throws(GraphQLError) in _ = try Document(parsing: Source(example.text)) }
  }

  @Test(
    "Malformed numbers are refused",
    arguments: [
      SyntaxErrorExample("00", "Invalid number, unexpected digit after 0: \"0\".", 1, 2),
      SyntaxErrorExample("01", "Invalid number, unexpected digit after 0: \"1\".", 1, 2),
      SyntaxErrorExample("-012", "Invalid number, unexpected digit after 0: \"1\".", 1, 3),
      SyntaxErrorExample("+1", "Unexpected character: \"+\".", 1, 1),
      SyntaxErrorExample("-", "Invalid number, expected digit but got: <EOF>.", 1, 2),
      SyntaxErrorExample("-A", "Invalid number, expected digit but got: \"A\".", 1, 2),
      SyntaxErrorExample("1.", "Invalid number, expected digit but got: <EOF>.", 1, 3),
      SyntaxErrorExample("1.A", "Invalid number, expected digit but got: \"A\".", 1, 3),
      SyntaxErrorExample("1. 2", "Invalid number, expected digit but got: \" \".", 1, 3),
      SyntaxErrorExample("1.0e", "Invalid number, expected digit but got: <EOF>.", 1, 5),
      SyntaxErrorExample("1.0eA", "Invalid number, expected digit but got: \"A\".", 1, 5),
      SyntaxErrorExample("1e+", "Invalid number, expected digit but got: <EOF>.", 1, 4),
      SyntaxErrorExample("1.2e3e", "Invalid number, expected digit but got: \"e\".", 1, 6),
      SyntaxErrorExample("1.2e3.4", "Invalid number, expected digit but got: \".\".", 1, 6),
      SyntaxErrorExample("1.23.4", "Invalid number, expected digit but got: \".\".", 1, 5),
      SyntaxErrorExample("0xF1", "Invalid number, expected digit but got: \"x\".", 1, 2),
      SyntaxErrorExample("0b10", "Invalid number, expected digit but got: \"b\".", 1, 2),
      SyntaxErrorExample("123abc", "Invalid number, expected digit but got: \"a\".", 1, 4),
      SyntaxErrorExample("1_234", "Invalid number, expected digit but got: \"_\".", 1, 2),
      SyntaxErrorExample("1.\"", "Invalid number, expected digit but got: '\"'.", 1, 3),
    ])
  func invalidNumbers(example: SyntaxErrorExample) throws {
    try example.expect { () throws(GraphQLError) in _ = try Value(parsing: Source(example.text)) }
  }

  @Test(
    "Malformed strings are refused",
    arguments: [
      SyntaxErrorExample("\"", "Unterminated string.", 1, 2),
      SyntaxErrorExample("\"no end", "Unterminated string.", 1, 8),
      SyntaxErrorExample("\"😀", "Unterminated string.", 1, 4),
      SyntaxErrorExample("\"multi\nline\"", "Unterminated string.", 1, 7),
      SyntaxErrorExample("\"multi\rline\"", "Unterminated string.", 1, 7),
      SyntaxErrorExample("\"\"\"", "Unterminated string.", 1, 4),
      SyntaxErrorExample("\"\"\"a\nb\"\"", "Unterminated string.", 2, 4),
      SyntaxErrorExample("\"\"\"a\\\"\"\"", "Unterminated string.", 1, 9),
      SyntaxErrorExample(#""bad \z""#, #"Invalid character escape sequence: "\z"."#, 1, 6),
      SyntaxErrorExample(#""bad \😀""#, #"Invalid character escape sequence: "\😀"."#, 1, 6),
      SyntaxErrorExample(#""\"#, #"Invalid character escape sequence: "\"."#, 1, 2),
      SyntaxErrorExample(#""bad \u1""#, #"Invalid Unicode escape sequence: "\u1""."#, 1, 6),
      SyntaxErrorExample(#""bad \u0XX1 esc""#, #"Invalid Unicode escape sequence: "\u0XX1"."#, 1, 6),
      SyntaxErrorExample(#""bad \uXXXX esc""#, #"Invalid Unicode escape sequence: "\uXXXX"."#, 1, 6),
      SyntaxErrorExample(#""\u12"#, #"Invalid Unicode escape sequence: "\u12"."#, 1, 2),
      SyntaxErrorExample(#""\uD83D""#, #"Invalid Unicode escape sequence: "\uD83D"."#, 1, 2),
      SyntaxErrorExample(#""\uDE00 ""#, #"Invalid Unicode escape sequence: "\uDE00"."#, 1, 2),
      SyntaxErrorExample(#""\uD83D\u0041""#, #"Invalid Unicode escape sequence: "\uD83D"."#, 1, 2),
      SyntaxErrorExample(#""\uD83D\uD83D""#, #"Invalid Unicode escape sequence: "\uD83D"."#, 1, 2),
      SyntaxErrorExample(#""\u{}""#, #"Invalid Unicode escape sequence: "\u{}"."#, 1, 2),
      SyntaxErrorExample(#""\u{FXXX}""#, #"Invalid Unicode escape sequence: "\u{FX"."#, 1, 2),
      SyntaxErrorExample(#""\u{FFFF""#, #"Invalid Unicode escape sequence: "\u{FFFF""."#, 1, 2),
      SyntaxErrorExample(#""\u{110000}""#, #"Invalid Unicode escape sequence: "\u{110000}"."#, 1, 2),
      SyntaxErrorExample(#""\u{D800}""#, #"Invalid Unicode escape sequence: "\u{D800}"."#, 1, 2),
      SyntaxErrorExample(#""\u{FFFFFFFF}""#, #"Invalid Unicode escape sequence: "\u{FFFFFFFF"."#, 1, 2),
      SyntaxErrorExample(#""\u{0000000041}""#, #"Invalid Unicode escape sequence: "\u{000000004"."#, 1, 2),
    ])
  func invalidStrings(example: SyntaxErrorExample) throws {
    try example.expect { () throws(GraphQLError) in _ = try Value(parsing: Source(example.text)) }
  }

  @Test(
    "Bytes that are not UTF-8 are refused, not repaired",
    arguments: [
      ([0x80], "byte 0x80"),  // a continuation without a start
      ([0xC3], "byte 0xC3"),  // cut off
      ([0xC0, 0x80], "byte 0xC0"),  // overlong
      ([0xE0, 0x80, 0x80], "byte 0xE0"),  // overlong
      ([0xED, 0xA0, 0x80], "byte 0xED"),  // a surrogate
      ([0xF0, 0x80, 0x80, 0x80], "byte 0xF0"),  // overlong
      ([0xF4, 0x90, 0x80, 0x80], "byte 0xF4"),  // beyond U+10FFFF
      ([0xFF], "byte 0xFF"),
    ] as [([UInt8], String)])
  func invalidUTF8(bytes: [UInt8], name: String) throws {
    let places: [(before: String, message: String)] = [
      ("{ a ", "Invalid character: \(name)."),
      ("{ a # comment ", "Invalid character: \(name)."),
      ("{ a(b: \"c", "Invalid character within String: \(name)."),
      ("{ a(b: \"\"\"c", "Invalid character within String: \(name)."),
    ]
    for place in places {
      let source = Source(Array(place.before.utf8) + bytes + Array("\"\"\") }".utf8))
      let error = try #require(throws: GraphQLError.self) { try Document(parsing: source) }
      #expect(error.message == "Syntax Error: \(place.message)")
      #expect(error.locations == [Location(line: 1, column: place.before.utf8.count + 1)])
    }
  }
}
