import Planning
import SQL

extension ScopedRows where Viewer == Domain.Viewer {
  /// Counts a limited action in the transaction that performs it: a refused action is not counted. Two concurrent
  /// actions take the family's lock: the second waits, and counts the first.
  /// - Parameters:
  ///   - kind: the name of the limit, also in errors.
  ///   - who: the actor, or the object of the action.
  /// - Throws: `.refused` when the maximum within the seconds is reached.
  func count(
    _ kind: String, _ what: String, by who: String, atMost maximum: Int32, within seconds: Int32, at path: [String]
  ) async throws(MutationFailure) {
    let counted = try await call(.countAttempt(kind, .hash(of: who), seconds))
    guard counted.count <= maximum else {
      throw .tooMany(what, limit: kind, maximum: maximum, retryAfter: counted.seconds, at: path)
    }
  }
}
