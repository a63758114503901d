import Foundation

/// A cancel request that is sent from a thread of its own, as it blocks.
final class CancelRequest: Sendable {
  private let handle: CancelHandle
  private let done: EventDescriptor

  /// - Parameter done: signalled once PostgreSQL has sent the signal to the connection's process, or never
  ///   will.
  init(_ handle: consuming CancelHandle, done: EventDescriptor) {
    self.handle = handle
    self.done = done
  }

  func start() {
    Thread.detachNewThread { [self] in
      handle.send()
      done.signal()
    }
  }
}
