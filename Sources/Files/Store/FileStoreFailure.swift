/// A store that does not do what it was asked for.
package struct FileStoreFailure: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Reason: Sendable {
    /// It has no such file.
    case missing
    /// It has no room.
    case full
    /// It cannot be reached, or refuses.
    case unavailable
  }

  package let reason: Reason
  /// For operators: it may name paths, and holds no secret.
  package let description: String

  package init(_ reason: Reason, _ description: String) {
    self.reason = reason
    self.description = description
  }
}
