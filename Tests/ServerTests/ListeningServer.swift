import HummingbirdCore
import Logging
import Memory
import NIOCore
import NIOPosix
import ServiceLifecycle
import Testing

@testable import Server

/// Connections of a responder on a free port.
struct ListeningServer: Sendable {
  let port: Int
  private let services: ServiceGroup

  /// Runs `body` with a server, and stops it.
  static func run(
    _ responder: any HTTPResponder, limits: RequestHandler.Limits, logger: Logger = .ofTests,
    memory: MemoryBudget = MemoryBudget(capacity: 256 << 20),
    certificate: ServerCertificate? = nil, handshakeTime: TimeAmount = .seconds(20),
    _ body: @escaping @Sendable (ListeningServer) async throws -> Void
  ) async throws {
    let (ports, port) = AsyncStream.makeStream(of: Int.self)
    let connection = HTTPConnection(
      responder: responder, limits: limits, memory: memory, registry: ConnectionRegistry(limits: limits),
      certificate: certificate, handshakeTime: handshakeTime)
    let listener = connection.server(
      configuration: ServerConfiguration(address: .hostname("127.0.0.1", port: 0)),
      onServerRunning: { port.yield($0.localAddress?.port ?? 0) },
      eventLoopGroup: MultiThreadedEventLoopGroup.singleton, logger: logger)
    let services = ServiceGroup(configuration: ServiceGroupConfiguration(services: [listener], logger: logger))
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await services.run() }
      var running = ports.makeAsyncIterator()
      let server = ListeningServer(port: try #require(await running.next()), services: services)
      try await body(server)
      await server.stop()
      try await group.waitForAll()
    }
  }

  /// Takes no more connections, and ends those that there are.
  func stop() async { await services.triggerGracefulShutdown() }
}

extension Logger {
  static var ofTests: Logger {
    var logger = Logger(label: "test", factory: { StreamLogHandler.standardError(label: $0) })
    logger.logLevel = .critical
    return logger
  }
}
