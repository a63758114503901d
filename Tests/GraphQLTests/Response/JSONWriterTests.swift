import GraphQL
import Testing

@Suite("Writing JSON")
struct JSONWriterTests {
  private func written(_ body: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter()
    body(&writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  @Test(
    "Strings escape quotes, backslashes and controls",
    arguments: [
      ("", #""""#), ("plain", #""plain""#), ("é€😀", #""é€😀""#), ("/", #""/""#),
      ("a\"b\\c", #""a\"b\\c""#),
      ("\n\r\t\u{8}\u{C}", #""\n\r\t\b\f""#), ("\u{0}\u{1}\u{1F}x", #""\u0000\u0001\u001Fx""#),
      ("\"", #""\"""#), ("\"\"", #""\"\"""#), ("\u{7F}\u{2028}", "\"\u{7F}\u{2028}\""),
    ])
  func strings(value: String, json: String) throws {
    #expect(written { $0.writeString(value) } == json)
    let fromBytes = written { writer in Array(value.utf8).withUnsafeBufferPointer { writer.writeString($0) } }
    #expect(fromBytes == json)
    #expect(try JSONValue(parsing: Array(json.utf8)) == .string(value))
  }

  @Test("A character that needs an escape is found wherever it stands", arguments: 0..<20)
  func escapePosition(position: Int) throws {
    for character in ["\"", "\\", "\n", "\u{0}", "\u{1F}", " ", "\u{7F}", "é"] {
      let value = String(repeating: "x", count: position) + character + String(repeating: "y", count: 19 - position)
      #expect(try JSONValue(parsing: Array(written { $0.writeString(value) }.utf8)) == .string(value))
      #expect(try JSONValue(parsing: Array(written { $0.writeString(value + value) }.utf8)) == .string(value + value))
    }
  }

  @Test("What was written can be repeated, and the buffer grows")
  func repetition() {
    let text = written { writer in
      writer.write(json: "[1")
      for _ in 0..<100 { writer.repeatBytes(in: 1..<2) }
      writer.write(json: "]")
    }
    #expect(text == "[1" + String(repeating: "1", count: 100) + "]")
  }

  @Test("Integers", arguments: [0, 1, -1, 9, 10, 42, -100, 1_234_567_890, .max, .min] as [Int64])
  func integers(value: Int64) {
    #expect(written { $0.writeInteger(value) } == value.description)
    #expect(written { $0.writeInteger(Int(value)) } == value.description)
  }

  @Test(
    "Doubles are numbers, or null when they are not finite",
    arguments: [
      (0.1, "0.1"), (-2.5, "-2.5"), (100, "100.0"), (1e300, "1e+300"), (.leastNonzeroMagnitude, "5e-324"),
      (.nan, "null"),
      (.infinity, "null"), (-.infinity, "null"),
    ] as [(Double, String)])
  func doubles(value: Double, json: String) throws {
    #expect(written { $0.writeDouble(value) } == json)
    _ = try JSONValue(parsing: Array(json.utf8))
  }

  @Test(
    "What was parsed is written as it was",
    arguments: [
      "null", "true", "false", "1.50", "-1e+5", "\"a\\n\"", "[]", "[1,[2],{}]", "{}",
      "{\"b\":1,\"a\":{\"b\":[null]}}",
    ])
  func values(json: String) throws {
    let value = try JSONValue(parsing: Array(json.utf8))
    #expect(written { $0.writeValue(value) } == json)
  }

  @Test("What was written since a position can be taken back")
  func truncation() {
    var writer = JSONWriter(capacity: 16)
    writer.write(UInt8(ascii: "["))
    writer.writeBool(true)
    let mark = writer.count
    writer.write(json: ",")
    writer.writeString("gone")
    writer.truncate(to: mark)
    writer.write(json: String("]"))
    #expect(String(decoding: writer.bytes, as: UTF8.self) == "[true]")
    writer.truncate(to: writer.count)
    writer.truncate(to: 0)
    #expect(writer.bytes.isEmpty)
    #expect(writer.count == 0)
  }

  @Test("An error is an entry of `errors`, with its code before its other extensions")
  func errors() {
    let error = GraphQLError(
      "No \"a\".", code: .limitExceeded,
      locations: [Location(line: 1, column: 2), Location(line: 3, column: 4)],
      path: [.key("a"), .index(0), .key("b")],
      extensions: [.init("limit", .string("maxTokens")), .init("maximum", .number("7"))])
    #expect(
      written { $0.writeError(error) } == """
        {"message":"No \\"a\\".","locations":[{"line":1,"column":2},{"line":3,"column":4}],\
        "path":["a",0,"b"],"extensions":{"code":"LIMIT_EXCEEDED","limit":"maxTokens","maximum":7}}
        """)
  }

  @Test("An error without locations and path has none")
  func bareErrors() {
    let error = GraphQLError("No.", code: .forbidden)
    #expect(written { $0.writeError(error) } == #"{"message":"No.","extensions":{"code":"FORBIDDEN"}}"#)
  }
}
