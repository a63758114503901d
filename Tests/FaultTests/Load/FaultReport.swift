import Foundation
import Synchronization

/// The figures of one fault, as a line of a table.
final class FaultReport: Sendable {
  private static let isBegun = Atomic(false)
  private let fault: String
  private let recovery = Mutex<Duration?>(nil)

  init(_ fault: String) { self.fault = fault }

  func recovered(in duration: Duration) { recovery.withLock { $0 = duration } }

  func print(_ state: Ledger.State) {
    if !Self.isBegun.exchange(true, ordering: .relaxed) {
      Self.write("fault", "requests", "changes", "reads", "recovery", "errors")
    }
    let errors = state.errors.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
    let recovery = recovery.withLock { $0 }.map { "\($0.milliseconds) ms" } ?? "-"
    Self.write(
      fault, "\(state.requests)", "\(state.acknowledged)", "\(state.reads)", recovery, errors.isEmpty ? "none" : errors)
  }

  /// `changes` and `reads` are those that were acknowledged.
  private static func write(
    _ fault: String, _ requests: String, _ changes: String, _ reads: String, _ recovery: String, _ errors: String
  ) {
    func padding(_ text: String, _ width: Int) -> String { String(repeating: " ", count: max(1, width - text.count)) }
    let numbers = zip([requests, changes, reads, recovery], [9, 9, 9, 11]).map { padding($0, $1) + $0 }.joined()
    write("faults │ \(fault)\(padding(fault, 34))\(numbers)  \(errors)")
  }

  /// Writes a line past the buffer of `print`, which shows it when the tests are over.
  static func write(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }
}

extension Duration {
  var milliseconds: Int64 { components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000 }
}
