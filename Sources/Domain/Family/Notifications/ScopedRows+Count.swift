import Planning
import SQL

extension ScopedRows where Viewer == Domain.Viewer {
  /// Counts something that is done only so often, as a part of doing it: what is refused is not counted. Of two at the same
  /// time the second waits for the family's lock, and counts the first.
  /// - Parameters:
  ///   - kind: what is counted, which is what an error calls the limit.
  ///   - who: who does it, or what it is done to.
  /// - Throws: `.refused` when there were too many within so many seconds.
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
