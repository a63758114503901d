import GraphQL
import Testing

@Suite("Limits of the parser")
struct ParserLimitsTests {
  @Test("A document may have as many tokens as allowed, and not one more")
  func tokens() throws {
    let source = Source("{ a(b: \"c\") }")
    _ = try Document(parsing: source, limits: ParserLimits(maxTokens: 8))
    let error = try #require(throws: GraphQLError.self) {
      try Document(parsing: source, limits: ParserLimits(maxTokens: 7))
    }
    #expect(
      error
        == GraphQLError(
          "Document contains more than 7 tokens. Parsing aborted.", code: .limitExceeded,
          locations: [Location(line: 1, column: 13)],
          extensions: [.init("limit", .string("tokens")), .init("maximum", .number("7"))]))
  }

  @Test("Selection sets, values and types nest as deep as allowed, and not one level more")
  func depth() throws {
    let limits = ParserLimits(maxDepth: 3)
    let allowed = [
      "{ a { b { c } } }", "{ a(b: [[1], {}]) }", "query ($a: [[[B]]]) { a }", "{ a { b } c { d } }",
    ]
    for text in allowed { _ = try Document(parsing: Source(text), limits: limits) }
    let refused: [(text: String, column: Int)] = [
      ("{ a { b { c { d } } } }", 13), ("{ a(b: [[[1]]]) }", 10), ("{ a(b: [{c: []}]) }", 13),
      ("query ($a: [[[[B]]]]) { a }", 15),
    ]
    for (text, column) in refused {
      let error = try #require(throws: GraphQLError.self) {
        try Document(parsing: Source(text), limits: limits)
      }
      #expect(error.message == "Document nests more than 3 levels deep. Parsing aborted.")
      #expect(error.code == .limitExceeded)
      #expect(error.locations == [Location(line: 1, column: column)])
      #expect(error.extensions == [.init("limit", .string("nesting")), .init("maximum", .number("3"))])
    }
  }

  @Test("Trusted documents are of any length")
  func trusted() throws {
    let source = Source("{" + String(repeating: " a", count: 20_000) + " }")
    #expect(throws: GraphQLError.self) { try Document(parsing: source) }
    _ = try Document(parsing: source, limits: .trusted)
  }

  @Test(
    "A long text of nonsense ends in an error, fast and without running out of stack",
    arguments: [
      "{", "{a", "[", "{a(b:", "{a(b:[", "{a(b:{c:", "\"\"\"", "\"", "\"\"", "\\", "query($a:[", "...{",
      "{...{",
      "{a@b(c:", "# ", "\n", ",", "\u{FEFF}", "a", "1", "-", "😀", "\"\"\"\n", "@", "!", "type A{b:[",
      "extend ",
    ])
  func hostile(pattern: String) throws {
    let nonsense = repeatElement(Array(pattern.utf8), count: 1 << 18 / pattern.utf8.count).joined()
    for (prefix, limits) in [("", ParserLimits()), ("", .trusted), ("{a(b:\"\"\"", .trusted)] {
      let source = Source(Array(prefix.utf8) + nonsense)
      let time = ContinuousClock().measure {
        #expect(throws: GraphQLError.self) { try Document(parsing: source, limits: limits) }
      }
      // Quadratic time would be minutes.
      #expect(time < .seconds(10), "after \(prefix)")
    }
  }

  @Test("Long tokens take linear time")
  func longTokens() throws {
    let long = String(repeating: "a", count: 1 << 18)
    let lines = String(repeating: "\n  a\\\"\"\"", count: 1 << 15)
    let escapes = String(repeating: "\\u{1F600}\\n", count: 1 << 14)
    let time = try ContinuousClock().measure {
      _ = try Value(parsing: Source("{\(long): \"\(long)\"}"))
      _ = try Value(parsing: Source("\"\"\"\(lines)\"\"\"")).printed
      _ = try Value(parsing: Source("\"\(escapes)\"")).printed
      _ = try Value(parsing: Source(String(repeating: "1", count: 1 << 18)))
    }
    #expect(time < .seconds(10))
  }
}
