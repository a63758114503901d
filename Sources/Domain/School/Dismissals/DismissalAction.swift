/// An action on the dismissal of a student: a row of ``DismissalTable``.
package enum DismissalAction: CaseIterable, Hashable, Sendable {
  /// A parent asks for a student.
  case request
  /// A card reader sees the card of a parent.
  case checkIn
  /// Staff send a student to the pickup, whether or not a parent has asked.
  case call
  /// Staff have the student ready.
  case markReady
  /// Staff take back that the student is ready.
  case markNotReady
  /// A parent has the student.
  case confirm
  /// Staff hand the student to an adult whom they name.
  case handOver
  /// A parent needs no pickup any more.
  case cancel
  /// Staff end a dismissal.
  case cancelByStaff
  /// Staff mark a student absent, who then needs no pickup.
  case markAbsent
  /// Staff take back a confirmation.
  case reopen
  /// The school day ends.
  case expire

  /// A field that the input of an action requires besides the dismissal.
  package enum Requirement: Hashable, Sendable {
    case reason, namedAdult
  }

  /// The only actor that may take the action.
  package var actor: DismissalActor {
    switch self {
    case .request, .confirm, .cancel: .parent
    case .checkIn: .reader
    case .call, .markReady, .markNotReady, .handOver, .cancelByStaff, .markAbsent, .reopen: .staff
    case .expire: .clock
    }
  }

  package var requirement: Requirement? {
    switch self {
    case .cancelByStaff, .reopen: .reason
    case .handOver: .namedAdult
    case .request, .checkIn, .call, .markReady, .markNotReady, .confirm, .cancel, .markAbsent, .expire: nil
    }
  }

  /// The field of `Mutation`; nil for the action of the clock.
  package var mutation: String? {
    switch self {
    case .request: "requestPickup"
    case .checkIn: "checkInByCard"
    case .call: "callStudents"
    case .markReady: "markReady"
    case .markNotReady: "markNotReady"
    case .confirm: "confirmPickups"
    case .handOver: "handOver"
    case .cancel: "cancelPickups"
    case .cancelByStaff: "cancelDismissals"
    case .markAbsent: "markAbsent"
    case .reopen: "reopenDismissal"
    case .expire: nil
    }
  }
}
