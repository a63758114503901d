/// A request, and who waits for its end.
struct WaitingTransfer: Sendable {
  let request: HTTPRequest
  let continuation: CheckedContinuation<HTTPResult, Never>
}
