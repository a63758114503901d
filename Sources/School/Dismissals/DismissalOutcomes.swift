/// The outcomes of one action: a row of ``DismissalTable``, in the order of its columns.
struct DismissalOutcomes: Sendable {
  let none, requested, ready, confirmed, ended: DismissalOutcome

  /// - Parameters:
  ///   - none: where the student has no dismissal on that day, or the id names none.
  ///   - ended: where it is cancelled or expired.
  init(
    _ none: DismissalOutcome, _ requested: DismissalOutcome, _ ready: DismissalOutcome, _ confirmed: DismissalOutcome,
    _ ended: DismissalOutcome
  ) {
    self.none = none
    self.requested = requested
    self.ready = ready
    self.confirmed = confirmed
    self.ended = ended
  }

  subscript(state: DismissalState?) -> DismissalOutcome {
    switch state {
    case nil: none
    case .requested?: requested
    case .ready?: ready
    case .confirmed?: confirmed
    case .cancelled?, .expired?: ended
    }
  }
}
