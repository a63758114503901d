package import SQL

/// The rows of a table that exist for a viewer at all. The second lock: the planner puts the scope on every
/// relation at every depth, so a row outside it is indistinguishable from none.
///
///     members_1.family_id = $1
///     school_classes_1.school_id = ANY (nullif(current_setting('hatched.school_ids', true), '')::uuid[])
package struct RowScope<Viewer: ViewerContext>: Sendable {
  /// A column, and what of the viewer it has to equal, or be among.
  package struct Owner: Sendable {
    package let column: String
    package let attribute: Viewer.Attribute
    /// Whether a row has several of these owners, in an array: a viewer has the row who is, or has, one of them.
    package let isArray: Bool

    package init(column: String, attribute: Viewer.Attribute, isArray: Bool = false) {
      self.column = column
      self.attribute = attribute
      self.isArray = isArray
    }

    package func condition(on row: RowReference<Viewer>) -> SQL {
      let value = row.viewer(attribute)
      if isArray { return attribute.isList ? "\(row[column]) && \(value)" : "\(row[column]) @> ARRAY[\(value)]" }
      return attribute.isList ? "\(row[column]) = ANY (\(value))" : "\(row[column]) = \(value)"
    }

    /// The owner of a row; one of the viewer's where the row has several.
    fileprivate func value(of row: RowReference<Viewer>) -> SQL {
      guard isArray else { return row[column] }
      // Where the viewer has the row: see `RowScope.owner`.
      guard attribute.isList else { return row.viewer(attribute) }
      return "(SELECT owner FROM unnest(\(row[column])) AS owner WHERE owner = ANY (\(row.viewer(attribute))) LIMIT 1)"
    }
  }

  private let owner: Owner
  /// The column by which rows of the scope are kept together, where that is no owner: a row and those that refer to it have the same
  /// value there, and their keys begin with it. So a family's rows that a school's staff see are found by the family's indexes.
  package let home: String?
  /// Another owner of the same rows, such as the class beside the school; nil for none. A row that has it has the first owner too.
  package let other: Owner?

  /// A column with several values, of which the viewer has to have one: the audience of a row; nil for none.
  package let audience: Owner?

  /// A column with several values, of which the viewer must have none: what it has hidden from itself; nil for none.
  package let hidden: Owner?
  /// The owners of a row in its place, of whom the viewer has to be one as well; empty for all viewers of the place.
  package let sides: [Owner]

  /// The column that says whose row it is. Completion compares it again on every row it writes.
  package var column: String { owner.column }
  /// The viewer's value that it has to equal, or be among. A viewer without a value has no rows.
  package var attribute: Viewer.Attribute { owner.attribute }

  package init(
    column: String, attribute: Viewer.Attribute, isArray: Bool = false, or other: Owner? = nil, home: String? = nil, audience: Owner? = nil,
    hidden: Owner? = nil, sides: [Owner] = []
  ) {
    owner = Owner(column: column, attribute: attribute, isArray: isArray)
    self.other = other
    self.home = home
    self.audience = audience
    self.hidden = hidden
    self.sides = sides
  }

  /// The first owner, and the other one: a row in scope is of one of them.
  package var owners: [Owner] { [owner] + (other.map { [$0] } ?? []) }

  /// The viewer's values that a row's owner may equal, or be among.
  var attributes: [Viewer.Attribute] { owners.map(\.attribute) }

  /// Whether a row has several owners, in an array.
  var hasSeveralOwners: Bool { owner.isArray }

  /// Whether a viewer may have several owners of rows: then the scope is not the rows of one object.
  var isList: Bool { owner.attribute.isList }

  /// The condition of the scope on a row.
  package func condition(on row: RowReference<Viewer>) -> SQL {
    if let audience {
      let seen: SQL = "\(owner.condition(on: row)) AND \(row[audience.column]) && \(row.viewer(audience.attribute))"
      return hidden.map { "\(seen) AND NOT \(row[$0.column]) && \(row.viewer($0.attribute))" } ?? seen
    }
    if !sides.isEmpty { return "\(owner.condition(on: row)) AND \(isOfSide(row))" }
    guard let other else { return owner.condition(on: row) }
    if owner.isArray { return "(\(owner.condition(on: row)) OR \(other.condition(on: row)))" }
    // PostgreSQL does not conclude the last from the rest, and without it cannot use indexes of the rows that have an owner.
    return "(\(owner.condition(on: row)) OR \(other.condition(on: row))) AND \(row[column]) IS NOT NULL"
  }

  /// Whether the viewer is one of the owners of a row in its place.
  private func isOfSide(_ row: RowReference<Viewer>) -> SQL {
    "(\(sides.map { $0.condition(on: row) }.joined(separator: " OR ")))"
  }

  /// The owner of a row: the other one where it is the viewer's.
  func owner(of row: RowReference<Viewer>) -> SQL {
    guard let other else { return owner.value(of: row) }
    return "CASE WHEN \(other.condition(on: row)) THEN \(other.value(of: row)) ELSE \(owner.value(of: row)) END"
  }

  package func isSame(as scope: RowScope) -> Bool {
    column == scope.column && attribute == scope.attribute && other?.column == scope.other?.column
      && other?.attribute == scope.other?.attribute && audience?.column == scope.audience?.column
      && hidden?.column == scope.hidden?.column && sides.map(\.column) == scope.sides.map(\.column)
  }
}
