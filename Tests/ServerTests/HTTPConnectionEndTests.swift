import NIOCore
import Testing

@testable import Server

/// A connection whose client ends it, or sends bytes that are no request — RFC 9112, section 9.6.
@Suite struct HTTPConnectionEndTests {
  @Test("A client that has ended its side gets its answers, however large", arguments: [10, 20_000_000])
  func halfClose(_ size: Int) async throws {
    try await ScriptedConnection.with { connection, _, _ in
      try await connection.send(ScriptedConnection.get("/a") + ScriptedConnection.get("/large?\(size)"))
      connection.endSending()
      #expect(try await connection.answer().text == "GET /a 0")
      #expect(try await connection.answer().body.count == size)
      #expect(try await connection.waitForEnd() == .orderly)
    }
  }

  @Test("A client that ends its side after its request was answered gets all of the answer")
  func lateHalfClose() async throws {
    try await ScriptedConnection.with { connection, responder, _ in
      try await connection.send(ScriptedConnection.get("/large?20000000"))
      try await ScriptedConnection.eventually { responder.record.asked.count == 1 }
      try await Task.sleep(for: .milliseconds(100))
      connection.endSending()
      #expect(try await connection.answer().body.count == 20_000_000)
      #expect(try await connection.waitForEnd() == .orderly)
    }
  }

  @Test("A client that ends its side before it asks is left")
  func endWithoutRequest() async throws {
    try await ScriptedConnection.with { connection, _, _ in
      connection.endSending()
      let end = try await connection.waitForEnd()
      #expect(end == .orderly)
      #expect(connection.received == [])
    }
  }

  @Test(
    "Half a request is refused",
    arguments: [
      "GET /a HT", "GET /a HTTP/1.1\r\nHost: h\r\n", "POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\n123",
    ])
  func halfRequest(_ request: String) async throws {
    try await ScriptedConnection.with { connection, _, _ in
      try await connection.send(request)
      connection.endSending()
      #expect(try await connection.answer().text == "malformed")
      #expect(try await connection.waitForEnd() == .orderly)
    }
  }

  @Test("Half a request after a whole one is refused when the whole one was answered")
  func halfRequestBehind() async throws {
    try await ScriptedConnection.with { connection, responder, _ in
      try await connection.send(
        ScriptedConnection.get("/slow") + "POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\n123")
      connection.endSending()
      try await Task.sleep(for: .milliseconds(50))
      responder.release()
      #expect(try await connection.answer().text == "slow")
      #expect(try await connection.answer().text == "malformed")
      #expect(try await connection.waitForEnd() == .orderly)
    }
  }

  @Test("What is no HTTP after a request does not keep it from its answer")
  func garbageBehind() async throws {
    try await ScriptedConnection.with { connection, responder, _ in
      try await connection.send(ScriptedConnection.get("/slow") + "garbage\r\n\r\n")
      try await Task.sleep(for: .milliseconds(50))
      try await connection.send("more of it")
      try await Task.sleep(for: .milliseconds(50))
      responder.release()
      let answer = try await connection.answer()
      #expect(answer.text == "slow")
      #expect(answer["connection"] == ["close"])
      #expect(try await connection.waitForEnd() == .orderly)
    }
  }

  @Test(
    "A refusal can be read by who goes on sending what is no HTTP",
    arguments: ["nonsense\r\n\r\n", "GET / HTTP/2.0\r\n\r\n"])
  func garbage(_ garbage: String) async throws {
    try await ScriptedConnection.with { connection, _, _ in
      try await connection.send(garbage)
      for _ in 0..<10 {
        let sent = try await connection.send(Array("more".utf8), stallsAfter: .seconds(5))
        #expect(sent == 4)
        try await Task.sleep(for: .milliseconds(5))
      }
      let answer = try await connection.answer()
      #expect(answer.status == 400)
      #expect(answer["connection"] == ["close"])
      #expect(try await connection.waitForEnd() == .orderly)
    }
  }

  @Test("A connection that is reset cancels its request", arguments: [false, true])
  func reset(isReadHeld: Bool) async throws {
    try await ScriptedConnection.with { connection, responder, _ in
      try await connection.send(ScriptedConnection.get("/slow") + (isReadHeld ? ScriptedConnection.get("/a") : ""))
      try await ScriptedConnection.eventually { responder.record.asked.count == 1 }
      connection.reset()
      try await ScriptedConnection.eventually { responder.record.cancelled == 1 }
    }
  }

