/// The reason for which a family and a provider of services may write to each other: `provider_talk_state()` of the database has the same.
package enum ProviderTalkState: String, CaseIterable, Hashable, Sendable {
  /// The provider is in the directory.
  case listed = "LISTED"
  /// An operator has taken the provider out of the directory, and a booking of both stands.
  case booked = "BOOKED"
  /// Neither.
  case ended = "ENDED"
}
