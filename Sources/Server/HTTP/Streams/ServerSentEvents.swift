import NIOCore

/// GraphQL over server-sent events, "distinct connections" mode (graphql-sse, PROTOCOL.md), in the event stream format of
/// the HTML standard, section 9.2.
///
///     event: next
///     data: {"data":…}
///
///     event: complete
///     data:
enum ServerSentEvents {
  static let contentType = "text/event-stream"

  /// A line that every parser skips.
  static let comment = ":\n\n"

  /// Nothing: `complete` would keep the client from coming back.
  static let restart = ByteBuffer()

  static func encoded(_ event: StreamEvent) -> ByteBuffer {
    var buffer = ByteBuffer()
    switch event {
    case .next(let response): writeNext(response, to: &buffer)
    case .failed(let errors):
      writeNext(Array(#"{"errors":"#.utf8) + errors + [UInt8(ascii: "}")], to: &buffer)
      writeComplete(to: &buffer)
    case .complete: writeComplete(to: &buffer)
    }
    return buffer
  }

  /// Writes each line of the JSON after `data: `: a raw line end would end the field.
  private static func writeNext(_ json: [UInt8], to buffer: inout ByteBuffer) {
    buffer.reserveCapacity(json.count + 64)
    buffer.writeString("event: next\n")
    var rest = json[...]
    while true {
      let end = rest.firstIndex { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
      buffer.writeString("data: ")
      buffer.writeBytes(rest[..<(end ?? rest.endIndex)])
      buffer.writeString("\n")
      guard let end else { break }
      let isPair = rest[end...].starts(with: [UInt8(ascii: "\r"), UInt8(ascii: "\n")])
      rest = rest[(end + (isPair ? 2 : 1))...]
    }
    buffer.writeString("\n")
  }

  /// The empty `data` field is needed: parsers drop an event without one.
  private static func writeComplete(to buffer: inout ByteBuffer) { buffer.writeString("event: complete\ndata:\n\n") }
}
