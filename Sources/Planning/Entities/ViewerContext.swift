package import SQL

/// The sender of a request, as far as planning needs to know it. The domain's viewer conforms.
package protocol ViewerContext: Sendable {
  /// A value of the viewer that statements bind, such as its family's id. A finite set.
  associatedtype Attribute: ViewerAttribute
  /// The part of a viewer that decides how an operation is planned, such as its role: viewers of one class share
  /// plans. Everything else about a viewer reaches a statement as a bind.
  associatedtype PlanClass: Hashable & Sendable & CaseIterable

  var planClass: PlanClass { get }
  /// The value to bind for `attribute`; null when the viewer has none.
  func value(of attribute: Attribute) -> SQLValue
  /// Sets the scope that row-level security compares with, for the rest of a transaction.
  var scopeStatement: Statement { get }
}

/// The attributes of a viewer, each with the SQL type it is bound as.
package protocol ViewerAttribute: Hashable, Sendable {
  /// An array for an attribute of which a viewer may have several values.
  var type: SQLType { get }
  /// The setting of the transaction that holds the value, for what only the database knows of the viewer; nil for a value
  /// that each request binds.
  var setting: String? { get }
  /// Whether it names places of which all their people see the rows: also those who are there as members of a family.
  var isOfAllPeople: Bool { get }
}

extension ViewerAttribute {
  package var setting: String? { nil }
  package var isOfAllPeople: Bool { false }

  /// Whether a viewer may have several values.
  package var isList: Bool { type == .uuidArray }

  /// The value inside a planned statement.
  ///
  ///     $1        nullif(current_setting('hatched.school_ids', true), '')::uuid[]
  package func planned<Viewer: ViewerContext>(for viewer: Viewer.Type) -> SQL where Viewer.Attribute == Self {
    guard let setting else { return "\(BindSource<Viewer>.viewer(self).slot)" }
    // The name is the program's own.
    return "\(unescaped: "nullif(current_setting('\(setting)', true), '')::uuid[]", reading: .setting(setting))"
  }
}