  @Test("A client that closes its socket is asked whether it reads, which cancels its request", arguments: [1, 3])
  func closedClient(requests: Int) async throws {
    try await ScriptedConnection.with({ $0.halfCloseProbeDelay = .milliseconds(20) }) { connection, responder, _ in
      try await connection.send(String(repeating: ScriptedConnection.get("/slow"), count: requests))
      try await ScriptedConnection.eventually { responder.record.asked.count == 1 }
      connection.close()
      try await ScriptedConnection.eventually { responder.record.cancelled == 1 }
      #expect(responder.record.asked.count == 1)
    }
  }

  @Test("A client that only ended its side and waits is told so once, and gets its answers", arguments: ["1.1", "1.0"])
  func halfCloseWhileAnswered(version: String) async throws {
    try await ScriptedConnection.with({ $0.halfCloseProbeDelay = .milliseconds(20) }) { connection, responder, _ in
      try await connection.send(
        ScriptedConnection.get("/slow", "Connection: keep-alive\r\n", version: version) + ScriptedConnection.get("/a"))
      connection.endSending()
      try await Task.sleep(for: .milliseconds(100))
      #expect(responder.record.cancelled == 0)
      responder.release()
      // A client of HTTP/1.0 does not know interim responses.
      if version == "1.1" { #expect(try await connection.answer().status == 100) }
      #expect(try await connection.answer().text == "slow")
      #expect(try await connection.answer().text == "GET /a 0")
      #expect(try await connection.waitForEnd() == .orderly)
    }
  }

  @Test("A network has so many connections open, and one more is refused; those that end make room")
  func connections() async throws {
    try await ScriptedConnection.with({ $0.connectionsPerNetwork = 3 }) { first, _, server in
      let others = try (1...2).map { _ in try RawConnection(port: server.port) }
      for connection in others + [first] {
        try await connection.send(ScriptedConnection.get("/a"))
        #expect(try await connection.answer().status == 200)
      }
      for _ in 1...20 {
        let refused = try RawConnection(port: server.port)
        try await refused.send(ScriptedConnection.get("/a"))
        #expect(try await refused.answer().status == 429)
        #expect(try await refused.waitForEnd() == .orderly)
      }
      // Also one that sends nothing, after a moment; and one that asks for the server's health gets its answer.
      let silent = try RawConnection(port: server.port)
      #expect(try await silent.answer().status == 429)
      #expect(try await silent.waitForEnd() == .orderly)
      let health = try RawConnection(port: server.port)
      try await health.send(ScriptedConnection.get("/health"))
      #expect(try await health.answer().text == "GET /health 0")
      #expect(try await health.waitForEnd() == .orderly)
      others[0].close()
      others[1].reset()
      for _ in others {
        let start = ContinuousClock.now
        // The server hears of the end a little later.
        while true {
          let next = try RawConnection(port: server.port)
          try await next.send(ScriptedConnection.get("/a"))
          if let answer = try? await next.answer(), answer.status == 200 { break }
          try #require(ContinuousClock.now - start < .seconds(5))
        }
      }
      try await first.send(ScriptedConnection.get("/b"))
      #expect(try await first.answer().status == 200)
    }
  }

  // MARK: Stopping

  @Test("A server that stops closes what waits, and answers what it was asked")
  func stop() async throws {
    try await ScriptedConnection.with { connection, responder, server in
      let idle = try RawConnection(port: server.port)
      try await idle.send(ScriptedConnection.get("/a"))
      #expect(try await idle.answer()["connection"] == [])
      let receiving = try RawConnection(port: server.port)
      try await receiving.send("POST /b HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n")
      // With it the server says that it has begun to read.
      #expect(try await receiving.answer().status == 100)
      let sending = try RawConnection(port: server.port)
      try await sending.send(ScriptedConnection.get("/large?20000000"))
      try await connection.send(ScriptedConnection.get("/slow"))
      try await ScriptedConnection.eventually { responder.record.asked.count == 3 }
      try await Task.sleep(for: .milliseconds(50))
      await server.stop()
      #expect(try await idle.waitForEnd() == .orderly)
      try await receiving.send("12")
      for (connection, text) in [(receiving, "POST /b 2"), (connection, "slow")] {
        if text == "slow" { responder.release() }
        let answer = try await connection.answer()
        #expect(answer.text == text)
        #expect(answer["connection"] == ["close"])
        #expect(try await connection.waitForEnd() == .orderly)
      }
      #expect(try await sending.answer().body.count == 20_000_000)
    }
  }

  @Test("A large last answer arrives whole")
  func largeLastAnswer() async throws {
    try await ScriptedConnection.with { connection, _, _ in
      try await connection.send(ScriptedConnection.get("/large?20000000", "Connection: close\r\n"))
      #expect(try await connection.answer().body.count == 20_000_000)
      #expect(try await connection.waitForEnd() == .orderly)
    }
  }
}
