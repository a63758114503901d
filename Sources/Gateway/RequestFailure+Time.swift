import GraphQL
import SQL

extension StatementError {
  /// The time for which a statement may run, where one ran for longer.
  var statementTimeout: Duration? {
    if case .statementTimeout(let time) = reason { time } else { nil }
  }

  /// After how many seconds the requester has database time again, where it has used up its share.
  var retryAfter: Int? {
    if case .throttled(let seconds) = reason { seconds } else { nil }
  }
}

extension GraphQLError {
  /// The same request would take as long again: the message does not invite to repeat it.
  ///
  ///     {"code": "LIMIT_EXCEEDED", "limit": "statementTime", "maximum": 5000}
  static func statementTime(_ time: Duration) -> GraphQLError {
    let milliseconds = Int(time / .milliseconds(1))
    return .limitExceeded(
      "The database worked on the request for longer than the limit of \(milliseconds) ms, and stopped. Ask for less: "
        + "shorter lists, fewer fields, fewer or simpler conditions.",
      limit: "statementTime", maximum: milliseconds)
  }

  /// Others wait, and the requester has used more than its share.
  ///
  ///     {"code": "LIMIT_EXCEEDED", "limit": "databaseTime", "retryAfter": 3}
  static func databaseTime(retryAfter seconds: Int) -> GraphQLError {
    GraphQLError(
      "The family, account or network has used its share of the database's time. Ask for less at a time, and again in "
        + "\(seconds) s.",
      code: .limitExceeded,
      extensions: [.init("limit", .string("databaseTime")), .init("retryAfter", .number("\(seconds)"))])
  }
}
