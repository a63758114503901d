/// A request, and who waits for its end.
struct WaitingTransfer: Sendable {
  let request: HTTPRequest
  let continuation: CheckedContinuation<HTTPResult, Never>
  /// How often the server has left the connection without acting on the request.
  var departures = 0
}
