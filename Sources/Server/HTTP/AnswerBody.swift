import NIOCore

/// The body of an answer: bytes, or events. With it comes what the server has lent for it until the client has taken it.
///
/// All bytes are there from the beginning. The connection takes them piece by piece as its client reads, and keeps the body
/// until it is taken. Events follow one after the other: see `RunningStream`.
struct AnswerBody: Sendable {
  /// The bytes that a channel gets before the body asks whether it takes more. With TLS each piece is copied.
  static let pieceSize = 64 << 10

  /// The bytes of all of it, as `Content-Length` has them.
  let count: Int
  /// The events; nil for a body of bytes.
  let events: EventBody?
  /// The lease ends with the last reference to the body: once the client has taken it, or its connection has ended. The
  /// lease of events ends when the stream begins.
  var lease: AnswerLease?
  private var rest: ByteBuffer
  private let storageSize: Int

  init(_ bytes: ByteBuffer, lease: AnswerLease? = nil) {
    count = bytes.readableBytes
    rest = bytes
    storageSize = bytes.storageCapacity
    self.lease = lease
    events = nil
  }

  init(_ events: EventBody) {
    count = 0
    rest = ByteBuffer()
    storageSize = 0
    self.events = events
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
