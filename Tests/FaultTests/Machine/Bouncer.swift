import Foundation
import Postgres

/// PgBouncer in transaction mode in front of a cluster.
final class Bouncer: Sendable {
  static let program = Machine.program("pgbouncer")
  private static let port = 6432

  let cluster: Cluster
  private let configuration: URL
  let process: ChildProgram

  /// - Parameter settings: further lines of its configuration.
  static func start(in front: Cluster, settings: [String] = []) async throws -> Bouncer {
    let bouncer = try Bouncer(front, settings)
    let socket = front.folder.appending(path: ".s.PGSQL.\(port)").path
    let deadline = ContinuousClock.now + .seconds(30)
    while !FileManager.default.fileExists(atPath: socket) {
      guard .now < deadline, bouncer.process.isRunning else {
        throw Machine.Failed(description: try bouncer.process.output)
      }
      try await Task.sleep(for: .milliseconds(10))
    }
    return bouncer
  }

  private init(_ cluster: Cluster, _ settings: [String]) throws {
    self.cluster = cluster
    configuration = cluster.folder.appending(path: "pgbouncer.ini")
    let users = cluster.folder.appending(path: "users")
    try "\"hatched_app\" \"\"\n".write(to: users, atomically: true, encoding: .utf8)
    try """
    [databases]
    * = host=\(cluster.folder.path)
    [pgbouncer]
    listen_addr =
    listen_port = \(Self.port)
    unix_socket_dir = \(cluster.folder.path)
    auth_type = trust
    auth_file = \(users.path)
    pool_mode = transaction
    default_pool_size = 4
    max_client_conn = 100
    server_login_retry = 0.2
    \(settings.joined(separator: "\n"))
    """.write(to: configuration, atomically: true, encoding: .utf8)
    let socket = cluster.folder.appending(path: ".s.PGSQL.\(Self.port)")
    try? FileManager.default.removeItem(at: socket)
    try Machine.run("chmod 644 \(configuration.path) \(users.path)")
    guard let program = Self.program else { throw Machine.Missing(description: "there is no program pgbouncer") }
    process = try ChildProgram(
      Machine.asOrdinaryUser + [program, configuration.path], environment: ["LC_ALL": "C.UTF-8"],
      log: cluster.folder.appending(path: "pgbouncer.log"))
  }

  deinit { process.end() }

  /// The way to the cluster through it.
  var address: DatabaseAddress { get throws { try cluster.address("hatched_app", port: Self.port) } }
}
