/// The outcome of one try to send a message.
package enum DeliveryOutcome: Hashable, Sendable {
  /// The server accepted it.
  case sent
  /// The server refuses this message for good.
  case refused(code: Int)
  /// The server did not accept it, and says so or cannot have: another try may succeed. The code is 0 where it said nothing.
  case failed(code: Int, why: String)
  /// The message was handed over, and the answer did not come: whether it was accepted is not known.
  case unknown(why: String)
}
