import NIOCore
import Testing

@testable import Server

/// What a connection does with requests, byte by byte — RFC 9112.
@Suite struct HTTPConnectionTests {
  private static let bodySize = 64 << 10

  private func withConnection(
    patience: TimeAmount = .seconds(20), farewell: TimeAmount = .seconds(5), receiveBuffer: Int32? = nil,
    _ change: (inout RequestHandler.Limits) -> Void = { _ in },
    _ body: @escaping @Sendable (RawConnection, ScriptedResponder, ListeningServer) async throws -> Void
  ) async throws {
    let responder = ScriptedResponder()
    var limits = RequestHandler.Limits(
      bodySize: Self.bodySize, arrivalTime: patience, idleTime: patience, answerTime: .seconds(20),
      sendTime: patience, farewell: farewell, doubt: .seconds(20))
    change(&limits)
    try await ListeningServer.run(responder, limits: limits) { server in
      let connection = try RawConnection(port: server.port, receiveBuffer: receiveBuffer)
      defer { connection.close() }
      try await body(connection, responder, server)
      responder.release()
    }
  }

  private static func eventually(_ condition: () -> Bool) async throws {
    let start = ContinuousClock.now
    while !condition() {
      guard ContinuousClock.now - start < .seconds(10) else { throw RawConnection.TooLate() }
      try await Task.sleep(for: .milliseconds(1))
    }
  }

  private static func get(_ path: String, _ headers: String = "", version: String = "1.1") -> String {
    "GET \(path) HTTP/\(version)\r\nHost: h\r\n\(headers)\r\n"
  }

  private static func post(_ path: String, _ body: String, _ headers: String = "") -> String {
    "POST \(path) HTTP/1.1\r\nHost: h\r\nContent-Length: \(body.utf8.count)\r\n\(headers)\r\n\(body)"
  }

  // MARK: One after the other

  @Test("Requests follow each other on a connection until one says that it is the last")
  func keepAlive() async throws {
    try await withConnection { connection, _, _ in
      for number in 1...3 {
        try await connection.send(Self.post("/\(number)", "12345"))
        let answer = try await connection.answer()
        #expect(answer.status == 200)
        #expect(answer.text == "POST /\(number) 5")
        #expect(answer["connection"] == [])
      }
      try await connection.send(Self.get("/last", "Connection: close\r\n"))
      let answer = try await connection.answer()
      #expect(answer["connection"] == ["close"])
      #expect(try await connection.waitForEnd() == .orderly)
      #expect(connection.received == [])
    }
  }

  @Test("A connection of HTTP/1.0 goes on only when the client asks for it")
  func keepAliveOfOldVersion() async throws {
    try await withConnection { connection, _, _ in
      try await connection.send(Self.get("/a", "Connection: keep-alive\r\n", version: "1.0"))
      #expect(try await connection.answer()["connection"] == ["keep-alive"])
      try await connection.send(Self.get("/b", version: "1.0"))
      let answer = try await connection.answer()
      #expect(answer.text == "GET /b 0")
      #expect(answer["connection"] == ["close"])
      #expect(try await connection.waitForEnd() == .orderly)
    }
  }

