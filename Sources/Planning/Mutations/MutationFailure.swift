package import GraphQL
package import SQL

/// The reason why a mutation changed nothing.
package enum MutationFailure: Error, Sendable {
  /// Others changed, at the same time, what this transaction has looked at: it has to be run again.
  package static var overtaken: MutationFailure {
    .database(StatementError(.statement(.serializationFailure), message: "another transaction was faster"))
  }

  /// A value of the input that may not be. `at` leads to it: `["input", "pointsAwarded"]`.
  case invalid(String, at: [String])
  /// A row that is not there, or not the viewer's: never which.
  case notFound(String, at: [String])
  /// A row that the viewer can see, but may not change so.
  case forbidden(String, at: [String])
  /// The row was changed, or the id used, by someone else; `version` is the row's now, if it has one.
  case conflict(String, at: [String], version: Int32?)
  /// The viewer may not do this, or not now, for a reason with a code of its own.
  case refused(String, code: ErrorCode, at: [String] = [], extensions: [GraphQLError.Extension] = [])
  case database(StatementError)
  /// Something that the server does for few at a time, such as hashing a password, has as many waiting as may. The whole request is
  /// refused: it may be sent again.
  case busy(retryAfter: Int)

  /// Something was tried too often.
  /// - Parameters:
  ///   - limit: the name of the limit: `joinAttempts`.
  ///   - seconds: the seconds until the next attempt is allowed.
  package static func tooMany(
    _ what: String, limit: String, maximum: Int32, retryAfter seconds: Int32, at path: [String] = []
  ) -> MutationFailure {
    .refused(
      "There were too many \(what). Try again in \(seconds) seconds.", code: .limitExceeded, at: path,
      extensions: [
        .init("limit", .string(limit)), .init("maximum", .number("\(maximum)")),
        .init("retryAfter", .number("\(seconds)")),
      ])
  }

  /// The error at the field's place in the response; nil for failures of the database, and where the server is busy.
  ///
  ///     {"message": "…", "path": ["gradeAssignment"],
  ///      "extensions": {"code": "BAD_USER_INPUT", "inputPath": ["input", "pointsAwarded"]}}
  package func error(locations: [Location], path: [PathSegment]) -> GraphQLError? {
    func error(_ message: String, _ code: ErrorCode, _ at: [String]) -> GraphQLError {
      GraphQLError(
        message, code: code, locations: locations, path: path,
        extensions: at.isEmpty ? [] : [.init("inputPath", .array(at.map(Self.pathSegment)))])
    }
    switch self {
    case .invalid(let message, let at): return error(message, .badUserInput, at)
    case .notFound(let message, let at): return error(message, .notFound, at)
    case .forbidden(let message, let at): return error(message, .forbidden, at)
    case .conflict(let message, let at, let version):
      var conflict = error(message, .conflict, at)
      if let version { conflict.extensions.append(.init("currentVersion", .number("\(version)"))) }
      return conflict
    case .refused(let message, let code, let at, let extensions):
      var refusal = error(message, code, at)
      refusal.extensions += extensions
      return refusal
    case .database, .busy: return nil
    }
  }

  /// The name of a field, or the index of an item: no name begins with a digit.
  private static func pathSegment(_ segment: String) -> JSONValue {
    segment.first.map { ("0"..."9").contains($0) } == true ? .number(segment) : .string(segment)
  }
}
