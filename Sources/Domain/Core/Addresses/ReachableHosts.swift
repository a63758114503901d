/// The hosts that an operator lets webhooks and calendars elsewhere lead to wherever they are, and by `http`, too: those of its own network.
package struct ReachableHosts: Hashable, Sendable {
  /// No host but public ones.
  package static let none = ReachableHosts([])

  private let names: Set<String>

  /// - Parameter names: `nas.local`, with every port, or `nas.local:8123`. An IPv6 address has brackets where it has a port, and may have
  ///   them where it has none.
  package init(_ names: [String]) { self.names = Set(names.map { Self.bracketed($0.lowercased()) }) }

  /// - Parameter host: in lower case.
  package func contains(_ host: String, port: Int) -> Bool {
    let host = Self.bracketed(host)
    return names.contains(host) || names.contains("\(host):\(port)")
  }

  /// A host with a port has one colon, and an IPv6 address at least two.
  private static func bracketed(_ name: String) -> String {
    !name.hasPrefix("[") && name.count(where: { $0 == ":" }) > 1 ? "[\(name)]" : name
  }
}
