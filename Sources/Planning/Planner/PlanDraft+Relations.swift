import GraphQL
import SQL

extension PlanDraft {
  /// Resolves a field that leads to other rows: a level of its own.
  func relation(
    _ relation: Resolver<Viewer>.Relation, _ group: FieldGroup, _ definition: FieldType, on typeName: String,
    as named: Entity<Viewer>?,
    order usualOrder: [Entity<Viewer>.Order]?, guardValue: RowValue?, refusal: Refusal, in parent: RowSet<Viewer>?,
    path: [PathSegment]
  ) throws(PlanRefusal) -> ResolvedField<Viewer> {
    let target = definition.type.namedType
    guard let entity = (named ?? planner.map.entity(target))?.seen(by: planClass) else { throw .fault("\(target) is not an entity") }
    let arguments = arguments(of: group.first, definition, path: path)
    let references = references(to: arguments, in: parent)
    var parentKey: RowValue?
    let origin: RowSet<Viewer>.Origin
    var condition: Resolver<Viewer>.Condition?
    switch (relation, parent) {
    case (.toOne(let foreignKey), let parent?) where entity.isReadThroughRows:
      parentKey = parent.ownKey
      origin = .targetsOfRows(parent: parent, key: parent.row[foreignKey])
    case (.toOne(let foreignKey), let parent?):
      parentKey = RowValue(sql: parent.row[foreignKey], type: entity.keyType)
      origin = .targets(parent: parent, key: parent.row[foreignKey])
    case (.through(let way), let parent?):
      let key = try targetKey(way, in: parent.source)
      parentKey = RowValue(sql: key, type: entity.keyType)
      origin = .targets(parent: parent, key: key)
    case (.matching(let columns), let parent?):
      parentKey = RowSet<Viewer>.matchedKey(columns, of: parent.row)
      origin = .matches(parent: parent, columns: columns)
    case (.toMany(let list), let parent?):
      condition = list.condition
      let page = try page(list.bounds, of: arguments, under: parent)
      if let junction = list.junction {
        (origin, parentKey) = (.linkedLists(parent: parent, junction, page), parent.ownKey)
      } else if let tie = list.tie {
        (origin, parentKey) = (.tiedLists(parent: parent, tie, page), parent.ownKey)
      } else {
        (origin, parentKey) = listRows(of: entity, under: parent, by: list.key, page)
      }
    case (.all(let bounds, let all), _):
      condition = all
      origin = .scopeList(try page(bounds, of: arguments, under: parent))
    case (.lookup(let key), _):
      origin = .lookup(key: try self.key(key, of: entity, references))
    case (.changedList(let name, let most), _):
      origin = .keyed(keys: BindSource<Viewer>.changedList(name).slot, most: most)
    case (.toOne, nil), (.through, nil), (.matching, nil), (.toMany, nil):
      throw .fault("\(definition.name) has no parent rows")
    }

    let start = start(of: entity, asTargets: relation.isToOne, arguments: references)
    var matches: [SQL] = []
    if case .lookup(.matching(let name, let owner, let columns)) = relation {
      for column in columns where column != entity.key {
        matches.append("\(start.source[column]) = \(try reference(from: name, of: owner, by: column))")
      }
    }
    let usual = usualOrder.map { start.source.total($0) }
    let rows = RowSet(
      start, path: path, under: parent, on: typeName, origin, arguments: references,
      condition: condition?(start.source.reference, references),
      filter: relation.isList ? try filter(arguments, on: start.source) : nil, bounds: matches,
      order: relation.isList ? try order(arguments, of: start.source, usually: usual) : nil, usualOrder: usual)
    let level = ResolvedLevel(rows: rows, content: try content(of: rows, selecting: group.selectionSets, path: path))
    return ResolvedField(
      group: group, type: definition.type, guardValue: guardValue, refusal: refusal, arguments: arguments.planned,
      output: definition.type.itemType == nil ? .object(level, parentKey: parentKey) : .list(level, parentKey: parentKey))
  }

