import NIOCore
import NIOHTTP1

/// What a client has sent before it had its answer.
struct WaitingParts {
  /// More than comes before reading stops for those that wait. What a client sent before it ended its side is read at
  /// once, however much that is.
  static let maximumCount = 1 << 15

  private var parts = CircularBuffer<HTTPServerRequestPart>(initialCapacity: 0)
  /// Whether no more is to come.
  private var isEnded = false

  var isEmpty: Bool { parts.isEmpty }
  /// Whether none is left, and none comes.
  var isOver: Bool { isEnded && parts.isEmpty }

  /// Keeps a part, or ends with those that there are when they are too many.
  mutating func append(_ part: HTTPServerRequestPart) {
    if parts.count == Self.maximumCount { isEnded = true }
    if !isEnded { parts.append(part) }
  }

  mutating func popFirst() -> HTTPServerRequestPart? { parts.popFirst() }

  mutating func removeAll() { parts.removeAll() }

  /// No more comes: the client has ended its side, or sent what is no HTTP.
  mutating func end() { isEnded = true }
}
