import NIOCore

/// The body of an answer, which a connection takes piece by piece as its client reads, and what the server has lent for
/// it until the client has taken it.
///
/// All bytes are there from the beginning. The connection asks for no more than the next piece, and keeps the body until
/// it is taken: a body whose pieces come one after the other fits behind the same two members.
struct AnswerBody: Sendable {
  /// What a channel is given before it is asked whether it takes more. With TLS each piece is copied.
  static let pieceSize = 64 << 10

  /// The bytes of all of it, as `Content-Length` has them.
  let count: Int
  /// Ends when nobody holds the body any more: it was taken, or its connection has ended.
  var lease: AnswerLease?
  private var rest: ByteBuffer
  private let storageSize: Int

  init(_ bytes: ByteBuffer, lease: AnswerLease? = nil) {
    count = bytes.readableBytes
    rest = bytes
    storageSize = bytes.storageCapacity
    self.lease = lease
  }

  /// The memory that the body takes while its client has not taken it, in bytes. Pieces are parts of the whole, which is
  /// there as long as one of them is.
  func heldBytes(isEncrypted: Bool) -> Int {
    let own = lease?.shared == nil ? storageSize : 0
    return isEncrypted ? own + min(count, 2 * Self.pieceSize) : own
  }

  /// The bytes that no piece had so far.
  var remaining: Int { rest.readableBytes }

  /// The next bytes to write; nil after the last ones.
  mutating func nextPiece() -> ByteBuffer? {
    remaining == 0 ? nil : rest.readSlice(length: min(remaining, Self.pieceSize))
  }
}
