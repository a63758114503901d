/// The outcome of an action on the conversation of a family and a provider.
package enum ProviderTalkOutcome: Hashable, Sendable {
  case done
  /// `CONFLICT`.
  case conflict
  /// `NOT_FOUND`.
  case notFound
}
