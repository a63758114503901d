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

/// How a lease ended.
enum LeaseEnd {
  /// Its request was answered.
  case complete
  /// PostgreSQL refused the request, or was asked to stop, and said so.
  case incomplete
  /// PostgreSQL did not answer, not even to the request to stop: it, or the network, was away.
  case lost

  /// The end of a lease whose request was answered or not.
  init(isComplete: Bool, on connection: Connection) {
    self = isComplete ? .complete : connection.isResponsive ? .incomplete : .lost
  }
}

/// Names a lease until it is over.
struct LeaseTicket: Hashable {
  let index: Int
}
