import Testing

@testable import Server

/// A connection's handling of requests, byte by byte — RFC 9112.
@Suite struct HTTPConnectionTests {
  // MARK: One after the other

  @Test("Requests follow each other on a connection until one says that it is the last")
  func keepAlive() async throws {
    try await ScriptedConnection.with { connection, _, _ in
      for number in 1...3 {
        try await connection.send(ScriptedConnection.post("/\(number)", "12345"))
        let answer = try await connection.answer()
        #expect(answer.status == 200)
        #expect(answer.text == "POST /\(number) 5")
        #expect(answer["connection"] == [])
      }
      try await connection.send(ScriptedConnection.get("/last", "Connection: close\r\n"))
      let answer = try await connection.answer()
      #expect(answer["connection"] == ["close"])
      #expect(try await connection.waitForEnd() == .orderly)
      #expect(connection.received == [])
    }
  }

  @Test("A connection of HTTP/1.0 goes on only when the client asks for it")
  func keepAliveOfOldVersion() async throws {
    try await ScriptedConnection.with { connection, _, _ in
      try await connection.send(ScriptedConnection.get("/a", "Connection: keep-alive\r\n", version: "1.0"))
      #expect(try await connection.answer()["connection"] == ["keep-alive"])
      try await connection.send(ScriptedConnection.get("/b", version: "1.0"))
      let answer = try await connection.answer()
      #expect(answer.text == "GET /b 0")
      #expect(answer["connection"] == ["close"])
      #expect(try await connection.waitForEnd() == .orderly)
    }
  }

