import Embedded

/// The rules for new passwords — NIST SP 800-63B-4, section 3.1.1.2: a length, and none that many people have or that follows from
/// what is known of the owner. There are no rules of letters and digits.
package enum PasswordRules {
  /// The fewest characters of a password that is the only way to sign in.
  package static let soleMinimum = 15
  /// The fewest where the account has another way.
  package static let minimum = 8

  /// The rule for a password that is the only way to sign in, as messages have it.
  package static var soleRule: String { "at least \(soleMinimum) characters" }
  /// The rule for every password, as messages have it where it is not known, or not told, which ways an account has.
  package static var rule: String {
    "at least \(soleMinimum) characters, or \(minimum) where the account signs in with an identity provider, too"
  }

  /// - Parameter known: what others know of the owner, such as a name and an address.
  /// - Returns: whether a list for guessing begins with it, as far as this server knows.
  package static func isCommon(_ password: Password, known: [String]) -> Bool {
    let text = password.text.lowercased()
    let unit = smallestUnit(of: Array(text.unicodeScalars))
    if unit.count < 4 || CommonPasswords.contains(text) || CommonPasswords.contains(string(unit)) { return true }
    if isSequence(unit) { return true }
    return remainder(of: text, without: known).count < minimum
  }

  /// The part that a text repeats: `abc` of `abcabcab`, the whole text where it repeats nothing.
  private static func smallestUnit(of text: [Unicode.Scalar]) -> [Unicode.Scalar] {
    guard !text.isEmpty else { return [] }
    for length in 1...text.count where text.indices.allSatisfy({ text[$0] == text[$0 % length] }) {
      return Array(text[..<length])
    }
    return text
  }

  /// Whether each character follows the one before it, or is followed by it: `0123456789`, `zyxwvut`.
  private static func isSequence(_ text: [Unicode.Scalar]) -> Bool {
    let steps = zip(text, text.dropFirst()).map { Int($1.value) - Int($0.value) }
    // From 9 to 0 as on a keyboard.
    return steps.allSatisfy { $0 == 1 || $0 == -9 } || steps.allSatisfy { $0 == -1 || $0 == 9 }
  }

  /// The rest of a text without the words that are known of its owner.
  private static func remainder(of text: String, without known: [String]) -> [Character] {
    var rest = Array(text)
    let words = known.flatMap { $0.lowercased().split { !$0.isLetter && !$0.isNumber } }.filter { $0.count >= 3 }
    for word in Set(words).sorted(by: { ($1.count, $0) < ($0.count, $1) }) {
      while let range = rest.firstRange(of: Array(word)) { rest.removeSubrange(range) }
    }
    return rest
  }

  private static func string(_ scalars: [Unicode.Scalar]) -> String {
    var text = "".unicodeScalars
    text.append(contentsOf: scalars)
    return String(text)
  }
}

extension [Character] {
  fileprivate func firstRange(of word: [Character]) -> Range<Int>? {
    guard !word.isEmpty, count >= word.count else { return nil }
    for start in 0...(count - word.count) where self[start..<(start + word.count)].elementsEqual(word) {
      return start..<(start + word.count)
    }
    return nil
  }
}
