import NIOCore
import NIOHTTP1
import Testing

@testable import Server

/// The bytes of both transports, as clients' parsers need them.
@Suite struct StreamTransportTests {
  private static let data = Array(#"{"data":{"a":1}}"#.utf8)
  private static let errors = Array(#"[{"message":"m"}]"#.utf8)

  private static func text(_ buffer: ByteBuffer) -> String { String(buffer: buffer) }

  @Test("Multipart: each write ends with a delimiter")
  func multipart() {
    let transport = StreamTransport.multipart
    #expect(transport.contentType == "multipart/mixed;boundary=\"graphql\";subscriptionSpec=1.0")
    #expect(
      Self.text(transport.opening)
        == "\r\n--graphql\r\ncontent-type: application/json\r\n\r\n{}\r\n--graphql")
    #expect(Self.text(transport.heartbeat) == "\r\ncontent-type: application/json\r\n\r\n{}\r\n--graphql")
    #expect(
      Self.text(transport.encoded(.next(Self.data)))
        == "\r\ncontent-type: application/json\r\n\r\n{\"payload\":{\"data\":{\"a\":1}}}\r\n--graphql")
    #expect(
      Self.text(transport.encoded(.failed(Self.errors)))
        == "\r\ncontent-type: application/json\r\n\r\n{\"payload\":null,\"errors\":[{\"message\":\"m\"}]}\r\n--graphql--\r\n")
    #expect(Self.text(transport.encoded(.complete)) == "--\r\n")
    #expect(
      Self.text(transport.restart)
        == "\r\ncontent-type: application/json\r\n\r\n{\"payload\":null,\"errors\":[{\"message\":\"The server restarts. "
        + "Subscribe again.\",\"extensions\":{\"code\":\"SERVER_RESTART\",\"retryAfter\":1}}]}\r\n--graphql--\r\n")
    #expect(transport.heartbeatInterval == .seconds(10))
  }

  @Test("Server-sent events: an event has its type, and a restart has none")
  func serverSentEvents() {
    let transport = StreamTransport.serverSentEvents
    #expect(transport.contentType == "text/event-stream")
    #expect(Self.text(transport.opening) == ":\n\n")
    #expect(Self.text(transport.heartbeat) == ":\n\n")
    #expect(Self.text(transport.encoded(.next(Self.data))) == "event: next\ndata: {\"data\":{\"a\":1}}\n\n")
    #expect(
      Self.text(transport.encoded(.failed(Self.errors)))
        == "event: next\ndata: {\"errors\":[{\"message\":\"m\"}]}\n\nevent: complete\ndata:\n\n")
    #expect(Self.text(transport.encoded(.complete)) == "event: complete\ndata:\n\n")
    #expect(Self.text(transport.restart) == "")
    #expect(transport.heartbeatInterval == .seconds(12))
  }

  @Test(
    "Server-sent events: each line of data is a field",
    arguments: [
      ("a\nb", "data: a\ndata: b\n"), ("a\r\nb", "data: a\ndata: b\n"), ("a\rb", "data: a\ndata: b\n"),
      ("\n", "data: \ndata: \n"), ("", "data: \n"), ("a\n\rb", "data: a\ndata: \ndata: b\n"),
    ])
  func lines(_ data: String, _ fields: String) {
    #expect(
      Self.text(StreamTransport.serverSentEvents.encoded(.next(Array(data.utf8)))) == "event: next\n" + fields + "\n")
  }

  @Test("Streams are not kept by anybody", arguments: StreamTransport.allCases)
  func headers(_ transport: StreamTransport) {
    #expect(transport.headers["cache-control"] == ["no-store"])
    #expect(transport.headers["content-type"] == [transport.contentType])
  }

  @Test(
    "The transport that an Accept header prefers",
    arguments: [
      (nil, nil), ("", nil), ("*/*", nil), ("text/*", nil), ("multipart/*", nil), ("application/json", nil),
      ("multipart/mixed", nil), ("multipart/mixed;deferSpec=20220824", nil), ("multipart/mixed;subscriptionSpec=2.0", nil),
      ("multipart/mixed;subscriptionSpec=1.0", .multipart), ("multipart/mixed;subscriptionSpec=\"1.0\"", .multipart),
      ("multipart/mixed;subscriptionSpec=1.0, application/json", .multipart),
      ("multipart/mixed;boundary=\"graphql\";subscriptionSpec=1.0,application/graphql-response+json,application/json", .multipart),
      ("Multipart/Mixed; SubscriptionSpec=1.0", .multipart),
      ("text/event-stream", .serverSentEvents), ("text/event-stream, application/json;q=0.1", .serverSentEvents),
      ("application/json, text/event-stream;q=0.1", .serverSentEvents), ("Text/Event-Stream", .serverSentEvents),
      ("text/event-stream;charset=utf-8", .serverSentEvents), ("text/event-stream;charset=utf-16", nil),
      ("text/event-stream;q=0", nil), ("text/event-stream;q=2", nil), ("text/event-stream;q=0, */*", nil),
      ("text/event-stream, multipart/mixed;subscriptionSpec=1.0", .serverSentEvents),
      ("multipart/mixed;subscriptionSpec=1.0, text/event-stream", .multipart),
      ("multipart/mixed;subscriptionSpec=1.0;q=0.5, text/event-stream", .serverSentEvents),
      ("multipart/mixed;subscriptionSpec=1.0;q=0.5, text/event-stream;q=0.4", .multipart),
      ("multipart/mixed;q=1, multipart/mixed;subscriptionSpec=1.0;q=0.5", .multipart),
      (String(repeating: "text/html,", count: 200) + "text/event-stream", nil),
    ] as [(String?, StreamTransport?)])
  func preferred(accept: String?, transport: StreamTransport?) {
    #expect(StreamTransport.preferred(by: accept) == transport)
  }
}
