/// The person that an identity token names.
package struct IdentityTokenUser: Hashable, Sendable {
  /// Names the person to the provider, for good (`sub`).
  package let subject: String
  /// An address that the provider has verified; it may be one that forwards. Not every token has it.
  package let email: String?
  /// For how many seconds the token is accepted, rounded up.
  package let secondsLeft: Int
}
