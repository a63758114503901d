import GraphQL

extension EntityMap {
  /// The tables of a scope with all columns that objects of the schema show, or refer to others by.
  ///
  /// - Parameters:
  ///   - scope: whose rows.
  ///   - exceptions: for tables that have more than objects show: the columns besides, and those that are not handed out,
  ///     each with the reason. Also tables that no object shows.
  ///   - views: what has no rows of its own.
  /// - Returns: the tables of the exceptions first, then those that need none, in order of the schema's types.
  package func exportedTables(
    of scope: RowScope<Viewer>, except exceptions: [ExportedTable<Viewer>], views: Set<String>
  ) -> [ExportedTable<Viewer>] {
    var tables = exceptions.map { table in
      var table = table
      table.columns = []
      return table
    }
    for typeName in schema.typeNames {
      guard let entity = entity(typeName), case .table = entity.origin, entity.scope.column == scope.column,
        !views.contains(entity.table)
      else { continue }
      let index = tables.firstIndex { $0.name == entity.table } ?? tables.endIndex
      if index == tables.endIndex { tables.append(ExportedTable(entity.table, key: entity.key, scope: scope)) }
      let columns = [entity.key] + (schema.types[typeName]?.fields.map(Array.init) ?? []).compactMap {
        resolver(of: $0.name, on: typeName)?.column
      }
      tables[index].add(columns)
    }
    for (index, table) in exceptions.enumerated() { tables[index].add(table.columns) }
    return tables
  }
}

extension ExportedTable {
  fileprivate mutating func add(_ more: [String]) {
    for column in more where !columns.contains(column) && !omitted.contains(where: { $0.key == column }) {
      columns.append(column)
    }
  }
}
