import ArgumentParser
import Foundation
import Postgres

/// How the server reaches its database.
struct DatabaseOptions: ParsableArguments {
  @Option(
    name: .customLong("database-url"),
    help: "Where the database is, as a role that owns nothing. (DATABASE_URL)")
  var url: String?

  @Option(help: "How many connections are held at most. Default: eight for each processor.")
  var poolSize = min(8 * ProcessInfo.processInfo.activeProcessorCount, 64)

  @Option(
    help: """
      How many connections work at a time, as long as no request waits for more than 25 ms; twice as many for \
      mutations of several round trips, which leave theirs idle in between. Default: two for each processor.
      """)
  var preferredPoolSize = min(2 * ProcessInfo.processInfo.activeProcessorCount, 64)

  @Option(help: "How long a request waits for a connection, in milliseconds.")
  var acquisitionTimeout = 2000

  @Option(help: "How long a statement may run, in milliseconds.")
  var statementTimeout = 5000

  @Option(help: "Whether statements are prepared: on, or off for a pooler in transaction mode.")
  var preparedStatements: Switch = .on

  func validate() throws {
    try NumberRange("--pool-size", 1...1000).check(poolSize)
    try NumberRange("--preferred-pool-size", 1...1000).check(preferredPoolSize)
    for (flag, time) in [("--acquisition-timeout", acquisitionTimeout), ("--statement-timeout", statementTimeout)] {
      try NumberRange(flag, 1...3_600_000, "milliseconds").check(time)
    }
  }

  /// Settings with which PostgreSQL uses one process for a statement, and compiles none, which takes longer than to run it.
  static let settingsOfOneProcessor = ["max_parallel_workers_per_gather": "0", "jit": "off"]

  func poolConfiguration() throws -> PoolConfiguration {
    guard let address = try AddressOption.address(url, "--database-url", or: .databaseURL) else {
      throw EnvironmentVariable.databaseURL.isNotSet(for: "where the database is")
    }
    var configuration = PoolConfiguration(address: address)
    configuration.size = poolSize
    configuration.preferredSize = preferredPoolSize
    configuration.acquisitionTimeout = .milliseconds(acquisitionTimeout)
    configuration.statementTimeout = .milliseconds(statementTimeout)
    configuration.preparedStatements = preparedStatements == .on
    // Which plan is good depends on what a statement asks for, not on the family that it is for. PostgreSQL thinks the
    // plan for any family costlier where it cannot know how long a list is, and would plan a week of the planner
    // anew each time, which takes three times as long as to read it.
    if configuration.preparedStatements { configuration.connection.settings["plan_cache_mode"] = "force_generic_plan" }
    // A request has one processor at most, whatever it asks for: with parallel workers a few would have all, and the
    // server's own threads none.
    configuration.connection.settings.merge(Self.settingsOfOneProcessor) { $1 }
    return configuration
  }
}

/// The value of a flag that is on or off.
enum Switch: String, ExpressibleByArgument, CaseIterable {
  case on, off
}
