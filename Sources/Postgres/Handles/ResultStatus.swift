internal import CLibpq

/// The status of a `PGresult` — libpq, "Command Execution Functions". An open set.
struct ResultStatus: RawRepresentable, Hashable {
  var rawValue: UInt32

  static let emptyQuery = ResultStatus(PGRES_EMPTY_QUERY)
  static let commandOK = ResultStatus(PGRES_COMMAND_OK)
  static let tuplesOK = ResultStatus(PGRES_TUPLES_OK)
  static let copyIn = ResultStatus(PGRES_COPY_IN)
  static let fatalError = ResultStatus(PGRES_FATAL_ERROR)
  static let pipelineSync = ResultStatus(PGRES_PIPELINE_SYNC)
  static let pipelineAborted = ResultStatus(PGRES_PIPELINE_ABORTED)

  init(rawValue: UInt32) { self.rawValue = rawValue }
  private init(_ status: ExecStatusType) { self.init(rawValue: status.rawValue) }
}
