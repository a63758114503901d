import Synchronization

/// The answers that the clients of the load received, to be compared with the database's contents.
final class Ledger: Sendable {
  /// The outcome of one change, as far as its client knows.
  enum Outcome {
    /// The answer says that it was made.
    case acknowledged
    /// An error says that it was not, or it was never sent.
    case refused
    /// There was no answer, or one that says that nobody knows.
    case unknown
  }

  struct Row {
    let family: String
    let title: String
    var isAcknowledged = false
    /// Whether it may be there without an acknowledgement.
    var mayBe = false
  }

  struct Grades {
    var acknowledged = 0
    var unknown = 0
  }

  /// A course that is made with assignments in it, and removed with them.
  struct Passing {
    let family: String
    var assignments = 0
    var isRemoved = false
    var mayBeRemoved = false
  }

  struct State {
    var rows: [String: Row] = [:]
    var grades: [String: Grades] = [:]
    var passing: [String: Passing] = [:]
    var requests = 0
    var acknowledged = 0
    var reads = 0
    var errors: [String: Int] = [:]
    /// The violations that a client saw.
    var problems: [String] = []
  }

  private let state = Mutex(State())

  var now: State { state.withLock { $0 } }

  func change(_ body: (inout State) -> Void) { state.withLock { body(&$0) } }

  func problem(_ text: @autoclosure () -> String) {
    state.withLock { if $0.problems.count < 20 { $0.problems.append(text()) } }
  }

  /// A row that is about to be made: `made` says what came of each attempt.
  func intend(_ id: String, title: String, in family: String) {
    state.withLock { if $0.rows[id] == nil { $0.rows[id] = Row(family: family, title: title) } }
  }

  func made(_ id: String, _ outcome: Outcome) {
    state.withLock { state in
      switch outcome {
      case .acknowledged: state.rows[id]?.isAcknowledged = true
      case .unknown: state.rows[id]?.mayBe = true
      case .refused: break
      }
    }
  }

  func graded(_ id: String, _ outcome: Outcome) {
    state.withLock { state in
      switch outcome {
      case .acknowledged: state.grades[id, default: Grades()].acknowledged += 1
      case .unknown: state.grades[id, default: Grades()].unknown += 1
      case .refused: break
      }
    }
  }
}
