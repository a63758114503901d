import Testing

/// A client of one stream of a `StreamResponder`.
final class StreamClient {
  let connection: RawConnection

  init(port: Int, from source: UInt32? = nil, receiveBuffer: Int32? = nil) throws {
    connection = try RawConnection(port: port, from: source, receiveBuffer: receiveBuffer)
  }

  /// Asks for a stream, and reads the head of the answer.
  @discardableResult
  func subscribe(_ path: String) async throws -> RawConnection.Answer {
    try await connection.send(ScriptedConnection.get(path))
    return try await connection.answer()
  }

  /// The body as far as it has come, without its chunks.
  var body: String { String(decoding: Self.unchunked(connection.received).bytes, as: UTF8.self) }
  /// Whether the last chunk has come.
  var isBodyComplete: Bool { Self.unchunked(connection.received).isComplete }

  /// Reads until the body is that text.
  func expect(_ text: String) async throws {
    while body != text {
      let isPrefix = text.hasPrefix(body)
      try #require(isPrefix, "\(body.debugDescription) instead of \(text.debugDescription)")
      let count = try await connection.receive()
      try #require(count > 0, "ended after \(body.debugDescription)")
    }
  }

  private static func unchunked(_ received: [UInt8]) -> (bytes: [UInt8], isComplete: Bool) {
    var bytes: [UInt8] = []
    var rest = received[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      let line = String(decoding: rest[..<end], as: UTF8.self).filter { $0 != "\r" && $0 != "\r\n" }
      guard let size = Int(line, radix: 16) else { break }
      if size == 0 { return (bytes, rest.count >= end - rest.startIndex + 3) }
      guard rest.endIndex - end - 1 >= size + 2 else { break }
      bytes += rest[(end + 1)...(end + size)]
      rest = rest[(end + size + 3)...]
    }
    return (bytes, false)
  }
}
