/// What a connection is leased for.
enum LeaseUse {
  /// One round trip.
  case once
  /// Several, between which its user does something else.
  case held
}

/// What a request asks of the pool, besides whose it is.
struct LeaseClaim {
  var use: LeaseUse
  var times: RunningTimes?
  /// Whether it may take long for the rows that its key has.
  var isHeavy = false
  /// Whether it is known to read few rows.
  var isLight = false
}

/// Names a lease until it is over.
struct LeaseTicket: Hashable {
  let index: Int
}
