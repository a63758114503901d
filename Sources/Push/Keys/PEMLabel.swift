/// The label of the first block of a text in PEM — RFC 7468, section 2.
enum PEMLabel {
  /// - Returns: such as `PRIVATE KEY`; nil where no block begins.
  static func first(of text: String) -> String? {
    text.firstMatch(of: /-----BEGIN ([A-Z0-9 ]{1,40})-----/).map { String($0.1) }
  }
}
