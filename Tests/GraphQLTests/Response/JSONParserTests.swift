import GraphQL
import Testing

@Suite("Parsing JSON")
struct JSONParserTests {
  private func parse(_ text: String) throws -> JSONValue { try JSONValue(parsing: Array(text.utf8)) }

  @Test(
    "Values of all kinds",
    arguments: [
      ("null", .null), ("true", .bool(true)), ("false", .bool(false)), (" \t\r\n1\n", .number("1")),
      ("\"a\"", .string("a")), ("[]", .array([])), ("[ ]", .array([])), ("{}", .object([])),
      ("{ }", .object([])),
      ("[1,[2],{}]", .array([.number("1"), .array([.number("2")]), .object([])])),
      (
        "{\"b\" : 1 , \"a\":{\"b\":null}}",
        .object([.init("b", .number("1")), .init("a", .object([.init("b", .null)]))])
      ),
      ("{\"\":\"\"}", .object([.init("", .string(""))])),
    ] as [(String, JSONValue)])
  func values(text: String, value: JSONValue) throws {
    #expect(try parse(text) == value)
  }

  @Test(
    "Numbers keep their text",
    arguments: [
      "0", "-0", "1", "-12", "1.5", "0.50", "1e5", "1E+5", "1e-5", "-1.25e10",
      "123456789012345678901234567890",
    ])
  func numbers(text: String) throws {
    #expect(try parse(text) == .number(text))
  }

