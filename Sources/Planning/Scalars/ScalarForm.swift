/// The form of a scalar that is written as text. Only what has it goes on: to a column, or to be compared with one.
package struct ScalarForm: Sendable {
  /// What is asked for, with an example: `a color such as #2E86AB`.
  let expectation: String
  /// The longest value, in bytes of UTF-8: what is longer is not looked at.
  let maximum: Int
  /// Whether bytes of UTF-8, at most `maximum` of them, have the form.
  let hasForm: @Sendable (ArraySlice<UInt8>) -> Bool

  package func matches(_ text: String) -> Bool { problem(of: text) == nil }

  /// What is wrong with a value, to follow the name of its field; nil when it has the form.
  ///
  ///     must be a color such as #2E86AB, got "blue".
  func problem(of text: String) -> String? {
    let length = text.utf8.count
    guard length <= maximum else { return "must be \(expectation), of at most \(maximum) bytes, got \(length)." }
    guard hasForm(Array(text.utf8)[...]) else { return "must be \(expectation), got \"\(Self.start(of: text))\"." }
    return nil
  }

  /// As much of a value as an error repeats.
  static func start(of text: String) -> String {
    var start = "".unicodeScalars
    start.append(contentsOf: text.unicodeScalars.prefix(40))
    return String(start) + (start.count < text.unicodeScalars.prefix(41).count ? "…" : "")
  }
}
