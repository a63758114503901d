import AsyncHTTPClient

/// HTTP clients that connect to one checked address each, kept for a while, so that messages to one receiver share connections.
actor PinnedClients {
  private static let maximumCount = 128
  private static let idleTime = Duration.seconds(30)

  private struct Entry {
    let client: HTTPClient
    var users = 0
    var lastUse = ContinuousClock.now
  }

  private var entries: [PublicHost: Entry] = [:]

  /// The caller gives it back.
  func borrow(_ host: PublicHost) -> HTTPClient {
    var entry = entries[host] ?? Entry(client: host.client())
    entry.users += 1
    entries[host] = entry
    return entry.client
  }

  func giveBack(_ host: PublicHost) async {
    entries[host]?.users -= 1
    entries[host]?.lastUse = .now
    let now = ContinuousClock.now
    let idle = entries.filter { $0.value.users == 0 }.sorted { $0.value.lastUse < $1.value.lastUse }
    let surplus = max(0, entries.count - Self.maximumCount)
    var ended: [HTTPClient] = []
    for (index, entry) in idle.enumerated() where index < surplus || now - entry.value.lastUse > Self.idleTime {
      entries[entry.key] = nil
      ended.append(entry.value.client)
    }
    for client in ended { try? await client.shutdown() }
  }

  /// Ends all connections.
  func shutdown() async {
    let clients = entries.values.map(\.client)
    entries = [:]
    for client in clients { try? await client.shutdown() }
  }
}
