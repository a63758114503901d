/// The kind of a ticket: `TicketKind` of the SDL.
package enum TicketKind: String, CaseIterable, Hashable, Sendable {
  case question = "QUESTION"
  /// A fault of the program: the operator of the server answers it, and the school does not see it.
  case bug = "BUG"
  case other = "OTHER"
}
