import Gateway
import HummingbirdCore
import Logging
import Memory
import NIOCore
import NIOPosix
import Passwords
import Postgres
import ServiceLifecycle

/// The server's logs, metrics and admin address, as its options set them.
struct Observation {
  let observer: RequestObserver
  let jobs = JobHistory()
  let drainDelay: Duration
  private let address: AdminAddress?
  private let responder: AdminResponder
  /// A body is none of the admin address's business.
  private let limits = RequestHandler.Limits(bodySize: 0, connections: 64)
  private let memory: MemoryBudget

  /// - Parameter pools: by the role that they are for.
  init(
    _ options: ObservationOptions, gateway: Gateway, pools: [(name: String, pool: ConnectionPool)],
    readiness: ReadinessCheck, admission: Admission, clients: ClientNetworks, memory: MemoryBudget,
    connections: ConnectionRegistry, streams: StreamRegistry, passwords: PasswordHasher?, files: FileServices,
    doctor: DoctorReport
  ) throws {
    self.memory = memory
    let requests = RequestMetrics()
    address = try options.resolvedAdminAddress()
    drainDelay = try options.resolvedDrainDelay()
    let slowOperation = try options.resolvedSlowOperation()
    let slowOperations = SlowOperations()
    observer = RequestObserver(
      metrics: address == nil ? nil : requests, clients: clients, slowOperation: slowOperation,
      slowOperations: address == nil ? nil : slowOperations)
    let status = OperatorStatus(
      slowOperation: slowOperation, slowOperations: slowOperations, passes: jobs.passes, doctor: doctor)
    responder = AdminResponder(
      metrics: ServerMetrics(
        requests: requests, gateway: gateway, pools: pools, admission: admission, jobs: jobs, clients: clients,
        memory: memory, passwords: passwords, connections: connections, streams: streams, files: files),
      readiness: readiness, admission: admission, limits: limits, site: try address.map { try OperatorSite(status, at: $0.host) })
  }

  /// The services at the admin address, if there is one.
  func services(_ logger: Logger) -> [any Service] {
    guard let address else { return [] }
    if !address.isLoopback {
      logger.notice("the admin address asks nobody for a token: keep it off the internet")
    }
    let connection = HTTPConnection(
      responder: responder, limits: limits, memory: memory, registry: ConnectionRegistry(limits: limits))
    let server = connection.server(
      configuration: ServerConfiguration(
        address: .hostname(address.host, port: address.port),
        availableConnectionsDelegate: MaximumAvailableConnections(limits.acceptedConnections)),
      onServerRunning: { channel in
        let address = channel.localAddress.map(String.init(describing:)) ?? "an unknown address"
        logger.notice("metrics are at the admin address", metadata: ["address": "\(address)"])
      },
      eventLoopGroup: MultiThreadedEventLoopGroup.singleton, logger: logger)
    return [server]
  }
}
