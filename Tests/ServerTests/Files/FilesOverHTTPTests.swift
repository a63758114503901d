import Foundation
import NIOCore
import NIOHTTP1
import SQL
import Synchronization
import Testing

@testable import Files
@testable import Server

/// The bytes of files, over a socket.
@Suite struct FilesOverHTTPTests {
  private static let tag = "\"0123456789abcdef0123456789abcdef\""

  /// One file, under the address `good`; `down` stands for a database that does not answer.
  private struct OneFile: FileFinder {
    struct Unreachable: Error {}
    let id: UUIDValue

    func file(_ path: String) async throws -> ServedFile? {
      let text = path.dropFirst(FileResponder.prefix.count)
      if text == "down" { throw Unreachable() }
      guard text == "good" || text == "missing" else { return nil }
      return ServedFile(
        id: text == "good" ? id : .random(), variant: .original, name: "Zoë.pdf", mediaType: "application/pdf", kind: .document, tag: tag,
        secondsLeft: 1234)
    }
  }

  private struct Responder: HTTPResponder {
    let files: FileResponder
    func answer(to request: ReceivedRequest) async -> Answer { await files.answer(to: request) }
    func answer(to fault: RequestFault) -> Answer { Answer(status: .badRequest, headers: [:], body: ByteBuffer()) }
  }

  private static let bytes = (0..<100).map { UInt8($0) }

  private static func with(_ body: @escaping @Sendable (RawConnection) async throws -> Void) async throws {
    let folder = FilesFolder(NSTemporaryDirectory() + "hatched-files-\(UInt64.random(in: .min ... .max))")
    defer { try? FileManager.default.removeItem(atPath: folder.path) }
    try folder.prepare()
    let (store, id) = (FolderStore(folder), UUIDValue.random())
    let path = folder.temporary()
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    try await store.put(id, .original, from: path)
    let files = FileResponder(finder: OneFile(id: id), store: store, logger: .ofTests)
    try await ListeningServer.run(Responder(files: files), limits: RequestHandler.Limits(bodySize: 10)) { server in
      let connection = try RawConnection(port: server.port)
      defer { connection.close() }
      try await body(connection)
    }
  }

  private static func get(_ name: String, _ headers: String..., method: String = "GET") -> String {
    "\(method) /files/\(name) HTTP/1.1\r\nHost: h\r\n" + headers.map { $0 + "\r\n" }.joined() + "\r\n"
  }

  @Test("GET and HEAD have the same headers")
  func headers() async throws {
    try await Self.with { connection in
      for method in ["GET", "HEAD"] {
        try await connection.send(Self.get("good", method: method))
        let answer = try await connection.answer(isBodiless: method == "HEAD")
        #expect(answer.status == 200)
        #expect(answer.body == (method == "GET" ? Self.bytes : []))
        for (name, value) in [
          ("etag", Self.tag), ("content-length", "100"), ("accept-ranges", "bytes"), ("content-type", "application/pdf"),
          ("cache-control", "private, max-age=1234, immutable"), ("content-security-policy", "default-src 'none'; sandbox"),
          ("referrer-policy", "no-referrer"),
          ("content-disposition", "attachment; filename=\"Zo_.pdf\"; filename*=UTF-8''Zo%C3%AB.pdf"),
        ] {
          #expect(answer[name] == [value])
        }
        #expect(answer["content-encoding"] == [] && answer["vary"] == [])
      }
    }
  }

  @Test("Parts, and what is no part")
  func ranges() async throws {
    try await Self.with { connection in
      for (range, status, part, content) in [
        ("bytes=90-200", 206, 90..<100, "bytes 90-99/100"), ("bytes=-5", 206, 95..<100, "bytes 95-99/100"),
        ("bytes=0-0", 206, 0..<1, "bytes 0-0/100"), ("bytes=0-1,5-6", 200, 0..<100, ""), ("items=0-1", 200, 0..<100, ""),
      ] {
        try await connection.send(Self.get("good", "Range: \(range)", "Accept-Encoding: gzip"))
        let answer = try await connection.answer()
        #expect(answer.status == status)
        #expect(answer.body == Array(Self.bytes[part]))
        #expect(answer["content-range"].joined() == content)
      }
      for range in ["bytes=100-", "bytes=-0"] {
        try await connection.send(Self.get("good", "Range: \(range)"))
        let answer = try await connection.answer()
        #expect(answer.status == 416)
        #expect(answer["content-range"] == ["bytes */100"])
      }
      try await connection.send(Self.get("good", "Range: bytes=1-2", method: "HEAD"))
      let head = try await connection.answer(isBodiless: true)
      #expect(head.status == 200 && head["content-length"] == ["100"])
    }
  }

  @Test("Conditions are answered without a body")
  func conditions() async throws {
    try await Self.with { connection in
      try await connection.send(Self.get("good", "If-None-Match: \(Self.tag)", "Range: bytes=0-1"))
      let known = try await connection.answer()
      #expect(known.status == 304 && known["etag"] == [Self.tag] && known["content-length"] == [])
      try await connection.send(Self.get("good", "If-Match: \"other\""))
      #expect(try await connection.answer().status == 412)
      try await connection.send(Self.get("good", "If-Range: \"other\"", "Range: bytes=0-1"))
      #expect(try await connection.answer().status == 200)
    }
  }

  @Test("Addresses without a right, and files that are gone, are answered alike")
  func unknown() async throws {
    try await Self.with { connection in
      var texts: Set<String> = []
      for name in ["bad", "", "good/", "missing", String(repeating: "x", count: 5000)] {
        try await connection.send(Self.get(name))
        let answer = try await connection.answer()
        #expect(answer.status == 404)
        #expect(answer["cache-control"] == ["no-store"])
        texts.insert(answer.text)
      }
      #expect(texts.count == 1)
      try await connection.send(Self.get("down"))
      let down = try await connection.answer()
      #expect(down.status == 503 && down["retry-after"] == ["1"])
    }
  }

  @Test("Other methods are not allowed")
  func methods() async throws {
    try await Self.with { connection in
      try await connection.send(Self.get("good", method: "OPTIONS"))
      let options = try await connection.answer()
      #expect(options.status == 204 && options["allow"] == ["GET, HEAD, OPTIONS"])
      for method in ["POST", "PUT", "DELETE", "PATCH"] {
        try await connection.send(Self.get("good", "Content-Length: 0", method: method))
        let answer = try await connection.answer()
        #expect(answer.status == 405 && answer["allow"] == ["GET, HEAD, OPTIONS"])
      }
    }
  }
}
