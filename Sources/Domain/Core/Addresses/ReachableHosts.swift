/// The hosts that an operator lets webhooks and calendars elsewhere lead to wherever they are, and by `http`, too: those of its own network.
package struct ReachableHosts: Hashable, Sendable {
  /// No host but public ones.
  package static let none = ReachableHosts([])

  private let names: Set<String>

  /// - Parameter names: `nas.local`, with every port, or `nas.local:8123`.
  package init(_ names: [String]) { self.names = Set(names.map { $0.lowercased() }) }

  /// - Parameter host: in lower case.
  package func contains(_ host: String, port: Int) -> Bool { names.contains(host) || names.contains("\(host):\(port)") }
}
