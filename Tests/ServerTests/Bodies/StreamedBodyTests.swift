import NIOCore
import NIOHTTP1
import Synchronization
import Testing

@testable import Server

/// Bodies that come while their requests are answered, over a socket.
@Suite struct StreamedBodyTests {
  /// Takes bodies of PUT as it is told, and answers with their sizes.
  private final class Taker: HTTPResponder {
    struct Record {
      var taken = 0
      /// The bytes that may be taken until more is granted.
      var grant = Int.max
      var faults: [ArrivingBody.Fault] = []
    }

    let record = Mutex(Record())
    func grant(_ bytes: Int) { record.withLock { $0.grant = bytes } }

    func streamsBody(of request: HTTPRequestHead) -> Bool { request.method == .PUT }

    func answer(to request: ReceivedRequest) async -> Answer {
      guard case .arriving(let body) = request.body else { return text("\(request.method) \(request.path)") }
      if request.path == "/refused" { return text("no", .notFound) }
      if request.path == "/announced" { body.announce(.custom(code: 104, reasonPhrase: "Upload Resumption Supported"), ["location": "/x"]) }
      var count = 0
      do {
        while true {
          while record.withLock({ $0.taken >= $0.grant }) { try? await Task.sleep(for: .milliseconds(1)) }
          guard let bytes = try await body.next() else { break }
          count += bytes.readableBytes
          record.withLock { $0.taken += bytes.readableBytes }
        }
      } catch {
        record.withLock { $0.faults.append(error) }
        return text("after \(count): \(error)", .badRequest)
      }
      return text("took \(count)")
    }

    func answer(to fault: RequestFault) -> Answer { text("\(fault)", .badRequest) }

    private func text(_ text: String, _ status: HTTPResponseStatus = .ok) -> Answer {
      Answer(status: status, headers: [:], body: ByteBuffer(string: text))
    }
  }

  private static func with(
    _ change: (inout RequestHandler.Limits) -> Void = { _ in },
    _ body: @escaping @Sendable (RawConnection, Taker) async throws -> Void
  ) async throws {
    let taker = Taker()
    var limits = RequestHandler.Limits(bodySize: 10)
    change(&limits)
    try await ListeningServer.run(taker, limits: limits) { server in
      let connection = try RawConnection(port: server.port)
      defer { connection.close() }
      try await body(connection, taker)
    }
  }

  private static func put(_ path: String, length: Int, _ headers: String = "") -> String {
    "PUT \(path) HTTP/1.1\r\nHost: h\r\nContent-Length: \(length)\r\n\(headers)\r\n"
  }

  @Test("A body is taken whole, and the connection goes on")
  func whole() async throws {
    try await Self.with { connection, _ in
      try await connection.send(Self.put("/a", length: 1 << 20) + String(repeating: "x", count: 1 << 20))
      #expect(try await connection.answer().text == "took 1048576")
      try await connection.send(Self.put("/a", length: 0))
      #expect(try await connection.answer().text == "took 0")
      try await connection.send("GET /b HTTP/1.1\r\nHost: h\r\n\r\n")
      #expect(try await connection.answer().text == "GET /b")
    }
  }

  @Test("Chunks of a byte each are taken together")
  func chunks() async throws {
    try await Self.with { connection, _ in
      let chunks = String(repeating: "1\r\nx\r\n", count: 50_000)
      try await connection.send("PUT /a HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n\(chunks)0\r\n\r\n")
      #expect(try await connection.answer().text == "took 50000")
    }
  }

  @Test("While the server takes nothing, the client can send no more than a little")
  func backPressure() async throws {
    try await Self.with { connection, taker in
      taker.grant(0)
      try await connection.send(Self.put("/a", length: 64 << 20))
      let bytes = [UInt8](repeating: 0x78, count: 64 << 20)
      let sent = try await connection.send(bytes, stallsAfter: .milliseconds(500))
      // The buffers of both ends of the system take some.
      #expect(sent < 32 << 20)
      taker.grant(.max)
      var rest = bytes.count - sent
      while rest > 0 { rest -= try await connection.send(Array(bytes.prefix(rest)), stallsAfter: .seconds(5)) }
      #expect(try await connection.answer().text == "took \(64 << 20)")
    }
  }

  @Test("A client that waits for leave gets it, or an answer instead")
  func leave() async throws {
    try await Self.with { connection, _ in
      try await connection.send(Self.put("/a", length: 3, "Expect: 100-continue\r\n"))
      try await connection.waitFor("HTTP/1.1 100 Continue\r\n\r\n")
      try await connection.send("abc")
      #expect(try await connection.answer().text == "took 3")
      try await connection.send(Self.put("/refused", length: 3, "Expect: 100-continue\r\n"))
      let answer = try await connection.answer()
      #expect(answer.status == 404)
      #expect(answer["connection"] == ["close"])
    }
  }

  @Test("An interim response comes before the answer")
  func announcement() async throws {
    try await Self.with { connection, _ in
      try await connection.send(Self.put("/announced", length: 3))
      try await connection.waitFor("HTTP/1.1 104 Upload Resumption Supported\r\nlocation: /x\r\n\r\n")
      try await connection.send("abc")
      #expect(try await connection.answer().text == "took 3")
    }
  }

  @Test("An answer before the body ends the connection, and arrives though the client goes on sending")
  func early() async throws {
    try await Self.with { connection, _ in
      try await connection.send(Self.put("/refused", length: 4 << 20))
      try await connection.send(String(repeating: "x", count: 2 << 20))
      let answer = try await connection.answer()
      #expect(answer.status == 404)
      #expect(answer["connection"] == ["close"])
    }
  }

  @Test("A client that ends in the middle is told, one that is gone is noticed")
  func cut() async throws {
    try await Self.with { connection, taker in
      try await connection.send(Self.put("/a", length: 10) + "12345")
      connection.endSending()
      let answer = try await connection.answer()
      #expect(answer.text == "after 5: cut")
      #expect(taker.record.withLock { $0.faults } == [.cut])
    }
    try await Self.with { connection, taker in
      try await connection.send(Self.put("/a", length: 10) + "12345")
      try await ScriptedConnection.eventually { taker.record.withLock { $0.taken == 5 } }
      connection.reset()
      try await ScriptedConnection.eventually { taker.record.withLock { $0.faults == [.cut] } }
    }
  }

  @Test("What is no chunk ends the body")
  func malformed() async throws {
    try await Self.with { connection, _ in
      try await connection.send("PUT /a HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\nno chunk\r\n")
      #expect(try await connection.answer().text == "after 3: cut")
    }
  }

  @Test("A body that comes too slowly is ended")
  func slow() async throws {
    try await Self.with({ $0.bodyTime = .milliseconds(300); $0.bodyRate = 100 }) { connection, _ in
      try await connection.send(Self.put("/a", length: 100) + "x")
      #expect(try await connection.answer().text == "after 1: tooSlow")
    }
  }
}
