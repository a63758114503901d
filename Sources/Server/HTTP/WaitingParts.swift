import NIOCore
import NIOHTTP1

/// The parts of requests that a client sent before it had its answer.
struct WaitingParts {
  /// The maximum number of parts. It is above the number that arrives before reading stops, but a client that has ended
  /// its side may have sent any number of bytes, which are read at once.
  static let maximumCount = 1 << 15

  private var parts = CircularBuffer<HTTPServerRequestPart>(initialCapacity: 0)
  /// Whether no more is to come.
  private var isEnded = false
  /// About the memory that they hold, in bytes.
  private(set) var size = 0

  var isEmpty: Bool { parts.isEmpty }
  /// Whether none is left, and none comes.
  var isOver: Bool { isEnded && parts.isEmpty }

  /// Keeps a part, or ends with those that there are when they are too many.
  mutating func append(_ part: HTTPServerRequestPart) {
    if parts.count == Self.maximumCount { isEnded = true }
    if isEnded { return }
    parts.append(part)
    size += part.approximateSize
  }

  mutating func popFirst() -> HTTPServerRequestPart? {
    guard let part = parts.popFirst() else { return nil }
    size -= part.approximateSize
    return part
  }

  mutating func removeAll() {
    parts.removeAll()
    size = 0
  }

  /// No more comes: the client has ended its side, or sent what is no HTTP.
  mutating func end() { isEnded = true }
}

extension HTTPServerRequestPart {
  fileprivate var approximateSize: Int {
    switch self {
    case .head(let head): head.approximateSize
    case .body(let body): 64 + body.readableBytes
    case .end: 64
    }
  }
}
