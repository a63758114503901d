import Foundation

/// A password as it is hashed: in the normalization form C, which different keyboards agree on — NIST SP 800-63B-4, section 3.1.1.2.
package struct Password: Hashable, Sendable {
  /// The most characters. A longer text is refused, and never cut.
  package static let maximumCharacters = 1000

  package let text: String

  /// - Returns: nil for no text, and for more than `maximumCharacters`.
  package init?(_ text: String) {
    guard (1...Self.maximumCharacters).contains(text.unicodeScalars.count) else { return nil }
    self.text = text.precomposedStringWithCanonicalMapping
  }

  /// As NIST counts: each code point is one.
  package var characters: Int { text.unicodeScalars.count }
}

extension Password: CustomStringConvertible, CustomReflectable {
  package var description: String { "Password" }

  /// Shows nothing, so that no dump of a value shows a password.
  package var customMirror: Mirror { Mirror(self, children: [:]) }
}
