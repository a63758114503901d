package import GraphQL

/// The answer to a viewer whom a rule, or a row, refuses a field.
package enum Refusal: Hashable, Sendable {
  /// Null, and an error with the code `FORBIDDEN` at its place.
  /// - Parameter admitted: the viewers whom the rule allows, as in `Only parents may run createSubject.`
  case error(admitted: String?)
  /// Null, and an error at its place: the value of an argument does not fit the row.
  case input(argument: String, message: String, code: ErrorCode)
  /// Null without an error.
  case null

  /// The message of the error.
  ///
  ///     Only parents may see Family.code.
  ///
  /// - Parameter action: `see Family.code`
  /// - Returns: nil if there is no error.
  func message(refusing action: String) -> String? {
    switch self {
    case .error(let admitted?): "Only \(admitted) may \(action)."
    case .error(nil): "You may not \(action)."
    case .input(_, let message, _): message
    case .null: nil
    }
  }
}
