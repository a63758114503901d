/// The states of content (TT-05, TT-10): the only place that defines which action changes which state.
///
/// Comments are never `PENDING` or `REJECTED`. A second appeal is a conflict, which no state tells.
package enum ContentTable {
  // swift-format-ignore
  private static func outcomes(
    of action: ContentAction
  ) -> (none: ContentOutcome, pending: ContentOutcome, published: ContentOutcome, rejected: ContentOutcome, hidden: ContentOutcome,
    removed: ContentOutcome) {
    switch action {
    //                        none                   PENDING                PUBLISHED              REJECTED               HIDDEN                 REMOVED
    case .create:            (.move(to: .published), .conflict,             .conflict,             .conflict,             .conflict,             .conflict)
    case .createForApproval: (.move(to: .pending),   .conflict,             .conflict,             .conflict,             .conflict,             .conflict)
    case .update:            (.notFound,             .amend,                .amend,                .move(to: .pending),   .conflict,             .conflict)
    case .updateForApproval: (.notFound,             .amend,                .move(to: .pending),   .move(to: .pending),   .conflict,             .conflict)
    case .approve:           (.notFound,             .move(to: .published), .unchanged,            .move(to: .published), .conflict,             .conflict)
    case .reject:            (.notFound,             .move(to: .rejected),  .conflict,             .unchanged,            .conflict,             .conflict)
    case .hide:              (.notFound,             .conflict,             .move(to: .hidden),    .conflict,             .unchanged,            .conflict)
    case .show:              (.notFound,             .conflict,             .unchanged,            .conflict,             .move(to: .published), .conflict)
    case .remove:            (.notFound,             .move(to: .removed),   .move(to: .removed),   .move(to: .removed),   .move(to: .removed),   .unchanged)
    case .appeal:            (.notFound,             .conflict,             .conflict,             .amend,                .amend,                .amend)
    case .restore:           (.notFound,             .conflict,             .conflict,             .move(to: .published), .move(to: .published), .move(to: .published))
    case .dismiss:           (.notFound,             .conflict,             .conflict,             .unchanged,            .unchanged,            .unchanged)
    case .delete:            (.notFound,             .gone,                 .gone,                 .gone,                 .gone,                 .conflict)
    }
  }

  /// The outcome of an action by an actor who may take it.
  /// - Parameter state: the state of the content; nil where there is none.
  package static func outcome(of action: ContentAction, in state: ContentState?) -> ContentOutcome {
    let outcomes = outcomes(of: action)
    return switch state {
    case nil: outcomes.none
    case .pending?: outcomes.pending
    case .published?: outcomes.published
    case .rejected?: outcomes.rejected
    case .hidden?: outcomes.hidden
    case .removed?: outcomes.removed
    }
  }

  /// The outcome of an action by an actor; nil where the actor may not take the action.
  package static func outcome(of action: ContentAction, in state: ContentState?, by actor: ContentAction.Actor) -> ContentOutcome? {
    action.actors.contains(actor) ? outcome(of: action, in: state) : nil
  }

  /// Whether an actor sees content in a state.
  package static func isSeen(in state: ContentState, by actor: ContentAction.Actor) -> Bool { actor != .other || state == .published }

  /// The message of `CONFLICT`.
  package static func conflictMessage(of action: ContentAction, in state: ContentState) -> String {
    switch action {
    case .create, .createForApproval: "This id was used for something else: send another."
    case .appeal where state == .pending || state == .published: "There is no decision to appeal against: it is \(state.rawValue)."
    case .appeal: "An appeal against this decision was sent already."
    case .restore, .dismiss: "There is no decision to appeal against: it is \(state.rawValue)."
    default: "This cannot be done while it is \(state.rawValue)."
    }
  }
}
