import ArgumentParser
import Foundation
import Gateway
import GraphQL
import HummingbirdCore
import Logging
import Mail
import Memory
import NIOCore
import NIOPosix
import Planning
import Postgres
import Push
import Domain
import ServiceLifecycle
import UnixSignals

/// `hatched serve`
struct Serve: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Serves GraphQL over HTTP.",
    discussion: """
      POST and GET /graphql answer queries, GET /health says that the process runs, GET /ready that it can answer.
      SIGTERM and Ctrl-C stop it: requests in flight finish, for at most 10 seconds, and streams are told to come back.

      Examples:
        hatched serve
        hatched serve --host 0.0.0.0 --port 80 --pool-size 32
        hatched serve --cors-origin https://app.example.org,http://localhost:5173
        hatched serve --apple-audience org.example.hatched
        hatched serve --compression off     # behind a proxy that compresses
        hatched serve --host 0.0.0.0 --port 443 \\
          --tls-certificate fullchain.pem --tls-key privkey.pem
        hatched serve --admin-address 127.0.0.1:9090 --log-format json
        hatched serve --slow-operation 500ms
        hatched serve --trusted-documents persisted-documents.json \\
          --trusted-documents-only --introspection off
        hatched serve --mail-server smtp://mail.example.org \\
          --mail-from "HatchEd <no-reply@example.org>" \\
          --public-url https://app.example.org
        hatched serve --apns-key-file AuthKey_ABC123DEFG.p8 \\
          --apns-key-id ABC123DEFG --apns-team-id DEF123GHIJ \\
          --apns-topic org.example.hatched
      """)

  @OptionGroup var options: ServerOptions

  func run() async throws {
    let logger = try options.observation.logger(options.resolvedLogLevel())
    let addresses = try await checkedAddresses()
    try DescriptorLimit(maxConnections: options.maxConnections, poolSize: options.database.poolSize).raise()
    let unknown = SettingVariables(environment: ProcessInfo.processInfo.environment).unknown
    if !unknown.isEmpty {
      logger.warning("no variable of this program: \(unknown.joined(separator: ", "))", metadata: ["advice": "see hatched settings"])
    }
    let limits = options.limits
    let certificate = try options.tls.certificate()
    let tokens = try TokenConfiguration()
    let identity = try options.signIn.services(tokens, logger: logger)
    let map = try EntityMap(domain: .domain(), identity: identity)
    let documents = try options.documents.options(for: map.schema, limits: limits.documents)
    var poolConfiguration = try options.database.poolConfiguration()
    poolConfiguration.connection.maximumAnswerBytes = limits.answerBytes
    options.load.bound(&poolConfiguration)
    let pool = try ConnectionPool(poolConfiguration)
    let workerPool = try options.worker.pool(preparedStatements: options.database.preparedStatements == .on)
    var connectionLimits = options.connections.limits(bodySize: limits.maxBodySize)
    connectionLimits.connections = options.maxConnections
    connectionLimits.streamDrain = options.streams.drain
    // All connections are the proxy's.
    connectionLimits.clientAddressHeader = try options.http.clientAddressHeaderName()
    if connectionLimits.clientAddressHeader != nil { connectionLimits.connectionsPerNetwork = options.maxConnections }
    let readiness = Readiness.ofRelease(pool)
    let readinessCheck = ReadinessCheck(readiness)
    let admission = Admission()
    let memory = MemoryBudget(capacity: options.load.memoryBudget)
    let registry = ConnectionRegistry(limits: connectionLimits)
    let streams = StreamRegistry(limits: options.streams.limits(connections: options.maxConnections))
    let listener = try options.listening.listener()
    let gateway = Gateway(
      map: map, authenticator: tokens.authenticator, pool: pool, documents: documents,
      documentLimits: limits.documents, limits: limits.requests, attempts: AttemptCounter(secrets: tokens.keys, limits: identity.attempts),
      answerMemory: AnswerMemory(
        identity: AnswerIdentity(secrets: tokens.keys, program: try ProgramDigest.bytes(with: limits)),
        maximumBytes: options.load.answerMemory),
      hints: listener == nil ? nil : ChangeHints(secrets: tokens.keys))
    let observation = try Observation(
      options.observation, gateway: gateway, pools: [("app", pool)] + (workerPool.map { [("worker", $0)] } ?? []),
      readiness: readinessCheck, admission: admission,
      clients: ClientNetworks(header: options.http.clientAddressHeaderName()), memory: memory, connections: registry,
      streams: streams, passwords: identity.passwords)
    let responder = try GatewayResponder(
      gateway: gateway, readiness: readinessCheck, admission: admission, logger: logger,
      limits: connectionLimits, throttle: options.load.throttle(poolSize: poolConfiguration.size),
      memory: memory, sharedBodies: SharedBodies(budget: memory), streams: streams,
      gzip: options.http.compression == .on ? GZip() : nil, crossOrigin: options.http.crossOriginPolicy(),
      clientAddressHeader: options.http.clientAddressHeaderName(), observer: observation.observer)
    let check = AdmissionService(
      readiness: readiness, admission: admission,
      connections: ConnectionChecks(
        app: pool, worker: workerPool, listener: try options.listening.address(), readiness: readiness, logger: logger),
      logger: logger)
    try await check.attempt()

    let connection = HTTPConnection(
      responder: responder, limits: connectionLimits, memory: memory, registry: registry,
      certificate: certificate)
    let server = connection.server(
      configuration: ServerConfiguration(
        address: .hostname(addresses[0].host, port: addresses[0].port),
        availableConnectionsDelegate: MaximumAvailableConnections(connectionLimits.acceptedConnections)),
      onServerRunning: { channel in
        let address = channel.localAddress.map(String.init(describing:)) ?? "an unknown address"
        logger.notice("listening", metadata: ["address": "\(address)", "version": "\(Release.version)", "build": "\(Release.build)"])
      },
      eventLoopGroup: MultiThreadedEventLoopGroup.singleton, logger: logger)
    let drain = DrainService(admission: admission, delay: observation.drainDelay)
    // Stopped in reverse: first it is said, then there are no more requests, then no more connections.
    var configuration = try ServiceGroupConfiguration(
      services: observation.services(logger) + [
          PoolService(pool: pool), check, MemoryService(budget: memory),
          LiveService(watch: gateway.watch, pool: pool, logger: logger),
        ]
        + hints(gateway, listener, logger)
        + background(workerPool, admission, observation.overdue, logger)
        + messages(workerPool, admission, gateway.messages, observation.outbox, tokens, logger)
        + pushes(workerPool, admission, gateway.pushes, observation.pushes, logger) + renewal(of: certificate, logger)
        + [server, drain],
      gracefulShutdownSignals: [.sigterm, .sigint],
      logger: logger)
    configuration.maximumGracefulShutdownDuration = options.streams.shutdownTime + observation.drainDelay
    do {
      try await ServiceGroup(configuration: configuration).run()
    } catch let error as IOError {
      // Another program may have taken a port since they were checked.
      for address in addresses { try await address.check() }
      throw error
    }
  }

  /// The server's address and the admin address, at which this process can listen.
  /// - Throws: `CommandFailure` where it cannot.
  private func checkedAddresses() async throws -> [ListeningAddress] {
    var addresses = [ListeningAddress.server(host: options.resolvedHost, port: try options.resolvedPort())]
    if let admin = try options.observation.resolvedAdminAddress() {
      let admin = ListeningAddress.admin(admin)
      try admin.check(differsFrom: addresses[0])
      addresses.append(admin)
    }
    for address in addresses { try await address.check() }
    return addresses
  }

  /// The services of the server besides answering requests.
  private func background(
    _ pool: ConnectionPool?, _ admission: Admission, _ history: OverdueHistory, _ logger: Logger
  ) -> [any Service] {
    guard let pool else {
      logger.warning("WORKER_DATABASE_URL is not set: this process does not look for overdue assignments")
      return []
    }
    return [
      PoolService(pool: pool),
      OverdueService(
        detection: OverdueDetection(pool: pool), admission: admission, logger: logger, history: history),
      changeRetention(pool, admission, logger), accountRetention(pool, admission, logger),
      dismissalExpiry(pool, admission, logger), pickupRetention(pool, admission, logger),
    ]
  }

  private func changeRetention(_ pool: ConnectionPool, _ admission: Admission, _ logger: Logger) -> RetentionService {
    let retention = ChangeRetention(
      pool: pool, days: options.changes.keepChanges, objects: options.changes.keepChangedObjects)
    return RetentionService(failure: "old changes could not be forgotten", admission: admission, logger: logger) { isStopping in
      try await retention.pass(isStopping: isStopping)
      return RetentionService.interval
    }
  }

  private func dismissalExpiry(_ pool: ConnectionPool, _ admission: Admission, _ logger: Logger) -> RetentionService {
    let expiry = DismissalExpiry(pool: pool)
    return RetentionService(failure: "dismissals of days that have ended are still open", admission: admission, logger: logger) {
      isStopping in
      _ = try await expiry.tell(isStopping: isStopping)
      _ = try await expiry.pass(isStopping: isStopping)
      return .seconds(60)
    }
  }

  private func pickupRetention(_ pool: ConnectionPool, _ admission: Admission, _ logger: Logger) -> RetentionService {
    let retention = PickupRetention(pool: pool, days: options.changes.keepPickups)
    return RetentionService(failure: "old dismissals could not be forgotten", admission: admission, logger: logger) { isStopping in
      _ = try await retention.pass(isStopping: isStopping)
      return RetentionService.interval
    }
  }

  private func accountRetention(_ pool: ConnectionPool, _ admission: Admission, _ logger: Logger) -> RetentionService {
    let retention = AccountRetention(pool: pool, days: options.signIn.keepUnconfirmedAccounts)
    return RetentionService(
      failure: "accounts that never confirmed an address could not be removed", admission: admission, logger: logger
    ) { isStopping in
      let result = try await retention.pass(isStopping: isStopping)
      if result.forgotten > 0 {
        logger.notice(
          "removed accounts that never confirmed an address", metadata: ["accounts": .stringConvertible(result.forgotten)])
      }
      // After a flood of registrations more accounts may be left.
      return result.isBounded ? .seconds(3600) : RetentionService.interval
    }
  }

  /// The services that tell other processes of changes, and hear of theirs.
  private func hints(_ gateway: Gateway, _ listener: Listener?, _ logger: Logger) -> [any Service] {
    guard let listener, let announcer = gateway.announcer else { return [] }
    return [
      ListenerService(listener: listener, watch: gateway.watch, logger: logger),
      AnnouncerService(announcer: announcer, pool: gateway.pool, logger: logger),
    ]
  }

  private func messages(
    _ pool: ConnectionPool?, _ admission: Admission, _ hint: OutboxSignal, _ history: OutboxHistory, _ tokens: TokenConfiguration,
    _ logger: Logger
  ) throws -> [any Service] {
    let signal = AbortSignal()
    let way = try options.mail.resolvedWay()
    let carriers = try options.mail.carriers(signal)
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
    case .print:
      logger.warning(
        "messages are printed with their codes and links, not sent\(options.mail.hasServer ? ", though there is a mail server" : "")",
        metadata: ["advice": "for development only: unset HATCHED_MAIL once HATCHED_MAIL_SERVER is set"])
    }
    return [
      OutboxService(
        outbox: Outbox(pool: pool), carriers: carriers, composer: composer, options: options.mail,
        rounds: OutboxRounds(admission: admission, hint: hint, logger: logger), history: history, signal: signal)
    ]
  }

  private func pushes(
    _ pool: ConnectionPool?, _ admission: Admission, _ hint: OutboxSignal, _ history: PushHistory, _ logger: Logger
  ) throws -> [any Service] {
    let sender = try options.push.sender()
    guard let pool else {
      if sender != nil { logger.warning("WORKER_DATABASE_URL is not set: this process sends no push notifications") }
      return []
    }
    if let services = sender?.sender.services {
      logger.notice("sends push notifications", metadata: ["services": "\(services.map(\.rawValue).joined(separator: " "))"])
    } else {
      logger.notice("there are no keys for APNs or FCM: this process sends no push notifications")
    }
    return [
      PushNotificationService(
        outbox: PushOutbox(pool: pool), sender: sender, keepDays: options.mail.keepMessages,
        rounds: OutboxRounds(admission: admission, hint: hint, logger: logger), history: history)
    ]
  }

  private func renewal(of certificate: ServerCertificate?, _ logger: Logger) -> [any Service] {
    certificate.map { [CertificateService(certificate: $0, logger: logger)] } ?? []
  }
}
