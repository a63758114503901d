import GraphQL

/// Fields that lead to other rows.
extension EntityMapCheck {
  func problems(
    of relation: Resolver<Viewer>.Relation, _ field: FieldType, _ coordinate: String, on typeName: String,
    as named: Entity<Viewer>? = nil
  ) -> [String] {
    let problems = relationProblems(field, coordinate, isList: relation.isList)
    switch relation {
    case .toOne: return problems + (hasRows(typeName) ? [] : ["\(coordinate) has no row to hold a key"])
    case .through(let way):
      let leads = target(of: .relation(way), on: typeName) == field.type.namedType && !field.type.isNonNull
      return problems + (leads ? [] : ["\(coordinate) is by a way that does not lead from \(typeName) to it, or is non-null"])
    case .matching(let columns):
      return problems + (hasRows(typeName) ? [] : ["\(coordinate) has no row to hold keys"])
        + matchProblems(columns, field, coordinate, on: typeName)
    case .toMany(let list):
      return problems + listProblems(field, coordinate, list.bounds) + parentProblems(coordinate, on: typeName)
        + linkProblems(list, field, coordinate, on: typeName, as: named)
    case .all(let bounds, _):
      return problems + listProblems(field, coordinate, bounds) + allProblems(coordinate, on: typeName)
    case .changedList:
      return problems
        + (payloadTypes.contains(typeName) ? [] : ["\(coordinate) is what a mutation changed, but \(typeName) is no payload"])
    case .lookup(let key): return problems + lookupProblems(key, field, coordinate, on: typeName)
    }
  }

  /// A matching row is in the row's scope, and has its key among the columns: the other columns tell apart those of
  /// one key.
  private func matchProblems(
    _ columns: [String], _ field: FieldType, _ coordinate: String, on typeName: String
  ) -> [String] {
    guard let target = entities[field.type.namedType] else { return [] }
    var problems: [String] = []
    if field.type.isNonNull { problems.append("\(coordinate) is of a row that may not be there, but is non-null") }
    if !columns.contains(target.key) { problems.append("\(coordinate) does not match \(target.typeName) by its key") }
    if entities[typeName]?.scope.attribute != target.scope.attribute {
      problems.append("\(coordinate) matches \(target.typeName), which is not of the scope of \(typeName)")
    }
    return problems
  }

  /// Rows that tie two others are of the scope of both.
  private func linkProblems(
    _ list: Resolver<Viewer>.ChildList, _ field: FieldType, _ coordinate: String, on typeName: String, as named: Entity<Viewer>?
  ) -> [String] {
    guard let junction = list.junction else { return [] }
    let ends = [entities[typeName], named ?? entities[field.type.namedType]].compactMap(\.self)
    return ends.allSatisfy { $0.scope.attribute == junction.entity.scope.attribute }
      ? [] : ["\(coordinate) is tied by \(junction.entity.table), which is not of its scope"]
  }

  private func relationProblems(_ field: FieldType, _ coordinate: String, isList: Bool) -> [String] {
    var problems: [String] = []
    if entities[field.type.namedType] == nil {
      problems.append("\(coordinate) leads to \(field.type.namedType), which is bound to no entity")
    }
    if (field.type.itemType != nil) != isList || field.type.itemType?.itemType != nil {
      problems.append("\(coordinate) is \(field.type), but its resolver gives \(isList ? "a list" : "one object")")
    }
    return problems
  }

  private func listProblems(_ field: FieldType, _ coordinate: String, _ bounds: ListBounds) -> [String] {
    let target = field.type.namedType
    return boundProblems(field, coordinate, bounds)
      + (entities[target] == nil ? [] : listArgumentProblems(field, coordinate, of: target))
  }

  private func lookupProblems(
    _ key: Resolver<Viewer>.LookupKey, _ field: FieldType, _ coordinate: String, on typeName: String
  ) -> [String] {
    var problems: [String] = []
    // An event is of a row that there is.
    if case .changed = key, typeName == schema.subscriptionType { return [] }
    if field.type.isNonNull, key.mayFindNothing {
      problems.append("\(coordinate) looks a row up, which may not be there, but is non-null")
    }
    switch key {
    case .changed where !payloadTypes.contains(typeName), .reference where !payloadTypes.contains(typeName),
      .matching where !payloadTypes.contains(typeName):
      problems.append("\(coordinate) is what a mutation changed, but \(typeName) is no payload")
    case .reference(_, let owner, _) where entities[owner] == nil, .matching(_, let owner, _) where entities[owner] == nil:
      problems.append("\(coordinate) is what \(owner) refers to, which is bound to no entity")
    case .argument(let argument):
      if !field.arguments.contains(where: { $0.name == argument && $0.type.namedType == "ID" }) {
        problems.append("\(coordinate) has no argument \(argument) of type ID")
      }
      if !rootTypes.contains(typeName) {
        problems.append("\(coordinate) looks a row up by id below the root, where its parent is no condition")
      }
    case .changed, .reference, .matching, .viewer, .expression: break
    }
    return problems
  }
}

extension Resolver.LookupKey {
  /// Whether there may be no row with the key even where all is well.
  fileprivate var mayFindNothing: Bool {
    switch self {
    case .argument, .expression, .reference, .matching: true
    case .viewer, .changed: false
    }
  }
}