  @Test(
    "Strings",
    arguments: [
      (#""""#, ""), (#""é€😀""#, "é€😀"), (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
      (#""\u0041\u00e9\u20AC""#, "Aé€"), (#""\uD83D\uDE00!""#, "😀!"), (#""a\u0000b""#, "a\0b"),
      ("\"\u{7F}\u{2028}\u{FEFF}\"", "\u{7F}\u{2028}\u{FEFF}"),
    ])
  func strings(text: String, value: String) throws {
    guard case .string(let string) = try parse(text) else {
      Issue.record("no string")
      return
    }
    #expect(Array(string.unicodeScalars) == Array(value.unicodeScalars))
  }

  @Test(
    "Members are found by key",
    arguments: [("a", .number("1")), ("b", .null), ("c", nil)] as [(String, JSONValue?)])
  func members(key: String, value: JSONValue?) throws {
    #expect(try parse("{\"a\":1,\"b\":null}")[key] == value)
    #expect(try parse("[1]")[key] == nil)
  }

  @Test(
    "What is not JSON is refused where it stands",
    arguments: [
      ("", "Expected a value, found the end of the text.", 0),
      ("  ", "Expected a value, found the end of the text.", 2),
      ("\u{FEFF}1", "Unexpected byte order mark.", 0),
      ("nul", "Expected a value, found \"n\".", 0),
      ("nulL", "Expected a value, found \"n\".", 0),
      ("True", "Expected a value, found \"T\".", 0),
      ("NaN", "Expected a value, found \"N\".", 0),
      ("undefined", "Expected a value, found \"u\".", 0),
      ("'a'", "Expected a value, found \"'\".", 0),
      ("// c\n1", "Expected a value, found \"/\".", 0),
      ("1 2", "Unexpected \"2\" after the value.", 2),
      ("nullx", "Unexpected \"x\" after the value.", 4),
      ("{}}", "Unexpected \"}\" after the value.", 2),
      ("1\u{A0}", "Unexpected U+00A0 after the value.", 1),
      ("01", "A number must not start with 0.", 0),
      ("-01", "A number must not start with 0.", 1),
      ("-", "Expected a digit, found the end of the text.", 1),
      ("+1", "Expected a value, found \"+\".", 0),
      (".5", "Expected a value, found \".\".", 0),
      ("1.", "Expected a digit, found the end of the text.", 2),
      ("1.e5", "Expected a digit, found \"e\".", 2),
      ("1e", "Expected a digit, found the end of the text.", 2),
      ("1e+-5", "Expected a digit, found \"-\".", 3),
      ("0x10", "Unexpected \"x\" after the value.", 1),
      ("-Infinity", "Expected a digit, found \"I\".", 1),
      ("[", "Expected a value, found the end of the text.", 1),
      ("[1", "Expected \",\" or \"]\", found the end of the text.", 2),
      ("[1,]", "Expected a value, found \"]\".", 3),
      ("[,1]", "Expected a value, found \",\".", 1),
      ("[1 2]", "Expected \",\" or \"]\", found \"2\".", 3),
      ("[1}", "Expected \",\" or \"]\", found \"}\".", 2),
      ("{", "Expected a member name in quotes, found the end of the text.", 1),
      ("{a:1}", "Expected a member name in quotes, found \"a\".", 1),
      ("{1:1}", "Expected a member name in quotes, found \"1\".", 1),
      ("{\"a\"}", "Expected \":\", found \"}\".", 4),
      ("{\"a\" 1}", "Expected \":\", found \"1\".", 5),
      ("{\"a\":}", "Expected a value, found \"}\".", 5),
      ("{\"a\":1,}", "Expected a member name in quotes, found \"}\".", 7),
      ("{\"a\":1 \"b\":2}", "Expected \",\" or \"}\", found '\"'.", 7),
      ("{\"a\":1]", "Expected \",\" or \"}\", found \"]\".", 6),
      ("{\"a\":1,\"b\":2,\"a\":3}", "Duplicate member \"a\".", 13),
      ("{\"a\":1,\"\\u0061\":3}", "Duplicate member \"a\".", 7),
      ("\"", "Unterminated string.", 0),
      ("[\"abc", "Unterminated string.", 1),
      ("\"a\\n", "Unterminated string.", 0),
      ("\"a\nb\"", "Unescaped control U+000A in a string.", 2),
      ("\"\t\"", "Unescaped control U+0009 in a string.", 1),
      ("\"\\n\u{0}\"", "Unescaped control U+0000 in a string.", 3),
      (#""\x41""#, #"Invalid escape "\x"."#, 1),
      (#""\'""#, #"Invalid escape "\'"."#, 1),
      (#""\"#, #"Invalid escape "\"."#, 1),
      (#""\u12""#, #"Invalid Unicode escape "\u12""."#, 1),
      (#""\u{41}""#, #"Invalid Unicode escape "\u{41}"."#, 1),
      (#""\uD83D""#, #"Invalid Unicode escape "\uD83D"."#, 1),
      (#""\uD83D\n""#, #"Invalid Unicode escape "\uD83D"."#, 1),
      (#""a\uDE00""#, #"Invalid Unicode escape "\uDE00"."#, 2),
      (#""\uD83D\uD83D""#, #"Invalid Unicode escape "\uD83D"."#, 1),
    ])
  func refused(text: String, message: String, offset: Int) throws {
    let error = try #require(throws: JSONError.self) { try parse(text) }
    #expect(error == JSONError(message, at: offset))
  }

  @Test(
    "Bytes that are not UTF-8 are refused, not repaired",
    arguments: [[0x80], [0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xFF]]
      as [[UInt8]])
  func invalidUTF8(bytes: [UInt8]) throws {
    let text = Array("\"a".utf8) + bytes + Array("\"".utf8)
    let error = try #require(throws: JSONError.self) { try JSONValue(parsing: text) }
    #expect(error.message.hasPrefix("The text is not UTF-8: byte 0x"))
    #expect(error.offset == 2)
    #expect(throws: JSONError.self) { try JSONValue(parsing: bytes) }
  }

  @Test("Names that only Unicode takes for equal are not duplicates")
  func canonicalEquivalents() throws {
    let filler = (0..<20).map { "\"\($0)\":0," }.joined()
    for text in ["{\"é\":1,\"e\u{301}\":2}", "{\(filler)\"é\":1,\"e\u{301}\":2}"] {
      guard case .object(let members) = try parse(text) else {
        Issue.record("no object")
        return
      }
      #expect(members.suffix(2).map(\.value) == [.number("1"), .number("2")])
    }
  }

  @Test("A duplicate is found among few and many members", arguments: [1, 7, 8, 9, 10, 1000])
  func duplicates(count: Int) throws {
    let members = (0..<count).map { "\"key\($0)\":\($0)" }
    #expect(try parse("{\(members.joined(separator: ","))}")["key0"] == .number("0"))
    for duplicate in [0, count / 2, count - 1] {
      let text = "{\((members + ["\"key\(duplicate)\":0"]).joined(separator: ","))}"
      let error = try #require(throws: JSONError.self) { try parse(text) }
      #expect(error.message == "Duplicate member \"key\(duplicate)\".")
    }
  }

  @Test("Arrays and objects nest as deep as allowed, and not one level more")
  func depth() throws {
    _ = try JSONValue(parsing: Array("[{\"a\":[]},[[]]]".utf8), maxDepth: 3)
    let error = try #require(throws: JSONError.self) {
      try JSONValue(parsing: Array("[{\"a\":[]},[[[]]]]".utf8), maxDepth: 3)
    }
    #expect(error == JSONError("Arrays and objects nest more than 3 levels deep.", at: 12))
    _ = try parse(String(repeating: "[", count: 64) + String(repeating: "]", count: 64))
    #expect(throws: JSONError.self) {
      try parse(String(repeating: "[", count: 65) + String(repeating: "]", count: 65))
    }
  }

  @Test(
    "A long text of nonsense ends in an error, fast",
    arguments: ["[", "{\"a\":", "\"", "\\", " ", "{", "1", "-", "[1,", "😀", "\\\"", "[[],"])
  func hostile(pattern: String) {
    let nonsense = repeatElement(Array(pattern.utf8), count: 1 << 18 / pattern.utf8.count).joined()
    for prefix in ["", "\"", "[1,"] {
      let bytes = Array(prefix.utf8) + nonsense + [0]
      let time = ContinuousClock().measure {
        #expect(throws: JSONError.self) { try JSONValue(parsing: bytes) }
      }
      #expect(time < .seconds(10))
    }
  }

  @Test("An object with very many members takes linear time")
  func manyMembers() throws {
    let text = "{" + (0..<50_000).map { "\"k\($0)\":0" }.joined(separator: ",") + "}"
    let time = try ContinuousClock().measure { _ = try parse(text) }
    #expect(time < .seconds(10))
  }
}
