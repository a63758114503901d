/// A type as fields, arguments and variables refer to it: a named type, wrapped in lists and non-nulls —
/// specification section 3.4.
package indirect enum TypeReference: Hashable, Sendable {
  case named(String)
  case list(TypeReference)
  case nonNull(TypeReference)

  /// The named type inside all wrappers.
  package var namedType: String {
    switch self {
    case .named(let name): name
    case .list(let inner), .nonNull(let inner): inner.namedType
    }
  }

  package var isNonNull: Bool {
    if case .nonNull = self { true } else { false }
  }

  /// This type without its outermost non-null.
  package var nullable: TypeReference {
    if case .nonNull(let inner) = self { inner } else { self }
  }

  /// The type of the items when this is a list, non-null or not.
  package var itemType: TypeReference? {
    if case .list(let item) = nullable { item } else { nil }
  }
}

extension TypeReference: CustomStringConvertible {
  /// As it stands in a document: `[ID!]!`.
  package var description: String {
    switch self {
    case .named(let name): name
    case .list(let inner): "[\(inner)]"
    case .nonNull(let inner): "\(inner)!"
    }
  }
}

extension TypeReference {
  package init(_ node: TypeNode) {
    switch node {
    case .named(let name): self = .named(name.value)
    case .list(let inner, _): self = .list(TypeReference(inner))
    case .nonNull(let inner, _): self = .nonNull(TypeReference(inner))
    }
  }
}
