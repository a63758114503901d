import SQL
import TestSupport
import Testing

@testable import Postgres

@Suite("An encrypted connection", .serialized)
struct TLSTests {
  private static let state = Statement(
    text: "SELECT ssl::text || ' ' || coalesce(version, '') FROM pg_stat_ssl WHERE pid = pg_backend_pid()")

  private func connect(_ address: DatabaseAddress) async throws -> Connection {
    var configuration = ConnectionConfiguration(address: address)
    configuration.connectTimeout = .seconds(30)
    configuration.statementTimeout = .seconds(30)
    return try await Connection.connect(configuration, reactor: Reactor())
  }

  private func administer(_ cluster: TLSCluster, _ script: String) async throws {
    let connection = try await connect(cluster.administrator)
    for statement in script.split(separator: ";") { try await connection.execute(script: String(statement)) }
  }

  // MARK: Accepted servers

  @Test("is made as sslmode says", arguments: [
    ("verify-full", "localhost", "root"), ("verify-ca", "localhost", "root"), ("verify-ca", "127.0.0.1", "root"),
    ("require", "127.0.0.1", "none"), ("prefer", "127.0.0.1", "none"), ("allow", "127.0.0.1", "none"),
  ])
  func made(mode: String, host: String, root: String) async throws {
    let cluster = try await TLSCluster.shared.value
    let connection = try await connect(
      cluster.address(mode, host: host, "sslrootcert=\(cluster.file("\(root).crt"))"))
    #expect(try await connection.snapshot([Self.state])[0].text() == "true TLSv1.3")
  }

  @Test("is refused where the server is not the one that sslmode wants", arguments: [
    ("verify-full", "127.0.0.1", "root", #"does not match host name "127.0.0.1""#),
    ("verify-full", "localhost", "other", "certificate verify failed"),
    ("verify-ca", "localhost", "other", "certificate verify failed"),
    // With the file of an authority it is verify-ca, says libpq.
    ("require", "localhost", "other", "certificate verify failed"),
    ("verify-full", "localhost", "none", "none.crt\" does not exist"),
    ("disable", "localhost", "root", "no encryption"),
  ])
  func refused(mode: String, host: String, root: String, message: String) async throws {
    let cluster = try await TLSCluster.shared.value
    let address = try cluster.address(
      mode, host: host, "password=geheim sslrootcert=\(cluster.file("\(root).crt"))")
    let error = await #expect(throws: StatementError.self) { try await connect(address) }
    #expect(error?.reason == .connection)
    #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
    #expect(error?.message.contains("geheim") == false)
  }

  @Test("is insisted on where the server has no TLS", arguments: ["require", "verify-ca", "verify-full"])
  func withoutTLS(mode: String) async throws {
    let cluster = try await TLSCluster.shared.value
    let switchTo = { (setting: String) in
      try await administer(cluster, "ALTER SYSTEM SET ssl = \(setting); SELECT pg_reload_conf()")
      // The server reads it in its own time.
      while try await connect(cluster.administrator).snapshot([Statement(text: "SHOW ssl")])[0].text() != setting {}
    }
    try await switchTo("off")
    let address = try cluster.address(mode, "sslrootcert=\(cluster.file("root.crt"))")
    let error = await #expect(throws: StatementError.self) { try await connect(address) }
    try await switchTo("on")
    #expect(error?.message.contains("server does not support SSL, but SSL was required") == true, "\(error as Any)")
  }

  @Test("says by a certificate who the client is")
  func clientCertificate() async throws {
    let cluster = try await TLSCluster.shared.value
    let address = { (user: String, name: String) in
      try cluster.address(
        "verify-full", database: "certified", user: user,
        """
        sslrootcert=\(cluster.file("root.crt")) sslcert=\(cluster.file("\(name).crt")) \
        sslkey=\(cluster.file("\(name).key"))
        """)
    }
    let connection = try await connect(address("hatched_app", "client"))
    let identity = Statement(
      text: "SELECT current_user || ' ' || client_dn FROM pg_stat_ssl WHERE pid = pg_backend_pid()")
    #expect(try await connection.snapshot([identity])[0].text() == "hatched_app /CN=hatched_app")

    for (user, name) in [("hatched_owner", "client"), ("hatched_app", "stranger"), ("hatched_app", "none")] {
      let error = await #expect(throws: StatementError.self) { try await connect(address(user, name)) }
      #expect(error?.reason == .connection, "\(user) with the certificate of \(name)")
    }
  }

  // MARK: Data

  @Test("carries a snapshot of megabytes in one round trip")
  func largeAnswers() async throws {
    let connection = try await connect(try await TLSCluster.shared.value.verified())
    let rows = Statement(text: "SELECT repeat(chr(97 + i % 26), 1000) FROM generate_series(0, 9999) AS i")
    let value = Statement(text: "SELECT repeat('0123456789', $1)", binds: [.int4(1 << 20)])
    for repetition in 1...3 {
      let answers = try await connection.snapshot([.one, rows, value, rows, .one])
      #expect(answers[0].integer() == 1 && answers[4].integer() == 1)
      for answer in [answers[1], answers[3]] {
        #expect(answer.count == 10_000)
        #expect(answer.bytes(9999) == [UInt8](repeating: UInt8(97 + 9999 % 26), count: 1000))
      }
      #expect(answers[2].bytes() == [UInt8]((0..<10 << 20).map { UInt8(48 + $0 % 10) }))
      #expect(connection.roundTrips == repetition)
    }
  }

  @Test("carries parameters of megabytes while the answers to those before them come")
  func largeParameters() async throws {
    let connection = try await connect(try await TLSCluster.shared.value.verified())
    let text = String(repeating: "Äpfel und Birnen, ", count: 200_000)
    let echo = Statement(text: "SELECT $1::text", binds: [.text(text)])
    for _ in 1...3 {
      let answers = try await connection.snapshot([echo, .one, echo, echo])
      #expect(answers.map { $0.bytes()?.count } == [text.utf8.count, 4, text.utf8.count, text.utf8.count])
      #expect(answers[3].text() == text)
    }
    try await connection.execute(script: "CREATE TEMPORARY TABLE copied (line text)")
    let lines = Array(String(repeating: text.prefix(1000) + "\n", count: 5000).utf8)
    var chunks = [lines, lines][...]
    try await connection.copy(into: "COPY copied FROM STDIN") { chunks.popFirst() }
    #expect(try await connection.snapshot([Statement(text: "SELECT count(*) FROM copied")])[0].integer() == 10_000)
  }

  @Test("loses nothing that comes in records larger than libpq has room for")
  func largeRecords() async throws {
    let cluster = try await TLSCluster.shared.value
    let proxy = try await RecordProxy(to: cluster)
    let root = cluster.file("root.crt")
    let connection = try await connect(
      DatabaseAddress(
        "host=localhost hostaddr=127.0.0.1 port=\(proxy.port) user=postgres sslmode=verify-full sslrootcert=\(root)"))
    // Among these are some for which libpq, whose buffer is about twice as long as the longest message, has room for a
    // part of the last record only. It depends on libpq whether it then takes the rest by itself.
    for round in 0..<130 {
      let (length, count) = (16_400 + round * 7919 % 15_000, 2 + round * 31 % 11)
      let rows = Statement(
        text: "SELECT repeat('x', $1) FROM generate_series(1, $2)", binds: [.int4(Int32(length)), .int4(Int32(count))])
      let answer = try await connection.snapshot([rows], deadline: .now + .seconds(5))[0]
      #expect(answer.count == count)
      #expect(answer.bytes(count - 1)?.count == length)
    }
    try await proxy.close()
  }

  // MARK: When things go wrong

  @Test("whose statement was cancelled is given up, as the request for that was not encrypted")
  func cancelled() async throws {
    let cluster = try await TLSCluster.shared.value
    let connection = try await connect(cluster.verified())
    let start = ContinuousClock.now
    await #expect(throws: StatementError.self) {
      try await connection.snapshot([.sleep(20)], deadline: .now + .milliseconds(200))
    }
    #expect(connection.condition == .unsettled)
    #expect(await connection.settle() == false)
    #expect(connection.condition == .lost)
    // PostgreSQL has stopped: it heeds the request on a port for TLS alone.
    let running = Statement(
      text: "SELECT count(*) FROM pg_stat_activity WHERE pid = $1 AND wait_event = 'PgSleep'",
      binds: [.int4(connection.processID)])
    #expect(try await connect(cluster.administrator).snapshot([running])[0].integer() == 0)
    #expect(start.duration(to: .now) < .seconds(10))
  }

