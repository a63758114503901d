import GraphQL
import Planning
import SQL
import Domain

/// The reason why a request has no `data`. The one place where a failure becomes what a client reads.
enum RequestFailure: Error {
  /// The document, a variable or an argument is not as it must be, or passes a limit.
  case invalid([GraphQLError])
  /// A GET may execute queries only, and this is another operation.
  case unsafe(OperationType)
  /// No token, one that is not valid, or one whose session or membership has ended: see ``TokenProblem``.
  case unauthenticated
  case database(StatementError)
  /// A change that was given up since others of the same rows were under way.
  case contended(Contention)
  /// As many wait as may for something that is done for few at a time: hashing a password. Nothing was changed.
  case busy(retryAfter: Int)
  /// The answer is larger than it may be. For a mutation, with the outcome of the change.
  case tooLarge(maximum: Int, ChangeOutcome?)
  /// The answer is larger than one without a session may be.
  case tooLargeWithoutSession(maximum: Int, ChangeOutcome?)
  /// There is no memory for the answer now. For a mutation, with the outcome of the change.
  case outOfMemory(ChangeOutcome?)
  /// A fault of this program, told to the log. In the answer to a mutation, with the outcome of the change.
  case fault(String, ChangeOutcome? = nil)

  init(_ refusal: PlanRefusal) {
    switch refusal {
    case .unauthenticated: self = .unauthenticated
    case .invalid(let error): self = .invalid([error])
    case .fault(let message): self = .fault(message)
    }
  }

  /// Whether the client sends the whole document then.
  var asksForDocument: Bool {
    if case .invalid(let errors) = self { errors.contains { $0.code == .persistedQueryNotFound } } else { false }
  }

  /// - Parameters:
  ///   - id: names the log entry to a client that asks for help.
  ///   - tokenProblem: the reason why the token is not valid, for a failure that is `unauthenticated`.
  func response(id: String, tokenProblem: @autoclosure () -> TokenProblem = .ended) -> GraphQLResponse {
    if case .unauthenticated = self { return GraphQLResponse(.unauthenticated, errors: [tokenProblem().error]) }
    let outcome: GraphQLResponse.Outcome =
      switch self {
      case .invalid(let errors): errors.first?.code == .parseFailed ? .unparsable : .invalid
      case .tooLarge, .tooLargeWithoutSession: .invalid
      case .outOfMemory: .unavailable
      case .unsafe: .unsafe
      case .unauthenticated: .unauthenticated
      case .contended: .unavailable
      case .busy(let seconds): .busy(retryAfter: seconds)
      case .database(let error): error.outcome
      case .fault: .internalError
      }
    return GraphQLResponse(outcome, errors: errors(id: id))
  }

  /// At least one.
  func errors(id: String) -> [GraphQLError] {
    switch self {
    case .invalid(let errors):
      return errors
    case .unsafe(let type):
      return [
        GraphQLError("Can only perform a \(type.rawValue) operation from a POST request.", code: .badUserInput)
      ]
    case .tooLarge(let maximum, let outcome):
      return [
        .responseTooLarge(
          outcome.map { "\($0.sentence): its answer is" } ?? "The answer is", maximum: maximum,
          extensions: outcome.map { [.init("outcome", .string($0.rawValue))] } ?? [])
      ]
    case .tooLargeWithoutSession(let maximum, let outcome):
      let subject = outcome.map { "\($0.sentence): its answer is" } ?? "The answer is"
      var error = GraphQLError.limitExceeded(
        "\(subject) larger than the limit of \(maximum) bytes without a session. Ask for less, or sign in.",
        limit: "anonymousResponseBytes", maximum: maximum)
      if let outcome { error.extensions.append(.init("outcome", .string(outcome.rawValue))) }
      return [error]
    case .outOfMemory(let outcome):
      let subject = outcome.map { "\($0.sentence). The" } ?? "The"
      return [
        GraphQLError(
          "\(subject) server has no memory for the answer now. Try again.", code: .unavailable,
          extensions: outcome.map { [.init("outcome", .string($0.rawValue))] } ?? [])
      ]
    case .unauthenticated:
      return [TokenProblem.ended.error]
    case .database(let error) where error.isOutcomeUnknown:
      return [
        GraphQLError(
          "The database's answer was lost: the change may have been made or not. Look, or send the same again.",
          code: .unavailable, extensions: [.init("outcome", .string("UNKNOWN"))])
      ]
    case .database(let error) where error.reason == .cancelled:
      return [
        GraphQLError(
          "The request took longer than it may, and was ended.", code: .limitExceeded,
          extensions: [.init("limit", .string("requestTime"))])
      ]
    case .contended(let contention):
      return [
        GraphQLError(
          "\(contention.sentence). \(ChangeOutcome.rolledBack.sentence): try again.", code: .unavailable,
          extensions: [.init("outcome", .string(ChangeOutcome.rolledBack.rawValue))])
      ]
    case .busy(let seconds):
      return [
        GraphQLError(
          "Too many passwords are being checked. Try again in \(seconds) s.", code: .unavailable,
          extensions: [.init("retryAfter", .number("\(seconds)"))])
      ]
    case .database(let error):
      if let time = error.statementTimeout { return [.statementTime(time)] }
      if let seconds = error.retryAfter { return [.databaseTime(retryAfter: seconds)] }
      return [error.isPassing ? .unavailable : Self.internalError("Something went wrong on the server.", id)]
    case .fault(_, let outcome?):
      return [Self.internalError("\(outcome.sentence), and then something went wrong on the server.", id, outcome)]
    case .fault(_, nil):
      return [Self.internalError("Something went wrong on the server.", id)]
    }
  }

