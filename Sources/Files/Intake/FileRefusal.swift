/// A file that is not accepted.
package enum FileRefusal: Error, Hashable, Sendable {
  /// For good, for its content.
  case content(Reason)
  /// For now: as many wait for the decoder as may. Its bytes stay.
  /// - Parameter retryAfter: in seconds.
  case busy(retryAfter: Int)
  /// For now: the disk is full, or refuses. Its bytes stay.
  case storage(String)

  /// The values of `UploadRefusal` of the schema.
  package enum Reason: String, CaseIterable, Sendable {
    /// Content of no type that is taken, or more of it than its type may have.
    case type = "TYPE"
    /// A picture of too many pixels, or too long a side.
    case pixels = "PIXELS"
    /// A picture that cannot be decoded to its end within the limits.
    case unreadable = "UNREADABLE"
    /// Other bytes than were declared.
    case hash = "HASH"
  }
}
