package import SQL

/// What planning has to know of whoever sent a request. The domain's viewer conforms.
package protocol ViewerContext: Sendable {
  /// A value of the viewer that statements bind, such as its family's id. A finite set.
  associatedtype Attribute: ViewerAttribute
  /// What of a viewer decides how an operation is planned, such as its role: viewers of one class share
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
  var type: SQLType { get }
}
