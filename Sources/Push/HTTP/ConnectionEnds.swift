/// The last streams that servers have acted on, by the connections that they leave — RFC 9113, section 6.8: a server has not
/// acted, and will not act, on a stream above the last one of its GOAWAY.
///
/// libcurl tells the numbers of streams in the lines of its log alone. Where a later version words them otherwise, requests that a
/// server has not acted on end as lost: nothing is repeated then that must not be.
final class ConnectionEnds {
  private struct End {
    let lastStream: Int
    let moment: ContinuousClock.Instant
  }

  /// By the local port of the connection.
  private var ends: [Int: End] = [:]

  /// Forgets an earlier connection with the local port of a new one.
  func begin(port: Int) { ends[port] = nil }

  /// - Parameter port: the local port of a connection on which GOAWAY has come.
  func note(port: Int, lastStream: Int) {
    guard port > 0 else { return }
    ends[port] = End(lastStream: min(lastStream, ends[port]?.lastStream ?? .max), moment: .now)
  }

  /// Whether the server has said that it does not act on a stream.
  /// - Parameter began: when the stream was opened: a GOAWAY from before that is of an earlier connection with this port.
  func areBefore(stream: Int, port: Int, began: ContinuousClock.Instant) -> Bool {
    guard port > 0, let end = ends[port] else { return false }
    return end.moment >= began && stream > end.lastStream
  }
}
