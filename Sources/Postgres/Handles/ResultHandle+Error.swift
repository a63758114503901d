internal import CLibpq
import SQL

extension ResultHandle {
  /// The error that PostgreSQL reports. `.connection` for severities after which it closes the connection.
  func error(statementIndex: Int? = nil) -> StatementError {
    let message = diagnostic(.message) ?? PQresultErrorMessage(pointer).map { String(cString: $0) } ?? ""
    let detail = diagnostic(.detail).map { " (\($0))" } ?? ""
    guard let state = diagnostic(.state), !endsConnection else {
      return StatementError(.connection, message: message + detail)
    }
    return StatementError(
      .statement(SQLState(rawValue: state)), message: message + detail, constraint: diagnostic(.constraint),
      statementIndex: statementIndex)
  }

  /// Whether PostgreSQL closes the connection after this error. libpq's own errors, which have no severity,
  /// also tell of a lost connection.
  var endsConnection: Bool { diagnostic(.severity) != "ERROR" }

  /// Whether it is what PostgreSQL says when it ends a connection in a transaction, which is undone then: somebody ended
  /// it (57P01 to 57P05), or it was silent for too long (25P03, 25P04). libpq, and what stands in between, know only how
  /// far they have heard.
  var endsTransaction: Bool {
    guard diagnostic(.severity) != nil, let state = diagnostic(.state) else { return false }
    return state.hasPrefix("57P0") || state == "25P03" || state == "25P04"
  }
}
