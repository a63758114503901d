import Foundation
import Gateway
import Glibc
import NIOCore
import TestSupport
import Testing

@testable import Server

/// The memory of streams on which nothing happens, and of those that have ended.
@Suite struct IdleStreamTests {
  /// More than it takes: the figure includes the clients' side, which is in the same process.
  private static let mostBytes = 30_000
  private static let count = 1000

  private typealias GetNumericProperty = @convention(c) (UnsafePointer<CChar>, UnsafeMutablePointer<Int>) -> Int32

  /// Whether the program is linked with tcmalloc (gperftools/malloc_extension_c.h), which reports memory.
  private static var isMeasurable: Bool { numericProperty != nil }

  private static var numericProperty: GetNumericProperty? {
    dlsym(nil, "MallocExtension_GetNumericProperty").map { unsafeBitCast($0, to: GetNumericProperty.self) }
  }

  /// The bytes that are allocated and not freed.
  private static func allocatedBytes() throws -> Int {
    var bytes = 0
    let read: GetNumericProperty = try #require(numericProperty)
    _ = read("generic.current_allocated_bytes", &bytes)
    return bytes
  }

  @Test("An idle stream over plain HTTP takes at most 30 kB, before an event and after", .enabled(if: isMeasurable))
  func memory() async throws {
    let responder = StreamResponder()
    let limits = RequestHandler.Limits(
      bodySize: 100_000, connections: 10_000, connectionsPerNetwork: 10_000, heartbeatInterval: .seconds(60))
    try await ListeningServer.run(responder, limits: limits) { server in
      func subscribe() async throws -> StreamClient {
        let client = try StreamClient(port: server.port)
        // As large as documents and tokens are.
        let headers = "X: \(String(repeating: "x", count: 1500))\r\n"
        try await client.connection.send(ScriptedConnection.post("/multipart", String(repeating: "x", count: 60000), headers))
        #expect(try await client.connection.answer().status == 200)
        return client
      }
      var clients: [StreamClient] = []
      for _ in 0..<100 { clients.append(try await subscribe()) }
      let before = try Self.allocatedBytes()
      for _ in 0..<Self.count { clients.append(try await subscribe()) }
      let atFirst = (try Self.allocatedBytes() - before) / Self.count
      #expect(atFirst < Self.mostBytes)
      for source in responder.sources { source.send("{\"data\":{\"a\":\"\(String(repeating: "x", count: 10_000))\"}}") }
      for client in clients {
        while client.connection.received.count < 10_000 { _ = try await client.connection.receive() }
        client.connection.forget()
      }
      let atLast = (try Self.allocatedBytes() - before) / Self.count
      #expect(atLast < Self.mostBytes)
      if ProcessInfo.processInfo.environment["HATCHED_TEST_VERBOSE"] != nil { print("idle \(atFirst), \(atLast) bytes") }
      for client in clients { client.connection.close() }
    }
  }

  /// In a process of its own: the test library keeps a backtrace of each error that is thrown in its process.
  @Test("Live queries that are opened and dropped leave no memory behind", .enabled(if: isMeasurable))
  func dropped() async throws {
    let database = try await SchoolDatabase("dropped_streams", families: 1)
    let anyRate = ["--viewer-rate", "0", "--address-rate", "0", "--max-concurrent-per-viewer", "100"]
    try await RunningServer.run(on: database.app, RunningServer.admin + anyRate) { server in
      let headers = "Authorization: Bearer \(try RunningServer.token(for: database))\r\n"
      func open(_ count: Int) async throws {
        for number in 0..<count {
          let accept = number % 2 == 0 ? "text/event-stream" : "multipart/mixed;subscriptionSpec=1.0"
          let client = try StreamClient(port: server.port)
          let body = #"{"query":"subscription { live { family { students { name } } } }"}"#
          try await client.connection.send(
            "POST /graphql HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\nAccept: \(accept)\r\n\(headers)"
              + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
          let status = try await client.connection.answer().status
          try #require(status == 200)
          while !client.body.contains("students") { try #require(try await client.connection.receive() > 0) }
          // One that closes might only have ended its side: it keeps its place until it is asked.
          if number % 20 == 0 { client.connection.close() } else { client.connection.reset() }
        }
        // The last ones have ended.
        try await Task.sleep(for: .milliseconds(500))
      }
      func allocatedBytes() async throws -> Int {
        Int(try #require(try MetricsText(try await server.admin("/metrics").text).value("hatched_allocated_bytes")))
      }
      try await open(Self.count / 2)
      let before = try await allocatedBytes()
      try await open(Self.count)
      var growth = Int.max
      // A slow machine takes its time to end the last ones.
      for _ in 0..<40 where growth >= 100 {
        growth = (try await allocatedBytes() - before) / Self.count
        if growth >= 100 { try await Task.sleep(for: .milliseconds(500)) }
      }
      if ProcessInfo.processInfo.environment["HATCHED_TEST_VERBOSE"] != nil { print("dropped \(growth) bytes") }
      #expect(growth < 100)
    }
  }
}
