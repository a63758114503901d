import Gateway
import Memory
import NIOCore
import TestSupport
import Testing

@testable import Server

/// Answers that go on, over real sockets.
@Suite struct HTTPStreamTests {
  private static let part = "\r\ncontent-type: application/json\r\n\r\n"

  private static func run(
    _ responder: StreamResponder = StreamResponder(), limits change: (inout RequestHandler.Limits) -> Void = { _ in },
    _ body: @escaping @Sendable (ListeningServer, StreamResponder) async throws -> Void
  ) async throws {
    let time = TimeAmount.seconds(20)
    var limits = RequestHandler.Limits(
      bodySize: 1000, connections: 10_000, connectionsPerNetwork: 10_000, firstByteTime: time, arrivalTime: time,
      idleTime: time, answerTime: time, sendTime: time, halfCloseProbeDelay: .milliseconds(20), streamDrain: .zero)
    change(&limits)
    try await ListeningServer.run(responder, limits: limits, memory: responder.memory) { server in
      try await body(server, responder)
    }
  }

  // MARK: Events

  @Test("Events arrive one by one, and the stream ends with its last chunk: multipart")
  func multipart() async throws {
    try await Self.run { server, responder in
      let client = try StreamClient(port: server.port)
      let head = try await client.subscribe("/multipart")
      #expect(head.status == 200)
      #expect(head["content-type"] == ["multipart/mixed;boundary=\"graphql\";subscriptionSpec=1.0"])
      #expect(head["cache-control"] == ["no-store"])
      #expect(head["transfer-encoding"] == ["chunked"])
      #expect(head["content-length"] == [])
      #expect(head["connection"] == ["close"])
      #expect(head["x-test"] == ["1"])
      #expect(head["date"].count == 1)
      var text = "\r\n--graphql\(Self.part){}\r\n--graphql"
      try await client.expect(text)
      for number in 1...3 {
        responder.sources[0].send("{\"data\":\(number)}")
        text += "\(Self.part){\"payload\":{\"data\":\(number)}}\r\n--graphql"
        try await client.expect(text)
        // One that was taken, and one that is waited for.
        try await ScriptedConnection.eventually { responder.sources[0].pulls == number + 1 }
      }
      responder.sources[0].send(.complete)
      try await client.expect(text + "--\r\n")
      #expect(try await client.connection.waitForEnd() == .orderly)
      #expect(client.isBodyComplete)
      #expect(responder.registry.statistics.events == 3)
      #expect(responder.registry.statistics.ended == [.completed: 1])
      #expect(responder.registry.statistics.open == [.multipart: 0])
      #expect(responder.registry.count == 0)
    }
  }

  @Test("Events arrive one by one, and the stream ends with its last chunk: server-sent events")
  func serverSentEvents() async throws {
    try await Self.run { server, responder in
      let client = try StreamClient(port: server.port)
      let head = try await client.subscribe("/sse")
      #expect(head["content-type"] == ["text/event-stream"])
      #expect(head["cache-control"] == ["no-store"])
      var text = ":\n\n"
      try await client.expect(text)
      #expect(responder.registry.statistics.open == [.serverSentEvents: 1])
      for number in 1...3 {
        responder.sources[0].send("{\"data\":\(number)}")
        text += "event: next\ndata: {\"data\":\(number)}\n\n"
        try await client.expect(text)
      }
      // A source that ends without a word has completed.
      responder.sources[0].send(nil)
      try await client.expect(text + "event: complete\ndata:\n\n")
      #expect(try await client.connection.waitForEnd() == .orderly)
      #expect(client.isBodyComplete)
    }
  }

