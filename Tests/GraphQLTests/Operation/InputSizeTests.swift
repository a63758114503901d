import GraphQL
import Testing

@Suite("The size of input values")
struct InputSizeTests {
  private func size(_ text: String) throws -> InputSize {
    let source = Source(text)
    return InputSize(measuring: try Document(parsing: source).operation(named: nil, source: source))
  }

  @Test(
    "counts what is inside each other, and the longest list", arguments: [
      ("{ a(b: 1) }", 0, 0), ("{ a(b: []) }", 1, 0), ("{ a(b: {}) }", 1, 0), ("{ a(b: [1, 2, 3]) }", 1, 3),
      ("{ a(b: {c: [1, {d: 2}]}) }", 3, 2), ("{ a(b: [[1], [1, 2, 3], []]) c(d: [1 2]) }", 2, 3),
      ("{ a(b: {c: $d}) }", 1, 0),
    ])
  func literals(_ text: String, depth: Int, longestList: Int) throws {
    let size = try size(text)
    #expect(size.depth == depth)
    #expect(size.longestList == longestList)
  }

  @Test(
    "finds them wherever values stand", arguments: [
      "query ($v: [Int] = [1, 2]) { a }", "query ($v: Int @d(e: [1, 2])) { a }", "query @d(e: [1, 2]) { a }",
      "{ a @d(e: [1, 2]) }", "{ a { b(c: [1, 2]) } }", "{ ... { a(b: [1, 2]) } }", "{ ... @d(e: [1, 2]) { a } }",
      "{ ...F @d(e: [1, 2]) } fragment F on A { b }", "{ ...F } fragment F on A { b(c: [1, 2]) }",
      "{ ...F } fragment F on A @d(e: [1, 2]) { b }",
      "{ ...F } fragment F on A { ...G } fragment G on A { b(c: [1, 2]) }",
    ])
  func places(_ text: String) throws {
    #expect(try size(text).longestList == 2)
  }

  @Test(
    "counts the value of each variable by itself", arguments: [
      ("{}", 0, 0), (#"{"a": 1}"#, 0, 0), (#"{"a": [], "b": {"c": [1, "2"]}}"#, 2, 2), (#"{"a": [[[]]]}"#, 3, 1),
      (#"{"a": {"b": {"c": {"d": null}}}}"#, 3, 0),
    ])
  func variables(_ json: String, depth: Int, longestList: Int) throws {
    let size = InputSize(measuring: try JSONValue(parsing: Array(json.utf8)))
    #expect(size.depth == depth)
    #expect(size.longestList == longestList)
  }
}
