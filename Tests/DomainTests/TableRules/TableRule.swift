import Testing

/// A rule for migrations, for statements or for both that keeps the road to several machines open: see docs/tables.md.
struct TableRule: Sendable, CustomTestStringConvertible {
  let name: String
  /// The text to write instead.
  let remedy: String
  /// SQL that breaks the rule, and SQL that does the same and keeps it.
  let offence: String
  let alternative: String
  let find: @Sendable (ArraySlice<SQLToken>) -> [Breach]

  var testDescription: String { name }

  /// A place that breaks a rule.
  struct Breach {
    let line: Int
    /// The text at the place.
    let text: String

    init(_ tokens: ArraySlice<SQLToken>) {
      line = tokens.first?.line ?? 0
      text = tokens.map(\.text).joined(separator: " ")
    }
  }

  func findings(in file: String, _ sql: String) -> [Finding] { findings(in: file, SQLToken.tokens(of: sql)) }

  func findings(in file: String, _ tokens: [SQLToken]) -> [Finding] {
    find(tokens[...]).map { Finding(file: file, breach: $0, rule: self) }
  }

  /// A breach in a file, with what to do about it.
  struct Finding: CustomStringConvertible {
    let file: String
    let breach: Breach
    let rule: TableRule

    var description: String { "\(file):\(breach.line): \(rule.name): \(breach.text.prefix(160)). \(rule.remedy)" }
  }
}
