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
      the long run: an IPv4 address, or 64 bits of an IPv6 address; 0 for any number.
      """)
  var addressRate = 20

  @Option(help: "How many of them may come from one network at once.")
  var addressBurst = 200

  @Option(help: "How many requests wait for a database connection at most.")
  var maxWaiting = 1024

  @Option(
    help: """
      How long a request may be expected to wait for a database connection, in milliseconds: it is refused at once \
      when that would take longer; 0 to let it wait.
      """)
  var maxWait = 500

  func validate() throws {
    let numbers = [
      ("--max-concurrent-per-viewer", maxConcurrentPerViewer, 0),
      ("--max-concurrent-per-address", maxConcurrentPerAddress, 0), ("--viewer-rate", viewerRate, 0),
      ("--viewer-burst", viewerBurst, 1), ("--address-rate", addressRate, 0), ("--address-burst", addressBurst, 1),
      ("--max-waiting", maxWaiting, 1), ("--max-wait", maxWait, 0),
    ]
    for (flag, value, least) in numbers { try NumberRange(flag, least...1_000_000).check(value) }
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
  }
}
