import ArgumentParser
import Embedded
import Foundation
import Gateway
import GraphQL
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import Planning
import Postgres
import School
import ServiceLifecycle
import UnixSignals

/// `hatched serve`
struct Serve: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Serves GraphQL over HTTP.",
    discussion: """
      POST and GET /graphql answer queries, GET /health says that the process runs, GET /ready that it can answer.
      SIGTERM and Ctrl-C stop it: requests in flight finish, for at most 10 seconds.

      Examples:
        hatched serve
        hatched serve --host 0.0.0.0 --port 80 --pool-size 32
        hatched serve --cors-origin https://app.example.org,http://localhost:5173
        hatched serve --apple-audience org.example.hatched
        hatched serve --compression off     # behind a proxy that compresses
        hatched serve --trusted-documents persisted-documents.json --trusted-documents-only --introspection off
      """)

  @Option(help: "The address to listen on. (HOST) [127.0.0.1]")
  var host: String?

  @Option(help: "The port to listen on; 0 takes a free one. (PORT) [8080]")
  var port: Int?

  @Option(help: "The largest request body, in bytes.")
  var maxBodySize = 1 << 20

  @Option(help: "How many HTTP connections are open at most.")
  var maxConnections = 800

  @Option(help: "How many rows all lists of an operation may have together.")
  var maxRows = 20_000

  @Option(help: "trace, debug, info (a line for each request), notice, warning, error. (LOG_LEVEL) [notice]")
  var logLevel: String?

  @OptionGroup(title: "HTTP") var http: HTTPOptions

  @OptionGroup(title: "Connections") var connections: ConnectionOptions

  @OptionGroup(title: "Load") var load: LoadOptions

  @OptionGroup(title: "Sign-in") var signIn: SignInOptions

  @OptionGroup(title: "Documents") var documents: DocumentFlags

  @OptionGroup(title: "Database") var database: DatabaseOptions

  @OptionGroup(title: "Background work") var worker: WorkerOptions

  func validate() throws {
    guard (1...64 << 20).contains(maxBodySize) else {
      throw ValidationError("--max-body-size must be between 1 and \(64 << 20).")
    }
    guard (1...100_000).contains(maxConnections) else {
      throw ValidationError("--max-connections must be between 1 and 100000.")
    }
    guard (1...1_000_000).contains(maxRows) else {
      throw ValidationError("--max-rows must be between 1 and 1000000.")
    }
  }

  func run() async throws {
    let logger = try makeLogger()
    let port = try ServerPort.resolve(port)
    let tokens = try TokenConfiguration()
    let map = try EntityMap(school: .school(), identity: signIn.services(tokens, logger: logger))
    let documents = try documents.options(for: map.schema)
    var poolConfiguration = try database.poolConfiguration()
    load.bound(&poolConfiguration)
    let pool = try ConnectionPool(poolConfiguration)
    let limits = connections.limits(bodySize: maxBodySize)
    let readiness = Readiness(pool: pool, migrations: EmbeddedFile.migrations.map(\.name))
    let admission = Admission()
    let responder = try GatewayResponder(
      gateway: Gateway(
        map: map, authenticator: tokens.authenticator, pool: pool, documents: documents,
        limits: RequestLimits(rows: maxRows), attempts: AttemptCounter(secrets: tokens.keys)),
      readiness: ReadinessCheck(readiness), admission: admission, logger: logger, limits: limits,
      throttle: load.throttle,
      gzip: http.compression == .on ? GZip() : nil, crossOrigin: http.crossOriginPolicy(),
      clientAddressHeader: http.clientAddressHeaderName())
    let check = AdmissionService(readiness: readiness, admission: admission, logger: logger)
    try await check.attempt()

    let server = HTTPConnection(responder: responder, limits: limits).server(
      configuration: ServerConfiguration(
        address: .hostname(resolvedHost, port: port),
        availableConnectionsDelegate: MaximumAvailableConnections(maxConnections)),
      onServerRunning: { channel in
        let address = channel.localAddress.map(String.init(describing:)) ?? "an unknown address"
        logger.notice("listening", metadata: ["address": "\(address)"])
      },
      eventLoopGroup: MultiThreadedEventLoopGroup.singleton, logger: logger)
    // Stopped in reverse: first no more requests, then no more connections.
    var configuration = ServiceGroupConfiguration(
      services: [PoolService(pool: pool), check] + (try background(admission, logger)) + [server],
      gracefulShutdownSignals: [.sigterm, .sigint],
      logger: logger)
    configuration.maximumGracefulShutdownDuration = .seconds(10)
    try await ServiceGroup(configuration: configuration).run()
  }

  /// What the server does besides answering.
  private func background(_ admission: Admission, _ logger: Logger) throws -> [any Service] {
    guard let pool = try worker.pool(preparedStatements: database.preparedStatements == .on) else {
      logger.warning("WORKER_DATABASE_URL is not set: this process does not look for overdue assignments")
      return []
    }
    return [
      PoolService(pool: pool),
      OverdueService(detection: OverdueDetection(pool: pool), admission: admission, logger: logger),
    ]
  }

  private var resolvedHost: String { host ?? EnvironmentVariable.host.value ?? "127.0.0.1" }

  private func makeLogger() throws -> Logger {
    let name = logLevel ?? EnvironmentVariable.logLevel.value ?? "notice"
    guard let level = Logger.Level(rawValue: name.lowercased()) else {
      throw ValidationError(
        "\"\(name)\" is not a log level: use "
          + "\(Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")).")
    }
    var logger = Logger(label: "hatched", factory: { StreamLogHandler.standardError(label: $0) })
    logger.logLevel = level
    return logger
  }
}
