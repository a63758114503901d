import NIOCore

/// Bytes of an answer that are read while others are written.
protocol PieceSource: Sendable {
  /// - Returns: nil after the last ones.
  func next() async throws -> ByteBuffer?
}
