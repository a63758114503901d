import Foundation
import Postgres
import SQL
import SampleData
import Synchronization
import TestSupport

/// A PostgreSQL of a test's own, which it may break. `fsync` is off, since what is killed here are processes and not
/// the machine; all else that keeps what was committed is as it is by default.
final class Cluster: Sendable {
  static let name = "school"
  /// The sample families, of one seed, so that ids and tokens are known.
  static let sample = Result { try SampleFamilies(count: 20, seed: 7) }

  let folder: URL
  /// The server's settings.
  private let settings: [String]
  let clock: MovedClock
  private let server = Mutex<ChildProgram?>(nil)

  /// A running cluster with migrated, filled tables, which is gone when `body` returns or throws.
  /// - Parameter smallDisk: bytes of a file system at ``smallDisk`` that only the server sees; 0 for none.
  static func run<Result>(
    smallDisk: Int = 0, settings: [String] = [], _ body: (Cluster) async throws -> Result
  ) async throws -> Result {
    let cluster = Cluster(folder: try Machine.makeFolder(), settings: settings)
    defer { cluster.remove() }
    try Machine.run("cp -a \(try await ClusterTemplate.shared.value.path)/data \(cluster.data.path)")
    try await cluster.start(smallDisk: smallDisk)
    return try await body(cluster)
  }

  init(folder: URL, settings: [String] = []) {
    self.folder = folder
    clock = MovedClock(file: folder.appending(path: "server-clock"))
    self.settings = settings
  }

  var data: URL { folder.appending(path: "data") }
  /// Where the server's small file system is.
  var smallDisk: URL { folder.appending(path: "small") }
  var log: String { get throws { try String(contentsOf: folder.appending(path: "log"), encoding: .utf8) } }
  var process: ChildProgram? { server.withLock { $0 } }

  /// - Parameters:
  ///   - role: whom to connect as.
  ///   - host: another way to the server than its socket.
  func address(
    _ role: String = "postgres", database: String = Cluster.name, host: String? = nil, port: Int = 5432
  ) throws -> DatabaseAddress {
    try DatabaseAddress("host=\(host ?? folder.path) port=\(port) dbname=\(database) user=\(role)")
  }

  // MARK: Start and end

  /// Starts the server, and waits until it answers.
  func start(smallDisk size: Int = 0) async throws {
    let all =
      ["listen_addresses=", "unix_socket_directories=\(folder.path)", "fsync=off", "max_connections=80",
        "shared_buffers=32MB", "deadlock_timeout=100ms", "restart_after_crash=on"] + settings
    var command = try Machine.asOrdinaryUser + [Machine.postgres.appending(path: "postgres").path, "-D", data.path]
    for setting in all { command += ["-c", setting] }
    if size > 0 {
      let line = """
        mkdir -p \(smallDisk.path) && mount -t tmpfs -o size=\(size),mode=755 none \(smallDisk.path) &&
        install -d -o postgres \(smallDisk.path)/files && exec "$@"
        """
      command = ["/usr/bin/unshare", "--mount", "--", "/bin/bash", "-c", line, "bash"] + command
    }
    let environment = try clock.environment.merging(["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"]) { $1 }
    let program = try ChildProgram(command, environment: environment, log: folder.appending(path: "log"))
    server.withLock { $0 = program }
    try await answers()
  }

  /// Waits until it takes connections.
  func answers() async throws {
    let deadline = ContinuousClock.now + .seconds(60)
    while true {
      do {
        return try await run("SELECT 1", database: "postgres")
      } catch let error as StatementError {
        guard .now < deadline else { throw Machine.Failed(description: "\(error.message)\n\(try log)") }
      }
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  /// Ends the server: SIGQUIT is its immediate shutdown, as a crash is.
  func stop(by signal: Int32 = SIGQUIT) { process?.end(by: signal) }

  private func remove() {
    stop()
    try? FileManager.default.removeItem(at: folder)
  }

  // MARK: Statements

  /// Runs a script as the superuser.
  func run(_ script: String, database: String = Cluster.name) async throws {
    let connection = try await connect(database: database)
    try await connection.execute(script: script, deadline: .now + .seconds(60))
  }

  /// The rows of a statement, as the superuser.
  func rows(_ sql: SQL) async throws -> Rows {
    let connection = try await connect()
    return try await connection.snapshot([sql.statement], deadline: .now + .seconds(60))[0]
  }

  /// - Returns: the first value of a statement, a whole number.
  func count(_ sql: SQL) async throws -> Int {
    Int(try await rows("SELECT (\(sql))::int4").int4(row: 0, column: 0) ?? 0)
  }

  func connect(
    _ role: String = "postgres", database: String = Cluster.name, preparedStatementLimit: Int? = nil
  ) async throws -> Connection {
    var configuration = ConnectionConfiguration(address: try address(role, database: database))
    if let preparedStatementLimit { configuration.preparedStatementLimit = preparedStatementLimit }
    configuration.statementTimeout = .seconds(60)
    configuration.connectTimeout = .seconds(10)
    return try await Connection.connect(configuration, reactor: Self.reactor.get())
  }

  private static let reactor = Result { try Reactor() }

  /// Ends the backends of a role, at most so many.
  /// - Returns: how many there were.
  @discardableResult
  func endBackends(of role: String = "hatched_app", atMost: Int = 100, active: Bool = false) async throws -> Int {
    let state: SQL = active ? " AND state <> 'idle'" : ""
    return try await count(
      """
      SELECT count(pg_terminate_backend(pid)) FROM (SELECT pid FROM pg_stat_activity \
      WHERE usename = \(bind: .text(role))\(state) ORDER BY random() LIMIT \(bind: .int4(Int32(atMost)))) AS chosen
      """)
  }
}

/// The files of a cluster with a migrated, filled database, from which those of the tests are copied.
enum ClusterTemplate {
  static let shared = Task { try await make() }
  private static let folder = Mutex<URL?>(nil)

  private static func make() async throws -> URL {
    let folder = try Machine.makeFolder()
    Self.folder.withLock { $0 = folder }
    // A suite has no end at which it could be done.
    atexit {
      ClusterTemplate.folder.withLock { folder in
        if let folder { try? FileManager.default.removeItem(at: folder) }
      }
    }
    let cluster = Cluster(folder: folder)
    let programs = try Machine.postgres
    let initdb = "\(programs.path)/initdb -D \(cluster.data.path) --username=postgres --auth=trust --encoding=UTF8 "
    try Machine.run(
      Machine.asOrdinaryUser.joined(separator: " ") + " " + initdb
        + "--locale=C.UTF-8 --no-instructions --no-sync --wal-segsize=1")
    try await cluster.start()
    defer { cluster.stop(by: SIGINT) }
    // Tests/FaultTests/Machine/Cluster.swift
    var repository = URL(filePath: #filePath)
    for _ in 1...4 { repository.deleteLastPathComponent() }
    let roles = repository.appending(path: "scripts/roles.sql")
    try await cluster.run(String(contentsOf: roles, encoding: .utf8), database: "postgres")
    let database = try await SchoolDatabase(
      Cluster.name, families: Cluster.sample.get().count, on: cluster.address(database: "postgres"))
    try await LoadFamily.prepare(database)
    return folder
  }
}
