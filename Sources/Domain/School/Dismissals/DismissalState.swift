/// The state of a dismissal, which is one pickup of one student on one school day (BG-05).
package enum DismissalState: String, CaseIterable, Hashable, Sendable {
  case requested = "REQUESTED"
  case ready = "READY"
  case confirmed = "CONFIRMED"
  case cancelled = "CANCELLED"
  case expired = "EXPIRED"

  /// The states in which somebody still waits. A student has at most one dismissal in them for a school day.
  package static let open: [DismissalState] = [.requested, .ready]
}
