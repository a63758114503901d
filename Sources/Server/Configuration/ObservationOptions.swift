import ArgumentParser
import Foundation
import Logging

/// Options of logs, metrics and the admin address.
struct ObservationOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      The address of the operator's page, /metrics, /health and /ready, as in 127.0.0.1:9090 or [::1]:9090. Nothing there \
      asks for a token: keep it off the internet. (HATCHED_ADMIN_ADDRESS) [none]
      """, valueName: "host:port"))
  var adminAddress: String?

  @Option(help: "The form of the log: text, or json with one object a line. (HATCHED_LOG_FORMAT) [text]")
  var logFormat: LogFormat?

  @Option(
    help: ArgumentHelp(
      """
      From which duration on an operation is logged with its statements, as in 500ms or 2s, or off. \
      (HATCHED_SLOW_OPERATION) [1s]
      """, valueName: "duration"))
  var slowOperation: String?

  @Option(
    help: """
      For how many seconds a server that was told to end still takes requests, and says by /ready that it should get \
      no more: as long as a balancer takes to notice. (HATCHED_DRAIN_DELAY) [0]
      """)
  var drainDelay: Int?

  /// Nil for none.
  /// - Throws: when it is no address.
  func resolvedAdminAddress() throws -> AdminAddress? {
    guard let given = adminAddress ?? EnvironmentVariable.adminAddress.value else { return nil }
    guard let address = AdminAddress(given) else {
      throw ValidationError("\"\(given)\" is no address: use a host and a port, as in 127.0.0.1:9090 or [::1]:9090.")
    }
    return address
  }

  /// - Throws: when there is no such form.
  func resolvedLogFormat() throws -> LogFormat {
    if let logFormat { return logFormat }
    guard let given = EnvironmentVariable.logFormat.value else { return .text }
    guard let format = LogFormat(rawValue: given) else {
      throw ValidationError("\"\(given)\" is no form of the log: use text or json.")
    }
    return format
  }

  /// Nil for never.
  /// - Throws: when it is no duration.
  func resolvedSlowOperation() throws -> Duration? {
    let given = slowOperation ?? EnvironmentVariable.slowOperation.value ?? "1s"
    if given == "off" { return nil }
    guard let match = given.wholeMatch(of: #/([0-9]{1,6})(ms|s)/#), let count = Int(match.output.1), count > 0 else {
      throw ValidationError("\"\(given)\" is no duration: use one as in 500ms or 2s, or off.")
    }
    return match.output.2 == "ms" ? .milliseconds(count) : .seconds(count)
  }

  /// - Throws: when it is too long.
  func resolvedDrainDelay() throws -> Duration {
    let given = drainDelay.map(String.init) ?? EnvironmentVariable.drainDelay.value ?? "0"
    return .seconds(try NumberRange("--drain-delay (or HATCHED_DRAIN_DELAY)", 0...300, "seconds").number(in: given))
  }

  /// - Throws: when there is no such form.
  func logger(_ level: Logger.Level) throws -> Logger {
    let format = try resolvedLogFormat()
    var logger = Logger(label: "hatched", factory: { _ in LineLogHandler(format: format) })
    logger.logLevel = level
    return logger
  }
}

/// The form of the log.
enum LogFormat: String, ExpressibleByArgument, CaseIterable, Sendable {
  case text, json
}

/// A host and a port.
struct AdminAddress: Hashable, Sendable {
  let host: String
  let port: Int

  init?(_ text: String) {
    guard let match = text.wholeMatch(of: #/(?:\[([0-9A-Fa-f:.%a-z]+)\]|([A-Za-z0-9._\-]+)):([0-9]{1,5})/#),
      let host = match.output.1 ?? match.output.2, let port = Int(match.output.3), (0...65_535).contains(port)
    else { return nil }
    self.host = String(host)
    self.port = port
  }

  /// Whether no other machine reaches it.
  var isLoopback: Bool { host == "localhost" || host == "::1" || host.hasPrefix("127.") }
}
