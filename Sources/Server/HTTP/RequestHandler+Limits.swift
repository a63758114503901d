import NIOCore

extension RequestHandler {
  /// How large requests may be, and how long all may take.
  struct Limits: Sendable {
    /// The largest body, in bytes.
    var bodySize: Int
    /// The number of connections that are open before one has to leave for the next.
    var connections = 800
    /// How many of them one network may have.
    var connectionsPerNetwork = 400
    /// The header in which a proxy names the client of a connection, in lower case; nil without a proxy.
    var clientAddressHeader: String?
    /// The time that a connection beyond these limits may take for its one request.
    var guestTime = TimeAmount.seconds(2)
    /// The size of a request's target and headers together, in bytes.
    var headerSize = 64 << 10
    var headerCount = 100
    /// The time for which a connection may wait for its first byte, after the handshake if it has one.
    var firstByteTime = TimeAmount.seconds(10)
    /// The time that a request may take to come, from its first byte on.
    var arrivalTime = TimeAmount.seconds(60)
    /// The time over which a client sends at least `bodyRate` bytes a second of a body that comes while its request is
    /// answered.
    var bodyTime = TimeAmount.seconds(60)
    var bodyRate = 4 << 10
    /// The bytes of such a body that have come and are not taken, from which on no more are read.
    var untakenBodySize = 64 << 10
    /// The time that the server may take for an answer once such a body has come: then the request is cancelled.
    var takenBodyTime = TimeAmount.seconds(120)
    /// The time for which a connection may wait for another request.
    var idleTime = TimeAmount.seconds(60)
    /// The time that the server may take for an answer: then the request is cancelled.
    var answerTime = TimeAmount.seconds(10)
    /// The time for which a client may take nothing of an answer.
    var sendTime = TimeAmount.seconds(60)
    /// The least number of bytes a second that a client takes of an answer, over each `sendTime`; at least one byte.
    var sendRate = 4 << 10
    /// The time that a client may take for the whole of an answer.
    var totalSendTime = TimeAmount.seconds(120)
    /// The time that a client may take to hear that the connection ends, once it was told.
    var lingerTimeout = TimeAmount.seconds(5)
    /// The time for which a client that has ended its side counts as one that waits.
    var halfCloseProbeDelay = TimeAmount.milliseconds(50)
    /// The longest time without a byte of a stream; nil for that of its transport.
    var heartbeatInterval: TimeAmount?
    /// The time over which a server that stops ends its streams.
    var streamDrain = TimeAmount.seconds(5)

    /// The number of further connections that may be open where none can be closed for them.
    var connectionSlack: Int { max(1, connections / 16) }

    /// The number of connections that are open beyond all limits, of clients that ask for the health of the server.
    var guests: Int { max(8, connections / 16) }

    /// The maximum number of accepted connections. The registry lets others leave before there are as many: those that
    /// are leaving take a moment.
    var acceptedConnections: Int { connections + connectionSlack + 2 * guests + 32 }

    /// The limits of a connection beyond the limits.
    var ofGuests: Self {
      var limits = self
      limits.bodySize = 0
      limits.firstByteTime = min(firstByteTime, guestTime)
      limits.arrivalTime = min(arrivalTime, guestTime)
      limits.idleTime = min(idleTime, guestTime)
      limits.sendTime = min(sendTime, guestTime)
      limits.totalSendTime = min(totalSendTime, guestTime)
      return limits
    }

    /// The number of bytes that a client takes at least in `sendTime`.
    var leastSent: Int { Self.least(sendRate, sendTime) }

    /// The number of bytes of a body that a client sends at least in `bodyTime`.
    var leastOfBody: Int { Self.least(bodyRate, bodyTime) }

    var bodyTick: TimeAmount { .nanoseconds(max(1, bodyTime.nanoseconds / Int64(BodyClock.ticks))) }

    private static func least(_ rate: Int, _ time: TimeAmount) -> Int {
      max(1, Int(Double(rate) * Double(time.nanoseconds) / 1e9))
    }
  }
}
