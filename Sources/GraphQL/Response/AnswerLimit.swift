/// How long an answer may become, and whether there is memory for it, which is asked for in steps while it is written.
package struct AnswerLimit: Sendable {
  /// The reason why an answer is not written to its end.
  package enum Excess: Error {
    /// It is longer than it may be.
    case size
    /// There is no memory for it now.
    case memory
  }

  /// In bytes. The first one needs no asking.
  package static let step = 256 << 10

  /// In bytes.
  package let maximum: Int
  /// How many bytes may be written without asking again.
  package private(set) var allowed: Int
  package private(set) var excess: Excess?
  private let reserve: @Sendable (Int) -> Bool

  /// - Parameter reserve: asks for the memory of an answer of so many bytes; false where there is none.
  package init(maximum: Int, reserve: @escaping @Sendable (Int) -> Bool = { _ in true }) {
    self.maximum = maximum
    self.reserve = reserve
    allowed = min(maximum, Self.step)
  }

  /// Whether an answer of so many bytes may be written on. Once it may not, it never may again.
  package mutating func allows(_ count: Int) -> Bool {
    if excess != nil { return false }
    return count <= allowed || raise(to: count)
  }

  private mutating func raise(to count: Int) -> Bool {
    if count > maximum {
      excess = .size
      return false
    }
    let next = min(maximum, (count / Self.step + 1) * Self.step)
    guard reserve(next) else {
      excess = .memory
      return false
    }
    allowed = next
    return true
  }
}