  @Test("Every answer has one length and one date, and one without content no length")
  func headers() async throws {
    try await withConnection { connection, _, _ in
      for path in ["/a", "/none", "/b"] {
        try await connection.send(Self.get(path))
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
    try await withConnection { connection, _, _ in
      try await connection.send("HEAD /large?12345 HTTP/1.1\r\nHost: h\r\n\r\n")
      #expect(try await connection.answer(isBodiless: true)["content-length"] == ["12345"])
      try await connection.send(Self.get("/next"))
      #expect(try await connection.answer().text == "GET /next 0")
    }
  }

  @Test("A request to change the protocol is answered by this one, as the last")
  func upgrade() async throws {
    try await withConnection { connection, _, _ in
      try await connection.send(Self.get("/a", "Connection: Upgrade\r\nUpgrade: h2c\r\n") + Self.get("/b"))
      let answer = try await connection.answer()
      #expect(answer.text == "GET /a 0")
      #expect(answer["connection"] == ["close"])
      #expect(try await connection.waitForEnd() == .orderly)
      #expect(connection.received == [])
    }
  }

  @Test("What follows a request to change the protocol does not keep it from its answer")
  func upgradeFlood() async throws {
    try await withConnection { connection, responder, _ in
      try await connection.send(Self.get("/slow", "Connection: Upgrade\r\nUpgrade: x\r\n"))
      try await connection.send(String(repeating: "x", count: 1 << 20))
      responder.release()
      #expect(try await connection.answer().text == "slow")
      #expect(try await connection.waitForEnd() == .orderly)
    }
  }

  // MARK: Several at once

  @Test("Requests that are sent together are answered in order", arguments: [2, 200, 5_000])
  func pipelining(_ count: Int) async throws {
    try await withConnection { connection, _, _ in
      let requests = (0..<count).map { $0 % 3 == 0 ? Self.post("/\($0)", "123") : Self.get("/\($0)") }
      try await connection.send(requests.joined())
      for number in 0..<count {
        let answer = try await connection.answer()
        try #require(answer.text == (number % 3 == 0 ? "POST /\(number) 3" : "GET /\(number) 0"))
      }
    }
  }

  @Test("No more is read while a request is answered than fits in buffers; nothing of it is lost")
  func pipeliningIsHeld() async throws {
    try await withConnection { connection, responder, _ in
      try await connection.send(Self.get("/slow"))
      let request = Array(Self.post("/a", String(repeating: "x", count: 60_000)).utf8)
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
    try await withConnection(receiveBuffer: 4096) { connection, responder, _ in
      let requests = String(repeating: Self.get("/large?1000000"), count: 200)
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
    try await withConnection { connection, _, _ in
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
      let largest = String(repeating: "x", count: Self.bodySize)
      try await connection.send(Self.post("/c", largest))
      #expect(try await connection.answer().text == "POST /c \(Self.bodySize)")
    }
  }

  @Test(
    "A body over the limit is refused at once, and the refusal can be read by who goes on sending",
    arguments: ["Content-Length: 100000000", "Transfer-Encoding: chunked", "Content-Length: 99999999999999999999"])
  func largeBody(_ header: String) async throws {
    try await withConnection { connection, _, _ in
      try await connection.send("POST /a HTTP/1.1\r\nHost: h\r\n\(header)\r\n\r\n")
      let chunk = "1000\r\n" + String(repeating: "x", count: 0x1000) + "\r\n"
      if header == "Transfer-Encoding: chunked" {
        try await connection.send(String(repeating: chunk, count: Self.bodySize / 0x1000 + 1))
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
    try await withConnection { connection, _, _ in
      let head = "POST /a HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: "
      try await connection.send(head + "5\r\n\r\n")
      let leave = try await connection.answer()
      #expect(leave.status == 100)
      #expect(leave.headers.isEmpty)
      try await connection.send("12345")
      #expect(try await connection.answer().text == "POST /a 5")
      try await connection.send(head + "\(Self.bodySize + 1)\r\n\r\n")
      #expect(try await connection.answer().status == 413)
      #expect(try await connection.waitForEnd() == .orderly)
    }
  }

  // MARK: Headers

  @Test("Target and headers may have so many bytes together, and not one more", arguments: [0, 1])
  func headerSize(more: Int) async throws {
    try await withConnection({ $0.headerSize = 2000 }) { connection, _, _ in
      // Their names and values count, and not what stands between them.
      let others = "/a".utf8.count + "Host".utf8.count + "h".utf8.count + "X".utf8.count
      let value = String(repeating: "x", count: 2000 - others + more)
      try await connection.send(Self.get("/a", "X: \(value)\r\n"))
      #expect(try await connection.answer().status == (more == 0 ? 200 : 431))
    }
  }

  @Test("A request may have so many headers, and not one more", arguments: [0, 1])
  func headerCount(more: Int) async throws {
    try await withConnection({ $0.headerCount = 20 }) { connection, _, _ in
      try await connection.send(Self.get("/a", String(repeating: "X: y\r\n", count: 19 + more)))
      #expect(try await connection.answer().status == (more == 0 ? 200 : 431))
    }
  }

  // MARK: Ends

  @Test("A client that has ended its side gets its answers, however large", arguments: [10, 20_000_000])
  func halfClose(_ size: Int) async throws {
    try await withConnection { connection, _, _ in
      try await connection.send(Self.get("/a") + Self.get("/large?\(size)"))
      connection.endSending()
      #expect(try await connection.answer().text == "GET /a 0")
      #expect(try await connection.answer().body.count == size)
      #expect(try await connection.waitForEnd() == .orderly)
    }
  }

  @Test("A client that ends its side after its request was answered gets all of the answer")
  func lateHalfClose() async throws {
    try await withConnection { connection, responder, _ in
      try await connection.send(Self.get("/large?20000000"))
      try await Self.eventually { responder.record.asked.count == 1 }
      try await Task.sleep(for: .milliseconds(100))
      connection.endSending()
      #expect(try await connection.answer().body.count == 20_000_000)
      #expect(try await connection.waitForEnd() == .orderly)
    }
  }

  @Test("A client that ends its side before it asks is left")
  func endWithoutRequest() async throws {
    try await withConnection { connection, _, _ in
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
    try await withConnection { connection, _, _ in
      try await connection.send(request)
      connection.endSending()
      #expect(try await connection.answer().text == "malformed")
      #expect(try await connection.waitForEnd() == .orderly)
    }
  }

  @Test("Half a request after a whole one is refused when the whole one was answered")
  func halfRequestBehind() async throws {
    try await withConnection { connection, responder, _ in
      try await connection.send(Self.get("/slow") + "POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\n123")
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
    try await withConnection { connection, responder, _ in
      try await connection.send(Self.get("/slow") + "garbage\r\n\r\n")
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
    try await withConnection { connection, _, _ in
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
    try await withConnection { connection, responder, _ in
      try await connection.send(Self.get("/slow") + (isReadHeld ? Self.get("/a") : ""))
      try await Self.eventually { responder.record.asked.count == 1 }
      connection.reset()
      try await Self.eventually { responder.record.cancelled == 1 }
    }
  }

  @Test("A client that closes its socket is asked whether it reads, which cancels its request", arguments: [1, 3])
  func closedClient(requests: Int) async throws {
    try await withConnection({ $0.doubt = .milliseconds(20) }) { connection, responder, _ in
      try await connection.send(String(repeating: Self.get("/slow"), count: requests))
      try await Self.eventually { responder.record.asked.count == 1 }
      connection.close()
      try await Self.eventually { responder.record.cancelled == 1 }
      #expect(responder.record.asked.count == 1)
    }
  }

  @Test("A client that only ended its side and waits is told so once, and gets its answers", arguments: ["1.1", "1.0"])
  func halfCloseWhileAnswered(version: String) async throws {
    try await withConnection({ $0.doubt = .milliseconds(20) }) { connection, responder, _ in
      try await connection.send(Self.get("/slow", "Connection: keep-alive\r\n", version: version) + Self.get("/a"))
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
    try await withConnection({ $0.connectionsPerNetwork = 3 }) { first, _, server in
      let others = try (1...2).map { _ in try RawConnection(port: server.port) }
      for connection in others + [first] {
        try await connection.send(Self.get("/a"))
        #expect(try await connection.answer().status == 200)
      }
      for _ in 1...20 {
        let refused = try RawConnection(port: server.port)
        #expect(try await refused.answer().status == 429)
        #expect(try await refused.waitForEnd() == .orderly)
      }
      others[0].close()
      others[1].reset()
      for _ in others {
        let start = ContinuousClock.now
        // The server hears of the end a little later.
        while true {
          let next = try RawConnection(port: server.port)
          try await next.send(Self.get("/a"))
          if let answer = try? await next.answer(), answer.status == 200 { break }
          try #require(ContinuousClock.now - start < .seconds(5))
        }
      }
      try await first.send(Self.get("/b"))
      #expect(try await first.answer().status == 200)
    }
  }

  // MARK: Time

  @Test("A connection that waits for no request is closed after some time, also one that had one")
  func idle() async throws {
    try await withConnection(patience: .milliseconds(200)) { connection, _, server in
      let start = ContinuousClock.now
      #expect(try await connection.waitForEnd() == .orderly)
      #expect(ContinuousClock.now - start > .milliseconds(190))
      let other = try RawConnection(port: server.port)
      try await other.send(Self.get("/a"))
      #expect(try await other.answer().status == 200)
      #expect(try await other.waitForEnd() == .orderly)
      #expect(other.received == [])
    }
  }

  @Test(
    "A request that comes bit by bit is ended in time",
    arguments: ["GET /", "POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 9999\r\n\r\n"])
  func trickle(_ beginning: String) async throws {
    try await withConnection(patience: .milliseconds(300)) { connection, _, _ in
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
    try await withConnection(patience: .milliseconds(600)) { connection, _, _ in
      try await Task.sleep(for: .milliseconds(400))
      try await connection.send("POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\n1")
      try await Task.sleep(for: .milliseconds(400))
      try await connection.send("2")
      #expect(try await connection.answer().text == "POST /a 2")
    }
  }

  @Test("A request whose answer takes too long is cancelled, and the connection goes on")
  func lateAnswer() async throws {
    try await withConnection({ $0.answerTime = .milliseconds(200) }) { connection, responder, _ in
      for count in 1...2 {
        let start = ContinuousClock.now
        try await connection.send(Self.get("/slow"))
        #expect(try await connection.answer().text == "slow")
        #expect(ContinuousClock.now - start > .milliseconds(190))
        #expect(responder.record.cancelled == count)
      }
      try await connection.send(Self.get("/a"))
      #expect(try await connection.answer().text == "GET /a 0")
    }
  }

  @Test("A request may be answered for longer than it may take to come")
  func slowAnswer() async throws {
    try await withConnection(patience: .milliseconds(100)) { connection, responder, _ in
      try await connection.send(Self.get("/slow"))
      try await Task.sleep(for: .milliseconds(400))
      responder.release()
      #expect(try await connection.answer().text == "slow")
    }
  }

  @Test("A client that reads slowly gets all of an answer", arguments: ["", "Connection: close\r\n"])
  func slowReader(_ headers: String) async throws {
    let size = 24_000_000
    try await withConnection(patience: .milliseconds(500), farewell: .milliseconds(50), receiveBuffer: 1 << 18) {
      connection, _, _ in
      try await connection.send(Self.get("/large?\(size)", headers))
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
    try await withConnection(
      patience: .milliseconds(300), farewell: .milliseconds(50), receiveBuffer: 1 << 16, { $0.sendRate = 100 << 20 }
    ) { connection, _, _ in
      try await connection.send(Self.get("/large?\(size)", headers))
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
    try await withConnection(patience: .milliseconds(200), farewell: .milliseconds(50), receiveBuffer: 1 << 16) {
      connection, _, _ in
      try await connection.send(Self.get("/large?\(size)", headers))
      try await Task.sleep(for: .seconds(1))
      _ = try await connection.waitForEnd()
      #expect(connection.received.count < size)
    }
  }

  @Test("A client that does not end its side after the last answer is left")
  func farewell() async throws {
    try await withConnection(farewell: .milliseconds(200)) { connection, _, _ in
      try await connection.send(Self.get("/a", "Connection: close\r\n"))
      #expect(try await connection.answer().status == 200)
      #expect(try await connection.waitForEnd() == .orderly)
      try await Task.sleep(for: .milliseconds(400))
      // The first byte is answered by a reset, the second finds it.
      _ = try? await connection.send([0], stallsAfter: .seconds(1))
      try await Task.sleep(for: .milliseconds(50))
      await #expect(throws: RawConnection.Failed.self) { _ = try await connection.send([0], stallsAfter: .seconds(1)) }
    }
  }

  // MARK: Stopping

  @Test("A server that stops closes what waits, and answers what it was asked")
  func stop() async throws {
    try await withConnection { connection, responder, server in
      let idle = try RawConnection(port: server.port)
      try await idle.send(Self.get("/a"))
      #expect(try await idle.answer()["connection"] == [])
      let receiving = try RawConnection(port: server.port)
      try await receiving.send("POST /b HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n")
      // With it the server says that it has begun to read.
      #expect(try await receiving.answer().status == 100)
      let sending = try RawConnection(port: server.port)
      try await sending.send(Self.get("/large?20000000"))
      try await connection.send(Self.get("/slow"))
      try await Self.eventually { responder.record.asked.count == 3 }
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
    try await withConnection { connection, _, _ in
      try await connection.send(Self.get("/large?20000000", "Connection: close\r\n"))
      #expect(try await connection.answer().body.count == 20_000_000)
      #expect(try await connection.waitForEnd() == .orderly)
    }
  }
}
