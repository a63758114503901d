package import GraphQL
package import SQL
import SessionTokens

/// The result of a request, for its line in the log, the metrics and the log of slow operations.
package struct RequestRecord: Sendable {
  /// Nil as long as it is not known which operation is meant.
  var operation: PreparedOperation?
  /// The index of the operation's series in the metrics; nil without an operation.
  package internal(set) var series: Int?
  /// The account of the session token. The session may have ended.
  package internal(set) var account: UUIDValue?
  /// The account whose session the database has confirmed, or made.
  var confirmedAccount: UUIDValue?
  /// The codes of all errors of the answer.
  package internal(set) var errors: [ErrorCode] = []
  /// The number of statements that were sent: those of the scope and of the membership check, too.
  package internal(set) var statements = 0
  /// The number of rows that came back: those of the scope and of the membership check, too.
  package internal(set) var rows = 0
  package internal(set) var roundTrips = 0
  /// From where statements were ready to where their rows were there: with the wait for a connection.
  package internal(set) var databaseTime = Duration.zero
  /// The first of the statements, for the log of slow operations.
  var sent: [Statement] = []

  /// Each round trip, where the client asks for the plan; nil otherwise.
  var trips: [[StatementRun]]?

  static let maximumSent = 64

  package var operationName: String? { operation?.operation.definition.name?.value }
  package var operationType: OperationType? { operation?.operation.definition.operation }

  /// The SHA-256 of the document, as it names a trusted document.
  package var documentHash: String? { operation.map { SHA256.hash($0.operation.source.bytes).hexadecimal } }

  /// The texts of the statements, which hold no value of the request; each once, as long as all have at most
  /// `maximumBytes`.
  package func plan(maximumBytes: Int) -> [String] {
    var seen: Set<String> = []
    var size = 0
    var plan: [String] = []
    for statement in sent where seen.insert(statement.text).inserted {
      size += statement.text.utf8.count
      if size > maximumBytes { return plan + ["…"] }
      plan.append(statement.text)
    }
    return statements > sent.count ? plan + ["…"] : plan
  }
}
