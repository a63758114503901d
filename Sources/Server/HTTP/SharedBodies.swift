import Gateway
import Memory
import NIOCore

/// The bytes of an answer that many connections write at the same time.
final class SharedBody: Sendable {
  let bytes: ByteBuffer
  let isCompressed: Bool
  /// Kept, so that nothing else has its identity.
  private let answer: SharedAnswer
  /// Counts the bytes once, as long as anybody has them.
  private let memory: MemoryReservation

  init(_ answer: SharedAnswer, _ bytes: ByteBuffer, isCompressed: Bool, memory: MemoryReservation) {
    self.answer = answer
    self.bytes = bytes
    self.isCompressed = isCompressed
    self.memory = memory
    _ = memory.hold(bytes.readableBytes, for: .json)
  }
}

/// Shared answers as connections write them, plain and compressed, each made once.
final class SharedBodies: Sendable {
  private struct Key: Hashable {
    let answer: ObjectIdentifier
    let isCompressed: Bool
  }

  private let bodies = BoundedCache<Key, SharedBody>(maximumCount: 16)
  private let budget: MemoryBudget

  init(budget: MemoryBudget) { self.budget = budget }

  /// - Parameter gzip: nil for plain bytes.
  func body(of answer: SharedAnswer, compressedBy gzip: GZip?) async -> SharedBody {
    let key = Key(answer: ObjectIdentifier(answer), isCompressed: gzip != nil)
    if let known = bodies.value(for: key) { return known }
    let memory = budget.reservation(for: .server)
    let compressed = await gzip?.compress(answer.body, level: .smallest, memory: memory)
    let body = SharedBody(
      answer, compressed ?? ByteBuffer(bytes: answer.body), isCompressed: compressed != nil, memory: memory)
    bodies.insert(body, for: key, cost: 1)
    return body
  }
}
