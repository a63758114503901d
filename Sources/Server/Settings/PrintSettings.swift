import ArgumentParser

/// `hatched settings`
struct PrintSettings: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "settings",
    abstract: "Prints every setting of the server, with its environment variable and its default.",
    discussion: """
      The output is a file of variables with all of them commented out, for systemd's EnvironmentFile=, for `docker run --env-file`
      and, with --compose, for the file .env beside docker-compose.yml. It reads nothing and shows no value of yours.

      Examples:
        hatched settings > settings.env
        hatched settings | grep -A1 mail
        hatched settings --compose
      """)

  @Flag(help: "Leave out the variables that docker-compose.yml sets by itself.")
  var compose = false

  func run() throws {
    print(Setting.file(compose ? Setting.ofDockerCompose : Setting.all), terminator: "")
  }
}

extension Setting {
  /// The settings that the file .env beside docker-compose.yml may have.
  static var ofDockerCompose: [Setting] {
    let fixed: Set = ["DATABASE_URL", "MIGRATION_DATABASE_URL", "WORKER_DATABASE_URL", "LISTEN_DATABASE_URL", "HOST", "PORT"]
    return all.filter { !fixed.contains($0.variable) }
  }
}