  @Test("of a pool goes to nobody who waits for it, once it was cancelled, though what it ran took effect")
  func stubborn() async throws {
    var configuration = PoolConfiguration(address: try await TLSCluster.shared.value.verified())
    configuration.size = 1
    configuration.connection.connectTimeout = .seconds(30)
    configuration.acquisitionTimeout = .seconds(30)
    let pool = try ConnectionPool(configuration)
    let process = Statement(text: "SELECT pg_backend_pid()")
    let first = try await pool.snapshot([process])[0].integer()
    let stubborn = Task { try await pool.transaction([.stubborn]) }
    while pool.statistics.leased == 0 { try await Task.sleep(for: .milliseconds(5)) }
    let waiting = Task { try await pool.snapshot([process])[0].integer() }
    while pool.statistics.waiting == 0 { try await Task.sleep(for: .milliseconds(5)) }
    try await Task.sleep(for: .milliseconds(100))
    stubborn.cancel()
    _ = try await stubborn.value
    #expect(try await waiting.value != first)
    await pool.shutdown()
  }

  @Test("of a pool is replaced, encrypted as before")
  func pool() async throws {
    let cluster = try await TLSCluster.shared.value
    var configuration = PoolConfiguration(address: try cluster.verified())
    configuration.size = 2
    configuration.connection.connectTimeout = .seconds(30)
    configuration.acquisitionTimeout = .seconds(30)
    let pool = try ConnectionPool(configuration)
    let process = Statement(
      text: "SELECT pg_backend_pid() FROM pg_stat_ssl WHERE ssl AND pid = pg_backend_pid()")
    let first = try await pool.snapshot([process])[0].integer()

    let slow = Task { try await pool.snapshot([.sleep(20)]) }
    while pool.statistics.leased == 0 { try await Task.sleep(for: .milliseconds(5)) }
    try await Task.sleep(for: .milliseconds(100))
    slow.cancel()
    await #expect(throws: StatementError.self) { try await slow.value }
    let second = try #require(try await pool.snapshot([process])[0].integer())
    #expect(second != first)

    try await administer(cluster, "SELECT pg_terminate_backend(\(second), 5000)")
    let third = try #require(try await pool.snapshot([process])[0].integer())
    #expect(third != second)
    await pool.shutdown()
  }
}
