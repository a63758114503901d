import ArgumentParser
import Dispatch
import HTTPTypes
import NIOCore
import Synchronization
import TestSupport
import Testing

@testable import Server

/// Answers in gzip.
@Suite struct CompressionTests {
  private static let database = Task { try await SchoolDatabase("http_gzip", families: 1) }
  /// Its answer is a few kilobytes.
  private static let large =
    "{ family { students { id name assignments(first: 50) { id title dueDate percentage course { name grade } } } } }"

  @Test("A large answer is compressed for a client that accepts it, and is the same answer")
  func large() async throws {
    try await TestServer.run(on: try await Self.database.value) { server in
      let plain = try await server.post(Self.large)
      #expect(plain.bytes.count > GZip.threshold)
      #expect(plain.headers[.contentEncoding] == nil)
      for _ in 1...3 {
        let compressed = try await server.post(Self.large, headers: [.acceptEncoding: "gzip, deflate, br"])
        #expect(compressed.status == .ok)
        #expect(compressed.headers[.contentEncoding] == "gzip")
        #expect(compressed.headers[.contentType] == plain.headers[.contentType])
        #expect(compressed.headers[.vary] == "Accept, Accept-Encoding, Authorization")
        #expect(compressed.headers[.contentLength] == "\(compressed.bytes.count)")
        #expect(compressed.bytes.count < plain.bytes.count / 2)
        #expect(try gunzip(compressed.bytes) == plain.bytes)
      }
    }
  }

  @Test("A client that does not accept it is answered as before", arguments: [nil, "", "identity", "gzip;q=0", "br"])
  func notAccepted(header: String?) async throws {
    try await TestServer.run(on: try await Self.database.value) { server in
      let answer = try await server.post(Self.large, headers: header.map { [.acceptEncoding: $0] } ?? [:])
      #expect(answer.headers[.contentEncoding] == nil)
      #expect(answer.text.hasPrefix(#"{"data":{"family":"#))
      #expect(answer.headers[.vary] == "Accept, Accept-Encoding, Authorization")
    }
  }

  @Test("A small answer is not worth it")
  func small() async throws {
    try await TestServer.run(on: try await Self.database.value) { server in
      let answer = try await server.post("{ family { name } }", headers: [.acceptEncoding: "gzip"])
      #expect(answer.text == #"{"data":{"family":{"name":"Rivera"}}}"#)
      #expect(answer.headers[.contentEncoding] == nil)
    }
  }

  @Test("HEAD says what GET would")
  func head() async throws {
    try await TestServer.run(on: try await Self.database.value) { server in
      let path = "/graphql?\(urlEncoded(["query": Self.large]))"
      let get = try await server.send(.get, path, headers: [.acceptEncoding: "gzip"])
      let head = try await server.send(.head, path, headers: [.acceptEncoding: "gzip"])
      #expect(head.headers[.contentEncoding] == "gzip")
      #expect(head.headers[.contentLength] == "\(get.bytes.count)")
      #expect(head.bytes == [])
    }
  }

  @Test("Can be switched off")
  func off() async throws {
    try await TestServer.run(on: try await Self.database.value, compresses: false) { server in
      let answer = try await server.post(Self.large, headers: [.acceptEncoding: "gzip"])
      #expect(answer.headers[.contentEncoding] == nil)
      #expect(answer.headers[.vary] == "Accept, Authorization")
      #expect(answer.bytes.count > GZip.threshold)
    }
    #expect(try HTTPOptions.parse([]).compression == .on)
    #expect(try HTTPOptions.parse(["--compression", "off"]).compression == .off)
  }

  @Test(
    "What an Accept-Encoding header says of gzip",
    arguments: [
      (nil, false), ("", false), ("gzip", true), ("GZIP", true), ("x-gzip", true), ("deflate, gzip", true),
      ("gzip;q=0.5", true), ("gzip;q=0", false), ("gzip;q=0.000", false), ("*", true), ("*;q=0", false),
      ("*;q=0, gzip", true), ("*, gzip;q=0", false), ("identity, gzip;q=0.5", false), ("identity;q=0.5, gzip", true),
      ("identity;q=0.5, gzip;q=0.5", true), ("identity;q=0, *", true), ("br, deflate", false), ("gzipped", false),
      ("gzip;q=2", false), ("gzip;q=", false), ("gzip;", true), ("gzip;level=9", true), ("gzip;q=x, *;q=0.1", true),
      (String(repeating: "gzip,", count: 300), false),
    ] as [(String?, Bool)])
  func acceptEncoding(header: String?, prefersGzip: Bool) {
    #expect(AcceptEncoding.prefersGzip(header) == prefersGzip)
  }

  @Test(
    "Bytes come back as they were, whether they shrink or not",
    arguments: [1, 2047, 65_535, 65_536, 65_537, 131_072, 1_000_000], [true, false])
  func roundTrip(count: Int, isRepetitive: Bool) async throws {
    var state: UInt64 = 7
    let bytes = (0..<count).map { index in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return isRepetitive ? UInt8(truncatingIfNeeded: index / 100) : UInt8(truncatingIfNeeded: state >> 33)
    }
    let gzip = GZip()
    // The second time with a compressor that was used before.
    for _ in 1...2 {
      let compressed = try #require(await gzip.compress(bytes))
      #expect(try gunzip(Array(compressed.readableBytesView)) == bytes)
    }
  }

  @Test("Answers that are compressed at the same time do not mix")
  func concurrent() async throws {
    let gzip = GZip()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in UInt8(1)...40 {
        group.addTask {
          let bytes = [UInt8](repeating: number, count: 200_000)
          let compressed = try #require(await gzip.compress(bytes))
          #expect(try gunzip(Array(compressed.readableBytesView)) == bytes)
        }
      }
      try await group.waitForAll()
    }
  }

  @Test("A huge answer lets others have their turn on its thread")
  func turns() async throws {
    let thread = SerialExecutor()
    let ends = Ends()
    await withTaskGroup(of: Void.self) { group in
      group.addTask(executorPreference: thread) {
        _ = await GZip().compress([UInt8](repeating: 7, count: 32 << 20))
        ends.append("huge")
      }
      group.addTask(executorPreference: thread) { ends.append("small") }
    }
    #expect(ends.names == ["small", "huge"])
  }
}

/// The names of the ended tasks, in order.
private final class Ends: Sendable {
  private let list = Mutex<[String]>([])

  var names: [String] { list.withLock { $0 } }

  func append(_ name: String) { list.withLock { $0.append(name) } }
}

/// Runs tasks one at a time, in the order in which they come.
private final class SerialExecutor: TaskExecutor {
  private let queue = DispatchQueue(label: "one thread")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
