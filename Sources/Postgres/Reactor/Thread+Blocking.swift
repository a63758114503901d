import Foundation

/// Runs `work` on a thread of its own: for calls that may block (name resolution, a cancel request), which
/// must not hold up Swift's cooperative threads.
func onOwnThread<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
  await withCheckedContinuation { continuation in
    Thread.detachNewThread { continuation.resume(returning: work()) }
  }
}
