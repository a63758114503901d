import GraphQL
import NIOCore
import NIOHTTP1

/// An answer to a request, but for the headers that every answer of a connection has: its length and its date.
struct Answer: Sendable {
  var status: HTTPResponseStatus
  var headers: HTTPHeaders
  var body: ByteBuffer
  /// Whether the connection ends with it.
  var closesConnection = false
  /// The codes of its errors, where the request's record does not have them.
  var errors: [ErrorCode] = []
}
