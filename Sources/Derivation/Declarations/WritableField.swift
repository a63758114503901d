package import GraphQL

/// A field of a type as the input of its creation or update has it.
package struct WritableField: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// A scalar by its name: `String`, `Date`, `URL`.
    case scalar(String)
    /// An enum by its name.
    case enumeration(String)
    /// A list of an enum's values, each once. Every item is non-null.
    case enumerations(String)
    /// A list of values of a scalar, each once, at most so many: `@items`. Every item is non-null.
    case items(of: String, atMost: Int)
    /// Another object by its id. The name is that of an object or interface type.
    case reference(to: String)
    /// Several objects of a type by their ids, at most so many: `@links`.
    case references(to: String, atMost: Int)
  }

  /// The name of the input: `studentId` for a reference, else as `field` or as `@input(name:)` says.
  package var input: String
  /// The name of the type's field: `student`.
  package var field: String
  package var kind: Kind
  /// Whether the field of the type is non-null, or `@input(nullable: false)` says so. A creation needs its input unless there
  /// is a default; an update refuses null.
  package var isRequired: Bool
  /// Whether the field says whose row it is, in a creation that students may run for themselves: they may leave it out.
  package var isOwner = false
  /// The value that a creation writes for an absent input, and for null; nil without a default.
  package var defaultValue: Value?
  /// Whether a list may be empty: `@input(empty: true)`.
  package var allowsEmpty = false
  /// Nil for types whose values have bounds of their own, such as `URL` and `Date`.
  package var bounds: Bounds?

  /// Whether the input is a list.
  package var isList: Bool {
    switch kind {
    case .enumerations, .items, .references: true
    case .scalar, .enumeration, .reference: false
    }
  }

  /// Whether the input names another object.
  package var isReference: Bool { if case .reference = kind { true } else { false } }

  /// Whether the input names the objects that rows of another table tie to this one.
  package var isLinks: Bool { if case .references = kind { true } else { false } }

  /// The named type of the input: `ID` for a reference.
  package var typeName: String {
    switch kind {
    case .scalar(let name), .enumeration(let name), .enumerations(let name), .items(let name, _): name
    case .reference, .references: "ID"
    }
  }
}
