import Foundation
import Gateway
import GraphQL
import Synchronization

/// The operations that were slow lately, each document once, as the operator's page shows them. Without the values of requests, the data
/// of answers and the accounts.
final class SlowOperations: Sendable {
  struct Operation: Sendable {
    /// As in the metrics: `(unnamed)` for one without a name.
    let name: String
    let type: OperationType
    /// The SHA-256 of the document, as it names a trusted document.
    let document: String
    fileprivate(set) var count = 0
    /// The end of the last run, in seconds since 1970.
    fileprivate(set) var lastEnd = 0.0
    fileprivate(set) var slowest: Run
  }

  /// A run of the operation.
  struct Run: Sendable {
    let end: Double
    let duration: Duration
    let databaseTime: Duration
    let roundTrips: Int
    let statementCount: Int
    let rows: Int
    /// The texts of the statements, as the log has them.
    let statements: [String]
  }

  private struct Key: Hashable {
    let document: String
    let name: String
  }

  /// Each has at most `RequestObserver.maximumPlanBytes` of statements.
  static let maximumCount = 20
  private static let maximumNameLength = 100

  private let operations = Mutex<[Key: Operation]>([:])

  /// The last one first.
  var all: [Operation] { operations.withLock { Array($0.values) }.sorted { $0.lastEnd > $1.lastEnd } }

  /// - Parameter name: nil for an operation without a name.
  func note(_ run: Run, of name: String?, _ type: OperationType, document: String) {
    let name = name.map { String($0.prefix(Self.maximumNameLength)) } ?? OperationNames.unnamed
    let key = Key(document: document, name: name)
    operations.withLock { operations in
      var operation = operations[key] ?? Operation(name: name, type: type, document: document, slowest: run)
      operation.count += 1
      operation.lastEnd = run.end
      if run.duration > operation.slowest.duration { operation.slowest = run }
      operations[key] = operation
      guard operations.count > Self.maximumCount, let oldest = operations.min(by: { $0.value.lastEnd < $1.value.lastEnd }) else { return }
      operations[oldest.key] = nil
    }
  }
}

extension SlowOperations.Run {
  /// A run that ends now.
  init(_ request: EndedRequest, statements: [String]) {
    self.init(
      end: Date().timeIntervalSince1970, duration: request.duration, databaseTime: request.record.databaseTime,
      roundTrips: request.record.roundTrips, statementCount: request.record.statements, rows: request.record.rows, statements: statements)
  }
}
