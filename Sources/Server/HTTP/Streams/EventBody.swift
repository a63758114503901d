/// The events of an answer that goes on, and their transport.
final class EventBody: Sendable {
  let source: any EventSource
  let transport: StreamTransport
  /// Counts the stream; nil where nothing is counted.
  let lease: StreamLease?

  init(source: any EventSource, transport: StreamTransport, lease: StreamLease?) {
    self.source = source
    self.transport = transport
    self.lease = lease
  }
}
