package import Domain
package import Planning

extension EntityMap where Viewer == Domain.Viewer {
  /// The map of the domain, made once: a map takes about a second in a debug build.
  package static var shared: EntityMap<Domain.Viewer> { get throws { try SharedMap.map.get() } }
}

private enum SharedMap {
  static let map = Result { try EntityMap(domain: .domain()) }
}
