import Foundation
import Postgres
import SQL
import SampleData
import TestSupport

/// The stand-in for APNs and FCM with a family whose devices it knows, and the options by which `hatched` sends to it.
struct PushServer {
  let server: TestPushServer
  let database: SchoolDatabase
  /// The options of the keys.
  let keys: [String]

  /// The options with which a server sends pushes.
  var options: [String] { ["--worker-database-url", "\(database.superuser.user("hatched_worker"))"] + keys }
  var parent: SampleAccount { database.demonstration.accounts[0] }

  static func run(_ name: String, _ body: (PushServer) async throws -> Void) async throws {
    let database = try await SchoolDatabase(name, families: 1)
    try await database.run("DELETE FROM devices")
    // The server looks for overdue assignments as it starts.
    try await database.run("UPDATE members SET push_muted_kinds = ARRAY['OVERDUE']")
    let keys = PushKeys()
    let folder = FileManager.default.temporaryDirectory.appending(path: "hatched-push-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await TestPushServer.with(keys.options, keys: try keys.files) { server in
      let (key, account) = (folder.appending(path: "key.p8"), folder.appending(path: "account.json"))
      try keys.privateKey.write(to: key, atomically: true, encoding: .utf8)
      try PushKeys.account(tokenURL: server.url + "/token").write(to: account, atomically: true, encoding: .utf8)
      let options = [
        "--apns-key-file", key.path, "--apns-key-id", PushKeys.keyID, "--apns-team-id", PushKeys.teamID, "--apns-topic", PushKeys.topic,
        "--apns-url", server.url, "--fcm-service-account", account.path, "--fcm-url", server.url, "--push-authorities",
        server.authorities,
      ]
      try await body(PushServer(server: server, database: database, keys: options))
    }
  }

  /// Registers a device whose token says what becomes of a message: see Tests/Clients/push_server.py.
  @discardableResult
  func register(_ behaviour: String, _ platform: String = "IOS", of account: SampleAccount? = nil) async throws -> String {
    let owner = account ?? parent
    let token =
      platform == "IOS" ? behaviour.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() : behaviour
    let id = UUIDValue.random()
    try await database.run(
      """
      INSERT INTO devices (family_id, id, member_id, platform, token) VALUES (\(bind: .uuid(owner.family)), \(bind: .uuid(id)), \
      \(bind: .uuid(owner.member)), \(bind: .text(platform)), \(bind: .text(token)))
      """)
    return "\(id)"
  }

  /// Notifies the parent, so often.
  func notify(_ kind: String = "MESSAGE", _ count: Int = 1) async throws {
    try await database.run(
      """
      INSERT INTO notifications (family_id, id, recipient_id, kind, title, body) \
      SELECT \(bind: .uuid(parent.family)), gen_random_uuid(), \(bind: .uuid(parent.member)), \(bind: .text(kind)), 'T', 'B' \
      FROM generate_series(1, \(bind: .int4(Int32(count))))
      """)
  }

  func count(_ condition: SQL = "true") async throws -> Int {
    let rows = try await database.run("SELECT count(*)::int4 FROM messages WHERE channel = 'PUSH' AND \(condition)")
    return Int(rows.int4(row: 0, column: 0) ?? -1)
  }

  struct Late: Error, CustomStringConvertible {
    let description: String
  }

  /// Waits until so many pushes satisfy a condition.
  func wait(_ condition: SQL, for expected: Int, within limit: Duration = .seconds(20)) async throws {
    try await wait(within: limit, "pushes with \(condition)") { try await count(condition) == expected }
  }

  func wait(within limit: Duration = .seconds(20), _ what: String, _ condition: () async throws -> Bool) async throws {
    let deadline = ContinuousClock.now + limit
    while try await !condition() {
      if .now > deadline { throw Late(description: "no \(what) in time") }
      try await Task.sleep(for: .milliseconds(10))
    }
  }

  /// Waits until a server has told the database that there are keys: from then on notifications become pushes.
  func waitForSender() async throws {
    try await wait("sender") {
      try await database.run("SELECT count(*)::int4 FROM push_senders").int4(row: 0, column: 0) == 2
    }
  }
}
