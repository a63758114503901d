import GraphQL
package import Planning

extension EntityMap<Viewer> {
  /// The tables whose rows have the owners of a mirrored scope as copies: those of its types, but the one that is copied.
  package func mirrors(of scope: Scope) -> Set<String> {
    Set(schema.typeNames.compactMap { entity($0) }.filter { Scope.of($0)?.name == scope.name }.map(\.table))
      .subtracting([scope.mirrored ?? ""])
  }

  /// The types that show rows of a family to others, by the names of the family's own types: `ClassPickupTime` of `PickupTime`.
  package func views(in scope: Scope) -> [String: String] {
    let entities = schema.typeNames.compactMap { entity($0) }
    var views: [String: String] = [:]
    for view in entities where Scope.of(view)?.name == scope.name {
      for own in entities where own.table == view.table && Scope.of(own)?.name == Scope.family.name { views[own.typeName] = view.typeName }
    }
    return views
  }
}
