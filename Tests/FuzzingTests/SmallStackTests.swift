import Fuzzing
import GraphQL
import Gateway
import Testing

/// A stack that is too small ends the process: a test that fails here shows as a crash.
@Suite("On a small stack") struct SmallStackTests {
  @Test("hostile requests are read, validated and planned", arguments: HostileRequest.all)
  func hostile(request: HostileRequest) {
    let small = request.request(size: 1 << 16)
    let levels = SmallStack.run {
      (try? Explanation(of: small, for: Corpus.parent, map: Corpus.schoolMap))?.levelCount ?? 0
    }
    // Every plan that is made is small.
    #expect(levels <= 50)
  }

  /// Around the innermost `a` as often as the parser allows.
  struct Nest: CustomTestStringConvertible, Sendable {
    let prefix: String
    let opening: String
    let closing: String
    let suffix: String
    var testDescription: String { prefix + opening + "…" }

    init(_ prefix: String = "", _ opening: String, _ closing: String, _ suffix: String = "") {
      self.prefix = prefix
      self.opening = opening
      self.closing = closing
      self.suffix = suffix
    }

    func text(depth: Int) -> String {
      prefix + String(repeating: opening, count: depth) + "a" + String(repeating: closing, count: depth) + suffix
    }
  }

  private static let nests = [
    Nest("", "{a ", "}"), Nest("", "{...", "}"), Nest("", "{...on A{b ", "}}"), Nest("{a(b:", "[", "]", ")}"),
    Nest("{a(b:", "{c:", "}", ")}"), Nest("{a@b(c:", "[{d:", "}]", ")}"), Nest("query($a:", "[", "]!", "){b}"),
    Nest("query($a:A=", "[", "]", "){b}"), Nest("type A{b(c:D=", "[{e:", "}]", "):F}"),
  ]

  @Test("documents as deep as the parser takes are parsed, validated, compared and printed", arguments: nests)
  func deepest(nest: Nest) throws {
    let maximum = ParserLimits().maxDepth
    let depth = try #require((1...maximum).last { (try? Document(parsing: Source(nest.text(depth: $0)))) != nil })
    #expect(depth >= maximum / 2 - 1)
    let source = Source(nest.text(depth: depth))
    let isSame = SmallStack.run {
      guard let document = try? Document(parsing: source) else { return false }
      _ = Validator(schema: Corpus.zoo).validate(document, source: source)
      guard let again = try? Document(parsing: Source(document.printed)) else { return false }
      return Set([again, document]).count == 1
    }
    #expect(isSame)
  }

  @Test("JSON as deep as it may be is read, compared and written", arguments: ["[", "{\"a\":"])
  func json(opening: String) {
    let depth = JSONValue.defaultMaxDepth
    let text =
      String(repeating: opening, count: depth) + "1" + String(repeating: opening == "[" ? "]" : "}", count: depth)
    let isSame = SmallStack.run {
      guard let value = try? JSONValue(parsing: Array(text.utf8)) else { return false }
      var writer = JSONWriter()
      writer.writeValue(value)
      return writer.bytes == Array(text.utf8) && Set([value, value]).count == 1
    }
    #expect(isSame)
  }
}
