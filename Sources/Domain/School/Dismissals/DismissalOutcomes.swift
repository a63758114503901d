/// The outcomes of one action: a row of ``DismissalTable``, in the order of its columns.
struct DismissalOutcomes: Sendable {
  let none, requested, ready, confirmed, cancelled, expired: DismissalOutcome
  /// The outcome for a student whom staff marked absent today, where it differs from that of the state.
  let absent: DismissalOutcome?

  /// - Parameters:
  ///   - none: where the student has no dismissal on that day, or the id names none.
  ///   - expired: where it is expired, or its school day has ended in whatever state.
  ///   - absent: where the student is marked absent today; nil where that changes nothing.
  init(
    _ none: DismissalOutcome, _ requested: DismissalOutcome, _ ready: DismissalOutcome, _ confirmed: DismissalOutcome,
    _ cancelled: DismissalOutcome, _ expired: DismissalOutcome, absent: DismissalOutcome? = nil
  ) {
    self.none = none
    self.requested = requested
    self.ready = ready
    self.confirmed = confirmed
    self.cancelled = cancelled
    self.expired = expired
    self.absent = absent
  }

  subscript(state: DismissalState?) -> DismissalOutcome {
    switch state {
    case nil: none
    case .requested?: requested
    case .ready?: ready
    case .confirmed?: confirmed
    case .cancelled?: cancelled
    case .expired?: expired
    }
  }
}
