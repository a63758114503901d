import Files
import NIOCore

/// The bytes of a stored file, in pieces.
struct StoredPieces: PieceSource {
  let bytes: FileBytes

  func forEach(_ take: (ByteBuffer) async -> Bool) async throws {
    for try await piece in bytes where await !take(piece) { return }
  }
}
