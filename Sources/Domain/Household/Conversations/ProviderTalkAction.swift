/// An action on the conversation of a family and a provider: a row of ``ProviderTalkTable``.
package enum ProviderTalkAction: CaseIterable, Hashable, Sendable {
  /// A parent begins the conversation.
  case begin
  /// A parent asks for the conversation that there is, by the same mutation.
  case find
  /// A parent sends a message.
  case sendAsParent
  /// The provider sends a message.
  case sendAsProvider

  /// A kind of actor on these conversations.
  package enum Actor: String, CaseIterable, Hashable, Sendable {
    case parent = "PARENT"
    case student = "STUDENT"
    case provider = "PROVIDER"
  }

  /// The only actor that may take the action.
  package var actor: Actor {
    switch self {
    case .begin, .find, .sendAsParent: .parent
    case .sendAsProvider: .provider
    }
  }
}
