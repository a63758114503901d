import Gateway
import ServiceLifecycle

/// Delivers the messages that changes have put into an outbox.
struct OutboxService<Delivery: OutboxDelivery>: Service, CustomStringConvertible {
  let workers: [OutboxWorker<Delivery>]
  /// Wakes the workers, and ends them.
  let signal: OutboxSignal
  let admission: Admission
  /// Aborts deliveries that are under way.
  let abort: @Sendable () -> Void

  var description: String { "an outbox with \(workers.count) workers" }

  /// How long deliveries that are under way may go on once the server is told to end.
  private static var patience: Duration { .seconds(4) }

  func run() async throws {
    await admission.wait()
    await withGracefulShutdownHandler {
      await withTaskGroup { group in
        for worker in workers { group.addTask { await worker.run() } }
      }
      abort()
    } onGracefulShutdown: {
      signal.end()
      Task {
        try? await Task.sleep(for: Self.patience)
        abort()
      }
    }
  }
}
