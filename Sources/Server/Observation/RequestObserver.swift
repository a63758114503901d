import Domain
import Gateway
import GraphQL
import Logging
import NIOCore
import NIOHTTP1
import SQL

/// Notes what becomes of requests: a line of the log for each at `info`, a warning for a slow one, and numbers.
struct RequestObserver: Sendable {
  /// Nil where no address serves them.
  var metrics: RequestMetrics?
  /// Nil where nothing is observed.
  var clients: ClientNetworks?
  /// From which duration on an operation is logged with its plan; nil for never.
  var slowOperation: Duration?
  /// Nil where no address serves them.
  var slowOperations: SlowOperations?

  /// How many bytes of a plan are logged at most.
  static let maximumPlanBytes = 16 << 10
  /// How many characters of a path.
  private static let maximumPathLength = 200

  /// A request that is being answered.
  struct Observed: Sendable {
    fileprivate let start = ContinuousClock.now
  }

  func begin() -> Observed {
    metrics?.begin()
    return Observed()
  }

  /// - Parameter level: from which on the log is written.
  func end(
    _ observed: Observed, _ request: ReceivedRequest, _ answer: Answer, _ log: RequestLog, _ level: Logger.Level
  ) {
    let duration = observed.start.duration(to: .now)
    let record = log.recorder.record
    // Printing is no part of an operation.
    let operated = isOfPerson(request) ? record.databaseTime : duration
    let isSlow = slowOperation.map { operated >= $0 && record.operationType != nil } ?? false
    let ended = EndedRequest(
      record: record, status: answer.status.code, bytes: answer.body.count, duration: duration,
      errors: answer.errors.isEmpty ? record.errors : answer.errors, isSlow: isSlow)
    metrics?.end(ended)
    if isSlow { warn(ended, log) }
    if clients?.note(request) == true { warnOfOneNetwork(log) }
    guard level <= .info else { return }
    var metadata: Logger.Metadata = [
      "method": .string(request.method.rawValue),
      "path": .string(path(of: request)),
    ]
    metadata.merge(ended.metadata) { first, _ in first }
    log.logger.info("request", metadata: metadata)
  }

  /// The folders whose paths name people, or are the right to a file or a calendar.
  private static let foldersOfPeople = [ReportCardAddress.folder, FeedSecret.folder] + FilePaths.prefixes

  private func isOfPerson(_ request: ReceivedRequest) -> Bool {
    Self.foldersOfPeople.contains { request.path.hasPrefix($0) }
  }

  private func path(of request: ReceivedRequest) -> String {
    if let folder = Self.foldersOfPeople.first(where: { request.path.hasPrefix($0) }) { return folder + "…" }
    return String(decoding: request.path.utf8.prefix(Self.maximumPathLength), as: UTF8.self).withoutCredentials
  }

  /// For an answer to what is no request.
  func refused(_ answer: Answer, _ log: RequestLog) {
    let ended = EndedRequest(
      record: log.recorder.record, status: answer.status.code, bytes: answer.body.count, duration: .zero,
      errors: answer.errors)
    metrics?.refuse(ended)
    log.logger.info("request refused", metadata: ended.metadata)
  }

  private func warnOfOneNetwork(_ log: RequestLog) {
    log.logger.warning(
      """
      all of \(ClientNetworks.warningRequests) requests came from one local address: limits of each network are limits of all \
      clients together. Behind a proxy, name its header with --client-address-header
      """)
  }

  private func warn(_ request: EndedRequest, _ log: RequestLog) {
    var metadata = request.metadata
    let document = request.record.documentHash
    let plan = request.record.plan(maximumBytes: Self.maximumPlanBytes)
    metadata["document"] = document.map { .string($0) }
    metadata["plan"] = .array(plan.map { .string($0) })
    if let document, let type = request.record.operationType {
      slowOperations?.note(.init(request, statements: plan), of: request.record.operationName, type, document: document)
    }
    log.logger.warning("slow operation", metadata: metadata)
  }
}

extension EndedRequest {
  /// The metadata of a request for a log. It has neither the values of the request nor the data of the answer.
  fileprivate var metadata: Logger.Metadata {
    var metadata: Logger.Metadata = [
      "status": .stringConvertible(status), "duration_ms": .stringConvertible(duration.milliseconds),
      "bytes": .stringConvertible(bytes),
    ]
    if let type = record.operationType { metadata["type"] = .string(type.rawValue) }
    if let name = record.operationName { metadata["operation"] = .string(String(name.prefix(200))) }
    if let account = record.account { metadata["viewer"] = .string(account.description) }
    if record.roundTrips > 0 {
      metadata["database_ms"] = .stringConvertible(record.databaseTime.milliseconds)
      metadata["round_trips"] = .stringConvertible(record.roundTrips)
      metadata["statements"] = .stringConvertible(record.statements)
      metadata["rows"] = .stringConvertible(record.rows)
    }
    if !errors.isEmpty {
      var codes: [String] = []
      for code in errors where !codes.contains(code.rawValue) { codes.append(code.rawValue) }
      metadata["errors"] = .string(codes.joined(separator: ","))
    }
    return metadata
  }
}
