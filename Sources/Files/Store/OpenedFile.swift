package import NIOCore

/// A variant of a file that a store has opened.
package enum OpenedFile: Sendable {
  /// On the disk of this machine.
  case local(LocalFile)
  /// In another place, from which its bytes are fetched.
  case remote(RemoteFile)

  package var size: Int {
    switch self {
    case .local(let file): file.size
    case .remote(let file): file.size
    }
  }

  /// The bytes of a range, in pieces of at most `pieceSize`.
  package func bytes(_ range: Range<Int>) -> FileBytes {
    switch self {
    case .local(let file): FileBytes { LocalPieces(file, range).next }
    case .remote(let file): file.bytes(range)
    }
  }

  /// The number of bytes that a reader holds at a time.
  package static let pieceSize = 64 << 10
}

/// A file in another place, such as S3.
package struct RemoteFile: Sendable {
  package let size: Int
  let read: @Sendable (Range<Int>) -> FileBytes

  package func bytes(_ range: Range<Int>) -> FileBytes { read(range) }
}

/// The bytes of a file in pieces, as a reader asks for them.
package struct FileBytes: AsyncSequence, Sendable {
  package typealias Element = ByteBuffer
  package typealias Failure = FileStoreFailure
  typealias Next = () async throws(FileStoreFailure) -> ByteBuffer?

  let start: @Sendable () -> Next

  init(_ start: @escaping @Sendable () -> Next) { self.start = start }

  package func makeAsyncIterator() -> Iterator { Iterator(piece: start()) }

  package struct Iterator: AsyncIteratorProtocol {
    let piece: Next

    package mutating func next() async throws(FileStoreFailure) -> ByteBuffer? { try await piece() }

    package mutating func next(isolation actor: isolated (any Actor)?) async throws(FileStoreFailure) -> ByteBuffer? { try await piece() }
  }
}
