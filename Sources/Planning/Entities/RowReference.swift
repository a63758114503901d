package import SQL

/// The row of a level inside a statement: what expressions and conditions are written over.
///
///     { row in "lower(\(row["name"]))" }        lower(members_1.name)
package struct RowReference<Viewer: ViewerContext> {
  let alias: String
  let viewerValue: (Viewer.Attribute) -> SQL

  package init(alias: String, viewerValue: @escaping (Viewer.Attribute) -> SQL) {
    self.alias = alias
    self.viewerValue = viewerValue
  }

  /// A row inside a planned statement, which binds the values of the viewer in each request.
  init(planned alias: String) {
    self.init(alias: alias) { $0.planned(for: Viewer.self) }
  }

  /// A column of the row.
  package subscript(column: String) -> SQL { "\(identifier: alias).\(identifier: column)" }

  /// A value of the viewer: bound by each request, or now.
  package func viewer(_ attribute: Viewer.Attribute) -> SQL { viewerValue(attribute) }
}
