/// The form of a scalar that is written as text. Only text that has it reaches a column or a comparison.
package struct ScalarForm: Sendable {
  /// The form in words, with an example: `a color such as #2E86AB`.
  let expectation: String
  /// The longest value, in bytes of UTF-8. A longer one is not examined.
  let maximum: Int
  /// Whether bytes of UTF-8, at most `maximum` of them, have the form.
  let hasForm: @Sendable (ArraySlice<UInt8>) -> Bool
  /// A value as it is kept and answered. Its length is bounded by `maximum` too.
  var canonical: @Sendable (String) -> String = { $0 }
  /// The part of a value that the form refuses, where `expectation` does not say it; nil where it does.
  var explanation: @Sendable (ArraySlice<UInt8>) -> String? = { _ in nil }

  package func matches(_ text: String) -> Bool { problem(of: text) == nil }

  /// The error in a value, to follow the name of its field; nil when it has the form.
  ///
  ///     must be a color such as #2E86AB, got "blue".
  func problem(of text: String) -> String? {
    if let tooLong = lengthProblem(of: text) { return tooLong }
    let bytes = Array(text.utf8)[...]
    guard hasForm(bytes) else {
      return explanation(bytes) ?? "must be \(expectation), got \"\(Self.start(of: text))\"."
    }
    return lengthProblem(of: canonical(text))
  }

  private func lengthProblem(of text: String) -> String? {
    let length = text.utf8.count
    return length <= maximum ? nil : "must be \(expectation), of at most \(maximum) bytes, got \(length)."
  }

  /// As much of a value as an error repeats.
  static func start(of text: String) -> String {
    var start = "".unicodeScalars
    start.append(contentsOf: text.unicodeScalars.prefix(40))
    return String(start) + (start.count < text.unicodeScalars.prefix(41).count ? "…" : "")
  }
}
