import Gateway
import Logging
import Mail
import Postgres
import ServiceLifecycle

extension Serve {
  /// The service that sends mail and text messages; none without a pool or a way to send them.
  func messages(
    _ pool: ConnectionPool?, _ admission: Admission, _ signal: OutboxSignal, _ history: OutboxHistory<MessageState>,
    _ tokens: TokenConfiguration, _ logger: Logger
  ) throws -> [any Service] {
    let abortion = AbortSignal()
    let way = try options.mail.resolvedWay()
    let carriers = try options.mail.carriers(abortion)
    let composer = try options.mail.composer(tokens, site: way == .smtp ? nil : MailOptions.development)
    guard let pool else {
      if way != .off { logger.warning("WORKER_DATABASE_URL is not set: this process sends no messages") }
      return []
    }
    switch way {
    case .smtp: break
    case .off:
      logger.warning(
        "this process sends no messages: nobody can confirm an address or set a new password",
        metadata: ["advice": "set HATCHED_MAIL_SERVER, or HATCHED_MAIL=print for development"])
      return []
    case .print:
      logger.warning(
        """
        messages are printed with their codes and links, not sent\
        \(options.mail.hasServer ? ", though there is a mail server" : "")
        """,
        metadata: ["advice": "for development only: unset HATCHED_MAIL once HATCHED_MAIL_SERVER is set"])
    }
    let workers = carriers.map { channel, carrier in
      OutboxWorker(
        outbox: Outbox(pool: pool),
        delivery: MessageDelivery(channel, by: carrier, composer: composer, lease: options.mail.lease, logger: logger),
        signal: signal, history: history, logger: logger)
    }
    return [OutboxService(workers: workers, signal: signal, admission: admission) { abortion.abort(after: .zero) }]
  }
}
