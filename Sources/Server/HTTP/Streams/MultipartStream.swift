import NIOCore

/// Apollo's protocol for subscriptions over HTTP, as Apollo iOS and Apollo Kotlin read it: a part for each response.
///
///     \r\n--graphql\r\ncontent-type: application/json\r\n\r\n{}\r\n--graphql
///     \r\ncontent-type: application/json\r\n\r\n{"payload":{"data":…}}\r\n--graphql
///     --\r\n
///
/// Clients deliver a part when the delimiter after it has arrived, so each write ends with one. Each part has one header
/// line, and the first delimiter has its leading CRLF: their parsers need both.
enum MultipartStream {
  /// The value of `subscriptionSpec` is unquoted: Apollo iOS compares it as text.
  static let contentType = #"multipart/mixed;boundary="graphql";subscriptionSpec=1.0"#

  private static let delimiter = "\r\n--graphql"
  private static let partHead = "\r\ncontent-type: application/json\r\n\r\n"
  /// Follows a delimiter, and makes it the closing one.
  private static let close = "--\r\n"

  /// The first delimiter and a heartbeat, so that the client knows at once that it is subscribed.
  static let opening = delimiter + heartbeat
  static let heartbeat = partHead + "{}" + delimiter

  static var restart: ByteBuffer {
    failed(
      Array(
        #"[{"message":"The server restarts. Subscribe again.","extensions":{"code":"SERVER_RESTART","retryAfter":1}}]"#
          .utf8))
  }

  static func encoded(_ event: StreamEvent) -> ByteBuffer {
    switch event {
    case .next(let response): part(#"{"payload":"#, response, "}" + delimiter)
    case .failed(let errors): failed(errors)
    case .complete: ByteBuffer(string: close)
    }
  }

  private static func failed(_ errors: [UInt8]) -> ByteBuffer {
    part(#"{"payload":null,"errors":"#, errors, "}" + delimiter + close)
  }

  private static func part(_ prefix: String, _ json: [UInt8], _ suffix: String) -> ByteBuffer {
    var buffer = ByteBuffer()
    buffer.reserveCapacity(partHead.utf8.count + prefix.utf8.count + json.count + suffix.utf8.count)
    buffer.writeString(partHead)
    buffer.writeString(prefix)
    buffer.writeBytes(json)
    buffer.writeString(suffix)
    return buffer
  }
}
