/// Counts of streams since the start.
struct StreamStatistics: Sendable {
  /// Streams that are open now.
  private(set) var open: [StreamTransport: Int] = [:]
  /// Events with data that were written.
  private(set) var events = 0
  private(set) var ended: [StreamEnd: Int] = [:]

  mutating func begin(_ transport: StreamTransport) { open[transport, default: 0] += 1 }

  mutating func send() { events += 1 }

  mutating func end(_ transport: StreamTransport, _ end: StreamEnd) {
    open[transport, default: 0] -= 1
    ended[end, default: 0] += 1
  }
}
