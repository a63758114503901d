import ArgumentParser
import Foundation

/// The program: a server, and the tools that its operators need.
@main
struct Hatched: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hatched",
    abstract: "A GraphQL gateway over PostgreSQL for families who teach at home.",
    discussion: """
      `hatched migrate` sets up a database, `hatched seed` fills it with made-up families, and `hatched serve` serves it. Each
      option of `serve` can be given by an environment variable: the one that its help names, or HATCHED_ and its name, as in
      HATCHED_MAX_CONNECTIONS. `hatched settings` lists all of them.

      Examples:
        hatched migrate && hatched serve
        hatched doctor                     # checks settings and databases
        hatched settings > settings.env    # every setting with its default
        hatched help serve
      """,
    version: Release.description,
    subcommands: [
      Serve.self, Migrate.self, Seed.self, Token.self, SchoolCommand.self, TermsCommand.self, TicketCommand.self, ProviderCommand.self, PrintSchema.self, Explain.self, Health.self, Overdue.self,
      MailCommand.self, PushCommand.self, FilesCommand.self, UploadCommand.self, Doctor.self, PrintSettings.self,
    ])

  /// Runs the command that the arguments name, with the settings of the environment.
  static func main() async {
    // Every command has secrets in its environment.
    CoreDumps.disable()
    do {
      let variables = SettingVariables(environment: ProcessInfo.processInfo.environment)
      var command = try variables.parse(Array(CommandLine.arguments.dropFirst()))
      if var asynchronous = command as? any AsyncParsableCommand {
        try await asynchronous.run()
      } else {
        try command.run()
      }
      try StandardStreams.flush()
    } catch let failure as CommandFailure {
      StandardStreams.writeError("Error: \(failure.description)")
      Foundation.exit(failure.status.rawValue)
    } catch {
      exit(withError: error)
    }
  }
}
