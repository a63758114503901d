import GraphQL
import SQL

extension EntityMap {
  /// The tables of an owner with all columns that objects of the schema show, or refer to others by, and those that
  /// mutations name of rows that no object shows.
  ///
  /// - Parameters:
  ///   - owner: the attribute of the viewer that the tables' scopes compare with.
  ///   - exceptions: for tables that have more than objects show: the columns besides, and those that are not handed out,
  ///     each with the reason. Also tables that no object shows.
  ///   - views: the tables that have no rows of their own.
  /// - Returns: the tables of the exceptions first, then those that need none, in order of the schema's types.
  package func exportedTables(
    of owner: Viewer.Attribute, except exceptions: [ExportedTable<Viewer>], views: Set<String> = [],
    omitting: [String: KeyValuePairs<String, String>] = [:]
  ) -> [ExportedTable<Viewer>] {
    var tables = exceptions.map { table in
      var table = table
      table.columns = []
      return table
    }
    let shown = schema.typeNames.compactMap { entity($0) }
    for entity in shown + hidden.sorted(by: { $0.key < $1.key }).map(\.value) {
      guard case .table = entity.origin, entity.scope.attribute == owner, !views.contains(entity.table) else { continue }
      let index = tables.firstIndex { $0.name == entity.table } ?? tables.endIndex
      if index == tables.endIndex {
        tables.append(
          ExportedTable(entity.table, key: entity.key, scope: entity.scope, omitting: omitting[entity.table] ?? [:]))
      }
      let columns = (schema.types[entity.typeName]?.fields.map(Array.init) ?? []).compactMap {
        resolver(of: $0.name, on: entity.typeName)?.column
      }
      let named = schema.types[entity.typeName] == nil ? entity.namedColumns : []
      tables[index].add([entity.key] + columns + named)
    }
    for (index, table) in exceptions.enumerated() { tables[index].add(table.columns) }
    return tables
  }

  /// The rows of tables of a scope that one member alone sees: those of types whose visibility names the column that has
  /// the member's key.
  ///
  /// - Parameters:
  ///   - tables: all tables of the scope.
  ///   - member: the attribute of the viewer that the column has to equal.
  package func ownRows(of tables: [ExportedTable<Viewer>], _ member: Viewer.Attribute) -> [ExportedTable<Viewer>] {
    var owners: [String: String] = [:]
    for entity in schema.typeNames.compactMap({ entity($0) }) {
      if let owner = entity.visibility.owner { owners[entity.table] = owner }
    }
    return tables.compactMap { table in
      owners[table.name].map { owner in
        // The document is of another owner: say of whose rows they are.
        var own = table.rows { "\($0[owner]) = \($0.viewer(member))" }
        own.add([table.scope.column])
        return own
      }
    }
  }
}

extension ExportedTable {
  fileprivate mutating func add(_ more: [String]) {
    for column in more where !columns.contains(column) && !omitted.contains(where: { $0.key == column }) {
      columns.append(column)
    }
  }
}
