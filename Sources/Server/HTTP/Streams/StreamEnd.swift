/// The reason why a stream has ended.
enum StreamEnd: String, CaseIterable, Sendable {
  /// The source has no more events.
  case completed
  /// The source reported errors.
  case failed
  /// The server stops.
  case restarted
  /// The connection ended.
  case disconnected
  /// The client took nothing for `sendTime`.
  case slow
  /// The memory of what the client has not taken was needed for others.
  case memory
  /// Its place was needed for a client whose network has fewer streams or connections.
  case displaced
}