  @Test("A stream that fails says why, and ends", arguments: StreamTransport.allCases)
  func failure(_ transport: StreamTransport) async throws {
    try await Self.run { server, responder in
      let client = try StreamClient(port: server.port)
      try await client.subscribe("/\(transport.rawValue)")
      let event = StreamEvent.failed(Array(#"[{"message":"m"}]"#.utf8))
      responder.sources[0].send(event)
      try await client.expect(String(buffer: transport.opening) + String(buffer: transport.encoded(event)))
      #expect(try await client.connection.waitForEnd() == .orderly)
      #expect(client.isBodyComplete)
      #expect(responder.registry.statistics.ended == [.failed: 1])
    }
  }

  @Test("An event that is larger than the channel takes at once arrives whole")
  func largeEvent() async throws {
    try await Self.run { server, responder in
      let client = try StreamClient(port: server.port, receiveBuffer: 1 << 16)
      try await client.subscribe("/sse")
      let json = "\"" + String(repeating: "x", count: 10_000_000) + "\""
      responder.sources[0].send(json)
      responder.sources[0].send("2")
      responder.sources[0].send(nil)
      #expect(try await client.connection.waitForEnd() == .orderly)
      #expect(client.isBodyComplete)
      #expect(client.body == ":\n\nevent: next\ndata: \(json)\n\nevent: next\ndata: 2\n\nevent: complete\ndata:\n\n")
    }
  }

  @Test("A request after a stream's is not answered", arguments: [false, true])
  func pipelining(isTogether: Bool) async throws {
    try await Self.run { server, responder in
      let client = try StreamClient(port: server.port)
      let next = ScriptedConnection.get("/sse")
      try await client.connection.send(ScriptedConnection.get("/sse") + (isTogether ? next : ""))
      _ = try await client.connection.answer()
      if !isTogether { try await client.connection.send(next) }
      try await Task.sleep(for: .milliseconds(50))
      responder.sources[0].send(nil)
      try await client.expect(":\n\nevent: complete\ndata:\n\n")
      #expect(try await client.connection.waitForEnd() == .orderly)
      #expect(responder.sources.count == 1)
    }
  }

  @Test("Without chunks in HTTP/1.0, the end of the connection ends the stream")
  func http10() async throws {
    try await Self.run { server, responder in
      let connection = try RawConnection(port: server.port)
      try await connection.send(ScriptedConnection.get("/sse", "Connection: keep-alive\r\n", version: "1.0"))
      try await ScriptedConnection.eventually { !responder.sources.isEmpty }
      responder.sources[0].send("1")
      responder.sources[0].send(nil)
      #expect(try await connection.waitForEnd() == .orderly)
      let text = String(decoding: connection.received, as: UTF8.self)
      #expect(text.hasPrefix("HTTP/1.0 200 OK\r\n"))
      #expect(text.hasSuffix("\r\n\r\n:\n\nevent: next\ndata: 1\n\nevent: complete\ndata:\n\n"))
      #expect(!text.contains("transfer-encoding"))
      #expect(!text.contains("content-length"))
    }
  }

  @Test("HEAD is answered with headers alone, and its source is not asked")
  func head() async throws {
    try await Self.run { server, responder in
      let connection = try RawConnection(port: server.port)
      try await connection.send("HEAD /sse HTTP/1.1\r\nHost: h\r\n\r\n")
      #expect(try await connection.waitForEnd() == .orderly)
      let text = String(decoding: connection.received, as: UTF8.self)
      #expect(text.contains("content-type: text/event-stream\r\n"))
      #expect(text.hasSuffix("\r\n\r\n"))
      #expect(!text.contains("content-length"))
      #expect(responder.sources[0].pulls == 0)
      try await ScriptedConnection.eventually { responder.registry.count == 0 }
    }
  }

  // MARK: Time

  @Test("A heartbeat is sent when nothing else was for its interval", arguments: StreamTransport.allCases)
  func heartbeats(_ transport: StreamTransport) async throws {
    try await Self.run(limits: {
      $0.heartbeatInterval = .milliseconds(600)
      // Neither ends a stream whose client takes what is written.
      ($0.answerTime, $0.sendTime) = (.milliseconds(100), .milliseconds(100))
    }) { server, responder in
      let client = try StreamClient(port: server.port)
      try await client.subscribe("/\(transport.rawValue)")
      let start = ContinuousClock.now
      var text = String(buffer: transport.opening)
      for _ in 1...3 {
        text += String(buffer: transport.heartbeat)
        try await client.expect(text)
      }
      #expect(ContinuousClock.now - start > .milliseconds(1650))
      // More often than heartbeats would be.
      for _ in 1...12 {
        responder.sources[0].send("1")
        text += String(buffer: transport.encoded(.next([UInt8(ascii: "1")])))
        try await client.expect(text)
        try await Task.sleep(for: .milliseconds(60))
      }
      try await client.expect(text + String(buffer: transport.heartbeat))
    }
  }

  @Test("A client that takes nothing loses its stream; others and ordinary requests go on")
  func slowReader() async throws {
    try await Self.run(limits: { $0.sendTime = .milliseconds(500) }) { server, responder in
      let other = try StreamClient(port: server.port)
      try await other.subscribe("/sse")
      let slow = try StreamClient(port: server.port, receiveBuffer: 4096)
      try await slow.subscribe("/flood?100000")
      let plain = try RawConnection(port: server.port)
      var text = ":\n\n"
      let start = ContinuousClock.now
      while responder.registry.statistics.ended.isEmpty {
        responder.sources[0].send("1")
        text += "event: next\ndata: 1\n\n"
        try await other.expect(text)
        try await plain.send(ScriptedConnection.get("/a"))
        #expect(try await plain.answer().text == "/a")
        try #require(ContinuousClock.now - start < .seconds(5))
        try await Task.sleep(for: .milliseconds(5))
      }
      #expect(ContinuousClock.now - start > .milliseconds(490))
      #expect(responder.registry.statistics.ended == [.slow: 1])
      // As many pulls as the system's buffer takes, without a queue.
      #expect(responder.sources[1].pulls < 100)
      try await ScriptedConnection.eventually { responder.registry.count == 1 }
    }
  }

  @Test("A client that takes nothing loses its stream, also where the system has taken all that was written")
  func unacknowledgedBytes() async throws {
    try await Self.run(limits: { $0.sendTime = .milliseconds(500) }) { server, responder in
      let client = try StreamClient(port: server.port, receiveBuffer: 4096)
      try await client.subscribe("/sse")
      responder.sources[0].send(String(repeating: "x", count: 100_000))
      try await ScriptedConnection.eventually { responder.sources[0].pulls == 2 }
      #expect(responder.memory.statistics.held == 0)
      try await ScriptedConnection.eventually { responder.sources[0].isCancelled }
      try await ScriptedConnection.eventually { responder.registry.statistics.ended == [.disconnected: 1] }
    }
  }

  @Test("A client that goes on reading keeps its stream, however slowly it reads")
  func steadyReader() async throws {
    try await Self.run(limits: { $0.sendTime = .milliseconds(500) }) { server, responder in
      let client = try StreamClient(port: server.port, receiveBuffer: 1 << 18)
      try await client.subscribe("/sse")
      responder.sources[0].send(String(repeating: "x", count: 24_000_000))
      let start = ContinuousClock.now
      while client.connection.received.count < 20_000_000 {
        try #require(try await client.connection.receive(maximum: 1 << 18) > 0)
        try await Task.sleep(for: .milliseconds(20))
      }
      #expect(ContinuousClock.now - start > .seconds(1))
      #expect(responder.registry.count == 1)
      responder.sources[0].send(nil)
      #expect(try await client.connection.waitForEnd() == .orderly)
      #expect(client.isBodyComplete)
    }
  }

  // MARK: Ends

  enum Departure: CaseIterable { case close, reset }

  @Test("A client that goes cancels the source within a second", arguments: Departure.allCases, StreamTransport.allCases)
  func departure(_ departure: Departure, _ transport: StreamTransport) async throws {
    try await Self.run { server, responder in
      let client = try StreamClient(port: server.port)
      try await client.subscribe("/\(transport.rawValue)")
      try await ScriptedConnection.eventually { responder.sources[0].pulls == 1 }
      let start = ContinuousClock.now
      if departure == .close { client.connection.close() } else { client.connection.reset() }
      try await ScriptedConnection.eventually { responder.sources[0].isCancelled }
      #expect(ContinuousClock.now - start < .seconds(1))
      try await ScriptedConnection.eventually { responder.registry.count == 0 }
      #expect(responder.registry.statistics.ended == [.disconnected: 1])
    }
  }

  @Test("A client that has taken nothing and goes cancels a source that waits for it")
  func departureOfSlowReader() async throws {
    try await Self.run { server, responder in
      let client = try StreamClient(port: server.port, receiveBuffer: 4096)
      try await client.subscribe("/flood?1000000")
      // The connection takes some before it takes no more, on a busy machine later.
      var pulls = -1
      for _ in 0..<20 where responder.sources[0].pulls != pulls {
        pulls = responder.sources[0].pulls
        try await Task.sleep(for: .milliseconds(200))
      }
      #expect(responder.sources[0].pulls == pulls)
      client.connection.reset()
      try await ScriptedConnection.eventually { responder.registry.count == 0 }
    }
  }

  @Test("A client that only ends its side keeps its stream")
  func halfClose() async throws {
    try await Self.run { server, responder in
      let client = try StreamClient(port: server.port)
      try await client.subscribe("/sse")
      client.connection.endSending()
      // It is asked whether it is there.
      var text = ":\n\n:\n\n"
      try await client.expect(text)
      responder.sources[0].send("1")
      text += "event: next\ndata: 1\n\n"
      try await client.expect(text)
      responder.sources[0].send(nil)
      try await client.expect(text + "event: complete\ndata:\n\n")
      #expect(try await client.connection.waitForEnd() == .orderly)
    }
  }

  @Test("Thousands of streams that open and end leave nothing behind")
  func manyStreams() async throws {
    try await Self.run { server, responder in
      for round in 0..<40 {
        let clients = try (1...50).map { _ in try StreamClient(port: server.port) }
        for client in clients { try await client.connection.send(ScriptedConnection.get("/sse")) }
        for client in clients { #expect(try await client.connection.answer().status == 200) }
        #expect(responder.registry.count == 50)
        for (number, client) in clients.enumerated() {
          number % 3 == 0 ? client.connection.reset() : client.connection.close()
        }
        try await ScriptedConnection.eventually { responder.registry.count == 0 }
        #expect(responder.registry.keyCount == 0, "in round \(round)")
      }
      #expect(responder.registry.statistics.open == [.serverSentEvents: 0])
      #expect(responder.registry.statistics.ended == [.disconnected: 2000])
      #expect(responder.sources.allSatisfy { $0.isCancelled })
    }
  }

  @Test("A server that stops tells all streams over some time, and then ends them")
  func drain() async throws {
    try await Self.run(limits: { $0.streamDrain = .seconds(4) }) { server, responder in
      var clients: [(client: StreamClient, transport: StreamTransport)] = []
      for number in 0..<40 {
        let transport: StreamTransport = number % 2 == 0 ? .multipart : .serverSentEvents
        let client = try StreamClient(port: server.port)
        try await client.subscribe("/\(transport.rawValue)")
        clients.append((client, transport))
      }
      let start = ContinuousClock.now
      await server.stop()
      try await Task.sleep(for: .seconds(2))
      let ended = responder.registry.statistics.ended[.restarted] ?? 0
      #expect((1..<40).contains(ended), "\(ended) at half of the time")
      for (client, transport) in clients {
        #expect(try await client.connection.waitForEnd() == .orderly)
        #expect(client.isBodyComplete)
        #expect(client.body == String(buffer: transport.opening) + String(buffer: transport.restart))
        client.connection.close()
      }
      #expect(ContinuousClock.now - start < .seconds(15))
      #expect(responder.registry.statistics.ended == [.restarted: 40])
      #expect(responder.sources.allSatisfy { $0.isCancelled })
    }
  }

  // MARK: TLS

  @Test("A stream goes over TLS: events, the end, and a client that goes")
  func encrypted() async throws {
    try await Certificates.with { certificates in
      let certificate = try ServerCertificate(
        certificateFile: certificates.file("server.crt"), keyFile: certificates.file("server.key"))
      let responder = StreamResponder()
      try await ListeningServer.run(
        responder, limits: RequestHandler.Limits(bodySize: 1000), memory: responder.memory, certificate: certificate
      ) { server in
        func curl(_ seconds: Int) async throws -> ChildProcess.End {
          try await ChildProcess.run(
            .bash,
            [
              "-c",
              "curl -sSN --max-time \(seconds) --resolve localhost:\(server.port):127.0.0.1 "
                + "--cacert \(certificates.file("root.crt")) https://localhost:\(server.port)/sse",
            ], environment: ["PATH": "/usr/bin:/bin"])
        }
        async let ended = curl(20)
        try await ScriptedConnection.eventually { responder.sources.count == 1 }
        let json = "\"" + String(repeating: "x", count: 300_000) + "\""
        for text in ["1", json] { responder.sources[0].send(text) }
        responder.sources[0].send(nil)
        let output = try await ended.output
        #expect(output == ":\n\nevent: next\ndata: 1\n\nevent: next\ndata: \(json)\n\nevent: complete\ndata:\n\n")
        #expect(try await ended.status == 0)
        #expect(try await curl(1).status == 28)
        try await ScriptedConnection.eventually { responder.sources[1].isCancelled && responder.registry.count == 0 }
      }
    }
  }

  // MARK: Limits

  @Test("A network has so many streams; each that ends makes room")
  func limits() async throws {
    let registry = StreamRegistry(limits: StreamLimits(perNetwork: 2))
    try await Self.run(StreamResponder(registry: registry)) { server, responder in
      let clients = try (1...2).map { _ in try StreamClient(port: server.port) }
      for client in clients { try await client.subscribe("/sse") }
      let third = try StreamClient(port: server.port)
      #expect(try await third.subscribe("/sse").status == 429)
      responder.sources[0].send(nil)
      #expect(try await clients[0].connection.waitForEnd() == .orderly)
      #expect(try await third.subscribe("/sse").status == 200)
    }
  }

  @Test("A stream is no request in flight")
  func ticket() async throws {
    let one = ThrottleLimits(rate: nil, burst: 1, concurrency: 1)
    try await Self.run(StreamResponder(throttle: RequestThrottle(perViewer: one, perNetwork: one))) { server, responder in
      let clients = try (1...5).map { _ in try StreamClient(port: server.port) }
      for client in clients {
        #expect(try await client.subscribe("/sse").status == 200)
        try await client.expect(":\n\n")
        // The place of the request is given back beside the first bytes.
        try await Task.sleep(for: .milliseconds(200))
      }
      #expect(responder.registry.count == 5)
    }
  }

  // MARK: Memory

  @Test("Bytes that a client has not taken are counted until it has")
  func untakenBytes() async throws {
    try await Self.run { server, responder in
      let client = try StreamClient(port: server.port, receiveBuffer: 4096)
      try await client.subscribe("/sse")
      #expect(responder.memory.statistics.held == 0)
      responder.sources[0].send(String(repeating: "x", count: 20_000_000))
      try await ScriptedConnection.eventually { responder.memory.statistics.held > 10_000_000 }
      while client.connection.received.count < 20_000_000 { _ = try await client.connection.receive() }
      try await ScriptedConnection.eventually { responder.memory.statistics.held == 0 }
      responder.sources[0].send(nil)
      #expect(try await client.connection.waitForEnd() == .orderly)
    }
  }

  @Test("The slowest client ends where the memory of what it has not taken is needed")
  func memoryEnd() async throws {
    try await Self.run(StreamResponder(memory: MemoryBudget(capacity: 8 << 20))) { server, responder in
      let client = try StreamClient(port: server.port, receiveBuffer: 4096)
      try await client.subscribe("/sse")
      responder.sources[0].send(String(repeating: "x", count: 30_000_000))
      try await ScriptedConnection.eventually { responder.registry.statistics.ended == [.memory: 1] }
      try await ScriptedConnection.eventually { responder.memory.statistics.held == 0 }
    }
  }
}
