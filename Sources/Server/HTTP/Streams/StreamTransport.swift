import NIOCore
import NIOHTTP1

/// An encoding of events in the body of one response.
enum StreamTransport: String, CaseIterable, Sendable {
  /// Apollo's protocol for subscriptions over HTTP: see `MultipartStream`.
  case multipart
  /// GraphQL over server-sent events, "distinct connections" mode: see `ServerSentEvents`.
  case serverSentEvents = "sse"

  var headers: HTTPHeaders { ["content-type": contentType, "cache-control": "no-store"] }

  var contentType: String {
    switch self {
    case .multipart: MultipartStream.contentType
    case .serverSentEvents: ServerSentEvents.contentType
    }
  }

  /// The longest time without a byte, as long as the client takes what is written.
  var heartbeatInterval: TimeAmount {
    switch self {
    case .multipart: .seconds(10)
    case .serverSentEvents: .seconds(12)
    }
  }

  /// The bytes that follow the response's head at once.
  var opening: ByteBuffer {
    switch self {
    case .multipart: ByteBuffer(string: MultipartStream.opening)
    case .serverSentEvents: ByteBuffer(string: ServerSentEvents.comment)
    }
  }

  var heartbeat: ByteBuffer {
    switch self {
    case .multipart: ByteBuffer(string: MultipartStream.heartbeat)
    case .serverSentEvents: ByteBuffer(string: ServerSentEvents.comment)
    }
  }

  /// The last bytes of a stream that ends because the server stops: the client should subscribe again.
  var restart: ByteBuffer {
    switch self {
    case .multipart: MultipartStream.restart
    case .serverSentEvents: ServerSentEvents.restart
    }
  }

  func encoded(_ event: StreamEvent) -> ByteBuffer {
    switch self {
    case .multipart: MultipartStream.encoded(event)
    case .serverSentEvents: ServerSentEvents.encoded(event)
    }
  }
}
