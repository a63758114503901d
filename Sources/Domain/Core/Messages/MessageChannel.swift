/// The way that a message takes.
package enum MessageChannel: String, CaseIterable, Sendable {
  case email = "EMAIL"
  /// A text message, to a number of E.164.
  case telephone = "TELEPHONE"
}
