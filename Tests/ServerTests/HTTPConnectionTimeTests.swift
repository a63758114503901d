import NIOCore
import Testing

@testable import Server

/// How long a connection waits for its client, and for an answer.
@Suite struct HTTPConnectionTimeTests {
  @Test("A connection that waits for no request is closed after some time, also one that had one")
  func idle() async throws {
    try await ScriptedConnection.with(patience: .milliseconds(200)) { connection, _, server in
      let start = ContinuousClock.now
      #expect(try await connection.waitForEnd() == .orderly)
      #expect(ContinuousClock.now - start > .milliseconds(190))
      let other = try RawConnection(port: server.port)
      try await other.send(ScriptedConnection.get("/a"))
      #expect(try await other.answer().status == 200)
      #expect(try await other.waitForEnd() == .orderly)
      #expect(other.received == [])
    }
  }

  @Test(
    "A request that comes bit by bit is ended in time",
    arguments: ["GET /", "POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 9999\r\n\r\n"])
  func trickle(_ beginning: String) async throws {
    try await ScriptedConnection.with(patience: .milliseconds(300)) { connection, _, _ in
      try await connection.send(beginning)
      while connection.received.isEmpty {
        _ = try await connection.send([UInt8(ascii: "x")], stallsAfter: .seconds(1))
        _ = try? await connection.receive(within: .milliseconds(20))
      }
      let answer = try await connection.answer()
      #expect(answer.status == 408)
      #expect(answer["connection"] == ["close"])
      #expect(try await connection.waitForEnd() == .orderly)
    }
  }

  @Test("A request that begins late has its time all the same")
  func lateRequest() async throws {
    try await ScriptedConnection.with(patience: .seconds(3)) { connection, _, _ in
      try await Task.sleep(for: .seconds(2))
      try await connection.send("POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\n1")
      try await Task.sleep(for: .seconds(2))
      try await connection.send("2")
      #expect(try await connection.answer().text == "POST /a 2")
    }
  }

  @Test("A request whose answer takes too long is cancelled, and the connection goes on")
  func lateAnswer() async throws {
    try await ScriptedConnection.with({ $0.answerTime = .milliseconds(200) }) { connection, responder, _ in
      for count in 1...2 {
        let start = ContinuousClock.now
        try await connection.send(ScriptedConnection.get("/slow"))
        #expect(try await connection.answer().text == "slow")
        #expect(ContinuousClock.now - start > .milliseconds(190))
        #expect(responder.record.cancelled == count)
      }
      try await connection.send(ScriptedConnection.get("/a"))
      #expect(try await connection.answer().text == "GET /a 0")
    }
  }

  @Test("A request may be answered for longer than it may take to come")
  func slowAnswer() async throws {
    try await ScriptedConnection.with(patience: .seconds(1)) { connection, responder, _ in
      try await connection.send(ScriptedConnection.get("/slow"))
      try await Task.sleep(for: .seconds(2))
      responder.release()
      #expect(try await connection.answer().text == "slow")
    }
  }

  @Test("A client that reads slowly gets all of an answer", arguments: ["", "Connection: close\r\n"])
  func slowReader(_ headers: String) async throws {
    let size = 24_000_000
    try await ScriptedConnection.with(patience: .milliseconds(500), lingerTimeout: .milliseconds(50), receiveBuffer: 1 << 18)
    {
      connection, _, _ in
      try await connection.send(ScriptedConnection.get("/large?\(size)", headers))
      let start = ContinuousClock.now
      while connection.received.count < size {
        guard try await connection.receive(maximum: 1 << 18) > 0 else { break }
        try await Task.sleep(for: .milliseconds(20))
      }
      #expect(ContinuousClock.now - start > .seconds(1))
      #expect(try await connection.answer().body.count == size)
    }
  }

  @Test("A client that reads less than it should in each time is left", arguments: ["", "Connection: close\r\n"])
  func tooSlowReader(_ headers: String) async throws {
    let size = 40_000_000
    try await ScriptedConnection.with(
      patience: .milliseconds(300), lingerTimeout: .milliseconds(50), receiveBuffer: 1 << 16, { $0.sendRate = 100 << 20 }
    ) { connection, _, _ in
      try await connection.send(ScriptedConnection.get("/large?\(size)", headers))
      // It goes on, with a tenth of the rate.
      while connection.received.count < size, try await connection.receive(maximum: 1 << 16) > 0 {
        try await Task.sleep(for: .milliseconds(5))
      }
      #expect(connection.received.count < size)
    }
  }

  @Test("A client that stops reading is left", arguments: ["", "Connection: close\r\n"])
  func stalledReader(_ headers: String) async throws {
    let size = 40_000_000
    try await ScriptedConnection.with(patience: .milliseconds(200), lingerTimeout: .milliseconds(50), receiveBuffer: 1 << 16)
    {
      connection, _, _ in
      try await connection.send(ScriptedConnection.get("/large?\(size)", headers))
      try await Task.sleep(for: .seconds(1))
      _ = try await connection.waitForEnd()
      #expect(connection.received.count < size)
    }
  }

  @Test("A client that reads as fast as it should, and still needs too long in total, is left", arguments: ["", "Connection: close\r\n"])
  func totalSendTime(_ headers: String) async throws {
    let size = 40_000_000
    try await ScriptedConnection.with(
      patience: .milliseconds(200), lingerTimeout: .milliseconds(50), receiveBuffer: 1 << 16,
      { ($0.sendRate, $0.totalSendTime) = (1, .milliseconds(600)) }
    ) { connection, _, _ in
      try await connection.send(ScriptedConnection.get("/large?\(size)", headers))
      let start = ContinuousClock.now
      while connection.received.count < size, try await connection.receive(maximum: 1 << 16) > 0 {
        try await Task.sleep(for: .milliseconds(10))
      }
      #expect(connection.received.count < size)
      #expect(ContinuousClock.now - start > .milliseconds(590))
    }
  }

  @Test("A connection of which no byte has come is closed before one that had a request")
  func firstByte() async throws {
    try await ScriptedConnection.with({ $0.firstByteTime = .milliseconds(200) }) { silent, _, server in
      let used = try RawConnection(port: server.port)
      try await used.send(ScriptedConnection.get("/a"))
      #expect(try await used.answer().status == 200)
      let start = ContinuousClock.now
      #expect(try await silent.waitForEnd() == .orderly)
      #expect(ContinuousClock.now - start < .seconds(5))
      #expect(silent.received == [])
      try await used.send(ScriptedConnection.get("/b"))
      #expect(try await used.answer().text == "GET /b 0")
    }
  }

  @Test("A client that does not end its side after the last answer is left")
  func lingerTimeout() async throws {
    try await ScriptedConnection.with(lingerTimeout: .milliseconds(200)) { connection, _, _ in
      try await connection.send(ScriptedConnection.get("/a", "Connection: close\r\n"))
      #expect(try await connection.answer().status == 200)
      #expect(try await connection.waitForEnd() == .orderly)
      try await Task.sleep(for: .milliseconds(400))
      // The first byte is answered by a reset, the second finds it.
      _ = try? await connection.send([0], stallsAfter: .seconds(1))
      try await Task.sleep(for: .milliseconds(50))
      await #expect(throws: RawConnection.Failed.self) { _ = try await connection.send([0], stallsAfter: .seconds(1)) }
    }
  }
}
