package import SQL

/// An object type whose rows code names: `Assignment.self` in a mutation or a resolver, so that a misspelled type does
/// not compile. One declaration a type:
///
///     enum Subject: EntityType {
///       enum Column: String, ColumnName { case id }
///       static let entity = Entity<Viewer>("Subject", table: "subjects", …)
///     }
package protocol EntityType<Viewer>: SendableMetatype {
  associatedtype Viewer: ViewerContext
  /// The columns that statements name.
  associatedtype Column: ColumnName = NoColumn
  static var entity: Entity<Viewer> { get }
  /// The constraints of the table that do not follow from its keys, and from the fields that inputs write.
  static var constraints: [ConstraintRule] { get }
}

extension EntityType {
  package static var constraints: [ConstraintRule] { [] }
}

/// Columns of one table, by the names of the database: `case studentID = "student_id"`.
package protocol ColumnName: RawRepresentable<String>, CaseIterable, Sendable {}

/// The columns of a type of which no statement names any.
package enum NoColumn: ColumnName {
  package init?(rawValue: String) { nil }
  package var rawValue: String { switch self {} }
}

extension EntityType {
  /// A column of a row, and the value that it gets.
  package static func set(_ column: Column, _ value: SQLValue) -> ColumnValue {
    ColumnValue(column.rawValue, value)
  }

  /// A value that the database computes.
  package static func set(_ column: Column, sql value: SQL) -> ColumnValue {
    ColumnValue(column.rawValue, sql: value)
  }

  /// The time of the transaction.
  package static func setNow(_ column: Column) -> ColumnValue { .now(column.rawValue) }
}

/// A row of a type inside a statement, for conditions: only the type's own columns can be named.
///
///     { row in "\(row[.readAt]) IS NULL" }        notifications.read_at IS NULL
package struct TypedRow<Type: EntityType> {
  private let row: RowReference<Type.Viewer>

  init(_ row: RowReference<Type.Viewer>) { self.row = row }

  package subscript(column: Type.Column) -> SQL { row[column.rawValue] }

  /// A value of the viewer.
  package func viewer(_ attribute: Type.Viewer.Attribute) -> SQL { row.viewer(attribute) }
}
