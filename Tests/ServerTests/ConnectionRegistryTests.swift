import Gateway
import NIOCore
import Synchronization
import Testing

@testable import Server

/// The connection that the registry closes to make room for another, without a socket.
@Suite struct ConnectionRegistryTests {
  private final class Names: Sendable {
    let all = Mutex<[String]>([])
  }

  /// Connections by name, and those that had to leave.
  private final class Scene {
    let registry: ConnectionRegistry
    private let left = Names()
    private var connections: [String: OpenConnection] = [:]
    private var time: UInt64 = 0

    init(maximum: Int, slack: Int = 0, perNetwork: Int = 100, guests: Int = 2) {
      registry = ConnectionRegistry(
        maximum: maximum, slack: slack, maximumPerNetwork: perNetwork, maximumGuests: guests)
    }

    var leavers: [String] { left.all.withLock { $0 } }

    private var now: NIODeadline {
      time += 1
      return .uptimeNanoseconds(time)
    }

    /// - Parameter activity: the connection's activity from then on.
    /// - Returns: whether it was let in as more than a guest.
    @discardableResult
    func open(_ name: String, from address: String, _ activity: OpenConnection.Activity = .waiting) -> Bool {
      let connection = registry.open(by: ClientNetwork(address), now: now) { [left] _ in
        left.all.withLock { $0.append(name) }
      }
      connections[name] = connection
      connection.become(activity, now: now)
      return !registry.isGuest(connection)
    }

    func become(_ activity: OpenConnection.Activity, _ name: String) { connections[name]?.become(activity, now: now) }
    func stay(_ name: String) { connections[name].map(registry.stay) }
    func move(_ name: String, to address: String) { connections[name].map { registry.move($0, to: ClientNetwork(address)) } }
    func close(_ name: String) { connections.removeValue(forKey: name).map(registry.close) }
  }

  @Test("When there are too many, the one leaves that has waited longest, of the network with the most")
  func longest() {
    let scene = Scene(maximum: 4)
    scene.open("victim", from: "203.0.113.1")
    for name in ["a", "b", "c"] { scene.open(name, from: "203.0.113.2") }
    scene.become(.working, "a")
    scene.become(.waiting, "a")
    scene.open("next", from: "203.0.113.3")
    #expect(scene.leavers == ["b"])
    // Before it is gone, another comes.
    scene.open("last", from: "203.0.113.4")
    #expect(scene.leavers == ["b", "c"])
    for name in ["b", "c"] { scene.close(name) }
    #expect(scene.registry.count == 4)
    #expect(scene.registry.evictions == 2)
  }

  @Test("Of a network with more, what its client leaves alone ends first: waiting, an answer that is not taken, a stream")
  func order() {
    let scene = Scene(maximum: 4)
    let activities: [(String, OpenConnection.Activity)] = [
      ("working", .working), ("streaming", .streaming), ("blocked", .blocked), ("waiting", .waiting),
    ]
    for (name, activity) in activities { scene.open(name, from: "203.0.113.2", activity) }
    // Each from a network of its own, and at work: they leave for nobody.
    for number in 1...3 { #expect(scene.open("next \(number)", from: "203.0.113.\(number + 2)", .working)) }
    #expect(scene.leavers == ["waiting", "blocked", "streaming"])
  }

  @Test("A network with very many gives up what the server works for, before others find no place")
  func working() {
    let scene = Scene(maximum: 20)
    for number in 0..<20 { scene.open("\(number)", from: "203.0.113.2", .working) }
    #expect(scene.open("next", from: "203.0.113.3"))
    #expect(scene.leavers == ["0"])
  }

  @Test("Nobody leaves while there is room, or while the server works for all of some")
  func nobody() {
    let scene = Scene(maximum: 2, slack: 1)
    for name in ["a", "b"] { scene.open(name, from: "203.0.113.2", .working) }
    #expect(scene.open("next", from: "203.0.113.3"))
    #expect(scene.leavers == [])
    for name in ["a", "b", "next"] { scene.close(name) }
    #expect(scene.registry.count == 0)
  }

  @Test("A network with more connections takes no place of one with fewer")
  func larger() {
    let scene = Scene(maximum: 3)
    for name in ["a", "b"] { scene.open(name, from: "203.0.113.2", .working) }
    scene.open("victim", from: "203.0.113.1")
    #expect(!scene.open("c", from: "203.0.113.2"))
    #expect(scene.leavers == [])
  }

  @Test("A network has so many connections and no more, whatever else there is")
  func perNetwork() {
    let scene = Scene(maximum: 10, perNetwork: 2)
    #expect(scene.open("a", from: "203.0.113.2"))
    #expect(scene.open("b", from: "203.0.113.2"))
    #expect(!scene.open("c", from: "203.0.113.2"))
    scene.close("a")
    #expect(scene.open("d", from: "203.0.113.2"))
  }

  @Test("The addresses of one customer are one network")
  func prefix() {
    let scene = Scene(maximum: 10, perNetwork: 2)
    #expect(scene.open("a", from: "2001:db8:0:100::1"))
    #expect(scene.open("b", from: "2001:db8:0:1ff:1::1"))
    #expect(!scene.open("c", from: "2001:db8:0:1aa::1"))
    #expect(scene.open("d", from: "2001:db8:0:200::1"))
  }

  @Test("Guests are few: the oldest leaves for the next")
  func guests() {
    let scene = Scene(maximum: 10, perNetwork: 1)
    scene.open("a", from: "203.0.113.2")
    for name in ["b", "c", "d"] { #expect(!scene.open(name, from: "203.0.113.2")) }
    #expect(scene.leavers == ["b"])
    #expect(scene.open("other", from: "203.0.113.3"))
  }

  @Test("A connection that has got something to do keeps its place, and the next finds another")
  func stay() {
    let scene = Scene(maximum: 3)
    for name in ["a", "b", "c"] { scene.open(name, from: "203.0.113.2") }
    scene.open("next", from: "203.0.113.3")
    #expect(scene.leavers == ["a"])
    scene.become(.working, "a")
    scene.stay("a")
    scene.open("last", from: "203.0.113.4")
    #expect(scene.leavers == ["a", "b", "c"])
  }

  @Test("Behind a proxy a connection counts for the client of its last request")
  func proxy() {
    let scene = Scene(maximum: 4)
    for name in ["a", "b", "c"] {
      scene.open(name, from: "")
      scene.move(name, to: "203.0.113.2")
    }
    scene.open("d", from: "")
    scene.move("d", to: "203.0.113.3")
    scene.open("next", from: "")
    #expect(scene.leavers == ["a"])
    for name in ["a", "b", "c", "d", "next"] { scene.close(name) }
    #expect(scene.registry.count == 0)
  }
}
