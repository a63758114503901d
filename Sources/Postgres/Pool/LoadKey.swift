/// The party that a request's use of the database is accounted to. The pool compares keys and knows no more of them:
/// requests with equal keys share a queue and an allowance of database time.
package struct LoadKey: Hashable, Sendable {
  /// A class of keys, for statistics. `process` is the program itself; its user defines the others.
  package struct Kind: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt8

    /// How many kinds there are.
    package static let count = 4
    package static let process = Kind(unchecked: 0)

    private init(unchecked value: UInt8) { rawValue = value }

    /// Nil for a value that is not below `count`.
    package init?(rawValue: UInt8) {
      guard rawValue < Self.count else { return nil }
      self.rawValue = rawValue
    }
  }

  package let kind: Kind
  private let high: UInt64
  private let low: UInt64

  package init(_ kind: Kind, high: UInt64, low: UInt64) {
    (self.kind, self.high, self.low) = (kind, high, low)
  }

  /// The program's own work, such as readiness checks and background jobs. It is served first, and
  /// its time is not charged.
  package static let process = LoadKey(.process, high: 0, low: 0)

  var isProcess: Bool { kind == .process }
}
