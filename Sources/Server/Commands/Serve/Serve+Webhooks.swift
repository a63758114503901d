import Domain
import Gateway
import Logging
import Postgres
import ServiceLifecycle

extension Serve {
  /// The service that sends messages to webhooks; none without a pool.
  func webhooks(
    _ pool: ConnectionPool?, _ admission: Admission, _ wakeUp: WakeUp, _ history: OutboxHistory<WebhookOutcome>, _ hosts: ReachableHosts,
    _ logger: Logger
  ) -> [any Service] {
    guard let pool else { return [] }
    let sender = PublicWebhooks(exceptions: hosts)
    let worker = WebhookWorker(
      outbox: WebhookOutbox(pool: pool, wakeUp: wakeUp), sender: sender, signal: wakeUp.webhooks, history: history, logger: logger)
    return [WebhookService(worker: worker, sender: sender, signal: wakeUp.webhooks, admission: admission)]
  }
}

/// Sends messages to webhooks.
struct WebhookService: Service, CustomStringConvertible {
  let worker: WebhookWorker
  let sender: PublicWebhooks
  /// Wakes the worker, and ends it.
  let signal: OutboxSignal
  let admission: Admission

  var description: String { "messages to webhooks" }

  func run() async throws {
    await admission.wait()
    await withGracefulShutdownHandler {
      await worker.run()
      await sender.shutdown()
    } onGracefulShutdown: {
      signal.end()
    }
  }
}