  @Test("Every answer has one length and one date, and one without content no length")
  func headers() async throws {
    try await ScriptedConnection.with { connection, _, _ in
      for path in ["/a", "/none", "/b"] {
        try await connection.send(ScriptedConnection.get(path))
        let answer = try await connection.answer()
        #expect(answer["content-length"].count == (path == "/none" ? 0 : 1))
        #expect(answer["transfer-encoding"] == [])
        let date = try #require(answer["date"].first)
        let form = /(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT/
        #expect(date.wholeMatch(of: form) != nil)
        #expect(answer["date"].count == 1)
      }
    }
  }

  @Test("An answer to HEAD has the headers of one to GET and no body")
  func head() async throws {
    try await ScriptedConnection.with { connection, _, _ in
      try await connection.send("HEAD /large?12345 HTTP/1.1\r\nHost: h\r\n\r\n")
      #expect(try await connection.answer(isBodiless: true)["content-length"] == ["12345"])
      try await connection.send(ScriptedConnection.get("/next"))
      #expect(try await connection.answer().text == "GET /next 0")
    }
  }

  @Test("A request to change the protocol is answered by this one, as the last")
  func upgrade() async throws {
    try await ScriptedConnection.with { connection, _, _ in
      try await connection.send(
        ScriptedConnection.get("/a", "Connection: Upgrade\r\nUpgrade: h2c\r\n") + ScriptedConnection.get("/b"))
      let answer = try await connection.answer()
      #expect(answer.text == "GET /a 0")
      #expect(answer["connection"] == ["close"])
      #expect(try await connection.waitForEnd() == .orderly)
      #expect(connection.received == [])
    }
  }

  @Test("What follows a request to change the protocol does not keep it from its answer")
  func upgradeFlood() async throws {
    try await ScriptedConnection.with { connection, responder, _ in
      try await connection.send(ScriptedConnection.get("/slow", "Connection: Upgrade\r\nUpgrade: x\r\n"))
      try await connection.send(String(repeating: "x", count: 1 << 20))
      responder.release()
      #expect(try await connection.answer().text == "slow")
      #expect(try await connection.waitForEnd() == .orderly)
    }
  }

  // MARK: Several at once

  @Test("Requests that are sent together are answered in order", arguments: [2, 200, 5_000])
  func pipelining(_ count: Int) async throws {
    try await ScriptedConnection.with { connection, _, _ in
      let requests = (0..<count).map {
        $0 % 3 == 0 ? ScriptedConnection.post("/\($0)", "123") : ScriptedConnection.get("/\($0)")
      }
      try await connection.send(requests.joined())
      for number in 0..<count {
        let answer = try await connection.answer()
        try #require(answer.text == (number % 3 == 0 ? "POST /\(number) 3" : "GET /\(number) 0"))
      }
    }
  }

  @Test("No more is read while a request is answered than fits in buffers; nothing of it is lost")
  func pipeliningIsHeld() async throws {
    try await ScriptedConnection.with { connection, responder, _ in
      try await connection.send(ScriptedConnection.get("/slow"))
      let request = Array(ScriptedConnection.post("/a", String(repeating: "x", count: 60_000)).utf8)
      var (count, isStalled) = (0, false)
      // More than the system keeps for a connection.
      while !isStalled, count < 2_000 {
        let sent = try await connection.send(request, stallsAfter: .milliseconds(300))
        isStalled = sent < request.count
        if isStalled {
          responder.release()
          try await connection.send(String(decoding: request[sent...], as: UTF8.self))
        } else {
          count += 1
        }
      }
      #expect(isStalled)
      #expect(try await connection.answer().text == "slow")
      for _ in 0...count {
        try #require(try await connection.answer().text == "POST /a 60000")
      }
    }
  }

  @Test("A client that takes no answers gets no more of them made")
  func untakenAnswers() async throws {
    try await ScriptedConnection.with(receiveBuffer: 4096) { connection, responder, _ in
      let requests = String(repeating: ScriptedConnection.get("/large?1000000"), count: 200)
      let sent = try await connection.send(Array(requests.utf8), stallsAfter: .seconds(1))
      #expect(sent == requests.utf8.count)
      try await Task.sleep(for: .milliseconds(500))
      // As many as the system keeps the answers of, and one.
      #expect(responder.record.asked.count < 60)
    }
  }

  // MARK: Bodies

  @Test("A body comes in pieces, with its length before it or in chunks")
  func bodies() async throws {
    try await ScriptedConnection.with { connection, _, _ in
      try await connection.send("POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 6\r\n\r\n12")
      try await Task.sleep(for: .milliseconds(20))
      try await connection.send("34")
      try await Task.sleep(for: .milliseconds(20))
      try await connection.send("56")
      #expect(try await connection.answer().text == "POST /a 6")
      try await connection.send("POST /b HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n12345\r\n")
      try await Task.sleep(for: .milliseconds(20))
      try await connection.send("1\r\n6\r\n0\r\nTrailer: x\r\n\r\n")
      #expect(try await connection.answer().text == "POST /b 6")
      let largest = String(repeating: "x", count: ScriptedConnection.bodySize)
      try await connection.send(ScriptedConnection.post("/c", largest))
      #expect(try await connection.answer().text == "POST /c \(ScriptedConnection.bodySize)")
    }
  }

  @Test(
    "A body over the limit is refused at once, and the refusal can be read by who goes on sending",
    arguments: ["Content-Length: 100000000", "Transfer-Encoding: chunked", "Content-Length: 99999999999999999999"])
  func largeBody(_ header: String) async throws {
    try await ScriptedConnection.with { connection, _, _ in
      try await connection.send("POST /a HTTP/1.1\r\nHost: h\r\n\(header)\r\n\r\n")
      let chunk = "1000\r\n" + String(repeating: "x", count: 0x1000) + "\r\n"
      if header == "Transfer-Encoding: chunked" {
        try await connection.send(String(repeating: chunk, count: ScriptedConnection.bodySize / 0x1000 + 1))
      }
      // Nothing is read meanwhile.
      for _ in 0..<20 {
        let sent = try await connection.send(Array(chunk.utf8), stallsAfter: .seconds(5))
        #expect(sent == chunk.utf8.count)
        try await Task.sleep(for: .milliseconds(5))
      }
      let answer = try await connection.answer()
      #expect(answer.status == (header.count > 30 ? 400 : 413))
      #expect(answer["connection"] == ["close"])
      #expect(try await connection.waitForEnd() == .orderly)
    }
  }

  @Test("A client may wait for leave to send a body")
  func expectation() async throws {
    try await ScriptedConnection.with { connection, _, _ in
      let head = "POST /a HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: "
      try await connection.send(head + "5\r\n\r\n")
      let leave = try await connection.answer()
      #expect(leave.status == 100)
      #expect(leave.headers.isEmpty)
      try await connection.send("12345")
      #expect(try await connection.answer().text == "POST /a 5")
      try await connection.send(head + "\(ScriptedConnection.bodySize + 1)\r\n\r\n")
      #expect(try await connection.answer().status == 413)
      #expect(try await connection.waitForEnd() == .orderly)
    }
  }

  // MARK: Headers

  @Test("Target and headers may have so many bytes together, and not one more", arguments: [0, 1])
  func headerSize(more: Int) async throws {
    try await ScriptedConnection.with({ $0.headerSize = 2000 }) { connection, _, _ in
      // Their names and values count, and not what stands between them.
      let others = "/a".utf8.count + "Host".utf8.count + "h".utf8.count + "X".utf8.count
      let value = String(repeating: "x", count: 2000 - others + more)
      try await connection.send(ScriptedConnection.get("/a", "X: \(value)\r\n"))
      #expect(try await connection.answer().status == (more == 0 ? 200 : 431))
    }
  }

  @Test("A request may have so many headers, and not one more", arguments: [0, 1])
  func headerCount(more: Int) async throws {
    try await ScriptedConnection.with({ $0.headerCount = 20 }) { connection, _, _ in
      try await connection.send(ScriptedConnection.get("/a", String(repeating: "X: y\r\n", count: 19 + more)))
      #expect(try await connection.answer().status == (more == 0 ? 200 : 431))
    }
  }
}
