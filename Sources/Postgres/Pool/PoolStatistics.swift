/// What a pool is doing now, and what it has done since it was made.
package struct PoolStatistics: Sendable, Equatable {
  package var idle = 0
  package var leased = 0
  /// Connection attempts under way or due.
  package var connecting = 0
  package var waiting = 0
  package var leases = 0
  /// How long all requests together have waited that got a connection after a wait.
  package var waited = Duration.zero
  /// Requests that got no connection in time.
  package var poolTimeouts = 0
  /// Requests that were refused at once, since they would have had to wait for too long.
  package var shed = 0
  package var failedConnects = 0
  package var roundTrips = 0

  package init() {}
}
