/// The phase of a connection's transaction. The number tells one transaction from the next, so that a
/// transaction that is kept too long cannot touch the connection's next user.
enum TransactionPhase: Equatable {
  case none
  /// Opened by us; BEGIN goes with the first statements.
  case announced(UInt64, begin: String)
  case begun(UInt64)

  var isNone: Bool { self == .none }

  func isOpen(_ number: UInt64) -> Bool {
    switch self {
    case .none: false
    case .announced(let open, _), .begun(let open): open == number
    }
  }
}
