import Testing

@testable import Push

/// Lines of libcurl's log that have the number of a stream.
@Suite struct StreamLineTests {
  @Test("Lines of several versions", arguments: [
    ("Using Stream ID: 13 (easy handle 0x55a4b5cf52b0)\n", StreamLine.opened(13)),
    ("[HTTP/2] [7] OPENED stream for https://api.push.apple.com/3/device/00\n", .opened(7)),
    ("recveived GOAWAY, error=0, last_stream=2147483647\n", .left(last: 2_147_483_647)),
    ("received GOAWAY, error=11, last_stream=0\n", .left(last: 0)),
    ("last_stream=\n", nil), ("] OPENED stream\n", nil), ("", nil), ("Connected to localhost (127.0.0.1) port 443 (#0)\n", nil),
  ] as [(String, StreamLine?)])
  func line(_ text: String, _ expected: StreamLine?) {
    #expect(Array(text.utf8).withUnsafeBytes { StreamLine($0) } == expected)
  }

  @Test func `A server acts on no stream above the last one of its GOAWAY`() {
    let ends = ConnectionEnds()
    let before = ContinuousClock.now
    ends.note(port: 4_000, lastStream: 5)
    #expect(ends.areBefore(stream: 7, port: 4_000, began: before))
    #expect(!ends.areBefore(stream: 5, port: 4_000, began: before))
    #expect(!ends.areBefore(stream: 7, port: 4_001, began: before))
    // A stream of another connection with the same port.
    #expect(!ends.areBefore(stream: 7, port: 4_000, began: .now + .seconds(1)))
    // RFC 9113: a second GOAWAY does not raise the last stream.
    ends.note(port: 4_000, lastStream: 9)
    #expect(ends.areBefore(stream: 7, port: 4_000, began: before))
    ends.begin(port: 4_000)
    #expect(!ends.areBefore(stream: 7, port: 4_000, began: before))
    ends.note(port: 4_000, lastStream: 9)
    #expect(!ends.areBefore(stream: 7, port: 4_000, began: before))
    ends.note(port: 0, lastStream: 0)
    #expect(!ends.areBefore(stream: 7, port: 0, began: before))
  }
}
