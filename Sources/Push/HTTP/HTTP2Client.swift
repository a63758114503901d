import Foundation

/// Sends requests over HTTP/2 — RFC 9113. Requests to one server share a connection, many at once. libcurl works on a thread of
/// its own, which ends with the client.
package final class HTTP2Client: Sendable {
  package struct NotMade: Error {}

  private let queue: TransferQueue

  /// - Parameters:
  ///   - authorities: the file with the authorities that certify the servers; nil for those of the system.
  ///   - timeout: the time that one request takes at most, in seconds.
  package init(authorities: String? = nil, timeout: Int = 20) throws {
    let queue = try TransferQueue()
    self.queue = queue
    let thread = Thread { TransferLoop(queue, TransferOptions(authorities: authorities, timeout: timeout)).run() }
    thread.name = "push"
    thread.start()
  }

  deinit { queue.end() }

  /// Ends all requests that are under way, and takes no others.
  package func end() { queue.end() }

  func send(_ request: HTTPRequest) async -> HTTPResult {
    await withCheckedContinuation { queue.add(WaitingTransfer(request: request, continuation: $0)) }
  }
}
