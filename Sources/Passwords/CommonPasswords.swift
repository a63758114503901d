import Embedded

/// Passwords that many people have: see Sources/CEmbedded/include/embedded.h for where they are from.
enum CommonPasswords {
  private static let all = Set(EmbeddedFile.commonPasswords.split(separator: "\n"))

  /// - Parameter text: in lower case.
  static func contains(_ text: String) -> Bool { all.contains(Substring(text)) }
}
