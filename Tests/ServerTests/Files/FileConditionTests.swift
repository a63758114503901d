import NIOHTTP1
import Testing

@testable import Server

@Suite struct FileConditionTests {
  private static let tag = "\"0123456789abcdef0123456789abcdef\""

  @Test(
    "If-None-Match is compared weakly, and If-Match strongly",
    arguments: [
      (tag, true, true), ("W/" + tag, true, false), ("*", true, true), (" * ", true, true), ("\"a\", " + tag, true, true),
      ("\"a,b\" , " + tag, true, true), ("\"a,\", W/" + tag, true, false), (tag + "," + tag, true, true), ("," + tag + ",", true, true),
      ("\"\"," + tag, true, true), ("\"a\"", false, false), ("", false, false), ("\"\"", false, false),
      // None of these is a list of tags.
      ("0123456789abcdef0123456789abcdef", false, false), ("w/" + tag, false, false), (tag + " " + tag, false, false),
      (tag + "x", false, false), ("*, " + tag, false, false), ("\"a", false, false), ("\"a b\", " + tag, false, false),
      (tag + ", x", false, false), ("W/ " + tag, false, false),
    ])
  func tags(header: String, isWeakMatch: Bool, isStrongMatch: Bool) {
    let none = FileSelection(["if-none-match": header], tag: Self.tag, of: 10, isRangeable: true)
    #expect(none == (isWeakMatch ? .notModified : .whole))
    let match = FileSelection(["if-match": header], tag: Self.tag, of: 10, isRangeable: true)
    #expect(match == (isStrongMatch ? .whole : .preconditionFailed))
  }

  @Test("Tags of several headers are one list")
  func severalHeaders() {
    let headers = HTTPHeaders([("If-None-Match", "\"a\""), ("If-None-Match", Self.tag)])
    #expect(FileSelection(headers, tag: Self.tag, of: 10, isRangeable: true) == .notModified)
  }

  @Test("A condition comes before a range")
  func order() {
    let none: HTTPHeaders = ["if-none-match": Self.tag, "range": "bytes=1-2"]
    #expect(FileSelection(none, tag: Self.tag, of: 10, isRangeable: true) == .notModified)
    let match: HTTPHeaders = ["if-match": "\"a\"", "range": "bytes=1-2"]
    #expect(FileSelection(match, tag: Self.tag, of: 10, isRangeable: true) == .preconditionFailed)
    let both: HTTPHeaders = ["if-match": Self.tag, "if-none-match": "\"a\"", "range": "bytes=1-2"]
    #expect(FileSelection(both, tag: Self.tag, of: 10, isRangeable: true) == .part(1..<3))
  }

  @Test(
    "A range counts only with the strong tag in If-Range",
    arguments: [
      (tag, true), ("W/" + tag, false), ("\"a\"", false), ("*", false), ("Sun, 06 Nov 1994 08:49:37 GMT", false), ("", false),
      (tag + ", " + tag, false),
    ])
  func ifRange(validator: String, isCurrent: Bool) {
    let part: HTTPHeaders = ["range": "bytes=1-2", "if-range": validator]
    #expect(FileSelection(part, tag: Self.tag, of: 10, isRangeable: true) == (isCurrent ? .part(1..<3) : .whole))
    let beyond: HTTPHeaders = ["range": "bytes=10-", "if-range": validator]
    #expect(FileSelection(beyond, tag: Self.tag, of: 10, isRangeable: true) == (isCurrent ? .unsatisfiable : .whole))
  }

  @Test("Ranges of several headers are several, and of other methods than GET there are none")
  func ranges() {
    let several = HTTPHeaders([("Range", "bytes=1-2"), ("Range", "bytes=3-4")])
    #expect(FileSelection(several, tag: Self.tag, of: 10, isRangeable: true) == .whole)
    #expect(FileSelection(["range": "bytes=1-2"], tag: Self.tag, of: 10, isRangeable: false) == .whole)
    #expect(FileSelection(["range": "bytes=10-"], tag: Self.tag, of: 10, isRangeable: false) == .whole)
  }
}
