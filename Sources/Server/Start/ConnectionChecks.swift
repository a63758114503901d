import Gateway
import Logging
import Postgres
import SQL

/// The checks of a server's connections before it serves: a role or an address in the place of another would let it run, and do only half
/// of its work without a word.
struct ConnectionChecks {
  let app: ConnectionPool
  let worker: ConnectionPool?
  let listener: DatabaseAddress?
  let readiness: Readiness
  let logger: Logger

  /// - Throws: `CommandFailure` for a problem that the operator must solve. Transient problems and unwise settings are
  ///   logged.
  func check() async throws {
    await checkRoom()
    await checkRelease()
    let identity = try? await app.snapshot([DatabaseIdentity.statement], for: .process)[0].text(row: 0, column: 0)
    if let worker { try await check(worker, isOf: identity) }
    if let listener { try await check(listener, isOf: identity) }
  }

  private func warn(_ problem: String, _ advice: String) {
    logger.warning("\(problem)", metadata: ["advice": "\(advice)"])
  }

  private func checkRoom() async {
    guard let rows = try? await app.snapshot([ConnectionRoom.statement], for: .process)[0] else { return }
    let room = ConnectionRoom(rows)
    let needed = app.configuration.size + (worker?.configuration.size ?? 0) + (listener == nil ? 0 : 1)
    guard needed > room.allowed else { return }
    warn(
      "this server may open \(needed) connections to PostgreSQL, and \(room.setting) allows \(room.allowed)",
      "lower --pool-size, or raise \(room.setting)")
  }

  private func checkRelease() async {
    guard let later = try? await readiness.laterMigrations(), let last = later.last else { return }
    warn(
      "the database is newer than this program: it has had \(last)\(later.count > 1 ? " and \(later.count - 1) more" : "")",
      "deploy the release that has \(later.count > 1 ? "them" : "it"); this one is \(Release.version)")
  }

  private func check(_ worker: ConnectionPool, isOf identity: String?) async throws {
    do {
      // First: in another database the role would lack its rights, too.
      let found = try await worker.snapshot([DatabaseIdentity.statement], for: .process)[0].text(row: 0, column: 0)
      try compare(found, with: identity, of: .worker)
      if let problem = try await WorkerRole(pool: worker).examine().problem {
        throw CommandFailure("WORKER_DATABASE_URL: \(problem)", advice: WorkerRole.advice.sentence, status: .wrongRole)
      }
    } catch let error as StatementError {
      try report(error, of: .worker, "background work waits for its database")
    }
  }

  private func check(_ address: DatabaseAddress, isOf identity: String?) async throws {
    var configuration = ConnectionConfiguration(address: address)
    configuration.applicationName = "hatched-listener"
    do {
      let connection = try await Connection.connect(configuration, reactor: try Reactor())
      let rows = try await connection.snapshot([DatabaseIdentity.statement, Self.process])
      try compare(rows[0].text(row: 0, column: 0), with: identity, of: .listener)
      guard rows[1].int4(row: 0, column: 0) != connection.processID else { return }
      // In session mode it would do, which only the pooler knows.
      warn(
        "LISTEN_DATABASE_URL leads through a pooler: in transaction mode it drops LISTEN, and changes of other servers are not heard",
        DatabaseRefusal.pastThePooler)
    } catch let error as StatementError {
      try report(error, of: .listener, "other servers cannot be heard yet")
    }
  }

  private static let process = Statement(text: "SELECT pg_backend_pid()")

  private func compare(_ found: String?, with identity: String?, of role: DatabaseRole) throws {
    guard let found, let identity, found != identity else { return }
    throw CommandFailure(
      "\(role.variable.rawValue) and DATABASE_URL lead to different databases",
      advice: "Give the same host, port and database in both: only the role differs.", status: .unfitEnvironment)
  }

  /// - Throws: A failure that does not pass by itself.
  private func report(_ error: StatementError, of role: DatabaseRole, _ consequence: String) throws {
    let refusal = DatabaseRefusal(error, role)
    if refusal.isLasting { throw refusal.failure }
    warn("\(consequence): \(error.message)", refusal.advice)
  }
}
