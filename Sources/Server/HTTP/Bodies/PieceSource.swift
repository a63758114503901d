import NIOCore

/// Bytes of an answer that are read while others are written.
protocol PieceSource: Sendable {
  /// Reads all of them, piece by piece.
  /// - Parameter take: returns false where no more are wanted.
  func forEach(_ take: (ByteBuffer) async -> Bool) async throws
}
