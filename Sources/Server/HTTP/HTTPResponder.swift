/// What answers the requests of connections.
protocol HTTPResponder: Sendable {
  func answer(to request: ReceivedRequest) async -> Answer

  /// The answer to what is no request. The connection ends with it.
  func answer(to fault: RequestFault) -> Answer
}

/// Why a connection has no request that could be answered.
enum RequestFault: Error {
  /// Not HTTP, or ended in the middle of a request.
  case malformed
  /// HTTP/1.1 without a host, or with two.
  case host
  case headersTooLarge
  /// It began, and did not come whole in time.
  case tooSlow
  /// The network that it comes from has as many as it may have.
  case tooManyConnections
}
