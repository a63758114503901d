import Foundation
import NIOCore
import SessionTokens

/// A file of this machine that is sent.
struct SentFile: Sendable {
  let path: String
  /// In bytes.
  let size: Int
  let sha256: Digest

  /// The number of bytes that are read at a time.
  static let pieceSize = 64 << 10

  /// - Throws: `CommandFailure` where the file cannot be read.
  init(path: String) throws {
    self.path = path
    var hash = SHA256()
    var size = 0
    let handle = try Self.open(path)
    defer { try? handle.close() }
    while let piece = try Self.read(handle, path), !piece.isEmpty {
      piece.withUnsafeBytes { hash.update($0) }
      size += piece.count
    }
    guard size > 0 else { throw CommandFailure("\(path) is empty", status: .unreadableFile) }
    self.size = size
    sha256 = hash.finalized()
  }

  var name: String { URL(fileURLWithPath: path).lastPathComponent }

  fileprivate static func open(_ path: String) throws -> FileHandle {
    guard let handle = FileHandle(forReadingAtPath: path) else {
      throw CommandFailure("\(path) cannot be read", status: .unreadableFile)
    }
    return handle
  }

  fileprivate static func read(_ handle: FileHandle, _ path: String) throws -> Data? {
    do {
      return try handle.read(upToCount: pieceSize)
    } catch {
      throw CommandFailure("\(path) cannot be read: \(error.localizedDescription)", status: .unreadableFile)
    }
  }
}

/// The bytes of a file behind an offset, as a request sends them.
struct SentPieces: AsyncSequence, Sendable {
  let file: SentFile
  let offset: Int
  /// Called with the number of bytes of the file that are on their way.
  let progress: @Sendable (Int) -> Void

  struct Iterator: AsyncIteratorProtocol {
    let pieces: SentPieces
    private var handle: FileHandle?
    private var position: Int

    init(_ pieces: SentPieces) {
      self.pieces = pieces
      position = pieces.offset
    }

    mutating func next() async throws -> ByteBuffer? {
      let handle: FileHandle
      if let open = self.handle {
        handle = open
      } else {
        handle = try SentFile.open(pieces.file.path)
        try handle.seek(toOffset: UInt64(position))
        self.handle = handle
      }
      guard let piece = try SentFile.read(handle, pieces.file.path), !piece.isEmpty else { return nil }
      position += piece.count
      pieces.progress(position)
      return ByteBuffer(bytes: piece)
    }
  }

  func makeAsyncIterator() -> Iterator { Iterator(self) }
}
