/// The states of conversations with providers (ME-13): the only place that defines who begins one, and who writes in it. The people of a
/// conversation read it in each state.
package enum ProviderTalkTable {
  // swift-format-ignore
  private static func outcomes(
    of action: ProviderTalkAction
  ) -> (listed: ProviderTalkOutcome, booked: ProviderTalkOutcome, ended: ProviderTalkOutcome) {
    switch action {
    //                     LISTED BOOKED ENDED
    case .begin:          (.done, .done, .notFound)
    case .find:           (.done, .done, .done)
    case .sendAsParent:   (.done, .done, .conflict)
    case .sendAsProvider: (.done, .done, .conflict)
    }
  }

  /// The outcome of an action by its own actor.
  package static func outcome(of action: ProviderTalkAction, in state: ProviderTalkState) -> ProviderTalkOutcome {
    let outcomes = outcomes(of: action)
    return switch state {
    case .listed: outcomes.listed
    case .booked: outcomes.booked
    case .ended: outcomes.ended
    }
  }

  /// The outcome of an action by an actor; nil where the actor may not take the action.
  package static func outcome(
    of action: ProviderTalkAction, in state: ProviderTalkState, by actor: ProviderTalkAction.Actor
  ) -> ProviderTalkOutcome? {
    action.actor == actor ? outcome(of: action, in: state) : nil
  }

  /// The message of `CONFLICT`.
  package static let conflictMessage = "The provider is not in the directory any more, and no booking stands: nobody writes here."
}
