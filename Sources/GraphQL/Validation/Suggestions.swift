/// The options that someone who wrote `input` may have meant, the nearest first.
func similar(to input: String, in options: [String]) -> [String] {
  let threshold = input.utf8.count * 2 / 5 + 1
  // An input that is much longer than all options is like none, and may be very long.
  guard input.utf8.count - threshold <= options.lazy.map(\.utf8.count).max() ?? 0 else { return [] }
  var distance = LexicalDistance(to: input)
  let near: [(option: String, distance: Int)] = options.compactMap { option in
    distance.measure(option, atMost: threshold).map { (option, $0) }
  }
  return near.sorted { one, other in
    one.distance == other.distance
      ? naturallyPrecedes(one.option, other.option) : one.distance < other.distance
  }
  .map(\.option)
}

/// ` Did you mean "a", "b", or "c"?`: five suggestions at most, nothing for none.
///
/// - Parameter kind: The words before the suggestions: `the enum value`.
func didYouMean(_ suggestions: [String], kind: String? = nil) -> String {
  let quoted = suggestions.prefix(5).map { "\"\($0)\"" }
  guard let last = quoted.last else { return "" }
  let list =
    switch quoted.count {
    case 1: last
    case 2: "\(quoted[0]) or \(last)"
    default: quoted.dropLast().joined(separator: ", ") + ", or \(last)"
    }
  return " Did you mean " + (kind.map { $0 + " " } ?? "") + list + "?"
}

/// Order in which `a2` comes before `a10`: runs of digits compare as numbers, all else byte by byte.
func naturallyPrecedes(_ one: String, _ other: String) -> Bool {
  var left = Array(one.utf8)[...]
  var right = Array(other.utf8)[...]
  while let a = left.first, let b = right.first {
    if a.isDigit && b.isDigit {
      let leftRun = left.prefix(while: \.isDigit)
      let rightRun = right.prefix(while: \.isDigit)
      let leftDigits = leftRun.drop { $0 == UInt8(ascii: "0") }
      let rightDigits = rightRun.drop { $0 == UInt8(ascii: "0") }
      if leftDigits.count != rightDigits.count { return leftDigits.count < rightDigits.count }
      if !leftDigits.elementsEqual(rightDigits) { return leftDigits.lexicographicallyPrecedes(rightDigits) }
      left = left.dropFirst(leftRun.count)
      right = right.dropFirst(rightRun.count)
    } else {
      if a != b { return a < b }
      left = left.dropFirst()
      right = right.dropFirst()
    }
  }
  return left.count < right.count
}