  private static func internalError(_ message: String, _ id: String, _ outcome: ChangeOutcome? = nil) -> GraphQLError {
    GraphQLError(
      message, code: .internal,
      extensions: [.init("id", .string(id))] + (outcome.map { [.init("outcome", .string($0.rawValue))] } ?? []))
  }

  /// The error at the place of one field, where others of the same request were answered.
  func error(at field: MutationPlan<Viewer>, id: String) -> GraphQLError {
    var error = errors(id: id)[0]
    error.locations = field.locations
    error.path = field.path
    return error
  }

  /// The message for the log, if the failure is more than a mistake of the client.
  var logMessage: String? {
    switch self {
    case .invalid, .unsafe, .unauthenticated, .tooLarge, .tooLargeWithoutSession, .outOfMemory, .busy: nil
    // The client asked for too much, or is gone.
    case .database(let error) where error.outcome == .late || !error.isOfServer: nil
    case .database(let error): "database: \(error.message.withoutCredentials)"
    case .contended(let contention): contention.sentence
    case .fault(let message, _): message
    }
  }
}

extension StatementError {
  fileprivate var outcome: GraphQLResponse.Outcome {
    switch reason {
    case .cancelled: .late
    case .statementTimeout: .invalid
    case .throttled(let seconds): .throttled(retryAfter: seconds)
    default: isPassing ? .unavailable : .internalError
    }
  }

  /// Whether the failure is none that the client brings about itself, by asking for too much.
  fileprivate var isOfServer: Bool {
    switch reason {
    case .statementTimeout, .throttled: false
    default: true
    }
  }

  /// Whether the same request may well succeed a little later.
  var isPassing: Bool {
    switch reason {
    case .connection, .poolTimeout, .timeout, .cancelled, .shutdown: true
    case .statement(.lockNotAvailable), .statement(.readOnlyTransaction): true
    case .outOfMemory: true
    case .answerTooLarge, .statementTimeout, .throttled: false
    // Classes of the SQL standard: connection, a transaction that was given up for the sake of others, insufficient
    // resources, operator intervention.
    case .statement(let state): ["08", "40", "53", "57"].contains(state.rawValue.prefix(2))
    }
  }
}

/// The reason why a change gives way to others. Nothing was changed.
enum Contention: Hashable, Sendable {
  /// As many wait for their turn as may.
  case queueFull
  /// Its turn did not come in time.
  case queueTimeout
  /// It had its turn, and others, in other processes, kept it from the rows.
  case database

  var sentence: String {
    switch self {
    case .queueFull: "Too many changes of your family are waiting"
    case .queueTimeout: "Other changes of your family took too long"
    case .database: "Other changes of the same data were under way for too long"
    }
  }
}

extension SQLState {
  /// A standby, or a database that its operator keeps from being written to.
  fileprivate static let readOnlyTransaction = SQLState(rawValue: "25006")
}
