import Gateway
import GraphQL
import NIOHTTP1
import SQL
import Testing

@testable import Server

/// The limits of open streams.
@Suite struct StreamRegistryTests {
  private static let viewers = (0..<20).map { UUIDValue(high: 1, low: UInt64($0)) }

  private static func network(_ number: Int) -> ClientNetwork? { ClientNetwork("203.0.113.\(number)") }

  /// The limit that one more stream passes; nil where it does not.
  private static func refusal(_ registry: StreamRegistry, _ viewer: UUIDValue?, _ network: ClientNetwork?) -> String? {
    do throws(StreamRegistry.TooMany) {
      _ = try registry.open(viewer: viewer, network: network)
      return nil
    } catch {
      let refusal = Refusal.tooManyStreams(error)
      #expect(refusal.status == .tooManyRequests)
      #expect(refusal.headers["retry-after"] == ["1"])
      #expect(refusal.error.code == .limitExceeded)
      guard case .string(let name) = refusal.error.extensions.first(where: { $0.key == "limit" })?.value else { return "" }
      return name
    }
  }

  @Test("A viewer, a network and the server have so many streams, and no more")
  func limits() throws {
    let registry = StreamRegistry(limits: StreamLimits(perViewer: 2, perNetwork: 3, total: 5))
    var leases = [
      try registry.open(viewer: Self.viewers[0], network: Self.network(1)),
      try registry.open(viewer: Self.viewers[0], network: Self.network(1)),
    ]
    #expect(Self.refusal(registry, Self.viewers[0], Self.network(2)) == "streamsPerViewer")
    leases.append(try registry.open(viewer: Self.viewers[1], network: Self.network(1)))
    #expect(Self.refusal(registry, Self.viewers[1], Self.network(1)) == "streamsPerAddress")
    leases.append(try registry.open(viewer: nil, network: nil))
    leases.append(try registry.open(viewer: Self.viewers[2], network: Self.network(2)))
    #expect(Self.refusal(registry, Self.viewers[3], Self.network(3)) == "streams")
    #expect(registry.count == 5)
    leases.removeFirst()
    #expect(Self.refusal(registry, Self.viewers[0], Self.network(1)) == nil)
    #expect(registry.count == 4)
    leases.removeAll()
    #expect(registry.count == 0)
    #expect(registry.keyCount == 0)
  }

  @Test("What is refused counts nowhere")
  func refused() throws {
    let registry = StreamRegistry(limits: StreamLimits(perViewer: 8, perNetwork: 1, total: 10))
    let lease = try registry.open(viewer: nil, network: Self.network(1))
    for viewer in Self.viewers { #expect(Self.refusal(registry, viewer, Self.network(1)) == "streamsPerAddress") }
    #expect(registry.keyCount == 1)
    withExtendedLifetime(lease) {}
  }

  @Test("Without other limits there are 8 streams of a viewer, 64 of a network and 4096 of the server")
  func defaults() {
    let limits = StreamLimits()
    #expect([limits.perViewer, limits.perNetwork, limits.total] == [8, 64, 4096])
  }
}
