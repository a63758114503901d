import Foundation
import NIOCore
import NIOHTTP1
import Synchronization
import Testing

@testable import Server

/// Answers whose bytes are read while others are written, and answers from files, over a socket.
@Suite struct AnswerPiecesTests {
  /// Gives so many pieces of some size, of which the one at a position may fail.
  private final class Pieces: PieceSource {
    struct Broken: Error {}

    private let count: Int
    private let size: Int
    private let broken: Int?
    let given = Mutex(0)

    init(_ count: Int, of size: Int, broken: Int? = nil) {
      self.count = count
      self.size = size
      self.broken = broken
    }

    func forEach(_ take: (ByteBuffer) async -> Bool) async throws {
      for number in 0..<count {
        given.withLock { $0 += 1 }
        if number == broken { throw Broken() }
        guard await take(ByteBuffer(repeating: UInt8(truncatingIfNeeded: number), count: size)) else { return }
      }
    }
  }

  private struct Giver: HTTPResponder {
    let pieces: Pieces
    let count: Int
    var file: FilePart?

    func answer(to request: ReceivedRequest) async -> Answer {
      guard request.path == "/pieces" else { return Answer(status: .ok, headers: [:], body: ByteBuffer(string: "other")) }
      return Answer(status: .ok, headers: [:], body: AnswerBody(pieces, count: count, file: file))
    }

    func answer(to fault: RequestFault) -> Answer { Answer(status: .badRequest, headers: [:], body: ByteBuffer()) }
  }

  private static func with(
    _ giver: Giver, receiveBuffer: Int32? = nil, _ body: @escaping @Sendable (RawConnection) async throws -> Void
  ) async throws {
    try await ListeningServer.run(giver, limits: RequestHandler.Limits(bodySize: 10)) { server in
      let connection = try RawConnection(port: server.port, receiveBuffer: receiveBuffer)
      defer { connection.close() }
      try await body(connection)
    }
  }

  private static let request = "GET /pieces HTTP/1.1\r\nHost: h\r\n\r\n"
  private static let other = "GET /other HTTP/1.1\r\nHost: h\r\n\r\n"

  @Test("Pieces arrive in order, and the connection goes on")
  func pieces() async throws {
    try await Self.with(Giver(pieces: Pieces(100, of: 1000), count: 100_000)) { connection in
      try await connection.send(Self.request + Self.other)
      let body = try await connection.answer().body
      #expect(body == (0..<100).flatMap { [UInt8](repeating: $0, count: 1000) })
      #expect(try await connection.answer().text == "other")
    }
  }

  @Test("No more pieces are read than the client takes")
  func slowClient() async throws {
    let pieces = Pieces(1000, of: 64 << 10)
    try await Self.with(Giver(pieces: pieces, count: 1000 * 64 << 10), receiveBuffer: 4096) { connection in
      try await connection.send(Self.request)
      _ = try await connection.receive(maximum: 100)
      try await Task.sleep(for: .milliseconds(200))
      // The buffers of the server's system take some.
      #expect(pieces.given.withLock { $0 } < 200)
      #expect(try await connection.answer().body.count == 1000 * 64 << 10)
    }
  }

  @Test("A source that fails, or has too few bytes, ends the connection", arguments: [true, false])
  func broken(throwing: Bool) async throws {
    let giver =
      throwing ? Giver(pieces: Pieces(10, of: 10, broken: 5), count: 100) : Giver(pieces: Pieces(5, of: 10), count: 100)
    try await Self.with(giver) { connection in
      try await connection.send(Self.request)
      await #expect(throws: RawConnection.Ended.self) { try await connection.answer() }
    }
  }

  @Test("HEAD and an empty body read no piece")
  func head() async throws {
    let pieces = Pieces(5, of: 10)
    try await Self.with(Giver(pieces: pieces, count: 50)) { connection in
      try await connection.send("HEAD /pieces HTTP/1.1\r\nHost: h\r\n\r\n" + Self.other)
      #expect(try await connection.answer(isBodiless: true)["content-length"] == ["50"])
      #expect(try await connection.answer().text == "other")
      #expect(pieces.given.withLock { $0 } == 0)
    }
    try await Self.with(Giver(pieces: Pieces(0, of: 0), count: 0)) { connection in
      try await connection.send(Self.request + Self.other)
      #expect(try await connection.answer().body == [])
      #expect(try await connection.answer().text == "other")
    }
  }

  @Test("A part of a file is sent by the system")
  func file() async throws {
    let path = NSTemporaryDirectory() + "hatched-\(UInt64.random(in: .min ... .max))"
    let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 8) }
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    let handle = try #require(FileHandle(forReadingAtPath: path))
    let part = FilePart(file: try #require(OpenFile(duplicating: handle.fileDescriptor)), range: 1000..<2_900_000)
    try handle.close()
    try FileManager.default.removeItem(atPath: path)
    let pieces = Pieces(0, of: 0)
    try await Self.with(Giver(pieces: pieces, count: part.range.count, file: part)) { connection in
      try await connection.send(Self.request + Self.other)
      #expect(try await connection.answer().body == Array(bytes[1000..<2_900_000]))
      #expect(try await connection.answer().text == "other")
      #expect(pieces.given.withLock { $0 } == 0)
    }
  }
}
