import ArgumentParser

/// The program: a server, and the tools that its operators need.
@main
struct Hatched: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hatched",
    abstract: "A GraphQL gateway over PostgreSQL for families who teach at home.",
    discussion: """
      A database is set up with `hatched migrate`, filled with made-up families by `hatched seed`, and
      served by `hatched serve`. Every option can be given by the environment variable it names as well.
      """,
    subcommands: [
      Serve.self, Migrate.self, Seed.self, Token.self, SchoolCommand.self, PrintSchema.self, Explain.self, Health.self, Overdue.self,
      MailCommand.self, PushCommand.self, Doctor.self,
    ])

  static func main() async {
    // Every command has secrets in its environment.
    CoreDumps.disable()
    await main(nil)
  }
}
