/// The use that a connection is leased for.
enum LeaseUse {
  /// One round trip.
  case once
  /// Several, between which its user does something else.
  case held
}

/// A request's demands on the pool, besides its owner.
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
