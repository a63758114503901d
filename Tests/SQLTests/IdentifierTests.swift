import Testing

@testable import SQL

struct IdentifierTests {
  @Test(
    "A plain lower-case name stands as it is",
    arguments: ["members", "family_id", "_", "a1", "members_12", "order_by"])
  func plain(name: String) {
    #expect(("\(identifier: name)" as SQL).statement.text == name)
  }

  @Test(
    "Every other name is quoted, and its quotes are doubled",
    arguments: [
      ("", #""""#), ("Members", #""Members""#), ("1a", #""1a""#), ("a b", #""a b""#), ("a-b", #""a-b""#),
      ("é", #""é""#), (#"a"b"#, #""a""b""#), (#"""#, #""""""#),
      (#"x"; DROP TABLE y; --"#, #""x""; DROP TABLE y; --""#),
      ("$1", #""$1""#), ("a.b", #""a.b""#),
    ])
  func quoted(name: String, text: String) {
    #expect(("\(identifier: name)" as SQL).statement.text == text)
  }

  @Test func `A quote that carries an accent is doubled too`() {
    let name = "a\"\u{301}; DROP TABLE members; --"
    let text = ("\(identifier: name)" as SQL).statement.text
    #expect(Array(text.unicodeScalars) == Array("\"a\"\"\u{301}; DROP TABLE members; --\"".unicodeScalars))
  }

  @Test func `Whatever the name, PostgreSQL reads the same name back`() throws {
    var generator = SystemRandomNumberGenerator()
    let scalars: [Unicode.Scalar] = [
      "a", "Z", "\"", "\u{301}", "_", "9", " ", "é", "'", "\\", "\u{1F600}", "\u{200D}",
    ]
    for _ in 0..<500 {
      var name = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 1...8, using: &generator) {
        name.append(scalars[Int.random(in: 0..<scalars.count, using: &generator)])
      }
      let text = ("\(identifier: String(name))" as SQL).statement.text
      try #require(Self.read(text) == Array(name), "\(text)")
    }
  }

  /// The name that PostgreSQL reads, which folds what is not quoted; nil when the text is not one name.
  private static func read(_ text: String) -> [Unicode.Scalar]? {
    var scalars = Array(text.unicodeScalars)
    guard scalars.first == "\"" else {
      return scalars.allSatisfy { $0 == "_" || ("a"..."z").contains($0) || ("0"..."9").contains($0) } ? scalars : nil
    }
    guard scalars.count >= 2, scalars.last == "\"" else { return nil }
    scalars = Array(scalars.dropFirst().dropLast())
    var name: [Unicode.Scalar] = []
    var position = 0
    while position < scalars.count {
      if scalars[position] == "\"" {
        position += 1
        guard position < scalars.count, scalars[position] == "\"" else { return nil }
      }
      name.append(scalars[position])
      position += 1
    }
    return name
  }
}
