/// The body of an answer whose pieces are read while others are written. Used on the connection's event loop only.
final class RunningBody {
  /// Reads and writes pieces.
  var task: Task<Void, Never>?
  /// Waits until the channel takes more.
  private var reader: CheckedContinuation<Void, Never>?

  func wait(_ reader: CheckedContinuation<Void, Never>) { self.reader = reader }

  /// The channel takes more, or nothing any more.
  func resume() { reader.take()?.resume() }

  /// The connection has ended.
  func stop() {
    task?.cancel()
    resume()
  }
}
