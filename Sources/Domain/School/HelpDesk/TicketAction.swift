/// An action on a ticket: a row of ``TicketTable``.
package enum TicketAction: CaseIterable, Hashable, Sendable {
  /// A parent or a student asks.
  case create
  /// The author writes again, to a ticket that is not closed, or was closed within ``daysToReopen``.
  case write
  /// The author writes again later.
  case writeLate
  /// Staff answer; the operator, where the ticket is of a fault of the program.
  case answer
  /// The author, or those who answer, close the ticket.
  case close
  /// Nobody has written for ``daysOfSilence`` since an answer.
  case expire

  /// The days for which the author may open a closed ticket anew.
  package static let daysToReopen = 14
  /// The days after which an answered ticket is closed.
  package static let daysOfSilence = 14

  /// A part that somebody has in a ticket.
  package enum Actor: CaseIterable, Hashable, Sendable {
    case author
    /// A parent of the child that the ticket is about, and who has not written it.
    case parent
    /// An administrator of the school, or a teacher of the child's class.
    case staff
    case `operator`
    /// A job of the server.
    case job
  }

  /// The actors that may take the action on a ticket of a kind.
  package func actors(on kind: TicketKind) -> Set<Actor> {
    let answering: Actor = kind == .bug ? .operator : .staff
    return switch self {
    case .create, .write, .writeLate: [.author]
    case .answer: [answering]
    case .close: [.author, answering]
    case .expire: [.job]
    }
  }

  /// The message of `FORBIDDEN`, for a viewer of the ticket who may not take the action.
  package var refusal: String {
    switch self {
    case .create: "Only parents and students of the school write tickets."
    case .write, .writeLate: "Only the author of the ticket may do this: write another one."
    case .answer: "Only the staff of the school answer tickets."
    case .close, .expire: "Only the author of the ticket and the staff of the school may close it."
    }
  }
}
