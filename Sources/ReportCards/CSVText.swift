/// A table as text: RFC 4180, in UTF-8 with a byte order mark, by which spreadsheets know the encoding.
struct CSVText {
  private(set) var text = "\u{FEFF}"

  /// A cell: words, which a spreadsheet must not take for a formula, or a number.
  enum Cell {
    case words(String)
    case number(String)
    case empty
  }

  mutating func append(_ cells: [Cell]) {
    text += cells.map { cell in
      switch cell {
      case .words(let words): Self.field(words.withoutControls)
      case .number(let number): number
      case .empty: ""
      }
    }.joined(separator: ",") + "\r\n"
  }

  /// The characters that a cell of a formula begins with, also in their full width.
  private static let formula: Set<Unicode.Scalar> = ["=", "+", "-", "@", "＝", "＋", "－", "＠"]

  private static func field(_ words: String) -> String {
    let first = words.unicodeScalars.first { !$0.properties.isWhitespace }
    let safe = first.map { formula.contains($0) } == true ? "'" + words : words
    // Compared as scalars: a comma with an accent on it is no comma of Swift's.
    guard safe.unicodeScalars.contains(where: { $0 == "," || $0 == "\"" }) || safe.first?.isWhitespace == true || safe.last?.isWhitespace == true
    else { return safe }
    var quoted = "\""
    for scalar in safe.unicodeScalars {
      if scalar == "\"" { quoted += "\"" }
      quoted.unicodeScalars.append(scalar)
    }
    return quoted + "\""
  }
}
