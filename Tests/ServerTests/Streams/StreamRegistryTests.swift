import Gateway
import GraphQL
import NIOHTTP1
import SQL
import Synchronization
import Testing

@testable import Server

/// The limits of open streams.
@Suite struct StreamRegistryTests {
  fileprivate static let viewers = (0..<20).map { UUIDValue(high: 1, low: UInt64($0)) }

  fileprivate static func network(_ number: Int) -> ClientNetwork? { ClientNetwork("203.0.113.\(number)") }

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

  @Test("Without other limits there are 8 streams of a viewer, 32 of a family, 64 of a network and 400 of the server")
  func defaults() {
    let limits = StreamLimits()
    #expect([limits.perViewer, limits.perFamily, limits.perNetwork, limits.total] == [8, 32, 64, 400])
  }

  @Test("A family has so many streams, whoever of it opens them")
  func family() throws {
    let registry = StreamRegistry(limits: StreamLimits(perFamily: 2))
    let family = UUIDValue(high: 2, low: 1)
    let leases = try (0..<2).map { try registry.open(viewer: Self.viewers[$0], family: family, network: Self.network($0)) }
    do throws(StreamRegistry.TooMany) {
      _ = try registry.open(viewer: Self.viewers[2], family: family, network: Self.network(3))
      Issue.record("a third stream of the family was opened")
    } catch {
      #expect(Refusal.tooManyStreams(error).error.extensions.contains(.init("limit", .string("streamsPerFamily"))))
    }
    withExtendedLifetime(leases) {}
  }

  // MARK: Displacement

  private final class Ended: Sendable {
    let names = Mutex<[String]>([])
  }

  /// Streams that have begun, by name, and those that had to end.
  private final class Scene {
    let registry: StreamRegistry
    private let all = Ended()
    private var leases: [String: StreamLease] = [:]

    init(_ limits: StreamLimits) { registry = StreamRegistry(limits: limits) }

    var ended: [String] { all.names.withLock { $0 } }

    /// - Returns: whether it was opened.
    @discardableResult
    func open(_ name: String, _ viewer: Int, from network: Int) -> Bool {
      do throws(StreamRegistry.TooMany) {
        let lease = try registry.open(viewer: StreamRegistryTests.viewers[viewer], network: StreamRegistryTests.network(network))
        lease.begin(.multipart) { [all] in all.names.withLock { $0.append(name) } }
        leases[name] = lease
        return true
      } catch {
        return false
      }
    }

    func event(_ name: String) { leases[name]?.send() }
    func close(_ name: String) { leases[name] = nil }
  }

  @Test("When all are open, the network with the most gives up the stream that was idle longest")
  func displaced() {
    let scene = Scene(StreamLimits(total: 4))
    for (index, name) in ["a", "b", "c"].enumerated() { scene.open(name, index, from: 1) }
    scene.open("victim", 3, from: 2)
    scene.event("a")
    #expect(scene.open("next", 4, from: 3))
    #expect(scene.ended == ["b"])
    // The place is free before the stream has ended, and its end frees no other.
    #expect(scene.registry.count == 4)
    scene.close("b")
    #expect(scene.registry.count == 4)
    // Two each, or one: nobody has much more than another.
    #expect(!scene.open("last", 5, from: 3))
    #expect(scene.ended == ["b"])
  }

  @Test("In a network that has all that it may have, the account with the most gives one up")
  func displacedInNetwork() {
    let scene = Scene(StreamLimits(perNetwork: 3))
    for name in ["a", "b", "c"] { scene.open(name, 0, from: 1) }
    #expect(!scene.open("more", 0, from: 1))
    #expect(scene.open("next", 1, from: 1))
    #expect(scene.ended == ["a"])
    #expect(!scene.open("second", 1, from: 1))
  }

  @Test("Where each network has one, the account with the most gives one up")
  func displacedOfManyNetworks() {
    let scene = Scene(StreamLimits(total: 4))
    for name in ["a", "b", "c"] { scene.open(name, 0, from: scene.registry.count) }
    scene.open("victim", 1, from: 10)
    #expect(scene.open("next", 2, from: 11))
    #expect(scene.ended == ["a"])
    // Two, one and one.
    #expect(!scene.open("last", 2, from: 12))
    #expect(scene.registry.count == 4)
  }

  @Test("Networks that open streams without end take no other's")
  func flood() {
    let scene = Scene(StreamLimits(total: 100))
    for viewer in 0..<3 { scene.open("victim \(viewer)", viewer, from: viewer) }
    for number in 0..<1000 { scene.open("hostile \(number)", 3 + number % 14, from: 10 + number % 14) }
    #expect(scene.ended.allSatisfy { $0.hasPrefix("hostile") })
    for viewer in 0..<3 { #expect(scene.open("another \(viewer)", viewer, from: viewer)) }
    #expect(scene.registry.count == 100)
  }
}
