import Gateway
import Postgres
import Push
import SQL
import SampleData
import Domain
import TestSupport
import Testing

/// The outbox of pushes in a database of its own, whose first parent and first student have a device.
struct PushGround {
  let database: SchoolDatabase
  let outbox: Outbox<WaitingPush>
  let sender = UUIDValue.random()

  var parent: SampleAccount { database.demonstration.accounts[0] }
  var student: SampleAccount { database.demonstration.accounts[2] }

  /// - Parameter platforms: those that a server with keys has looked for.
  static func run(
    _ name: String, services: [PushService] = PushService.allCases, _ body: (PushGround) async throws -> Void
  ) async throws {
    let database = try await SchoolDatabase(name, families: 1)
    var configuration = PoolConfiguration(address: database.superuser.user("hatched_worker"))
    configuration.size = 4
    let pool = try ConnectionPool(configuration)
    let ground = PushGround(database: database, outbox: Outbox<WaitingPush>(pool: pool))
    try await database.run("DELETE FROM devices")
    if !services.isEmpty { #expect(try await ground.claim(services).isEmpty) }
    try await ground.register("a1b2", of: ground.parent)
    try await body(ground)
    await pool.shutdown()
  }

  func register(_ token: String, of account: SampleAccount, _ platform: String = "IOS") async throws {
    try await database.run(
      """
      INSERT INTO devices (family_id, id, member_id, platform, token) VALUES (\(bind: .uuid(account.family)), gen_random_uuid(), \
      \(bind: .uuid(account.member)), \(bind: .text(platform)), \(bind: .text(token)))
      """)
  }

  /// Writes a notification, as the server's role does.
  @discardableResult
  func notify(_ kind: String = "MESSAGE", to account: SampleAccount? = nil, title: String = "T", undone: Bool = false) async throws
    -> UUIDValue
  {
    struct Undo: Error {}
    let (id, recipient) = (UUIDValue.random(), account ?? parent)
    let scope: SQL = "SELECT set_config('hatched.family_id', \(bind: .text("\(recipient.family)")), true)"
    let sql: SQL = """
      INSERT INTO notifications (family_id, id, recipient_id, kind, title, body, student_id, due_date, notice_date) \
      VALUES (\(bind: .uuid(recipient.family)), \(bind: .uuid(id)), \(bind: .uuid(recipient.member)), \(bind: .text(kind)), \
      \(bind: .text(title)), 'B', \(bind: .uuid(student.member)), '2026-09-01', '2026-09-01')
      """
    let connection = try await Connection.connect(ConnectionConfiguration(address: database.app), reactor: Reactor())
    do {
      _ = try await connection.withTransaction(isolation: .readCommitted) { transaction in
        _ = try await transaction.run([scope.statement, sql.statement])
        if undone { throw Undo() }
      }
    } catch is Undo {}
    return id
  }

  /// Sets columns of the recipient's row.
  func set(_ columns: SQL) async throws {
    try await database.run(
      """
      UPDATE members SET \(columns) WHERE members.family_id = \(bind: .uuid(parent.family)) \
      AND members.id = \(bind: .uuid(parent.member))
      """)
  }

  func claim(_ services: [PushService] = PushService.allCases, held: [UUIDValue] = [], most: Int = 64) async throws -> [WaitingPush] {
    try await outbox.exchange(by: sender, [], next: services, most: most, for: 60, held: held).next
  }

  /// - Returns: the state that the push has then.
  func finish(_ push: WaitingPush, _ outcome: PushOutcome?) async throws -> String? {
    try await outbox.exchange(
      by: sender, [FinishedPush(id: push.id, outcome)], next: [], most: 0, for: 60, held: []
    ).states[push.id]
  }

  func count(_ condition: SQL = "true") async throws -> Int {
    let rows = try await database.run("SELECT count(*)::int4 FROM messages WHERE channel = 'PUSH' AND \(condition)")
    return Int(try #require(rows.int4(row: 0, column: 0)))
  }

  func devices() async throws -> Int {
    Int(try #require(try await database.run("SELECT count(*)::int4 FROM devices").int4(row: 0, column: 0)))
  }
}
