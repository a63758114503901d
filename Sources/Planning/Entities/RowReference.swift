package import SQL

/// The row of a level inside a statement: what expressions and conditions are written over.
///
///     { row in "lower(\(row["name"]))" }        lower(members_1.name)
package struct RowReference<Viewer: ViewerContext> {
  let alias: String
  let viewerSlot: (Viewer.Attribute) -> SQL.Slot

  /// A column of the row.
  package subscript(column: String) -> SQL { "\(identifier: alias).\(identifier: column)" }

  /// A value of the viewer, bound by each request.
  package func viewer(_ attribute: Viewer.Attribute) -> SQL { "\(viewerSlot(attribute))" }
}
