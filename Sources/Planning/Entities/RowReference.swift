package import SQL

/// The row of a level inside a statement: what expressions and conditions are written over.
///
///     { row in "lower(\(row["name"]))" }        lower(members_1.name)
package struct RowReference<Viewer: ViewerContext> {
  /// A row through which another one is read.
  package struct Way {
    /// The type of the object whose field leads to the other row.
    package let typeName: String
    /// Its key.
    package let key: SQL
  }

  let alias: String
  let viewerValue: (Viewer.Attribute) -> SQL
  /// The row through which this one is read, for types that ask for it; nil where no row leads to it, such as by its id.
  package private(set) var way: Way?

  package init(alias: String, viewerValue: @escaping (Viewer.Attribute) -> SQL) {
    self.alias = alias
    self.viewerValue = viewerValue
  }

  /// A row inside a planned statement, which binds the values of the viewer in each request.
  init(planned alias: String) {
    self.init(alias: alias) { $0.planned(for: Viewer.self) }
  }

  /// The same row, read through another one.
  func through(_ way: Way?) -> RowReference {
    var row = self
    row.way = way
    return row
  }

  /// A column of the row.
  package subscript(column: String) -> SQL { "\(identifier: alias).\(identifier: column)" }

  /// A value of the viewer: bound by each request, or now.
  package func viewer(_ attribute: Viewer.Attribute) -> SQL { viewerValue(attribute) }
}
