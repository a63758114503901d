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
    let counted = try await call(.countAttempt, .text(kind), .hash(of: who), .int4(seconds))
    guard counted.count == 1, let count = counted.int4(row: 0, column: 0), count <= maximum else {
      throw .tooMany(
        what, limit: kind, maximum: maximum, retryAfter: counted.int4(row: 0, column: 1) ?? seconds, at: path)
    }
  }
}
