/// Why secrets for session tokens cannot be used. Positions count from 1; no secret is shown.
package enum SecretKeysError: Error, Hashable, Sendable {
  case none
  case tooShort(position: Int, length: Int)
  case repeated(position: Int)
}

extension SecretKeysError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .none:
      "There is no secret for session tokens: give one of at least \(SecretKeys.minimumLength) bytes."
    case .tooShort(let position, let length):
      """
      Secret \(position) for session tokens has \(length) bytes; at least \(SecretKeys.minimumLength) are \
      needed. `openssl rand -hex 32` makes a good one.
      """
    case .repeated(let position):
      "Secret \(position) for session tokens is the same as one before it."
    }
  }
}
