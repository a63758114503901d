import ArgumentParser
import NIOCore

/// The flags that bound streams, and the time in which they end.
struct StreamOptions: ParsableArguments {
  @Option(
    help: """
      How many streams are open at most: half of --max-connections if not given, and never more than seven eighths of them, \
      since each has a connection of its own. When there are as many, the network with the most gives one up.
      """)
  var maxStreams: Int?

  @Option(help: "How many streams an account has open at most.")
  var maxStreamsPerViewer = 8

  @Option(help: "How many streams a family has open at most: at least as many as an account. Default: 32.")
  var maxStreamsPerFamily: Int?

  @Option(
    help: """
      How many streams one network has open at most, with a session or without: an IPv4 address or 56 bits of an IPv6 \
      address.
      """)
  var maxStreamsPerAddress = 64

  @Option(help: "Over how many seconds a server that was told to end tells its streams, each at a random moment.")
  var streamDrain = 5

  func validate() throws {
    let numbers = [
      ("--max-streams", maxStreams ?? 1), ("--max-streams-per-viewer", maxStreamsPerViewer),
      ("--max-streams-per-family", maxStreamsPerFamily ?? 1), ("--max-streams-per-address", maxStreamsPerAddress),
    ]
    for (flag, number) in numbers { try NumberRange(flag, 1...100_000, "streams").check(number) }
    try NumberRange("--stream-drain", 0...300, "seconds").check(streamDrain)
  }

  /// - Parameter connections: the maximum number of connections.
  func limits(connections: Int) -> StreamLimits {
    StreamLimits(
      perViewer: maxStreamsPerViewer, perFamily: max(maxStreamsPerFamily ?? StreamLimits().perFamily, maxStreamsPerViewer),
      perNetwork: maxStreamsPerAddress,
      total: max(1, min(maxStreams ?? connections / 2, connections * 7 / 8)))
  }

  var drain: TimeAmount { .seconds(Int64(streamDrain)) }

  /// The time that a server that was told to end has for requests in flight and streams.
  var shutdownTime: Duration { .seconds(max(10, streamDrain + 5)) }
}
