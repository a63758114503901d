import CCurl
import Curl
import Synchronization

/// The requests on their way to the thread of libcurl.
final class TransferQueue: Sendable {
  private struct State {
    var waiting: [WaitingTransfer] = []
    var isEnded = false
  }

  private let state = Mutex(State())
  /// Not isolated: the thread of the loop alone uses the handle, but for `curl_multi_wakeup`, which any thread may call at any
  /// time — libcurl's manual, curl_multi_wakeup(3). The handle ends with this object, which the loop and all who wake it hold.
  nonisolated(unsafe) let multi: UnsafeMutableRawPointer

  init() throws {
    guard CurlHandle.isReady, let multi = curl_multi_init() else { throw HTTP2Client.NotMade() }
    self.multi = multi
  }

  deinit { curl_multi_cleanup(multi) }

  func add(_ transfer: WaitingTransfer) {
    let isTaken = state.withLock { state in
      if !state.isEnded { state.waiting.append(transfer) }
      return !state.isEnded
    }
    if isTaken {
      curl_multi_wakeup(multi)
    } else {
      transfer.continuation.resume(returning: .notSent(why: "the client has ended"))
    }
  }

  func end() {
    state.withLock { $0.isEnded = true }
    curl_multi_wakeup(multi)
  }

  var isEnded: Bool { state.withLock { $0.isEnded } }

  var hasWaiting: Bool { state.withLock { !$0.waiting.isEmpty } }

  /// Takes the oldest requests.
  func take(atMost count: Int) -> [WaitingTransfer] {
    state.withLock { state in
      let taken = Array(state.waiting.prefix(count))
      state.waiting.removeFirst(taken.count)
      return taken
    }
  }
}
