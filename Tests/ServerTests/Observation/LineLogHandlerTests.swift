import GraphQL
import Logging
import TestSupport
import Testing

@testable import Server

/// A line is a line, whatever stands in it.
@Suite struct LineLogHandlerTests {
  private static let nasty = "a\n2026-01-01T00:00:00.000Z notice listening \"b\" \\ \r\u{1B}[31m\u{2028}\u{85}é"
  private static let time = 1_788_769_800.125

  private func line(_ format: LogFormat, _ message: String, _ metadata: Logger.Metadata) -> String {
    String(decoding: LineLogHandler(format: format).line(.notice, message, metadata, at: Self.time), as: UTF8.self)
  }

  @Test("As text, with quotes where they are needed")
  func text() {
    #expect(
      line(.text, "request", ["status": "\(200)", "path": "/graphql", "why": "no answer", "none": ""])
        == "2026-09-07T08:30:00.125Z notice request none=\"\" path=/graphql status=200 why=\"no answer\"\n")
  }

  @Test("As text, nothing begins a line or speaks to a terminal")
  func nastyText() {
    let line = line(.text, Self.nasty, ["key\n": .string(Self.nasty), "list": .array([.string(Self.nasty)])])
    #expect(line.unicodeScalars.count { $0 == "\n" || $0 == "\r" || $0 == "\u{1B}" || $0 == "\u{2028}" } == 1)
    #expect(line.unicodeScalars.last == "\n")
    #expect(line.contains("é"))
  }

  @Test("As JSON, one object with numbers as numbers")
  func json() throws {
    let metadata: Logger.Metadata = [
      "status": .stringConvertible(200), "duration_ms": .stringConvertible(1.5), "bytes": .stringConvertible(7 as UInt),
      "good": .stringConvertible(true), "plan": .array(["a", "b"]), "more": .dictionary(["k": "v", "l": .array([])]),
      "time": "mine",
    ]
    #expect(
      line(.json, "request", metadata) == """
        {"time":"2026-09-07T08:30:00.125Z","level":"notice","message":"request","bytes":7,"duration_ms":1.5,\
        "good":true,"more":{"k":"v","l":[]},"plan":["a","b"],"status":200,"_time":"mine"}

        """)
  }

  @Test("As JSON, what is nasty comes back as it was")
  func nastyJSON() throws {
    let line = line(.json, Self.nasty, ["key\n": .string(Self.nasty)])
    #expect(line.utf8.count { $0 == UInt8(ascii: "\n") } == 1)
    let json = try JSONValue(parsing: Array(line.utf8))
    #expect(json.at("message")?.string == Self.nasty)
    #expect(json.at("key\n")?.string == Self.nasty)
  }

  @Test("A long value is cut", arguments: LogFormat.allCases)
  func long(_ format: LogFormat) throws {
    let line = line(format, "request", ["value": .string(String(repeating: "x", count: 1 << 20))])
    #expect(line.utf8.count < 70_000)
    #expect(line.hasSuffix("\n"))
  }
}
