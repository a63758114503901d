package import Logging

/// The log of one request. A logger with its id is made where something is told to it: most requests tell nothing.
package struct RequestLog: Sendable {
  private let base: Logger
  /// What a client may quote when it asks for help.
  package let requestID: String

  package init(_ logger: Logger, requestID: String) {
    base = logger
    self.requestID = requestID
  }

  /// With the id in all that it is told.
  package var logger: Logger {
    var logger = base
    logger[metadataKey: "request"] = .string(requestID)
    return logger
  }
}
