/// The producer of a stream's events. The connection pulls one event at a time and pulls the next when its channel takes more,
/// so a slow reader has no queue. `next` runs on the connection's event loop: a source that always has an event at hand keeps
/// the loop until the system takes no more bytes for this client.
///
/// The task that calls `next` is cancelled when the connection ends or the server stops. `next` returns promptly after
/// that; its result is dropped. The connection releases the source without calling `next` where the client is gone before the
/// stream begins.
protocol EventSource: Sendable {
  /// Waits for the next event.
  /// - Returns: nil when the stream has ended, as `complete` says too.
  func next() async -> StreamEvent?
}
