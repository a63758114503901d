package import Mail
package import SQL

/// A message by mail or telephone whose try has ended.
package struct FinishedMessage: Identifiable, Sendable {
  package enum Outcome: Sendable {
    case delivery(DeliveryOutcome)
    /// The message was not tried.
    case released

    /// The name for `finish_message`.
    var name: String {
      switch self {
      case .delivery(.sent): "SENT"
      case .delivery(.refused): "REFUSED"
      case .delivery(.failed): "FAILED"
      case .delivery(.unknown): "UNKNOWN"
      case .released: "RELEASED"
      }
    }

    /// The status code of the server.
    var reply: Int? {
      switch self {
      case .delivery(.refused(let code)), .delivery(.failed(let code, _)): code == 0 ? nil : code
      case .delivery(.sent), .delivery(.unknown), .released: nil
      }
    }
  }

  package let id: UUIDValue
  package let outcome: Outcome

  package init(id: UUIDValue, outcome: Outcome) {
    self.id = id
    self.outcome = outcome
  }
}
