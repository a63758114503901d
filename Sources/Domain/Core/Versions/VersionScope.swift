package import SQL

/// The parts of the database's state that the answer to a plan depends on, besides the versions of its family and its account. The
/// plan's statements declare them.
package struct VersionScope: Hashable, Sendable {
  /// Requests to join, which other families' changes end as well.
  package let readsRequests: Bool
  /// The directory of providers, which all signed-in accounts read.
  package let readsDirectory: Bool
  /// The places of the account in schools, and what is theirs.
  package let readsPlaces: Bool
  /// The directory of groups that take requests.
  package let readsGroupDirectory: Bool
  /// The boundaries of time, by name.
  package let boundaries: [Boundary]
  /// An expression for the next moment at which the time changes the answer; nil where it never does.
  let moment: String?

  /// The version of requests to join, as entities name it.
  static let requests = "REQUESTS"
  /// The version of the directory of providers.
  static let directory = "DIRECTORY"
  /// The version of the directory of groups, as entities name it.
  static let groupDirectory = "GROUP_DIRECTORY"

  private static let settingsOfPlaces = Set(Viewer.Attribute.allCases.compactMap(\.setting))

  /// - Parameter dependencies: those that the statements of the plan declare.
  package init(_ dependencies: Set<SQL.Dependency> = []) {
    // The moments of boundaries may be those of places.
    let all = dependencies.reduce(into: dependencies) { all, dependency in
      if case .clock(let boundary) = dependency { all.formUnion(boundary.moment.template.dependencies) }
    }
    readsRequests = all.contains(.version(Self.requests))
    readsDirectory = all.contains(.version(Self.directory))
    let readsGroupDirectory = all.contains(.version(Self.groupDirectory))
    self.readsGroupDirectory = readsGroupDirectory
    readsPlaces = readsGroupDirectory || Self.settingsOfPlaces.contains { all.contains(.setting($0)) }
    let boundaries = Set(all.compactMap { if case .clock(let boundary) = $0 { boundary } else { nil } })
    self.boundaries = boundaries.sorted { $0.name < $1.name }
    moment = boundaries.isEmpty ? nil : "least(\(self.boundaries.map(\.moment.template.text).joined(separator: ", ")))"
  }
}
