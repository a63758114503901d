import ArgumentParser
import Logging

/// All that `hatched serve` is told, and that `hatched doctor` looks at.
struct ServerOptions: ParsableArguments {
  @Option(help: "The address to listen on. (HOST) [127.0.0.1]")
  var host: String?

  @Option(help: "The port to listen on; 0 takes a free one. (PORT) [8080]")
  var port: Int?

  @Option(help: "How many HTTP connections are open at most.")
  var maxConnections = 800

  @Option(help: "trace, debug, info (a line for each request), notice, warning, error, critical. (LOG_LEVEL) [notice]")
  var logLevel: String?

  @OptionGroup(title: "HTTP") var http: HTTPOptions

  @OptionGroup(title: "TLS") var tls: TLSOptions

  @OptionGroup(title: "Connections") var connections: ConnectionOptions

  @OptionGroup(title: "Streams") var streams: StreamOptions

  @OptionGroup(title: "Several servers") var listening: ListenOptions

  @OptionGroup(title: "Load") var load: LoadOptions

  @OptionGroup(title: "Sign-in") var signIn: SignInOptions

  @OptionGroup(title: "Documents") var documents: DocumentFlags

  @OptionGroup(title: "Explorer") var explorer: ExplorerOptions

  @OptionGroup(title: "Limits") var limits: LimitOptions

  @OptionGroup(title: "Database") var database: DatabaseOptions

  @OptionGroup(title: "Background work") var worker: WorkerOptions

  @OptionGroup(title: "Messages") var mail: MailOptions

  @OptionGroup(title: "Push notifications") var push: PushOptions

  @OptionGroup(title: "Webhooks") var outgoing: OutgoingOptions

  @OptionGroup(title: "Files") var files: FileOptions

  @OptionGroup(title: "Report cards") var printing: PrintOptions

  @OptionGroup(title: "Changes") var changes: ChangeOptions

  @OptionGroup(title: "Operating") var observation: ObservationOptions

  func validate() throws {
    try NumberRange("--max-connections", 1...100_000).check(maxConnections)
  }

  var resolvedHost: String { host ?? EnvironmentVariable.host.value ?? "127.0.0.1" }

  /// - Throws: when what was given is no port.
  func resolvedPort() throws -> Int { try ServerPort.resolve(port) }

  /// - Throws: when there is no such level.
  func resolvedLogLevel() throws -> Logger.Level {
    let name = logLevel ?? EnvironmentVariable.logLevel.value ?? "notice"
    guard let level = Logger.Level(rawValue: name.lowercased()) else {
      throw ValidationError(
        "\"\(name)\" is not a log level: use "
          + "\(Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")).")
    }
    return level
  }
}
