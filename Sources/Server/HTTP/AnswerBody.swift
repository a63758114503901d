import NIOCore

/// The body of an answer: bytes, a part of a file, pieces, or events. With it comes what the server has lent for it
/// until the client has taken it.
///
/// All bytes are there from the beginning. The connection takes them piece by piece as its client reads, and keeps the
/// body until it is taken. Pieces are read while others are written: see `RunningBody`. Events follow one after the
/// other: see `RunningStream`.
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
  /// Kept open until the client has taken it.
  let file: FilePart?
  private let source: (any PieceSource)?
  /// The bytes that no piece had so far.
  private(set) var remaining: Int

  private init(
    count: Int, _ rest: ByteBuffer = ByteBuffer(), file: FilePart? = nil, source: (any PieceSource)? = nil,
    events: EventBody? = nil, lease: AnswerLease? = nil
  ) {
    self.count = count
    self.rest = rest
    self.file = file
    self.source = source
    self.events = events
    self.lease = lease
    remaining = count
    storageSize = rest.storageCapacity
  }

  init(_ bytes: ByteBuffer, lease: AnswerLease? = nil) { self.init(count: bytes.readableBytes, bytes, lease: lease) }

  init(_ events: EventBody) { self.init(count: 0, events: events) }

  /// - Parameters:
  ///   - source: the bytes, in pieces.
  ///   - count: the number of bytes of all pieces.
  ///   - file: the same bytes on this machine's disk, if they are there: in clear text the system sends them.
  init(_ source: any PieceSource, count: Int, file: FilePart? = nil) { self.init(count: count, file: file, source: source) }

  /// Whether its bytes are elsewhere, and come from there bit by bit.
  var isFile: Bool { source != nil }

  /// The source of bytes that are read while others are written; nil for a body of which the connection writes what it
  /// has.
  func pieces(isEncrypted: Bool) -> (any PieceSource)? { count == 0 || file != nil && !isEncrypted ? nil : source }

  /// The memory that the body takes while its client has not taken it, in bytes. Pieces are parts of the whole, which
  /// is there as long as one of them is.
  func heldBytes(isEncrypted: Bool) -> Int {
    if pieces(isEncrypted: isEncrypted) != nil { return min(count, 2 * Self.pieceSize) + (isEncrypted ? Self.pieceSize : 0) }
    let own = lease?.shared == nil ? storageSize : 0
    return isEncrypted ? own + min(count, 2 * Self.pieceSize) : own
  }

  /// The next bytes to write; nil after the last ones. A file gives its whole part at once.
  mutating func nextPiece() -> IOData? {
    if remaining == 0 { return nil }
    if let file {
      remaining = 0
      return .fileRegion(file.region)
    }
    guard let piece = rest.readSlice(length: min(remaining, Self.pieceSize)) else { return nil }
    remaining -= piece.readableBytes
    return .byteBuffer(piece)
  }

  /// So many bytes of the source are written.
  mutating func wrote(_ count: Int) { remaining -= count }
}
