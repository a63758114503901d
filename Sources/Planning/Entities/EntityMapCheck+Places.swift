import GraphQL

/// The way to rows decides as what a viewer sees them: through its family as a member, through a school as its staff.
extension EntityMapCheck {
  /// No field leads from rows of the viewer's own to rows of its places, or back: a parent who teaches at the school
  /// would see in one answer as a parent what only staff may see. A field may lead to rows that all people of a place
  /// see; the way ends there.
  func placeProblems(
    _ field: FieldType, _ coordinate: String, on typeName: String, as named: Entity<Viewer>?
  ) -> [String] {
    guard hasRows(typeName), let entity = entities[typeName], let target = named ?? entities[field.type.namedType],
      entity.isStaffScoped != target.isStaffScoped, entity.isStaffScoped || !isProfile(target)
    else { return [] }
    let (from, to) = entity.isStaffScoped ? ("a place", "the viewer's own") : ("the viewer's own", "a place")
    return ["\(coordinate) leads from rows of \(from) to rows of \(to)"]
  }

  /// Whether all people of a place see the rows, which have nothing but values, and pictures that they all see through them.
  private func isProfile(_ entity: Entity<Viewer>) -> Bool {
    isOfAllPeople(entity)
      && (resolvers[entity.typeName] ?? [:]).values.allSatisfy { resolver in
        if case .value = resolver.kind { return true }
        return resolver.target.map(isOfAllPeople) ?? false
      }
  }

  private func isOfAllPeople(_ entity: Entity<Viewer>) -> Bool { entity.scope.attributes.allSatisfy(\.isOfAllPeople) }

  /// The way ends at rows that a field reads as those of another scope: where they led on, their own scope would not hold.
  func readingProblems(_ named: Entity<Viewer>?, _ field: FieldType, _ coordinate: String) -> [String] {
    guard let named else { return [] }
    if named.typeName != field.type.namedType { return ["\(coordinate) reads \(field.type.namedType) as rows of \(named.typeName)"] }
    return hasOnlyValues(named) ? [] : ["\(coordinate) reads rows as those of another scope, and \(named.typeName) leads to others"]
  }

  private func hasOnlyValues(_ entity: Entity<Viewer>) -> Bool {
    (resolvers[entity.typeName] ?? [:]).values.allSatisfy { if case .value = $0.kind { true } else { false } }
  }
}

extension Entity {
  /// Whether only the database knows which rows are the viewer's: those of schools where it works.
  var isStaffScoped: Bool { scope.attributes.contains { $0.setting != nil } }
}
