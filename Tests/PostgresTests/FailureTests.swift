import Foundation
import Glibc
import SQL
import Testing

@testable import Postgres

@Suite("When things go wrong")
struct FailureTests {
  @Test("a statement beyond the statement timeout is ended by the server, which costs no cancel request")
  func statementTimeout() async throws {
    let connection = try await connect("failure") { $0.statementTimeout = .milliseconds(150) }
    let error = await #expect(throws: StatementError.self) { try await connection.snapshot([.one, .sleep(10)]) }
    #expect(error?.reason == .statementTimeout(.milliseconds(150)))
    #expect(error?.statementIndex == 1)
    #expect(connection.condition == .idle)
    #expect(try await connection.snapshot([.one])[0].integer() == 1)
  }

  @Test("a deadline that passes ends the wait at once, and the connection can be settled")
  func deadline() async throws {
    let connection = try await connect("failure")
    let start = ContinuousClock.now
    let error = await #expect(throws: StatementError.self) {
      try await connection.snapshot([.sleep(10)], deadline: .now + .milliseconds(100))
    }
    #expect(error?.reason == .timeout)
    #expect(start.duration(to: .now) < .seconds(2))
    #expect(connection.condition == .unsettled)
    await #expect(throws: StatementError.self) { try await connection.snapshot([.one]) }
    #expect(await connection.settle())
    #expect(connection.condition == .idle)
    #expect(start.duration(to: .now) < .seconds(4))
    #expect(try await connection.snapshot([.one])[0].integer() == 1)
  }

  @Test("a cancelled task is resumed at once, and the connection can be settled")
  func cancellation() async throws {
    let connection = try await connect("failure")
    let start = ContinuousClock.now
    let task = Task { try await connection.snapshot([.sleep(10)]) }
    try await untilAsleep("failure", connection)
    task.cancel()
    let error = await #expect(throws: StatementError.self) { try await task.value }
    #expect(error?.reason == .cancelled)
    #expect(start.duration(to: .now) < .seconds(2))
    #expect(await connection.settle())
    #expect(try await connection.snapshot([.one])[0].integer() == 1)
  }

  @Test("a task that was cancelled before it waits does not wait")
  func cancelledBefore() async throws {
    let connection = try await connect("failure")
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await connection.snapshot([.sleep(10)])
    }
    await #expect(throws: StatementError.self) { try await task.value }
    #expect(await connection.settle())
  }

  @Test("a transaction whose task is cancelled is rolled back by settling")
  func cancelledTransaction() async throws {
    let connection = try await connect("failure")
    try await connection.execute(script: "CREATE TABLE cancelled (id int)")
    let task = Task {
      try await connection.withTransaction { transaction in
        _ = try await transaction.run([Statement(text: "INSERT INTO cancelled VALUES (1)")])
        _ = try await transaction.run([.sleep(10)])
      }
    }
    try await untilAsleep("failure", connection)
    task.cancel()
    await #expect(throws: StatementError.self) { try await task.value }
    #expect(connection.condition == .unsettled)
    #expect(await connection.settle())
    #expect(try await connection.snapshot([Statement(text: "SELECT count(*) FROM cancelled")])[0].integer() == 0)
  }

  @Test("a statement that a cancel request comes too early for is cancelled by the next")
  func earlyCancel() async throws {
    let connection = try await connect("failure")
    _ = try await connection.snapshot([.one])
    // While its process stands still, it gets the statement and the request; going on, it heeds the request first.
    #expect(kill(connection.processID, SIGSTOP) == 0)
    await #expect(throws: StatementError.self) {
      try await connection.snapshot([.sleep(10)], deadline: .now + .milliseconds(50))
    }
    async let isSettled = connection.settle()
    try await Task.sleep(for: .milliseconds(100))
    #expect(kill(connection.processID, SIGCONT) == 0)
    #expect(await isSettled)
    #expect(try await connection.snapshot([.one])[0].integer() == 1)
  }

  @Test("a script that is cut off by its deadline can be settled")
  func script() async throws {
    let connection = try await connect("failure")
    let error = await #expect(throws: StatementError.self) {
      try await connection.execute(
        script: "SELECT 1; SELECT pg_sleep(10); SELECT 2", deadline: .now + .milliseconds(100))
    }
    #expect(error?.reason == .timeout)
    await #expect(throws: StatementError.self) { try await connection.snapshot([.one]) }
    #expect(await connection.settle())
    #expect(try await connection.snapshot([.one])[0].integer() == 1)
  }

  @Test("a request that is cut off while it is still being sent can be settled")
  func halfSent() async throws {
    let connection = try await connect("failure")
    let blocker = Statement(text: "SELECT pg_sleep(5)")
    let large = Statement(text: "SELECT length($1)", binds: [.text(String(repeating: "x", count: 20_000_000))])
    await #expect(throws: StatementError.self) {
      try await connection.snapshot([blocker, large], deadline: .now + .milliseconds(200))
    }
    #expect(await connection.settle())
    #expect(try await connection.snapshot([large])[0].integer() == 20_000_000)
  }

  @Test("the server ending a connection is a connection error")
  func terminated() async throws {
    let connection = try await connect("failure")
    let killer = try await connect("failure")
    let task = Task { try await connection.snapshot([.sleep(10)]) }
    try await untilAsleep("failure", connection)
    _ = try await killer.snapshot([.terminate(connection)])
    let error = await #expect(throws: StatementError.self) { try await task.value }
    #expect(error?.reason == .connection)
    #expect(connection.condition == .lost)
    #expect(await connection.settle() == false)
    await #expect(throws: StatementError.self) { try await connection.snapshot([.one]) }
  }

  @Test("an idle connection knows whether it is still alive")
  func liveness() async throws {
    let connection = try await connect("failure")
    let killer = try await connect("failure")
    #expect(connection.isAlive())
    _ = try await connection.snapshot([.one])
    #expect(connection.isAlive())
    _ = try await killer.snapshot([.terminate(connection)])
    #expect(connection.isAlive() == false)
    #expect(connection.condition == .lost)
  }

  @Test("a setting that changes under an idle connection does not end it")
  func reload() async throws {
    let connection = try await connect("failure")
    let other = try await connect("failure")
    _ = try await other.snapshot([Statement(text: "SELECT pg_reload_conf()")])
    #expect(connection.isAlive())
    #expect(try await connection.snapshot([.one])[0].integer() == 1)
  }

  @Test("a server that is not there is a connection error", arguments: [
    "host=/nonexistent/folder", "host=127.0.0.1 port=1", "host=does-not-exist.invalid sslmode=disable",
  ])
  func unreachable(text: String) async throws {
    var configuration = ConnectionConfiguration(address: try DatabaseAddress(text + " password=geheim user=u"))
    configuration.connectTimeout = .seconds(20)
    let error = await #expect(throws: StatementError.self) {
      try await Connection.connect(configuration, reactor: Reactor())
    }
    #expect(error?.reason == .connection)
    #expect(error?.message.isEmpty == false)
    #expect(error?.message.contains("geheim") == false)
  }

  @Test("a server that accepts and never answers is given up on")
  func silentServer() async throws {
    let server = try SilentServer()
    var configuration = ConnectionConfiguration(address: try DatabaseAddress("host=127.0.0.1 port=\(server.port)"))
    configuration.connectTimeout = .milliseconds(200)
    let start = ContinuousClock.now
    let error = await #expect(throws: StatementError.self) {
      try await Connection.connect(configuration, reactor: Reactor())
    }
    #expect(error?.reason == .connection)
    #expect(start.duration(to: .now) < .seconds(5))
  }

  @Test("a connection that goes leaves no descriptor of its socket")
  func descriptors() async throws {
    let reactor = try Reactor()
    let configuration = try await connect("failure").configuration
    var connection: Connection? = try await Connection.connect(configuration, reactor: reactor)
    _ = try await connection?.snapshot([.one])
    var status = stat()
    try #require(fstat(#require(connection).handle.socket, &status) == 0)
    let socket = "socket:[\(status.st_ino)]"
    // libpq's, and the reactor's.
    #expect(openFiles.count { $0 == socket } == 2)
    connection = nil
    // Whatever ran last on it may still hold it for a moment.
    for _ in 0..<500 where openFiles.contains(socket) { try await Task.sleep(for: .milliseconds(10)) }
    #expect(!openFiles.contains(socket))
  }

  private var openFiles: [String] {
    let folder = "/proc/self/fd"
    return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).compactMap {
      try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")
    }
  }
}
