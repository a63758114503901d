import AsyncHTTPClient
import NIOCore

extension HTTPClientResponse.Body {
  /// The whole body. The client's own deadline ends with the head of an answer: a host that sends a byte now and then would be read for days.
  /// - Throws: `NIOTooManyBytesError` beyond the bytes, and `HTTPClientError.deadlineExceeded` beyond the moment.
  func collected(upTo maximum: Int, before deadline: NIODeadline) async throws -> ByteBuffer {
    try await withThrowingTaskGroup(of: ByteBuffer.self) { group in
      defer { group.cancelAll() }
      group.addTask { try await collect(upTo: maximum) }
      group.addTask {
        try await Task.sleep(for: .nanoseconds(Swift.max(0, (deadline - .now()).nanoseconds)))
        throw HTTPClientError.deadlineExceeded
      }
      return try await group.next() ?? ByteBuffer()
    }
  }
}
