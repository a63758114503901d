/// A step of a dismissal, with the columns that record its time and its actor.
package enum DismissalStamp: String, CaseIterable, Hashable, Sendable {
  case requested, amended, ready
  case notReady = "not_ready"
  case confirmed, cancelled, expired, reopened

  /// `timestamptz`.
  package var timeColumn: String { "\(rawValue)_at" }

  /// The actor; nil for the school's clock, which has none.
  package var actorColumn: String? { self == .expired ? nil : "\(rawValue)_by" }

  /// The reason, or the adult to whom staff handed the student; null where the action has none.
  package var detailColumn: String? {
    switch self {
    case .cancelled: "cancellation_reason"
    case .reopened: "reopening_reason"
    case .confirmed: "handed_to"
    case .requested, .amended, .ready, .notReady, .expired: nil
    }
  }

  package var columns: [String] { [timeColumn] + [actorColumn, detailColumn].compactMap { $0 } }
}
