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

  /// Its head, with the headers that every answer of a connection has.
  /// - Parameters:
  ///   - request: nil for what is no request.
  ///   - isLast: whether the connection ends with it.
  ///   - date: the value of that header.
  func head(to request: HTTPRequestHead?, isLast: Bool, date: String) -> HTTPResponseHead {
    var head = HTTPResponseHead(version: .http1_1, status: status, headers: headers)
    head.headers.add(name: "content-length", value: String(body.count))
    head.headers.add(name: "date", value: date)
    if isLast {
      head.headers.add(name: "connection", value: "close")
    } else if request?.version == .http1_0 {
      head.headers.add(name: "connection", value: "keep-alive")
    }
    return head
  }
}