  /// The rows of a list, and the key of the parents that they belong to: none when all belong to the one parent.
  /// - Parameter key: the column that ties a row to its parent; nil for all there are.
  func listRows(
    of entity: Entity<Viewer>, under parent: RowSet<Viewer>, by key: String?, _ page: ListPage
  ) -> (RowSet<Viewer>.Origin, parentKey: RowValue?) {
    guard let key, !isWholeScope(under: parent, of: entity, key: key) else { return (.scopeList(page), nil) }
    return (.childLists(parent: parent, key: key, page), parent.ownKey)
  }

  /// Whether the children of `parent` are all rows of the scope: a family's students need no join with the
  /// family. Only the scope in the statement makes them the parent's.
  private func isWholeScope(under parent: RowSet<Viewer>, of entity: Entity<Viewer>, key: String) -> Bool {
    parent.isScopeRow && key == entity.scope.column && entity.scope.other == nil
      && parent.entity.scope.attribute == entity.scope.attribute && planner.locks.contains(.scope)
  }

  /// The value that a looked-up row's key must equal.
  private func key(
    _ key: Resolver<Viewer>.LookupKey, of entity: Entity<Viewer>, _ arguments: ArgumentReferences
  ) throws(PlanRefusal) -> SQL {
    switch key {
    case .argument(let name): arguments.value(name, as: .uuid)
    case .changed(let name): "\(BindSource<Viewer>.changed(name).slot)"
    case .reference(let name, let owner, let foreignKey): try reference(from: name, of: owner, by: foreignKey)
    case .matching(let name, let owner, _): try reference(from: name, of: owner, by: entity.key)
    case .viewer(let attribute): attribute.planned(for: Viewer.self)
    case .expression(let expression): expression(arguments) { $0.planned(for: Viewer.self) }
    }
  }

  /// The key that a changed row refers to by a column, as it is where the statement runs.
  ///
  ///     (SELECT changed.course_id FROM assignments changed WHERE changed.family_id = $1 AND changed.id = $2)
  private func reference(
    from name: String, of typeName: String, by foreignKey: String
  ) throws(PlanRefusal) -> SQL {
    guard let entity = planner.map.entity(typeName) else { throw .fault("\(typeName) is not an entity") }
    let owner = row(of: entity, as: "changed")
    let conditions = owner.conditions + ["\(owner[entity.key]) = \(BindSource<Viewer>.changed(name).slot)"]
    return "(SELECT \(owner[foreignKey]) FROM \(owner.table) WHERE \(conditions.joined(separator: " AND ")))"
  }

  /// Resolves what is selected of a level's objects.
  func content(
    of rows: RowSet<Viewer>, selecting selectionSets: [SelectionSet], path: [PathSegment]
  ) throws(PlanRefusal) -> ResolvedContent<Viewer> {
    guard let discriminator = rows.entity.discriminator else {
      return .object(try object(of: rows.entity.typeName, selecting: selectionSets, in: rows, path: path))
    }
    let value = RowValue(sql: rows.row[discriminator.column], type: .text)
    if rows.entity.origin.isOfKeys {
      // The rows are keys: what is selected of each type is read by a level of that type.
      var levels: [(value: String, level: ResolvedLevel<Viewer>)] = []
      for variant in rows.source.variants {
        let target = RowSet(
          start(of: variant.entity, asTargets: true, arguments: rows.arguments), path: path, under: rows,
          .targets(parent: rows, key: rows.row[rows.entity.key]), arguments: rows.arguments)
        let content = try content(of: target, selecting: selectionSets, path: path)
        levels.append((variant.value, ResolvedLevel(rows: target, content: content)))
      }
      return .elsewhere(discriminator: value, key: rows.ownKey, levels: levels)
    }
    var objects: [(value: String, object: ResolvedObject<Viewer>)] = []
    for variant in rows.source.variants {
      objects.append(
        (variant.value, try object(of: variant.entity.typeName, selecting: selectionSets, in: rows, path: path)))
    }
    return .abstract(discriminator: value, objects: objects)
  }
}

extension Resolver.Relation {
  fileprivate var isToOne: Bool {
    switch self {
    case .toOne, .through: true
    case .matching, .toMany, .all, .lookup, .changedList: false
    }
  }
}
