import Gateway
import NIOCore
import Synchronization
import Testing

@testable import Server

/// Which connection leaves for which, without a socket.
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

    init(maximum: Int, perNetwork: Int = 100) {
      registry = ConnectionRegistry(maximum: maximum, maximumPerNetwork: perNetwork)
    }

    var leavers: [String] { left.all.withLock { $0 } }

    private var now: NIODeadline {
      time += 1
      return .uptimeNanoseconds(time)
    }

    /// - Returns: whether it was let in.
    @discardableResult
    func open(_ name: String, from address: String) -> Bool {
      let connection = registry.open(by: ClientNetwork(address), now: now) { [left] in
        left.all.withLock { $0.append(name) }
      }
      connections[name] = connection
      return connection != nil
    }

    func work(_ name: String) { connections[name]?.work() }
    func wait(_ name: String) { connections[name]?.wait(now: now) }
    func close(_ name: String) { connections.removeValue(forKey: name).map(registry.close) }
  }

  @Test("When there are too many, the one leaves that has waited longest, of the network with the most")
  func longest() {
    let scene = Scene(maximum: 4)
    scene.open("victim", from: "203.0.113.1")
    for name in ["a", "b", "c"] { scene.open(name, from: "203.0.113.2") }
    scene.work("a")
    scene.wait("a")
    scene.open("next", from: "203.0.113.3")
    #expect(scene.leavers == ["b"])
    // Before it is gone, another comes.
    scene.open("last", from: "203.0.113.4")
    #expect(scene.leavers == ["b", "c"])
    for name in ["b", "c"] { scene.close(name) }
    #expect(scene.registry.count == 4)
    #expect(scene.registry.evictions == 2)
  }

  @Test("Nobody leaves while there is room, or while the server works for all")
  func nobody() {
    let scene = Scene(maximum: 2)
    for name in ["a", "b"] {
      scene.open(name, from: "203.0.113.2")
      scene.work(name)
    }
    #expect(scene.open("next", from: "203.0.113.3"))
    #expect(scene.leavers == [])
    for name in ["a", "b", "next"] { scene.close(name) }
    #expect(scene.registry.count == 0)
  }

  @Test("A network with more connections takes no place of one with fewer")
  func larger() {
    let scene = Scene(maximum: 3)
    for name in ["a", "b"] {
      scene.open(name, from: "203.0.113.2")
      scene.work(name)
    }
    scene.open("victim", from: "203.0.113.1")
    scene.open("c", from: "203.0.113.2")
    #expect(scene.leavers == [])
  }

  @Test("A network has so many connections and no more, whatever else there is")
  func perNetwork() {
    let scene = Scene(maximum: 10, perNetwork: 2)
    #expect(scene.open("a", from: "203.0.113.2"))
    #expect(scene.open("b", from: "203.0.113.2"))
    #expect(!scene.open("c", from: "203.0.113.2"))
    #expect(scene.registry.count == 2)
    scene.close("a")
    #expect(scene.open("c", from: "203.0.113.2"))
  }
}
