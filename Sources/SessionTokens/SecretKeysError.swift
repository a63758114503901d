/// The reason why secrets cannot be used. Positions count from 1; no secret is shown.
package enum SecretKeysError: Error, Hashable, Sendable {
  case none
  case tooShort(position: Int, length: Int)
  case repeated(position: Int)
}

extension SecretKeysError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .none:
      "There is no secret: give one of at least \(SecretKeys.minimumLength) bytes."
    case .tooShort(let position, let length):
      """
      Secret \(position) has \(length) bytes; at least \(SecretKeys.minimumLength) are \
      needed. `openssl rand -hex 32` makes a good one.
      """
    case .repeated(let position):
      "Secret \(position) is the same as one before it."
    }
  }
}
