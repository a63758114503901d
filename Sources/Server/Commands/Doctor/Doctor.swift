import ArgumentParser
import Gateway

/// `hatched doctor`
struct Doctor: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Checks the configuration and the database, and says what to do; exits with 1 when something fails.",
    discussion: """
      It takes the flags and the environment that the server takes, changes nothing and prints no secret. With
      MIGRATION_DATABASE_URL and WORKER_DATABASE_URL it looks at the owner and at background work, too; with an admin
      address at the metrics of a server that runs.

      Examples:
        hatched doctor
        hatched doctor --database-url postgresql://hatched_app@localhost/hatched
        hatched doctor --prepared-statements off     # as behind a pooler
        hatched doctor > /dev/null || echo "do not start it"
      """)

  @OptionGroup var options: ServerOptions

  @OptionGroup(title: "Database, as its owner") var owner: OwnerOptions

  func run() async throws {
    let table = Findings(all: await DoctorChecks(options: options, owner: owner).findings())
    print(table)
    if table.hasFailed { throw ExitCode.failure }
  }
}
