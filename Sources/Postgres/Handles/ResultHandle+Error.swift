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

  /// Whether it is PostgreSQL that says so, and not libpq, which knows only how far it has heard.
  var isOfServer: Bool { diagnostic(.severity) != nil }
}
