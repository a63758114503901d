import ArgumentParser
import NIOCore

/// The flags that bound streams, and the time in which they end.
struct StreamOptions: ParsableArguments {
  @Option(help: "How many streams are open at most. Each has a connection of its own: see --max-connections.")
  var maxStreams = 4096

  @Option(help: "How many streams an account has open at most.")
  var maxStreamsPerViewer = 8

  @Option(
    help: """
      How many streams one network has open at most, with a session or without: an IPv4 address or 64 bits of an IPv6 \
      address.
      """)
  var maxStreamsPerAddress = 64

  @Option(help: "Over how many seconds a server that was told to end tells its streams, each at a random moment.")
  var streamDrain = 5

  func validate() throws {
    let numbers = [
      ("--max-streams", maxStreams), ("--max-streams-per-viewer", maxStreamsPerViewer),
      ("--max-streams-per-address", maxStreamsPerAddress),
    ]
    for (flag, number) in numbers { try NumberRange(flag, 1...100_000, "streams").check(number) }
    try NumberRange("--stream-drain", 0...300, "seconds").check(streamDrain)
  }

  var limits: StreamLimits {
    StreamLimits(perViewer: maxStreamsPerViewer, perNetwork: maxStreamsPerAddress, total: maxStreams)
  }

  var drain: TimeAmount { .seconds(Int64(streamDrain)) }

  /// The time that a server that was told to end has for requests in flight and streams.
  var shutdownTime: Duration { .seconds(max(10, streamDrain + 5)) }
}
