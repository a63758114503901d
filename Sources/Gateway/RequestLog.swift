package import Logging

/// The log of one request, and the record of what it came to. A logger with its id is made where something is told to
/// it: most requests tell nothing.
package struct RequestLog: Sendable {
  private let base: Logger
  /// The id that a client may quote when it asks for help.
  package let requestID: String
  private let trace: TraceContext?
  package let recorder = RequestRecorder()

  package init(_ logger: Logger, requestID: String, trace: TraceContext? = nil) {
    base = logger
    self.requestID = requestID
    self.trace = trace
  }

  /// The log of the same request, for another attempt at its answer.
  var again: RequestLog { RequestLog(base, requestID: requestID, trace: trace) }

  /// With the id, and that of the trace, in all that it is told.
  package var logger: Logger {
    var logger = base
    logger[metadataKey: "request"] = .string(requestID)
    if let trace { logger[metadataKey: "trace"] = .string(trace.traceID) }
    return logger
  }
}
