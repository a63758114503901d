import Planning
import SQL

/// The number of a student at a school, in the one form in which it is compared and stored: without spaces, letters of ASCII in upper
/// case. Zeros at the beginning and dashes are parts of it.
///
///     "a 017"  "Ａ017"      A017
struct StudentNumber: Hashable, Sendable {
  let text: String

  /// Reads a field of an input.
  init(_ input: MutationInput, _ field: String = "studentNumber") throws(MutationFailure) {
    let folded = TypedText.folded(try input.text(field, characters: 1...50) ?? "")
    text = String(
      String.UnicodeScalarView(
        folded.unicodeScalars.filter { !$0.properties.isWhitespace }.map { scalar in
          ("a"..."z").contains(scalar) ? Unicode.Scalar(UInt8(ascii: "A") + UInt8(scalar.value - 0x61)) : scalar
        }))
    guard !text.isEmpty else { throw .invalid("\"\(field)\" must not be blank.", at: input.path(of: field)) }
  }

  var value: SQLValue { .text(text) }
}
