import Foundation
import Postgres
import SQL
import TestSupport
import Testing

/// A server that was told to end.
@Suite struct DrainTests {
  private static let database = Task { try await SchoolDatabase("drain", families: 1) }
  private static let answer = #"{"data":{"family":{"name":"Rivera"}}}"#

  private func waitForWaiters(_ count: Int, on transaction: PostgresTransaction) async throws {
    let waiting: SQL = "SELECT count(*)::int4 FROM pg_locks WHERE relation = 'families'::regclass AND NOT granted"
    for _ in 1...1000 {
      if try await transaction.run([waiting.statement])[0].int4(row: 0, column: 0) == Int32(count) { return }
      try await Task.sleep(for: .milliseconds(10))
    }
    Issue.record("\(count) requests do not wait for the lock")
  }

  @Test("Requests in flight are answered with the word that the connection ends; idle connections end at once")
  func inFlight() async throws {
    let database = try await Self.database.value
    let token = try RunningServer.token(for: database)
    try await RunningServer.run(on: database.app, RunningServer.admin) { server in
      let connections = try (1...3).map { _ in try RawConnection(port: server.port) }
      for connection in connections {
        let answer = try await connection.get("/health")
        #expect(answer["connection"] == [])
      }
      let owner = try await Connection.connect(
        ConnectionConfiguration(address: database.owner), reactor: Reactor())
      try await owner.withTransaction(isolation: .readCommitted) { transaction in
        try await transaction.execute(script: "LOCK TABLE families IN ACCESS EXCLUSIVE MODE")
        for connection in connections.dropLast() {
          try await connection.post("{ family { name } }", token: token)
        }
        try await waitForWaiters(2, on: transaction)
        server.process.send(signal: SIGTERM)
        // The one that waits for nothing.
        #expect(try await connections[2].waitForEnd(within: .seconds(2)) == .orderly)
        let ready = try await server.admin("/ready")
        #expect(ready.status == 503)
        #expect(ready.text == "the server is about to end\n")
        let metrics = try MetricsText(try await server.admin("/metrics").text)
        #expect(metrics.value("hatched_draining") == 1)
        #expect(metrics.value("hatched_requests_in_flight") == 2)
        #expect(throws: RawConnection.Failed.self) { try RawConnection(port: server.port) }
      }
      for connection in connections.dropLast() {
        let answer = try await connection.answer()
        #expect(answer.status == 200)
        #expect(answer.text == Self.answer)
        #expect(answer["connection"] == ["close"])
        #expect(try await connection.waitForEnd() == .orderly)
      }
      let end = try await server.process.end(within: .seconds(10))
      #expect(end.status == 0, "\(end.errors)")
    }
  }

  @Test("With a delay, requests are still taken while it is said that there should be no more")
  func delay() async throws {
    let database = try await Self.database.value
    let token = try RunningServer.token(for: database)
    try await RunningServer.run(on: database.app, RunningServer.admin + ["--drain-delay", "5"]) { server in
      #expect(try await server.admin("/ready").status == 200)
      let kept = try RawConnection(port: server.port)
      #expect(try await kept.get("/ready").status == 200)
      let start = ContinuousClock.now
      server.process.send(signal: SIGTERM)
      while try await server.admin("/ready").status == 200, start.duration(to: .now) < .seconds(4) {
        try await Task.sleep(for: .milliseconds(5))
      }
      #expect(start.duration(to: .now) < .seconds(4), "it is said before the delay ends")
      let ready = try await kept.get("/ready")
      #expect(ready.status == 503)
      #expect(ready.text == #"{"status":"draining"}"#)
      #expect(ready["connection"] == ["close"])
      #expect(try await kept.waitForEnd() == .orderly)
      let new = try RawConnection(port: server.port)
      try await new.post("{ family { name } }", token: token)
      let answer = try await new.answer()
      #expect(answer.text == Self.answer)
      #expect(answer["connection"] == ["close"])
      let end = try await server.process.end(within: .seconds(10))
      #expect(end.status == 0, "\(end.errors)")
      #expect(start.duration(to: .now) >= .seconds(5))
    }
  }
}
