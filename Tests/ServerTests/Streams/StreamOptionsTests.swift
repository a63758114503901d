import ArgumentParser
import NIOCore
import Testing

@testable import Server

/// The flags of streams.
@Suite struct StreamOptionsTests {
  @Test("Without flags the limits are those of the types")
  func defaults() throws {
    let options = try StreamOptions.parse([])
    let limits = StreamLimits()
    let connections = RequestHandler.Limits(bodySize: 1).connections
    #expect(options.limits(connections: connections).perViewer == limits.perViewer)
    #expect(options.limits(connections: connections).perFamily == limits.perFamily)
    #expect(options.limits(connections: connections).perNetwork == limits.perNetwork)
    #expect(options.limits(connections: connections).total == limits.total)
    #expect(options.drain == RequestHandler.Limits(bodySize: 1).streamDrain)
    #expect(options.shutdownTime == .seconds(10))
  }

  @Test("Each flag has its limit")
  func flags() throws {
    let options = try StreamOptions.parse([
      "--max-streams", "3", "--max-streams-per-viewer", "1", "--max-streams-per-address", "2", "--stream-drain", "30",
      "--max-streams-per-family", "4",
    ])
    let limits = options.limits(connections: 800)
    #expect([limits.total, limits.perViewer, limits.perNetwork, limits.perFamily] == [3, 1, 2, 4])
    #expect(options.drain == .seconds(30))
    // The last client that is told has a moment to read it.
    #expect(options.shutdownTime == .seconds(35))
  }

  @Test("Streams never have all connections, whatever is asked for")
  func share() throws {
    #expect(try StreamOptions.parse([]).limits(connections: 100).total == 50)
    #expect(try StreamOptions.parse(["--max-streams", "4096"]).limits(connections: 800).total == 700)
    #expect(try StreamOptions.parse(["--max-streams-per-viewer", "100"]).limits(connections: 800).perFamily == 100)
  }

  @Test(
    "A value that makes no sense is refused",
    arguments: [
      ["--max-streams", "0"], ["--max-streams", "100001"], ["--max-streams-per-viewer", "0"],
      ["--max-streams-per-family", "0"], ["--max-streams-per-address", "0"], ["--stream-drain", "301"],
    ])
  func refused(_ arguments: [String]) {
    let error = #expect(throws: (any Error).self) { try StreamOptions.parse(arguments) }
    #expect(error.map { StreamOptions.message(for: $0).contains("\(arguments[0]) must be between") } == true)
  }
}
