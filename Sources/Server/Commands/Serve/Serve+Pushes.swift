import Gateway
import Logging
import Postgres
import Push
import ServiceLifecycle

extension Serve {
  /// The service that sends push notifications; none without a pool or a key.
  func pushes(
    _ pool: ConnectionPool?, _ admission: Admission, _ signal: OutboxSignal, _ history: OutboxHistory<PushResult>,
    _ logger: Logger
  ) throws -> [any Service] {
    let sender = try options.push.sender()
    guard let pool else {
      if sender != nil { logger.warning("WORKER_DATABASE_URL is not set: this process sends no push notifications") }
      return []
    }
    guard let (sender, client) = sender else {
      logger.notice("there are no keys for APNs or FCM: this process sends no push notifications")
      return []
    }
    logger.notice(
      "sends push notifications", metadata: ["services": "\(sender.services.map(\.rawValue).joined(separator: " "))"])
    let worker = OutboxWorker(
      outbox: Outbox(pool: pool), delivery: PushDelivery(by: sender, logger: logger), signal: signal, history: history,
      logger: logger)
    return [OutboxService(workers: [worker], signal: signal, admission: admission) { client.end() }]
  }
}
