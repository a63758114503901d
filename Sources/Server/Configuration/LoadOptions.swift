import ArgumentParser
import Gateway
import Postgres

/// How much of the server one client may have, and how much all together.
struct LoadOptions: ParsableArguments {
  @Option(
    help: """
      How many requests of an account are answered at a time, though never more than three quarters of the connections \
      to the database; 0 for any number.
      """)
  var maxConcurrentPerViewer = 20

  @Option(help: "How many requests without a session are answered at a time for one network; 0 for any number.")
  var maxConcurrentPerAddress = 50

  @Option(help: "How many requests a second an account may send in the long run; 0 for any number.")
  var viewerRate = 20

  @Option(help: "How many requests an account may send at once.")
  var viewerBurst = 200

  @Option(
    help: """
      How many requests a second without a session, or with a token that is not valid, may come from one network in \
      the long run: an IPv4 address, or 56 bits of an IPv6 address; 0 for any number.
      """)
  var addressRate = 20

  @Option(help: "How many of them may come from one network at once.")
  var addressBurst = 200

  @Option(
    help: "How many requests wait for a database connection at most: over it, the last of the family with the most leaves.")
  var maxWaiting = 1024

  @Option(
    help: """
      How many requests of one family wait for a database connection at most. Here and below, an account without a \
      family counts as one, and a network for its requests without a session.
      """)
  var maxWaitingPerFamily = 128

  @Option(
    help: """
      How much of the database's time a family may use at once, in milliseconds: the time for which it holds a \
      connection.
      """)
  var databaseTimeBurst = 2000

  @Option(
    help: """
      How much of it a family is given back each second, in milliseconds; 0 for no bound. A family without any left is \
      served after others, and has one long request answered at a time.
      """)
  var databaseTimeRate = 200

  @Option(help: "How many of the database connections a family has at most while others wait, in percent.")
  var connectionShare = 25

  @Option(
    help: """
      From which time in the database on a request is long, in milliseconds: up to ten times as much where most requests \
      take long.
      """)
  var longRequest = 50

  @Option(
    help: """
      How many long requests work in the database at a time. Families without database time left have half of these. \
      Default: a quarter of --preferred-pool-size.
      """)
  var maxLongRequests: Int?

  @Option(help: "How many families, accounts and networks the server remembers the database time of.")
  var maxLoadKeys = 16_384

  @Option(
    help: """
      How long a request may be expected to wait for a database connection, in milliseconds: it is refused at once \
      when that would take longer; 0 to let it wait.
      """)
  var maxWait = 500

  @Option(
    help: """
      How many bytes of memory all requests may hold together, beyond the first 256 KiB of each: rows while they are \
      received, answers while they are written and compressed, and what clients have not taken yet, or not sent to the \
      end. When there is no more, the slowest client of the family that holds most is disconnected.
      """)
  var memoryBudget = 96 << 20

  @Option(
    help: """
      How many bytes of answers the server remembers, to give them again while nothing that they depend on has changed; 0 to \
      remember none.
      """)
  var answerMemory = 32 << 20

  func validate() throws {
    let numbers = [
      ("--max-concurrent-per-viewer", maxConcurrentPerViewer, 0),
      ("--max-concurrent-per-address", maxConcurrentPerAddress, 0), ("--viewer-rate", viewerRate, 0),
      ("--viewer-burst", viewerBurst, 1), ("--address-rate", addressRate, 0), ("--address-burst", addressBurst, 1),
      ("--max-waiting", maxWaiting, 1), ("--max-wait", maxWait, 0),
      ("--max-waiting-per-family", maxWaitingPerFamily, 1), ("--database-time-burst", databaseTimeBurst, 1),
      ("--database-time-rate", databaseTimeRate, 0), ("--long-request", longRequest, 1),
      ("--max-long-requests", maxLongRequests ?? 1, 1), ("--max-load-keys", maxLoadKeys, 1),
    ]
    try NumberRange("--memory-budget", 16 << 20...1 << 40, "bytes").check(memoryBudget)
    try NumberRange("--answer-memory", 0...1 << 40, "bytes").check(answerMemory)
    for (flag, value, least) in numbers { try NumberRange(flag, least...1_000_000).check(value) }
    try NumberRange("--connection-share", 1...100, "percent").check(connectionShare)
  }

  /// - Parameter poolSize: one account never has all of the connections, or all others would be refused for its sake.
  func perViewer(poolSize: Int) -> ThrottleLimits {
    Self.limits(viewerRate, viewerBurst, min(maxConcurrentPerViewer, max(1, poolSize * 3 / 4)))
  }

  func throttle(poolSize: Int) -> RequestThrottle {
    RequestThrottle(
      perViewer: perViewer(poolSize: poolSize),
      perNetwork: Self.limits(addressRate, addressBurst, maxConcurrentPerAddress))
  }

  private static func limits(_ rate: Int, _ burst: Int, _ concurrency: Int) -> ThrottleLimits {
    ThrottleLimits(rate: rate == 0 ? nil : rate, burst: burst, concurrency: concurrency == 0 ? nil : concurrency)
  }

  /// Bounds who waits for a connection.
  func bound(_ configuration: inout PoolConfiguration) {
    configuration.maxWaiters = maxWaiting
    configuration.maxExpectedWait = maxWait == 0 ? nil : .milliseconds(maxWait)
    configuration.fair.burst = .milliseconds(databaseTimeBurst)
    configuration.fair.refill = databaseTimeRate == 0 ? nil : .milliseconds(databaseTimeRate)
    configuration.fair.sharePercent = connectionShare
    configuration.fair.longTime = .milliseconds(longRequest)
    configuration.fair.maxLong = maxLongRequests
    configuration.fair.maxWaitersPerKey = maxWaitingPerFamily
    configuration.fair.maxKeys = maxLoadKeys
  }
}
