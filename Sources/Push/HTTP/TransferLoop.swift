import CCurl
import Curl

/// Runs transfers on one thread, many at once, until its queue ends.
final class TransferLoop {
  /// The most transfers under way; others wait. Apple's and Google's servers take more streams on a connection.
  private static let maximumRunning = 200
  private static let maximumConnections = 4
  /// How often a request is sent again because the server leaves the connection without acting on it.
  private static let maximumDepartures = 5
  /// Milliseconds. A request wakes the loop before.
  private static let longestWait: Int32 = 60_000

  private let queue: TransferQueue
  private let options: TransferOptions
  private var running: [UnsafeMutableRawPointer: Transfer] = [:]
  private var idle: [CurlHandle] = []
  private let ends = ConnectionEnds()
  /// Requests that a server has not acted on.
  private var left: [WaitingTransfer] = []

  init(_ queue: TransferQueue, _ options: TransferOptions) {
    self.queue = queue
    self.options = options
    _ = ccurl_set_multi_number(queue.multi, CURLMOPT_MAX_HOST_CONNECTIONS, Self.maximumConnections)
  }

  func run() {
    while !queue.isEnded {
      start()
      var count: Int32 = 0
      _ = curl_multi_perform(queue.multi, &count)
      finish()
      // Those that have ended make room, and no event of the network may come for others.
      if running.count < Self.maximumRunning, !left.isEmpty || queue.hasWaiting { continue }
      _ = curl_multi_poll(queue.multi, nil, 0, Self.longestWait, nil)
    }
    end()
  }

  private func start() {
    let waiting = left + queue.take(atMost: max(0, Self.maximumRunning - running.count - left.count))
    left = []
    for next in waiting {
      guard let curl = idle.popLast() ?? (try? CurlHandle()) else {
        next.continuation.resume(returning: .notSent(why: "libcurl cannot be used"))
        continue
      }
      let transfer = Transfer(next, curl, options, ends)
      guard curl_multi_add_handle(queue.multi, curl.pointer) == CURLM_OK else {
        next.continuation.resume(returning: .notSent(why: "libcurl cannot be used"))
        continue
      }
      running[curl.pointer] = transfer
    }
  }

  /// Tells those who wait for the transfers that have ended.
  private func finish() {
    var remaining: Int32 = 0
    while let message = curl_multi_info_read(queue.multi, &remaining) {
      let done = message.pointee
      guard done.msg == CURLMSG_DONE, let pointer = done.easy_handle, let transfer = running.removeValue(forKey: pointer) else {
        continue
      }
      let result = transfer.result(done.data.result)
      let wasLeft = transfer.wasLeft
      curl_multi_remove_handle(queue.multi, pointer)
      // The memory that its options point to ends here.
      transfer.curl.reset()
      idle.append(transfer.curl)
      if wasLeft, transfer.waiting.departures < Self.maximumDepartures {
        var again = transfer.waiting
        again.departures += 1
        left.append(again)
      } else {
        transfer.waiting.continuation.resume(returning: result)
      }
    }
  }

  private func end() {
    for (pointer, transfer) in running {
      let result = transfer.result(CURLE_ABORTED_BY_CALLBACK)
      curl_multi_remove_handle(queue.multi, pointer)
      transfer.curl.reset()
      transfer.waiting.continuation.resume(returning: result)
    }
    running = [:]
    for waiting in left + queue.take(atMost: .max) { waiting.continuation.resume(returning: .notSent(why: "the client has ended")) }
  }
}
