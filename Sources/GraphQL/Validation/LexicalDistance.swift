/// The optimal string alignment distance to a word: how many insertions, deletions, substitutions and
/// swaps of neighbours lead there. Letters that differ in case count as equal, unless that is all the
/// difference, which then counts as one.
struct LexicalDistance {
  private let input: [UInt8]
  private let lowercaseInput: [UInt8]
  /// The last three rows of the matrix; the row of `i` letters of the option is at `i % 3`.
  private var rows: [[Int]] = [[], [], []]

  init(to input: String) {
    self.input = Array(input.utf8)
    lowercaseInput = self.input.map(\.asciiLowercase)
  }

  /// - Returns: nil when the distance is above `threshold`.
  mutating func measure(_ option: String, atMost threshold: Int) -> Int? {
    let exact = Array(option.utf8)
    if exact == input { return 0 }
    let word = exact.map(\.asciiLowercase)
    let target = lowercaseInput
    if word == target { return 1 }
    // Before anything of the size of the input is allocated.
    if abs(word.count - target.count) > threshold { return nil }

    let width = target.count + 1
    for index in rows.indices where rows[index].count != width {
      rows[index] = Array(repeating: 0, count: width)
    }
    for column in 0..<width { rows[0][column] = column }
    for row in 0..<word.count {
      let above = row % 3
      let current = (row + 1) % 3
      rows[current][0] = row + 1
      var smallest = row + 1
      for column in 0..<target.count {
        var cell = min(
          rows[above][column + 1] + 1, rows[current][column] + 1,
          rows[above][column] + (word[row] == target[column] ? 0 : 1))
        if row > 0, column > 0, word[row] == target[column - 1], word[row - 1] == target[column] {
          cell = min(cell, rows[(row - 1) % 3][column - 1] + 1)
        }
        rows[current][column + 1] = cell
        smallest = min(smallest, cell)
      }
      // The rows below never hold less.
      if smallest > threshold { return nil }
    }
    let distance = rows[word.count % 3][target.count]
    return distance <= threshold ? distance : nil
  }
}

extension UInt8 {
  fileprivate var asciiLowercase: UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
  }
}
