import GraphQL
import NIOCore
import NIOHTTP1

/// An answer to a request, but for the headers that every answer of a connection has: its length and its date.
struct Answer: Sendable {
  var status: HTTPResponseStatus
  var headers: HTTPHeaders
  var body: AnswerBody
  /// Whether the connection ends with it.
  var closesConnection = false
  /// The codes of its errors, where the request's record does not have them.
  var errors: [ErrorCode] = []

  init(status: HTTPResponseStatus, headers: HTTPHeaders, body: ByteBuffer) {
    self.status = status
    self.headers = headers
    self.body = AnswerBody(body)
  }

  /// An answer that goes on: each event is sent when it happens. It is the last answer of its connection. HEAD is answered
  /// with the headers alone.
  /// - Parameters:
  ///   - headers: those beside the transport's.
  ///   - lease: counts the stream; nil where nothing is counted.
  init(
    status: HTTPResponseStatus = .ok, headers: HTTPHeaders = [:], events: any EventSource, transport: StreamTransport,
    lease: StreamLease? = nil
  ) {
    self.status = status
    self.headers = transport.headers
    self.headers.add(contentsOf: headers)
    body = AnswerBody(EventBody(source: events, transport: transport, lease: lease))
    closesConnection = true
  }

  /// Its head, with the headers that every answer of a connection has.
  /// - Parameters:
  ///   - request: nil for what is no request.
  ///   - isLast: whether the connection ends with it.
  ///   - date: the value of that header.
  func head(to request: HTTPRequestHead?, isLast: Bool, date: String) -> HTTPResponseHead {
    var head = HTTPResponseHead(version: .http1_1, status: status, headers: headers)
    if body.events != nil {
      if request?.version == .http1_0 || request?.method == .HEAD {
        // The encoder adds chunks to HTTP/1.1 only. The end of the connection ends the body.
        head.version = .http1_0
      }
    } else if status != .notModified {
      // RFC 9110, section 8.6: of what has no content a length would be that of another answer.
      head.headers.add(name: "content-length", value: String(body.count))
    }
    head.headers.add(name: "date", value: date)
    if isLast {
      head.headers.add(name: "connection", value: "close")
    } else if request?.version == .http1_0 {
      head.headers.add(name: "connection", value: "keep-alive")
    }
    return head
  }
}

extension Answer {
  /// An answer with a body that is no buffer.
  init(status: HTTPResponseStatus, headers: HTTPHeaders, body: AnswerBody) {
    self.init(status: status, headers: headers, body: ByteBuffer())
    self.body = body
  }
}
