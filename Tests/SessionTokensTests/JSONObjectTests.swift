import Testing

@testable import SessionTokens

struct JSONObjectTests {
  @Test(
    "Values of every type",
    arguments: [
      ("null", .null), ("true", .bool(true)), ("false", .bool(false)),
      ("0", .integer(0)), ("-0", .integer(0)), ("-12", .integer(-12)),
      ("9223372036854775807", .integer(.max)), ("9223372036854775808", .otherNumber),
      ("1.0", .otherNumber), ("1e3", .otherNumber), ("1E+3", .otherNumber), ("-0.5e-7", .otherNumber),
      ("1e400", .otherNumber),
      (#""""#, .string("")), (#""a\"\\\/\b\f\n\r\tz""#, .string("a\"\\/\u{8}\u{c}\n\r\tz")),
      (#""\u0041\u00e9\u20AC""#, .string("Aé€")), (#""\ud83e\udd86""#, .string("🦆")),
      (#""🦆é""#, .string("🦆é")),
      ("[]", .array([])), (#"[ 1 , "b" ]"#, .array([.integer(1), .string("b")])),
      ("{ }", .object(JSONObject())),
    ] as [(String, JSONObject.Value)])
  func values(json: String, expected: JSONObject.Value) {
    #expect(JSONObject(Array("{\"a\":\(json)}".utf8))?.members == ["a": expected])
    #expect(JSONObject(Array(" \t{ \"b\" : [] ,\r\n\"a\" : \(json) } \n".utf8))?.members["a"] == expected)
  }

  @Test(
    "What RFC 8259 does not allow is refused",
    arguments: [
      "", " ", "1", "[]", "\"a\"", "null", "{", "}", "{}}", "{} {}", "{},", "{\"a\"}", "{\"a\":}", "{\"a\":1,}",
      "{,}", "{\"a\" 1}", "{\"a\":1 \"b\":2}", "{a:1}", "{'a':1}", "{\"a\":1}x", "\u{feff}{}", "{/**/}",
      #"{"a":[1,]}"#, #"{"a":[1}"#, #"{"a":["#, #"{"a":nul}"#, #"{"a":True}"#, #"{"a":NaN}"#,
      #"{"a":Infinity}"#, #"{"a":01}"#, #"{"a":-}"#, #"{"a":+1}"#, #"{"a":.5}"#, #"{"a":1.}"#, #"{"a":1e}"#,
      #"{"a":1e+}"#, #"{"a":0x1}"#,
      "{\"a\":\"}", "{\"a\":\"\n\"}", "{\"a\":\"\u{0}\"}", #"{"a":"\x"}"#, #"{"a":"\u12"}"#, #"{"a":"\u12g4"}"#,
      #"{"a":"\ud83e"}"#, #"{"a":"\udd86"}"#, #"{"a":"\ud83e\ud83e"}"#, #"{"a":"\ud83e "}"#, #"{"a":"\"#,
    ])
  func malformed(json: String) {
    #expect(JSONObject(Array(json.utf8)) == nil)
  }

  @Test(
    "Bytes that are not UTF-8 are refused",
    arguments: [[0xff], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xe2, 0x82]])
  func notUTF8(bytes: [UInt8]) {
    #expect(JSONObject(Array("{\"a\":\"".utf8) + bytes + Array("\"}".utf8)) == nil)
  }

  @Test(
    "A member that is there twice is refused, however it is spelled and wherever it is",
    arguments: [
      #"{"a":1,"a":1}"#, #"{"a":1,"b":2,"\u0061":3}"#, #"{"x":{"a":1,"a":2}}"#, #"{"x":[{"a":1,"a":2}]}"#,
    ])
  func duplicates(json: String) {
    #expect(JSONObject(Array(json.utf8)) == nil)
  }

  @Test("Nesting is bounded", arguments: [("[", "]"), ("{\"a\":", "}")])
  func depth(open: String, close: String) {
    let nested = { (depth: Int) in
      let inner = String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)
      return JSONObject(Array("{\"a\":\(inner)}".utf8))
    }
    #expect(nested(7) != nil)
    #expect(nested(8) == nil)
    #expect(nested(100_000) == nil)
  }

  @Test("What the writer writes, the reader reads")
  func roundTrip() {
    let awkward = "\u{0}\u{7}\n\u{1f} \"quoted\" \\ / é 🦆 \u{2028}"
    var writer = JSONWriter()
    writer.member(awkward, awkward)
    writer.member("n", Int64.min)
    #expect(JSONObject(writer.finished())?.members == [awkward: .string(awkward), "n": .integer(.min)])
    #expect(JSONWriter().finished() == Array("{}".utf8))
  }
}
