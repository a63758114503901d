/// The outcome of an action on the dismissal of a student.
package enum DismissalOutcome: Hashable, Sendable {
  /// The dismissal changes its state.
  case move(to: DismissalState)
  /// The dismissal changes its state, unless another one of the student and day is open: then it is a conflict.
  case moveIfNoneIsOpen(to: DismissalState)
  /// The student gets another dismissal. One that is there stays as it is.
  case new(DismissalState)
  /// The dismissal keeps its state, and gets what the input says of it.
  case amend(DismissalState)
  /// The dismissal stays as it is, and the action succeeds.
  case unchanged
  /// The action is left out for this student, without an error.
  case skip
  /// `CONFLICT`, with a message that names the state.
  case conflict
  /// `CONFLICT`, as staff marked the student absent.
  case absent
  /// `NOT_FOUND`.
  case notFound

  /// The state that the dismissal, or the new one, gets; nil where nothing is written.
  package var written: DismissalState? {
    switch self {
    case .move(let state), .moveIfNoneIsOpen(let state), .new(let state), .amend(let state): state
    case .unchanged, .skip, .conflict, .absent, .notFound: nil
    }
  }
}
