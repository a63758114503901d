import NIOHTTP1

/// The responder to the requests of connections.
protocol HTTPResponder: Sendable {
  func answer(to request: ReceivedRequest) async -> Answer

  /// Whether a request is answered while its body comes, however long it is.
  func streamsBody(of request: HTTPRequestHead) -> Bool

  /// Whether a request for the path is answered however many connections there are.
  func isAlwaysAnswered(_ path: String) -> Bool

  /// The answer to what is no request. The connection ends with it.
  func answer(to fault: RequestFault) -> Answer
}

extension HTTPResponder {
  func streamsBody(of request: HTTPRequestHead) -> Bool { false }
  func isAlwaysAnswered(_ path: String) -> Bool { path == "/health" || path == "/ready" }
}

/// The reason why a connection has no request that could be answered.
enum RequestFault: Error {
  /// Not HTTP, or ended in the middle of a request.
  case malformed
  /// HTTP/1.1 without a host, or with two.
  case host
  case headersTooLarge
  /// It began, and did not come whole in time.
  case tooSlow
  /// The network that it comes from has as many as it may have, or the server has.
  case tooManyConnections
}
