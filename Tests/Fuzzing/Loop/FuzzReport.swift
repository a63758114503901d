/// The result of a run of a target.
package struct FuzzReport: Sendable {
  package let target: String
  package private(set) var inputs = 0
  package private(set) var accepted = 0
  package private(set) var bytes = 0
  package private(set) var time: Duration = .zero
  /// The longest that one input took.
  package private(set) var slowest: Duration = .zero
  package private(set) var slowestInput: [UInt8] = []

  init(target: String) { self.target = target }

  mutating func add(_ input: [UInt8], _ verdict: FuzzTarget.Verdict, _ time: Duration) {
    inputs += 1
    accepted += verdict == .accepted ? 1 : 0
    bytes += input.count
    self.time += time
    if time > slowest {
      slowest = time
      slowestInput = input
    }
  }
}

/// An input that breaks a target.
package struct FuzzFinding: Error, CustomStringConvertible {
  package let target: String
  package let input: [UInt8]
  package let reason: String

  package var description: String {
    "\(target): \(reason)\n\(input.count) bytes: \(String(decoding: input, as: UTF8.self).debugDescription)"
  }
}
