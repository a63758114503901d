import GraphQL
import Gateway
import Passwords
import Postgres
import SQL
import Domain
import SessionTokens
import TestSupport
import Testing

/// Somebody has a copy of the database, and not the servers' secrets.
@Suite struct LeakedBackupTests {
  private static let database = Task { try await SchoolDatabase("leaked_backup", families: 1) }

  @Test func `A leaked backup gives no session, no link and no code`() async throws {
    let database = try await Self.database.value
    let gateway = try TestGateway(database.app)
    let ada = Client(gateway, database)
    try await ada.join()
    try await ada.ask(#"mutation { createFamily(input: {name: "R"}) { session { token } } }"#)
    _ = try await ada.anonymously("requestPasswordReset(input: {\(ada.address)}) { expiresInSeconds }")
    let next = Client(gateway, database)
    try await ada.ask("mutation { changeAddress(input: {\(next.address)}) { viewer { id } } }")
    let keys = try TestGateway.keys.get()
    let confirmation = try #require(try await next.code(.confirmEmail, kind: "confirm-address"))
    let reset = try #require(try await ada.code(.resetPassword, kind: "reset-password"))

    // All that there is, as text: hashes in hexadecimal.
    let tables = try await database.run(
      """
      SELECT relname::text FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') ORDER BY relname
      """)
    var dump = ""
    for table in tables.texts {
      let rows = try await database.run("SELECT to_jsonb(t)::text FROM \(identifier: table) AS t")
      dump += rows.texts.joined(separator: "\n") + "\n"
    }
    #expect(dump.contains(reset.id.description) && dump.contains(ada.email) && dump.contains("$scrypt$"))
    let secrets =
      [ada.token, ada.refreshToken, ada.deviceToken].compactMap { $0 } + reset.linkTokens(keys) + reset.shortCodes(keys)
      + confirmation.linkTokens(keys) + confirmation.shortCodes(keys) + [Client.password]
    #expect(secrets.count == 8)
    for secret in secrets {
      #expect(!dump.contains(secret))
      let bytes = Base64URL.decode(Array(secret.utf8)[...]) ?? Array(secret.utf8)
      #expect(!dump.lowercased().contains(bytes.map { hex($0) }.joined()))
    }

    // The thief makes everything anew with secrets of its own, or with none of them: the ids of the backup as they are.
    let own = try SecretKeys([Array("a secret of the thief, long enough".utf8)])
    func refuses(_ field: String) async throws {
      #expect(try await gateway.send("mutation { \(field) }", authorization: nil).json.code == "UNAUTHENTICATED", "\(field)")
    }
    let fields = #"newPassword: "a password of the thief"}) { endedSessions }"#
    for purpose in AddressCode.Purpose.allCases {
      for token in AddressCode(purpose, id: reset.id).linkTokens(own) { try await refuses(#"resetPassword(input: {token: "\#(token)" \#(fields)"#) }
    }
    for token in [Base64URL.encode(reset.id.bytes), reset.id.description] {
      try await refuses(#"resetPassword(input: {token: "\#(token)" \#(fields)"#)
    }
    for code in AddressCode(.resetPassword, id: reset.id).shortCodes(own) where !reset.shortCodes(keys).contains(code) {
      try await refuses(#"resetPassword(input: {\#(ada.address) code: "\#(code)" \#(fields)"#)
    }
    let hashes = try await database.run(
      "SELECT encode(token_hash, 'hex') FROM refresh_tokens UNION ALL SELECT encode(token_hash, 'base64') FROM refresh_tokens")
    for hash in hashes.texts { try await refuses(#"refreshSession(input: {refreshToken: "\#(hash)"}) { viewer { id } }"#) }
    let forger = try TestGateway(database.app, secrets: ["a secret of the thief, long enough"])
    let sessions = try await database.run("SELECT account_id, id FROM sessions WHERE ended_at IS NULL")
    #expect(sessions.count > 0)
    for row in 0..<sessions.count {
      let viewer = AccountViewer(
        accountID: try #require(sessions.uuid(row: row, column: 0)), sessionID: try #require(sessions.uuid(row: row, column: 1)),
        membership: nil)
      #expect(
        await gateway.send("{ viewer { id } }", authorization: "Bearer \(forger.token(of: viewer))").outcome == .unauthenticated)
    }
    // Guesses cannot be tried: not even the right password matches without the server's secret.
    let hash = try await database.run("SELECT hash FROM passwords").texts[0]
    let password = try #require(Password(Client.password))
    #expect(try await TestGateway.hasher(own).verify(password, against: hash) == .differs)
    #expect(try await TestGateway.hasher(keys).verify(password, against: hash) == .matches(renewed: nil))
    // A hash of a device's token makes no device known.
    try await database.run("UPDATE attempts SET count = 10 WHERE kind = 'passwordAttempts'")
    let devices = try await database.run("SELECT encode(token_hash, 'hex') FROM known_devices").texts
    let kinds = try await database.run("SELECT count(*)::int4 FROM attempts WHERE kind = 'deviceSignInAttempts'")
    for device in devices {
      try await refuses(#"signIn(input: {\#(ada.address) password: "a guess of the thief", deviceToken: "\#(device)"}) { viewer { id } }"#)
    }
    #expect(
      try await database.run("SELECT count(*)::int4 FROM attempts WHERE kind = 'deviceSignInAttempts'").int4(row: 0, column: 0)
        == kinds.int4(row: 0, column: 0))
    await forger.pool.shutdown()
    await gateway.pool.shutdown()
  }

  private func hex(_ byte: UInt8) -> String { (byte < 16 ? "0" : "") + String(byte, radix: 16) }
}
