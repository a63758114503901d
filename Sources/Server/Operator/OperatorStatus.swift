import Foundation
import Gateway
import GraphQL
import NIOCore

/// The state that the metrics do not tell, as JSON for the operator's page: slow operations with their statements, background work, and
/// the findings of `doctor`.
struct OperatorStatus: Sendable {
  /// From which duration on an operation is slow; nil for never.
  let slowOperation: Duration?
  let slowOperations: SlowOperations
  let passes: JobPasses
  let doctor: DoctorReport

  func json() async -> ByteBuffer {
    let report = await doctor.report()
    let isRunning = await doctor.isRunning
    var writer = JSONWriter()
    writer.writeValue(
      .object([
        .init("time", .time(Date().timeIntervalSince1970)),
        .init("slowSeconds", slowOperation.map { .number("\($0 / .seconds(1))") } ?? .null),
        .init("slow", .array(slowOperations.all.map(Self.value))),
        .init("jobs", .array(passes.all.map(Self.value))),
        .init("doctor", Self.value(report, isRunning: isRunning)),
      ]))
    return ByteBuffer(bytes: writer.bytes)
  }

  private static func value(_ operation: SlowOperations.Operation) -> JSONValue {
    let run = operation.slowest
    return .object([
      .init("operation", .string(operation.name)),
      .init("type", .string(operation.type.rawValue)),
      .init("document", .string(operation.document)),
      .init("count", .number("\(operation.count)")),
      .init("lastTime", .time(operation.lastEnd)),
      .init("time", .time(run.end)),
      .init("milliseconds", .number("\(run.duration.milliseconds)")),
      .init("databaseMilliseconds", .number("\(run.databaseTime.milliseconds)")),
      .init("roundTrips", .number("\(run.roundTrips)")),
      .init("statementCount", .number("\(run.statementCount)")),
      .init("rows", .number("\(run.rows)")),
      .init("statements", .array(run.statements.map { .string($0) })),
    ])
  }

  private static func value(_ name: String, _ state: JobPasses.State) -> JSONValue {
    .object([
      .init("name", .string(name)),
      .init("isRunning", .bool(state.isRunning)),
      .init("done", .number("\(state.done)")),
      .init("failed", .number("\(state.failed)")),
      .init("lastTime", state.lastEnd.map { .time($0) } ?? .null),
      .init("lastSeconds", .number("\(state.lastSeconds)")),
      .init("nextTime", state.nextBeginning.map { .time($0) } ?? .null),
      .init(
        "failure",
        state.lastFailure.map { .object([.init("time", .time($0.time)), .init("reason", .string($0.reason))]) } ?? .null),
    ])
  }

  private static func value(_ report: DoctorReport.Report?, isRunning: Bool) -> JSONValue {
    .object([
      .init("isRunning", .bool(isRunning)),
      .init("time", report.map { .time($0.time) } ?? .null),
      .init("seconds", report.map { .number("\($0.seconds)") } ?? .null),
      .init("findings", .array((report?.findings ?? []).map(Self.value))),
    ])
  }

  private static func value(_ finding: Finding) -> JSONValue {
    .object([
      .init("state", .string(finding.state.word)),
      .init("subject", .string(finding.subject)),
      .init("detail", .string(finding.detail)),
      .init("advice", finding.advice.map { .string($0) } ?? .null),
    ])
  }
}

extension JSONValue {
  /// Seconds since 1970, to the millisecond.
  fileprivate static func time(_ seconds: Double) -> JSONValue { .number("\((seconds * 1000).rounded() / 1000)") }
}

extension Finding.State {
  /// The state in JSON: `-` says nothing there.
  fileprivate var word: String { self == .skip ? "skip" : rawValue }
}
