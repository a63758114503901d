package import SQL

/// An object type of the SDL bound to rows of a table.
///
/// Entities name each other nowhere: the target of a relation is the type that the SDL gives the field.
package struct Entity<Viewer: ViewerContext>: Sendable {
  /// How many rows a scope holds, which decides how a to-one relation reads its targets.
  package enum Extent: Sendable {
    /// So few that reading all of the scope and dropping what no parent wants is the cheapest statement.
    case small
    /// Any number: only the wanted rows are read, by semi-join with the parents.
    case unbounded
  }

  /// A column to sort by. Null sorts last, as PostgreSQL's default for ascending order.
  package struct Order: Sendable {
    let column: String
    package static func ascending(_ column: String) -> Order { Order(column: column) }
  }

  package let typeName: String
  package let table: String
  /// The column that, with the scope, names one row.
  package let key: String
  package let scope: RowScope<Viewer>
  package let visibility: Visibility<Viewer>
  package let extent: Extent
  /// How lists are ordered. The key comes last by itself, so that the order is total.
  package let order: [Order]
  /// Which rows of the table are of this type; nil for all.
  package let restriction: (@Sendable (RowReference<Viewer>) -> SQL)?
  /// For an interface or union: the column that tells the type of a row, and the type for each value.
  package let discriminator: Discriminator?
  let resolvers: KeyValuePairs<String, Resolver<Viewer>>

  /// Types by the value of a text column, for types that share a table.
  package struct Discriminator: Sendable {
    let column: String
    let typeNames: [String: String]

    package init(column: String, typeNames: [String: String]) {
      self.column = column
      self.typeNames = typeNames
    }
  }

  /// An object type. Every one of its fields needs a resolver, here or in an area's `resolvers`.
  package init(
    _ typeName: String, table: String, key: String = "id", scope: RowScope<Viewer>,
    visibility: Visibility<Viewer>, extent: Extent, order: [Order] = [],
    restriction: (@Sendable (RowReference<Viewer>) -> SQL)? = nil,
    resolvers: KeyValuePairs<String, Resolver<Viewer>>
  ) {
    self.typeName = typeName
    self.table = table
    self.key = key
    self.scope = scope
    self.visibility = visibility
    self.extent = extent
    self.order = order
    self.restriction = restriction
    self.discriminator = nil
    self.resolvers = resolvers
  }

  /// An interface or union whose object types share one table. It has no resolvers: each field is
  /// resolved as the object type of the row resolves it.
  package init(
    abstract typeName: String, table: String, key: String = "id", scope: RowScope<Viewer>,
    visibility: Visibility<Viewer>, extent: Extent, order: [Order] = [], discriminator: Discriminator
  ) {
    self.typeName = typeName
    self.table = table
    self.key = key
    self.scope = scope
    self.visibility = visibility
    self.extent = extent
    self.order = order
    self.restriction = nil
    self.discriminator = discriminator
    self.resolvers = [:]
  }
}
