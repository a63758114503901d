import ArgumentParser
import Foundation
import Gateway
import GraphQL
import HummingbirdCore
import Logging
import Memory
import NIOCore
import NIOPosix
import Planning
import Postgres
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
        hatched serve --explorer --explorer-files .hatched/explorer
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
      logger.warning(
        "no variable of this program: \(unknown.joined(separator: ", "))", metadata: ["advice": "see hatched settings"])
    }
    let limits = options.limits
    let certificate = try options.tls.certificate()
    let explorer = try options.explorer.site(listeningOn: [options.resolvedHost])
    if let explorer, !explorer.isComplete {
      logger.warning(
        "the explorer has no files of GraphiQL: its page says how to get them", metadata: ["advice": "run scripts/explorer-files"])
    }
    let tokens = try TokenConfiguration()
    let hosts = try options.outgoing.hosts()
    var identity = try options.signIn.services(tokens, logger: logger)
    identity.reachableHosts = hosts
    let map = try EntityMap(domain: .domain(), identity: identity)
    let documents = try options.documents.options(for: map.schema, limits: limits.documents)
    let poolConfiguration = try options.poolConfiguration()
    let pool = try ConnectionPool(poolConfiguration)
    let files = try FileServices(options.files, logger: logger)
    let workerPool = try options.worker.pool(preparedStatements: options.database.preparedStatements == .on)
    let connectionLimits = try options.connectionLimits()
    let readiness = Readiness.ofRelease(pool)
    let readinessCheck = ReadinessCheck(readiness)
    let admission = Admission()
    let memory = MemoryBudget(capacity: options.load.memoryBudget)
    let registry = ConnectionRegistry(limits: connectionLimits)
    let streams = StreamRegistry(limits: options.streams.limits(connections: options.maxConnections))
    let listener = try options.listening.listener()
    let gateway = Gateway(
      map: map, authenticator: tokens.authenticator, pool: pool, documents: documents,
      documentLimits: limits.documents, limits: limits.requests,
      attempts: AttemptCounter(secrets: tokens.keys, limits: identity.attempts),
      answerMemory: AnswerMemory(
        identity: AnswerIdentity(secrets: tokens.keys, program: try ProgramDigest.bytes(with: limits)),
        maximumBytes: options.load.answerMemory),
      hints: listener == nil ? nil : ChangeHints(secrets: tokens.keys), showsPlans: options.explorer.explorerPlans)
    let observation = try Observation(
      options.observation, gateway: gateway, pools: [("app", pool)] + (workerPool.map { [("worker", $0)] } ?? []),
      readiness: readinessCheck, admission: admission,
      clients: ClientNetworks(header: options.http.clientAddressHeaderName()), memory: memory, connections: registry,
      streams: streams, passwords: identity.passwords, files: files,
      doctor: DoctorReport { [options] in await DoctorChecks(options: options).findings() })
    let responder = try GatewayResponder(
      gateway: gateway, readiness: readinessCheck, admission: admission, logger: logger,
      limits: connectionLimits, throttle: options.load.throttle(poolSize: poolConfiguration.size),
      memory: memory, sharedBodies: SharedBodies(budget: memory), streams: streams,
      gzip: options.http.compression == .on ? GZip() : nil, crossOrigin: options.http.crossOriginPolicy(),
      clientAddressHeader: options.http.clientAddressHeaderName(), explorer: explorer,
      reportCards: ReportCardSite(signer: ReportCardAddress.Signer(tokens.keys), printer: options.printing.printer()),
      calendars: CalendarFeedSite(feeds: CalendarFeeds(pool: pool)), files: files.paths(pool, tokens.keys, logger: logger), observer: observation.observer)
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
        logger.notice(
          "listening",
          metadata: ["address": "\(address)", "version": "\(Release.version)", "build": "\(Release.build)"])
      },
      eventLoopGroup: MultiThreadedEventLoopGroup.singleton, logger: logger)
    let drain = DrainService(admission: admission, delay: observation.drainDelay)
    // Stopped in reverse: first it is said, then there are no more requests, then no more connections.
    var configuration = try ServiceGroupConfiguration(
      services: observation.services(logger) + [
          PoolService(pool: pool), check, MemoryService(budget: memory),
          LiveService(gateway: gateway, logger: logger),
        ]
        + hints(gateway, listener, logger)
        + jobs(workerPool, admission, gateway.wakeUp, files, hosts, observation.jobs, logger)
        + messages(workerPool, admission, gateway.wakeUp.messages, observation.jobs.messages, tokens, logger)
        + pushes(workerPool, admission, gateway.wakeUp.pushes, observation.jobs.pushes, logger)
        + webhooks(workerPool, admission, gateway.wakeUp, observation.jobs.webhooks, hosts, logger)
        + renewal(of: certificate, logger)
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
}
